-- Corrections of the past: what a correction has replaced is gone within a minute. By default,
-- ClickHouse leaves replaced parts on the disk for eight minutes, and the text of the last hundred
-- mutations for good. A part that replaces others is on the disk before they go:
-- `min_rows_to_fsync_after_merge = 1`.
ALTER TABLE events MODIFY SETTING old_parts_lifetime = 1, finished_mutations_to_keep = 1;
ALTER TABLE visitor_days MODIFY SETTING old_parts_lifetime = 1;
ALTER TABLE rollup_values MODIFY SETTING old_parts_lifetime = 1;
ALTER TABLE open_day_values MODIFY SETTING old_parts_lifetime = 1;
ALTER TABLE open_day_visitors MODIFY SETTING old_parts_lifetime = 1;
ALTER TABLE definitions MODIFY SETTING old_parts_lifetime = 1;
