-- Receipts: which bulk requests with an Idempotency-Key and pieces of log files were taken on, each written before its events.
--
-- A receipt names the batch that its events are inserted as. When the same request or piece comes
-- again, the receipt tells, and the batch's presence in `events` tells whether it was finished.
-- ORDER BY (website_id, key): it is looked up by both. `expires_at` ends an Idempotency-Key after
-- a day; pieces of files are kept.
CREATE TABLE IF NOT EXISTS idempotency_records
(
    website_id UInt32,
    key String,
    batch UUID,
    outcome String CODEC(ZSTD(1)),
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
