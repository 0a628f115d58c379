-- Running roll-ups: what the statistics of a busy day are while it goes on, counted up to a moment.
--
-- Hours do not add up, as a visitor comes in several. So beside the numbers of what happened until then there is what tells
-- which of the later visitors are new and what they had: the distinct events of each visitor. An answer is the numbers, and what the later
-- events change in them. It is proven like that of a roll-up: the events counted and the later ones are together as many as
-- the day has.
--
-- A running roll-up is made of runs that add up: the first has counted from midnight, each later one what the events of some minutes
-- have changed. All that began with the same first run is a generation; a new one takes its place from time to time, and
-- PARTITION BY generation has the old one dropped as a whole, where a mutation would rewrite what is in use.

-- open_day_values: the numbers of each value of each dimension, as in `rollup_values`. They have a sign, as a visitor whose exit page is
-- another one now is one less of the former.
CREATE TABLE IF NOT EXISTS open_day_values
(
    website_id UInt32 CODEC(ZSTD(1)),
    dimension LowCardinality(String) CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    value String CODEC(LZ4),
    visitors Int64 CODEC(T64, LZ4),
    pageviews Int64 CODEC(T64, LZ4),
    occurrences Int64 CODEC(T64, LZ4),
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

-- open_day_visitors: the distinct page views and custom events of each visitor, as far as dimensions tell them apart that are
-- properties of visitors: `events` is how many were alike, `time` when the last of them was.
-- ORDER BY as in `events`: a visitor's rows lie together and compress to nearly nothing. Of a day of 20.3 million events of a
-- million visitors these are 4.1 million rows of 11 bytes. `increment` is text, as whoever looks for visitors reads it of every row, of which
-- a UUID would take 16 bytes.
CREATE TABLE IF NOT EXISTS open_day_visitors
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    visitor UInt64 CODEC(ZSTD(1)),
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
    events UInt32 CODEC(T64, LZ4),
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

-- open_day_rollups: which increments stand for a day up to which moment. Written when all their rows are on disk; what no row of it
-- names is read by nobody. `events` and `definition` are as in `rollup_days`.
CREATE TABLE IF NOT EXISTS open_day_rollups
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    increments Array(UUID) CODEC(LZ4),
    definition UInt64 CODEC(ZSTD(1)),
    events UInt64 CODEC(ZSTD(1)),
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
