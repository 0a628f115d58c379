-- Events: the truth that every statistic is counted from.
--
-- ORDER BY (website_id, date, visitor, time): a report reads one website and a range of days, and
-- counts visitors by day. With a visitor's day in one place it is a run of rows, and its columns,
-- the same from event to event, compress to nearly nothing.
-- PARTITION BY month: few parts, and old months can be dropped whole. A batch holds rows of one
-- month only, so that its insert makes one part and is there as a whole or not at all.
-- `batch` is the id of the insert that brought the row, by which a repeated insert is recognised.
-- `date` is the day in the website's time zone, as that was set when the event came.
-- `visitor` is a hash under a salt that is thrown away when the day is over.
-- Codecs: Delta before ZSTD where neighbours are close (date, time), ZSTD(1) elsewhere: the fastest level.
-- Measured with ClickHouse 26.7 on 2 million page views of 50,000 visitors, imported from an access log:
-- 18.5 bytes an event on disk, of which visitor 4.7, time 3.5, page 2.7, city 1.2, region 0.9; `batch` takes
-- next to nothing where neighbours came together, and up to 16 bytes where batches are small or, merged, are
-- scattered over a day's visitors: 16.0 for batches of 100 events in a day of 10 million.
-- The projections are parts of each part. events_per_day counts events by website and day. events_per_batch
-- tells whether a batch is there from one granule a part, where the column would have to be read for the
-- whole month. It takes 16.1 bytes a batch: 0.16 an event for batches of 100. A bloom filter on `batch` took
-- 1.0 to 1.2 an event, and its look-up still grows with the month.
-- fsync: ClickHouse leaves new parts to the kernel's page cache unless told otherwise; an event
-- that was acknowledged must survive a power cut, also right after a merge.
CREATE TABLE IF NOT EXISTS events
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    visitor UInt64 CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
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
    batch UUID DEFAULT toUUIDOrZero(initialQueryID()) CODEC(ZSTD(1)),
    PROJECTION events_per_day
    (
        SELECT website_id, date, count()
        GROUP BY website_id, date
    ),
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
