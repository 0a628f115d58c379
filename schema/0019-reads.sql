-- reads: how often programs that are no person's browser fetched what, by hour. Nothing in it is of a
-- visitor: the address of a request only decides `verified`.
--
-- A row counts the reads of an hour that are equal in all other columns. Merges add rows up, so that
-- a website with a million reads a day takes few bytes. So its rows cannot tell which batches they
-- came with, as those of `drops` can. Instead, each batch has one row more for each website, its
-- marker: `reader` is '', and `batch` its id. A batch is one part, so its marker is there if its rows
-- are.
--
-- The order puts equal paths behind each other, which compresses best: they are nearly all that
-- there is to store. With these codecs a row takes some 3.3 bytes when all parts of a month are merged.
CREATE TABLE IF NOT EXISTS reads
(
    website_id UInt32 CODEC(ZSTD(1)),
    -- Day and hour in the website's time zone.
    date Date CODEC(T64, ZSTD(1)),
    hour UInt8 CODEC(ZSTD(1)),
    -- The program, as src/reads/readers.ts names it; '' in a marker.
    reader LowCardinality(String) CODEC(ZSTD(1)),
    operator LowCardinality(String) CODEC(ZSTD(1)),
    purpose LowCardinality(String) CODEC(ZSTD(1)),
    -- Whether the request came from an address of the operator: `yes`, `no` or `unknown`.
    verified LowCardinality(String) CODEC(ZSTD(1)),
    -- As `page` in `events`; `(other)` beyond the paths of an hour that are kept.
    path String CODEC(ZSTD(6)),
    -- `2xx` (with 304), `3xx`, `404`, `4xx`, `5xx`, or `unknown`.
    status LowCardinality(String) CODEC(ZSTD(1)),
    -- What counted it: `tracker`, `log` or `api`.
    door LowCardinality(String) CODEC(ZSTD(1)),
    -- The import that counted it; 0 for none.
    import_id UInt32 CODEC(ZSTD(1)),
    -- The server from which a move has brought the row; '' for none. So rows that come later are not
    -- added to those of a move that goes on.
    moved_from LowCardinality(String) CODEC(ZSTD(1)),
    batch UUID
        DEFAULT if(
            reader = '',
            toUUIDOrZero(initialQueryID()),
            toUUID('00000000-0000-0000-0000-000000000000'))
        CODEC(ZSTD(1)),
    reads UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = SummingMergeTree(reads)
PARTITION BY toYYYYMM(date)
PRIMARY KEY (website_id, path)
ORDER BY (
    website_id,
    path,
    reader,
    operator,
    purpose,
    verified,
    status,
    door,
    import_id,
    moved_from,
    batch,
    date,
    hour)
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;
