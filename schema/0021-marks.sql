-- marks: what is odd about the client of an event, as it was found when the event was collected. The
-- facts behind it, such as the network of the address, are not stored. Names in alphabetical order
-- with commas between them, of `automated`, `hosting` and `spam`; '' for most events.
-- src/collect/steps/marks.ts says what they mean. Eight texts take next to nothing.
ALTER TABLE events
    ADD COLUMN IF NOT EXISTS marks LowCardinality(String) CODEC(ZSTD(1)) AFTER scroll_depth;

ALTER TABLE open_day_visitors
    ADD COLUMN IF NOT EXISTS marks LowCardinality(String) CODEC(ZSTD(1));

ALTER TABLE visitor_days
    ADD COLUMN IF NOT EXISTS day_mark Array(LowCardinality(String)) CODEC(ZSTD(3));
