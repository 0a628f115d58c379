-- followed_logs: how far `footfall follow` has counted access logs. A row is a piece that grows: the
-- lines behind `before`, a digest of all that precedes them in the log. So a log is known by its
-- content, as in the records of its imports, whatever its name is. With some 50,000 lines the next
-- piece begins.
--
-- Each change is a row with the next `version`, inserted under a token of that version: of several
-- writers one wins. The newest row of a piece holds.
--
-- The newest lines are a part of their own until the next ones come. The row with the part is
-- written before the rows that are counted of it, and names their batches. So a follower that was
-- killed finds what is missing.
CREATE TABLE IF NOT EXISTS followed_logs
(
    website_id UInt32,
    before String,
    -- Tells logs apart that begin with the same line, from 0.
    slot UInt32,
    version UInt64,
    -- A new id for each row, which tells the writer whether it has won.
    writer UUID,
    -- The follower that follows the log, while it writes a row every few seconds; '' for none.
    holder String,
    written_at DateTime64(3, 'UTC') DEFAULT now64(3),
    -- The lines that are counted for sure, their bytes, and the digest at their end.
    lines UInt32,
    bytes UInt64,
    end String,
    -- The part behind them: `none`; `intended`, of which nothing is inserted; or `certain`.
    part LowCardinality(String),
    part_bytes UInt64,
    -- The digest at the end of the part, of the piece as a whole.
    part_end String,
    -- As in `idempotency_records`. The outcome is that of the part as a piece of its own.
    batch UUID,
    outcome String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (website_id, before, slot)
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;
