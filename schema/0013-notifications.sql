-- Alerts, webhooks, and e-mail reports with recipients of their own.

-- Which e-mail reports a website has, to whom they go, and at which minute of the website's day. A
-- website whose `email` was 1 has those of weeks and months, six hours after midnight. No recipients
-- stand for those of REPORT_TO.
ALTER TABLE websites
    ADD COLUMN IF NOT EXISTS email_day UInt8,
    ADD COLUMN IF NOT EXISTS email_week UInt8 DEFAULT email,
    ADD COLUMN IF NOT EXISTS email_month UInt8 DEFAULT email,
    ADD COLUMN IF NOT EXISTS email_to Array(String),
    ADD COLUMN IF NOT EXISTS email_at UInt16 DEFAULT 360;

-- email_reports: the attempts to deliver e-mail reports, messages of alerts, and what webhooks get.
-- docs/email-reports.md says why none is delivered twice.
--
-- `period` is `day`, `week` or `month` for the mail of a report; else `alert`, `report`, `import`,
-- `goal` or `test`. For these, `first_day` is the day in UTC on which it was due.
ALTER TABLE email_reports
    -- Tells the deliveries of a website and day apart; empty for the mail of a report.
    ADD COLUMN IF NOT EXISTS about String,
    -- `mail ADDRESS`, `person ID` or `webhook ID`. Empty in rows of earlier releases: everybody in
    -- REPORT_TO got one mail together.
    ADD COLUMN IF NOT EXISTS recipient String,
    -- Why an attempt failed, in words for the owner.
    ADD COLUMN IF NOT EXISTS problem String CODEC(ZSTD(1));

-- collecting_minutes: the minutes in which at least one process accepted events. Like `websites`, it
-- is on the first server. An alert about silence leaves the other minutes out: nothing could come.
--
-- Nothing here must survive a crash, so that no part is fsynced. Footfall removes old minutes by its
-- own clock.
CREATE TABLE IF NOT EXISTS collecting_minutes
(
    minute DateTime('UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY minute
SETTINGS
    non_replicated_deduplication_window = 1000;
