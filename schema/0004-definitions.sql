-- definitions: the goals, funnels, segments and annotations of websites, one row for each change.
-- The newest row of an id is the definition. The rows are on the server that has the website's
-- events.
--
-- ReplacingMergeTree(change) ordered by website, kind and id: merges keep the newest row of each
-- definition. There are no partitions, as a website has some thousand rows at most.
CREATE TABLE IF NOT EXISTS definitions
(
    website_id UInt32,
    -- `goal`, `funnel`, `segment` or `annotation`.
    kind LowCardinality(String),
    -- Ids rise within a website and kind.
    id UInt32,
    -- Numbers the changes of a website without gaps. A writer inserts change n + 1 under a
    -- deduplication token made of website and number: of two writers one wins, the other reads
    -- again.
    change UInt64,
    -- A new id for each attempt to write, which tells the writer whether it has won.
    writer UUID,
    -- The row of a deleted definition stays, so that its id is never used again.
    deleted Bool,
    -- JSON: what the definition says, and the idempotency key that it was made with.
    body String CODEC(ZSTD(1)),
    created_at DateTime('UTC'),
    updated_at DateTime('UTC')
)
ENGINE = ReplacingMergeTree(change)
ORDER BY (website_id, kind, id)
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;
