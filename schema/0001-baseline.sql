-- Every table of Footfall.
--
-- A new version changes a table in a new numbered file, never in this one: an applied file is
-- recorded with its checksum. Each statement may run twice.
--
-- All tables set the same three settings. ClickHouse leaves new parts to the kernel's page cache
-- by default, but Footfall acknowledges what must survive a power cut. So it has each part fsynced,
-- after an insert (`fsync_after_insert`, `fsync_part_directory`) and after a merge
-- (`min_rows_to_fsync_after_merge`).
--
-- `non_replicated_deduplication_window` is the number of inserts whose deduplication tokens a table
-- remembers. A second insert with a remembered token changes nothing. Tables without it are written
-- by INSERT SELECT, and a second attempt does no harm.
--
-- Codecs: ZSTD(1) compresses best for its speed. Delta comes before it where neighbours are close,
-- such as dates. LZ4 stands where reading speed matters more than size. T64 before LZ4 leaves out
-- the bits that 64 neighbouring numbers share.

-- websites: one row for each change of a website. The newest row of an id is the website.
--
-- ReplacingMergeTree(change) ordered by id: merges keep the newest row of each website, so the
-- number of websites ever created bounds the table. There are no partitions, as each process reads
-- all of its few thousand rows at start.
CREATE TABLE IF NOT EXISTS websites
(
    -- Numbers the changes of the whole table without gaps. A writer inserts change n + 1 under a
    -- deduplication token made of that number: of two writers one wins, the other reads again.
    change UInt64,
    -- A new id for each attempt to write, which tells the writer whether it has won.
    writer UUID,
    id UInt32,
    -- The row of a deleted website stays, so that its id is never used again.
    deleted Bool,
    domain String,
    timezone String,
    -- 0: public, 1: private, 2: with a password.
    privacy UInt8,
    password_hash String,
    -- 1: the website has e-mail reports.
    email UInt8,
    -- 1: events of bots are dropped.
    exclude_bots UInt8,
    exclude_params Array(String),
    exclude_ips Array(String),
    -- Empty unless the website is a favourite.
    favorited_at String,
    created_at DateTime('UTC'),
    updated_at DateTime('UTC')
)
ENGINE = ReplacingMergeTree(change)
ORDER BY id
SETTINGS
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- events: the events that all statistics are counted from.
--
-- ORDER BY (website_id, date, visitor, time): a query reads one website and a range of days, and
-- counts visitor days. In this order a visitor day is a run of neighbouring rows, and columns that
-- stay the same from event to event compress to nearly nothing.
-- PARTITION BY month: there are few parts, and retention takes whole months out. A batch has rows
-- of one month only, so its insert makes one part, which is stored as a whole or not at all.
--
-- An event takes about 19 bytes on disk, measured with ClickHouse 26.7 on 2 million page views of
-- 50,000 visitors from an access log. `visitor` takes 4.7 of them, `time` 3.6, `page` 2.7.
CREATE TABLE IF NOT EXISTS events
(
    website_id UInt32 CODEC(ZSTD(1)),
    -- The day in the time zone that the website had when the event came.
    date Date CODEC(Delta, ZSTD(1)),
    -- A hash under the day's salt, see `salts`.
    visitor UInt64 CODEC(ZSTD(1)),
    -- Queries about the open day read this column again and again, so it has a fast codec. In the
    -- order of visitors, neighbours are hours apart as often as seconds, which no codec can shrink.
    -- Measured with ClickHouse 26.7 on a day of 20.3 million events in one part: T64 with LZ4 takes
    -- 2.86 bytes an event and is read in 47 ms, Delta with ZSTD(1) 2.75 bytes and 116 ms.
    time DateTime64(3, 'UTC') CODEC(T64, LZ4),
    name LowCardinality(String) CODEC(ZSTD(1)),
    hostname LowCardinality(String) CODEC(ZSTD(1)),
    page String CODEC(ZSTD(1)),
    referrer LowCardinality(String) CODEC(ZSTD(1)),
    utm_source LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign LowCardinality(String) CODEC(ZSTD(1)),
    utm_term LowCardinality(String) CODEC(ZSTD(1)),
    utm_content LowCardinality(String) CODEC(ZSTD(1)),
    click_id LowCardinality(String) CODEC(ZSTD(1)),
    browser LowCardinality(String) CODEC(ZSTD(1)),
    browser_version LowCardinality(String) CODEC(ZSTD(1)),
    operating_system LowCardinality(String) CODEC(ZSTD(1)),
    operating_system_version LowCardinality(String) CODEC(ZSTD(1)),
    device LowCardinality(String) CODEC(ZSTD(1)),
    screen_resolution LowCardinality(String) CODEC(ZSTD(1)),
    language LowCardinality(String) CODEC(ZSTD(1)),
    continent LowCardinality(String) CODEC(ZSTD(1)),
    country LowCardinality(String) CODEC(ZSTD(1)),
    region LowCardinality(String) CODEC(ZSTD(1)),
    city LowCardinality(String) CODEC(ZSTD(1)),
    props Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    revenue_amount Decimal(18, 3) CODEC(ZSTD(1)),
    revenue_currency LowCardinality(String) CODEC(ZSTD(1)),
    engagement_time_ms UInt32 CODEC(ZSTD(1)),
    scroll_depth UInt8 CODEC(ZSTD(1)),
    -- The id of the insert that brought the row, by which Footfall recognises a repeated insert. It
    -- takes next to nothing where rows of one batch are neighbours, and up to 16 bytes where small
    -- batches are scattered over the visitors of a day.
    batch UUID DEFAULT toUUIDOrZero(initialQueryID()) CODEC(ZSTD(1)),
    -- Proves roll-ups: it holds the number of events of each day. It is stored in the parts, so it
    -- cannot lag behind the events. The embedded engine makes the projections of a part when it
    -- first merges it, see src/store/embedded/settings.ts. Until then, queries count its rows.
    PROJECTION events_per_day
    (
        SELECT website_id, date, count()
        GROUP BY website_id, date
    ),
    -- Tells from one granule a part whether a batch is stored. Without it ClickHouse would read the
    -- column `batch` of the whole month. It takes 16.1 bytes a batch. A bloom filter took 1.0 to
    -- 1.2 bytes an event, and its look-ups grew with the month.
    PROJECTION events_per_batch
    (
        SELECT batch, count()
        GROUP BY batch
    )
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(date)
ORDER BY (website_id, date, visitor, time)
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- drops: the number of dropped events by website, day and reason.
--
-- A row counts what was dropped within ten seconds, in one bulk request, or in one piece of a log
-- file. Queries add the rows up, so several processes need not know of each other.
-- MergeTree and not SummingMergeTree: a merge that added rows up would lose their batches.
-- Order, partitions and `batch` are as in `events`.
CREATE TABLE IF NOT EXISTS drops
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    -- Text and no Enum, so that a new reason needs no change of the schema.
    reason LowCardinality(String) CODEC(ZSTD(1)),
    count UInt64 CODEC(ZSTD(1)),
    batch UUID DEFAULT toUUIDOrZero(initialQueryID()) CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(date)
ORDER BY (website_id, date)
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- salts: the random text of each day that turns addresses into visitors.
--
-- Footfall deletes a salt when it has expired. `old_parts_lifetime = 1`: the part that still holds
-- the salt leaves the disk after a second instead of ClickHouse's eight minutes.
CREATE TABLE IF NOT EXISTS salts
(
    date Date,
    salt String,
    -- 12 hours after the day is over in UTC, or later where the salt was made for an old day.
    expires_at DateTime('UTC')
)
ENGINE = MergeTree
ORDER BY date
SETTINGS
    non_replicated_deduplication_window = 1000,
    old_parts_lifetime = 1,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- idempotency_records: which bulk requests with an idempotency key, and which pieces of log files,
-- Footfall has taken on. Each record is written before the events.
--
-- When the same request or piece comes again, its record names the batches that the events are
-- inserted as, and their presence in `events` and `drops` tells what is still missing.
CREATE TABLE IF NOT EXISTS idempotency_records
(
    website_id UInt32,
    key String,
    -- The ids of the batches derive from this id, the table and the month of a batch.
    batch UUID,
    -- JSON: the answer, and in `batches` the table and month of each batch.
    outcome String CODEC(ZSTD(1)),
    -- A day later for an idempotency key. Records of log files expire in 2100.
    expires_at DateTime('UTC')
)
ENGINE = MergeTree
ORDER BY (website_id, key)
TTL expires_at
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- rollup_values: the roll-ups of closed days, one row for each value of each dimension.
--
-- Visitors are counted by day, so days add up: a query reads as many rows as its range has values.
-- ORDER BY (website_id, dimension, date, value): a query reads one dimension of one website over a
-- range of days, which lie side by side.
-- `index_granularity = 512`: a query often needs a few hundred rows, where 8,192 is the default. 30
-- days of browsers are read in 8.8 ms instead of 11.7, of which SELECT 1 takes 2.
CREATE TABLE IF NOT EXISTS rollup_values
(
    website_id UInt32 CODEC(ZSTD(1)),
    -- A dimension of the API; or `event_total`, the number of all events of the day; or `bounce`
    -- and `visit_ms`, which the summary needs. The numbers of these three are in `occurrences`.
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    value String CODEC(LZ4),
    visitors UInt64 CODEC(T64, LZ4),
    pageviews UInt64 CODEC(T64, LZ4),
    occurrences UInt64 CODEC(T64, LZ4),
    -- The id of the attempt that wrote the row. Queries read it only when `rollup_days` names it.
    rollup_id UUID CODEC(LZ4)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(date)
ORDER BY (website_id, dimension, date, value)
SETTINGS
    index_granularity = 512,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- rollup_days: which attempt is the roll-up of a day. Its row is written when all its values are on
-- disk, so a roll-up that was cut off counts for nothing, and a later one replaces an earlier one
-- at once.
CREATE TABLE IF NOT EXISTS rollup_days
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    rollup_id UUID CODEC(ZSTD(1)),
    -- A hash of the way of counting. Roll-ups with another definition than today's are ignored.
    definition UInt64 CODEC(ZSTD(1)),
    -- How many events the roll-up counted. Where the day has another number by now, the roll-up is
    -- out of date, and the day is counted from `events` until it is rolled up again.
    events UInt64 CODEC(ZSTD(1)),
    rolled_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(date)
ORDER BY (website_id, date)
SETTINGS
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- open_day_values: the roll-ups of busy open days, with the columns of `rollup_values`.
--
-- The roll-up of an open day covers the day up to a moment, and is a sum of increments. The first
-- increment counts from midnight, each later one what the events of the next minutes change. All
-- increments since the last count from midnight are a generation.
-- PARTITION BY generation: Footfall drops an old generation as a whole. A mutation would rewrite
-- what is in use.
CREATE TABLE IF NOT EXISTS open_day_values
(
    website_id UInt32 CODEC(ZSTD(1)),
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    value String CODEC(LZ4),
    -- Signed: a visitor whose exit page has changed is one less of the former page.
    visitors Int64 CODEC(T64, LZ4),
    pageviews Int64 CODEC(T64, LZ4),
    occurrences Int64 CODEC(T64, LZ4),
    -- The id of the increment. Queries read it only when `open_day_rollups` names it.
    increment UUID CODEC(LZ4),
    generation UUID CODEC(LZ4)
)
ENGINE = MergeTree
PARTITION BY generation
ORDER BY (website_id, dimension, date, value)
SETTINGS
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- open_day_visitors: what each visitor of a busy open day has done so far.
--
-- Hours do not add up, as a visitor comes in several of them. To say what a later event changes, a
-- query has to know what its visitor did before. This table tells that in a fraction of the time
-- that `events` takes: a row is one distinct page view or custom event of a visitor, as far as
-- dimensions that are properties of visitors tell events apart.
-- ORDER BY as in `events`: the rows of a visitor are neighbours. A day of 20.3 million events of a
-- million visitors makes 4.1 million rows of 11 bytes.
CREATE TABLE IF NOT EXISTS open_day_visitors
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    visitor UInt64 CODEC(ZSTD(1)),
    -- The time of the last of the equal events.
    time DateTime64(3, 'UTC') CODEC(T64, LZ4),
    name LowCardinality(String) CODEC(ZSTD(1)),
    hostname LowCardinality(String) CODEC(ZSTD(1)),
    referrer LowCardinality(String) CODEC(ZSTD(1)),
    utm_source LowCardinality(String) CODEC(ZSTD(1)),
    utm_medium LowCardinality(String) CODEC(ZSTD(1)),
    utm_campaign LowCardinality(String) CODEC(ZSTD(1)),
    utm_term LowCardinality(String) CODEC(ZSTD(1)),
    utm_content LowCardinality(String) CODEC(ZSTD(1)),
    click_id LowCardinality(String) CODEC(ZSTD(1)),
    browser LowCardinality(String) CODEC(ZSTD(1)),
    browser_version LowCardinality(String) CODEC(ZSTD(1)),
    operating_system LowCardinality(String) CODEC(ZSTD(1)),
    operating_system_version LowCardinality(String) CODEC(ZSTD(1)),
    device LowCardinality(String) CODEC(ZSTD(1)),
    screen_resolution LowCardinality(String) CODEC(ZSTD(1)),
    language LowCardinality(String) CODEC(ZSTD(1)),
    continent LowCardinality(String) CODEC(ZSTD(1)),
    country LowCardinality(String) CODEC(ZSTD(1)),
    region LowCardinality(String) CODEC(ZSTD(1)),
    city LowCardinality(String) CODEC(ZSTD(1)),
    -- The number of the equal events.
    events UInt32 CODEC(T64, LZ4),
    -- Text, as a query reads it of every row: a UUID would take 16 bytes of each.
    increment LowCardinality(String) CODEC(LZ4),
    generation UUID CODEC(LZ4)
)
ENGINE = MergeTree
PARTITION BY generation
ORDER BY (website_id, date, visitor)
SETTINGS
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- open_day_rollups: which increments are the roll-up of an open day, and up to which moment. A row
-- is written when all rows of its increments are on disk.
CREATE TABLE IF NOT EXISTS open_day_rollups
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    increments Array(UUID) CODEC(LZ4),
    -- `definition` and `events` are as in `rollup_days`.
    definition UInt64 CODEC(ZSTD(1)),
    events UInt64 CODEC(ZSTD(1)),
    -- The increments have counted the events up to this moment, itself included.
    until DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    rolled_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    generation UUID CODEC(LZ4)
)
ENGINE = MergeTree
PARTITION BY generation
ORDER BY (website_id, date)
SETTINGS
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- archived_rollups: the roll-ups whose events retention has deleted, or is about to delete.
--
-- They count whatever their definition is, as nobody can count those events again. A day may have
-- several of them: later events for the day are counted beside them, and deleted in their turn.
-- PARTITION BY month: what retention writes of a month at once is one part, stored as a whole or
-- not at all. docs/decisions/0002-retention.md has the reasons.
CREATE TABLE IF NOT EXISTS archived_rollups
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    rollup_id UUID CODEC(ZSTD(1)),
    events UInt64 CODEC(ZSTD(1)),
    -- 0 while the events are on their way out: the roll-up alone is the day, whatever `events`
    -- still has of it. The same row with 1 follows when the events are out of `events` for sure:
    -- the day is then the roll-up and what `events` has.
    gone UInt8 CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(date)
ORDER BY (website_id, date)
SETTINGS
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- archived_batches: batches of idempotency records whose events retention has deleted, or is about
-- to delete. Without them a log file that is imported again would count as new. A batch may be in
-- the table twice.
CREATE TABLE IF NOT EXISTS archived_batches
(
    batch UUID
)
ENGINE = MergeTree
ORDER BY batch
SETTINGS
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- email_reports: the attempts to send e-mail reports. docs/email-reports.md says why none is sent
-- twice.
--
-- An attempt has one row when it begins, and a second row with its outcome. The first is inserted
-- under a deduplication token made of report and attempt: of two senders one wins.
-- There are no partitions, as a website has some 64 reports a year.
CREATE TABLE IF NOT EXISTS email_reports
(
    website_id UInt32,
    -- `week` or `month`
    period LowCardinality(String),
    -- The first day of the week or month.
    first_day Date,
    -- Counts from 1.
    attempt UInt32,
    -- `begun`; then `sent`, or `refused` by the mail server and to be tried again, or `unknown`.
    state LowCardinality(String),
    -- A new id for each attempt, which tells the sender whether it has won.
    sender UUID,
    time DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (website_id, first_day, period)
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;
