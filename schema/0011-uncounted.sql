-- uncounted: names of what sends events that do not count: domains that are no website, other
-- hosts, bots. Nothing in it is of a visitor. Like `websites`, it is on the first server.
--
-- A row has all that one process has counted on one day, and replaces the row before. So the table
-- stays small, whatever arrives.
CREATE TABLE IF NOT EXISTS uncounted
(
    -- In UTC.
    day Date,
    -- A new id for each process.
    process UUID,
    saved_at DateTime64(3, 'UTC'),
    -- The lists have one element for each name. 0 stands for no website.
    about_website Array(UInt32),
    -- A reason of `drops`, `unknown` for the domain of no website, or `ignored` for one that an
    -- owner does not want to see.
    reason Array(LowCardinality(String)),
    name Array(String) CODEC(ZSTD(1)),
    events Array(UInt64),
    last_at Array(DateTime('UTC'))
)
ENGINE = ReplacingMergeTree(saved_at)
ORDER BY (day, process)
TTL day + INTERVAL 30 DAY
SETTINGS
    non_replicated_deduplication_window = 1000;
