-- Drops: how many events were understood and, on purpose, not counted, by website, day and reason.
--
-- One row for each website, day and reason that something was dropped for in ten seconds, or in one
-- bulk request or piece of a log file; so there are never more rows than dropped events. Their sum
-- counts: two processes, and two rows of one day, need not know of each other.
-- ORDER BY (website_id, date): a report reads one website and a range of days. MergeTree and not
-- SummingMergeTree: a merge that adds rows up would forget their batches.
-- PARTITION BY month, and `batch`, the id of the insert that brought the row: as in `events`.
-- `reason` is text and no Enum: a new reason needs no new schema.
-- Codecs: Delta before ZSTD for the date, whose neighbours are close; ZSTD(1) elsewhere, as in `events`.
-- fsync: as in `events`; the event log forgets what the store has confirmed.
CREATE TABLE IF NOT EXISTS drops
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
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
