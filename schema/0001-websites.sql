-- Websites: one row for each change of a website; the newest row of an id is the website.
--
-- ORDER BY id with ReplacingMergeTree(change): merges keep the newest row, which bounds the table by
-- the number of websites ever created. Deleted ones stay as a mark, so that no id is used again.
-- No partitions: there are thousands of rows at most, and all of them are read at start.
-- `change` numbers the changes of the whole table. A writer inserts number n + 1 under a
-- deduplication token made of that number, so of two writers one wins and the other reads again.
CREATE TABLE IF NOT EXISTS websites
(
    change UInt64,
    writer UUID,
    id UInt32,
    deleted Bool,
    domain String,
    timezone String,
    privacy UInt8,
    password_hash String,
    email UInt8,
    exclude_bots UInt8,
    exclude_params Array(String),
    exclude_ips Array(String),
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
