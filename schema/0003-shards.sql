-- Several ClickHouse servers ("shards"), of which each has all data of some websites. `websites`,
-- `salts` and the tables of this file have rows on the first server alone.
--
-- `shard` is the name of the server that has the website's data; '' is the first one. While the
-- website moves, `moving_to` is the server that gets its new events. `moved_from` has the servers
-- that had its events before: event logs may still hold events that were meant for them.
ALTER TABLE websites
    ADD COLUMN IF NOT EXISTS shard String,
    ADD COLUMN IF NOT EXISTS moving_to String,
    ADD COLUMN IF NOT EXISTS moved_from Array(String);

-- shards: the name under which each server was seen at its address. A server that comes under
-- another name is refused, as the rows of `websites` name servers.
CREATE TABLE IF NOT EXISTS shards
(
    -- Host, port and database of an address in CLICKHOUSE_URL.
    address String,
    name String,
    seen_at DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree(seen_at)
ORDER BY address
SETTINGS
    non_replicated_deduplication_window = 1000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- presences: the programs that use these servers now: each Footfall, each move and each import.
-- Each writes a row every two seconds, and one that was silent for ten seconds counts as gone.
--
-- Nothing here must survive a crash, so that no part is fsynced.
CREATE TABLE IF NOT EXISTS presences
(
    -- `footfall`, `move` or `import`.
    role LowCardinality(String),
    -- The website that is moved or imported to; 0 for a Footfall.
    website UInt32,
    id UUID,
    -- The number of the last change of `websites` that a Footfall has in force.
    change UInt64,
    seen_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = ReplacingMergeTree(seen_at)
ORDER BY (role, website, id)
TTL toDateTime(seen_at) + INTERVAL 1 HOUR;
