-- visitor_days: what each visitor of a closed day did, one row each. A query with filters counts
-- these rows instead of the events: there are 5 to 20 times fewer of them, and what has to be put
-- in order, such as visits, is in order already. The roll-up of the day is made of them, too.
--
-- The rows do not say who the visitor is, as nothing asks for that once the day is over.
-- src/counting/visitor-days.ts says what the columns are. Those of dimensions have the distinct
-- values of the day: nearly always one.
-- ORDER BY: within a day, rows of visitors with the same city and browser are neighbours, so that
-- their columns compress to next to nothing. `rollup_id` is first, as only the rows of one roll-up
-- count, see `rollup_days`.
-- ZSTD(3) instead of ZSTD(1) saves 4 % and takes no time that could be measured in a roll-up. A day
-- is written once, and level 6 saves another 1 % for twice the time.
CREATE TABLE IF NOT EXISTS visitor_days
(
    website_id UInt32 CODEC(ZSTD(3)),
    date Date CODEC(Delta, ZSTD(1)),
    -- The id of the attempt that wrote the row. Queries read it only when `rollup_days` names it.
    rollup_id UUID CODEC(ZSTD(3)),
    -- All events, engagement included. Their sum proves the roll-up.
    day_events UInt32 CODEC(ZSTD(3)),
    -- Page views and custom events. Where there are none, nobody was a visitor.
    day_activity UInt32 CODEC(ZSTD(3)),
    day_pageviews UInt32 CODEC(ZSTD(3)),
    day_visits UInt32 CODEC(ZSTD(3)),
    day_bounces UInt32 CODEC(ZSTD(3)),
    -- The sum over all visits of the time from their first to their last event.
    day_visit_ms UInt64 CODEC(ZSTD(3)),
    -- The engagement with all pages: number of events, time, and the greatest scroll depth.
    day_engagements UInt32 CODEC(ZSTD(3)),
    day_engagement_ms UInt64 CODEC(ZSTD(3)),
    day_scroll_depth UInt8 CODEC(ZSTD(3)),
    day_browser Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_browser_version Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_campaign Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_channel Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_city Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_continent Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_country Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_device Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_hostname Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_language Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_operating_system Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_operating_system_version Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_referrer Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_region Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_screen_resolution Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_source Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_utm_content Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_utm_medium Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_utm_source Array(LowCardinality(String)) CODEC(ZSTD(3)),
    day_utm_term Array(LowCardinality(String)) CODEC(ZSTD(3)),
    -- The pages that were viewed or engaged with, one item each.
    day_pages Array(Tuple(
        page LowCardinality(String),
        views UInt32,
        engagements UInt32,
        engagement_ms UInt64,
        scroll_depth UInt8)) CODEC(ZSTD(3)),
    -- The visits that have a page view.
    day_visit_pages Array(Tuple(
        entry_page LowCardinality(String),
        exit_page LowCardinality(String),
        views UInt32,
        bounces UInt8,
        ms UInt64)) CODEC(ZSTD(3)),
    -- The quarters of an hour, counted from 1970 on, in which the visitor was active: the page views
    -- then, and the visits that began then.
    day_quarters Array(Tuple(
        quarter UInt32,
        views UInt32,
        visits UInt32,
        bounces UInt32,
        ms UInt64)) CODEC(ZSTD(3)),
    day_custom_events Array(Tuple(name LowCardinality(String), events UInt32)) CODEC(ZSTD(3)),
    -- Orders and refunds by currency: their number and sum, and those of the orders alone.
    day_revenue Array(Tuple(
        value LowCardinality(String),
        events UInt32,
        amount Decimal(38, 3),
        orders UInt32,
        ordered Decimal(38, 3))) CODEC(ZSTD(3))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(date)
ORDER BY (website_id, date, rollup_id, day_city, day_browser, day_browser_version, day_operating_system_version, day_source)
SETTINGS
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- The visits of each value: of the visitor days that have it, or of its visits for entry and exit
-- pages. Roll-ups from before these columns, and totals of imports that lack them, have NULL there.
ALTER TABLE rollup_values
    ADD COLUMN IF NOT EXISTS visits Nullable(UInt64) CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS bounces Nullable(UInt64) CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS visit_ms Nullable(UInt64) CODEC(T64, LZ4);

ALTER TABLE open_day_values
    ADD COLUMN IF NOT EXISTS visits Int64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS bounces Int64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS visit_ms Int64 CODEC(T64, LZ4);

-- The time of the last but one of the equal events; 1970-01-01 if there is one alone.
ALTER TABLE open_day_visitors
    ADD COLUMN IF NOT EXISTS time_before DateTime64(3, 'UTC') CODEC(T64, LZ4);
