-- Salts: the random part of the visitor hash, one for each calendar day.
--
-- A row is deleted when its day is over everywhere. old_parts_lifetime = 1: the part that still
-- holds a deleted salt leaves the disk after a second instead of ClickHouse's eight minutes.
-- ORDER BY date: it is looked up by day. A handful of rows, so no partitions.
CREATE TABLE IF NOT EXISTS salts
(
    date Date,
    salt String,
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
