-- Roll-ups with exact sums: amounts of money, and scroll depths. `amount` is the fourth measure of
-- a value, 0 for most dimensions. Rows from before the column have 0 there, too.
--
-- Decimal(38, 3): amounts of events have three digits after the point, and no sum of them can
-- overflow. A column of zeros takes next to nothing.
--
-- More dimensions that are none of the API: `engaged_page` and `engaged_day`, whose `occurrences`
-- are milliseconds and whose `amount` is the sum of the visitors' greatest scroll depths;
-- `revenue`, the orders and refunds of a currency; and `order`, its orders alone.
ALTER TABLE rollup_values
    ADD COLUMN IF NOT EXISTS amount Decimal(38, 3) CODEC(ZSTD(1));

ALTER TABLE open_day_values
    ADD COLUMN IF NOT EXISTS amount Decimal(38, 3) CODEC(ZSTD(1));
