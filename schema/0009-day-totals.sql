-- The sums of the day, so that a list of websites reads one row for each of their days. Before this
-- file no roll-up is of today's definition, so none is read with zeros.
ALTER TABLE rollup_days
    ADD COLUMN IF NOT EXISTS visitors UInt64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS pageviews UInt64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS visits UInt64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS bounces UInt64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS visit_ms UInt64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS engaged_visitors UInt64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS engagement_ms UInt64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS depths UInt64 CODEC(T64, LZ4);
