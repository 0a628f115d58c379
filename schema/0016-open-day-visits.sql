-- The visits of a visitor among the events of an increment: when each began, whether it is one page
-- view alone, and how many milliseconds it took. A visitor has one row with them in each increment,
-- whose `name` is `engagement` and whose other texts are empty. `time` and `time_before` are not
-- written any more.
ALTER TABLE open_day_visitors
    ADD COLUMN IF NOT EXISTS visits Array(Tuple(begin_ms Int64, bounce UInt8, ms Int64)) CODEC(ZSTD(1));
