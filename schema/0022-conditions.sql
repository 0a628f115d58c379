-- A website's standing conditions say which visitor days do not count. The values of a roll-up leave
-- those out, and hold for these conditions alone: `conditions` is a hash of them, 0 for none, as in
-- src/counting/conditions.ts. Its visitor days are all of the day, whatever the conditions are.
ALTER TABLE rollup_days
    ADD COLUMN IF NOT EXISTS conditions UInt64 CODEC(ZSTD(1)),
    -- The visitors that the values leave out, and their events.
    ADD COLUMN IF NOT EXISTS hidden_visitors UInt64 CODEC(T64, LZ4),
    ADD COLUMN IF NOT EXISTS hidden_events UInt64 CODEC(T64, LZ4);
