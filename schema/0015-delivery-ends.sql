-- The end of the time that a delivery tells about, if its name does not say it: events of a goal come
-- together, and several processes may find them at different minutes. 0 for none.
ALTER TABLE email_reports
    ADD COLUMN IF NOT EXISTS ends DateTime('UTC');
