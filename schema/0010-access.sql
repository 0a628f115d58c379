-- access: the keys, people and sessions, one row for each change. The newest row of an id is the
-- record. Like `websites`, it is on the first server, and each process reads all of it.
CREATE TABLE IF NOT EXISTS access
(
    -- Numbers the changes of the whole table without gaps, as in `websites`.
    change UInt64,
    -- A new id for each attempt to write, which tells the writer whether it has won.
    writer UUID,
    -- `key`, `person` or `session`.
    kind LowCardinality(String),
    -- Ids rise within a kind. The row of a deleted record stays, so that its id is never used again.
    id UInt32,
    -- JSON: what the record says; empty once it is deleted. Secrets are stored as hashes.
    body String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(change)
ORDER BY (kind, id)
SETTINGS
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- audit: who changed what, kept for 400 days, so that a year can be compared with the one before.
CREATE TABLE IF NOT EXISTS audit
(
    at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    -- `root`, `key` or `person`. An id of 0 stands for none.
    who_kind LowCardinality(String),
    who_id UInt32,
    who_name String CODEC(ZSTD(1)),
    -- What was done, such as `website.update`.
    what LowCardinality(String),
    -- The website that it is about; 0 if it is about none. Entries of deleted websites stay.
    about_website UInt32,
    -- JSON: the fields that changed, without secrets.
    before String CODEC(ZSTD(1)),
    after String CODEC(ZSTD(1))
)
ENGINE = MergeTree
ORDER BY at
TTL toDateTime(at) + INTERVAL 400 DAY
SETTINGS
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;
