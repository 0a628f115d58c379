-- Reports: which e-mail reports were begun, and what became of them. docs/reports.md says why no report is sent twice.
--
-- An attempt has one row when it is begun (state `begun`), and a second one with its outcome: `sent`, `refused` by the mail server
-- and to be tried again, or `unknown`. A row `begun` is inserted under a deduplication token made of report and attempt, so of
-- two writers one wins; `sender` tells which.
-- ORDER BY (website_id, first_day, period): attempts of a report lie together. A website has some 64 reports a year, so no partitions.
CREATE TABLE IF NOT EXISTS email_reports
(
    website_id UInt32,
    period LowCardinality(String),
    first_day Date,
    attempt UInt32,
    state LowCardinality(String),
    sender UUID,
    time DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (website_id, first_day, period)
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;
