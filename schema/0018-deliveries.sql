-- deliveries: the attempts to deliver mails of reports and alerts, and what webhooks get. It takes the
-- place of `email_reports`, whose rows are copied: so nothing that was sent is sent again. That table
-- had the parts of a delivery in texts. Nothing reads or writes it any more.
-- docs/email-reports.md says why none is delivered twice.
--
-- An attempt has one row when it begins, and a second row with its outcome. The first is inserted
-- under a deduplication token made of message and attempt: of two senders one wins.
CREATE TABLE IF NOT EXISTS deliveries
(
    -- 0 for what belongs to no website: mails about all websites of a person, and tests of webhooks.
    website_id UInt32,
    -- What the message is about: `day`, `week` or `month` for a report of that length; `alert`,
    -- `import` or `goal`; or `webhook` for a test of one.
    kind LowCardinality(String),
    -- The id of the alert, the import or the goal; 0 for the others.
    subject_id UInt32,
    -- `mail`, `person` or `webhook`; `everybody` in rows of an early release: all in REPORT_TO got one
    -- mail together.
    recipient_kind LowCardinality(String),
    -- The e-mail address, or the id of the person or the webhook.
    recipient_id String,
    -- The time that the message tells about. A report begins with its first day. Those of an alert,
    -- an import or a test begin with the day, in UTC, on which they were due.
    from DateTime64(3, 'UTC'),
    until DateTime64(3, 'UTC'),
    -- The same for all attempts. Webhooks get it as the id of the message.
    event_id UUID,
    -- `report`, `alert`, `import`, `goal` or `test`.
    type LowCardinality(String),
    -- The number of the attempt, from 1.
    attempts UInt32,
    -- `begun`; then `sent`, or `refused` by the receiver and to be tried again, or `unknown`.
    status LowCardinality(String),
    -- Why an attempt failed, in words for the owner.
    answer String CODEC(ZSTD(1)),
    -- A new id for each attempt, which tells the sender whether it has won.
    sender UUID,
    time DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (website_id, from, kind)
SETTINGS
    non_replicated_deduplication_window = 10000,
    fsync_after_insert = 1,
    fsync_part_directory = 1,
    min_rows_to_fsync_after_merge = 1;

-- `about` was `ID NUMBER` for an alert and `ID TIME` for an import; `ID from TIME`, or earlier `ID
-- UNTIL`, for a goal; `LENGTH DAY` for what a webhook gets of a report; `ID test UUID` or `test UUID`
-- for a test. `recipient` was `KIND ID`. The id of a message was a hash of all.
INSERT INTO deliveries
SELECT
    website_id,
    multiIf(period = 'report', parts[1], period = 'test', 'webhook', period),
    toUInt32OrZero(parts[1]),
    if(recipient = '', 'everybody', splitByChar(' ', recipient)[1]),
    substring(recipient, position(recipient, ' ') + 1),
    multiIf(
        period = 'report', toDateTime64(toDateOrZero(parts[2]), 3, 'UTC'),
        parts[2] = 'from', toDateTime64(toUInt32OrZero(parts[3]), 3, 'UTC'),
        toDateTime64(first_day, 3, 'UTC')),
    multiIf(
        toUnixTimestamp(ends) > 0, toDateTime64(ends, 3, 'UTC'),
        period = 'goal', toDateTime64(toUInt32OrZero(parts[2]), 3, 'UTC'),
        min(time) OVER (PARTITION BY website_id, period, first_day, about)),
    toUUID(concat(
        substring(hash, 1, 8), '-',
        substring(hash, 9, 4), '-8',
        substring(hash, 14, 3), '-a',
        substring(hash, 18, 3), '-',
        substring(hash, 21, 12))),
    multiIf(has(parts, 'test'), 'test', period IN ('day', 'week', 'month'), 'report', period),
    attempt,
    state,
    problem,
    sender,
    time
FROM (
    SELECT
        *,
        splitByChar(' ', about) AS parts,
        lower(hex(SHA256(concat(
            '[', toString(website_id),
            ',"', period,
            '","', toString(first_day),
            '","', about,
            '",', toJSONString(recipient), ']')))) AS hash
    FROM email_reports
)
WHERE (sender, state) NOT IN (
    SELECT sender, status
    FROM deliveries
)
SETTINGS output_format_json_escape_forward_slashes = 0;
