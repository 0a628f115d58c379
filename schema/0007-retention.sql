-- Retention: what stays of months whose events were dropped. docs/decisions/0002-retention.md has the reasons.
--
-- archived_rollups: roll-ups that stand for events which are no longer there. They count whatever version wrote them, as nobody can
-- count again. A day may have several: events that come for it later are counted beside them, and dropped in their turn.
-- `gone` is 0 while the events are on their way out: then the run alone is the day, whatever `events` still holds of it. The
-- same row with 1 follows when the events are out of `events` for sure: then the day is the run and what `events` holds.
-- ORDER BY (website_id, date): a report reads one website and a range of days.
-- PARTITION BY month, so that what is written of a month at once is one part, there as a whole or not at all.
CREATE TABLE IF NOT EXISTS archived_rollups
(
    website_id UInt32 CODEC(ZSTD(1)),
    date Date CODEC(Delta, ZSTD(1)),
    run UUID CODEC(ZSTD(1)),
    events UInt64 CODEC(ZSTD(1)),
    gone UInt8 CODEC(ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(date)
ORDER BY (website_id, date)
SETTINGS
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- archived_batches: batches of events that were dropped and that a receipt names. Without them an access log that is imported again would
-- count as new. A batch may be named twice, and before its events are gone.
-- ORDER BY batch: it is looked up by its id alone.
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
