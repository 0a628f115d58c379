-- Imports, which can be undone. An import itself is a row of `definitions` with the kind `import`.
--
-- A day that was imported as totals is a row of `archived_rollups`, as a day whose events retention
-- has deleted. Both have numbers and no events.
--
-- Undoing an import takes events out of days that stay. So the number of events of a day no longer
-- tells which events they are. Before an undo removes events of a day, and again when they are
-- gone, it adds a row with `gone = 2` to `archived_rollups`. That row stands for no numbers. A
-- roll-up is true only if it counted as many events as the day has, and began when the day had as
-- many of these rows as now.
ALTER TABLE archived_rollups
    -- The import that brought the totals, or whose events were removed; 0 for retention.
    ADD COLUMN IF NOT EXISTS import_id UInt32;

-- The number of rows with `gone = 2` that the day had when the roll-up began.
ALTER TABLE rollup_days
    ADD COLUMN IF NOT EXISTS removals UInt32;

ALTER TABLE open_day_rollups
    ADD COLUMN IF NOT EXISTS removals UInt32;
