-- language: the language of a website's mails, one of the codes in src/base/languages.ts.
ALTER TABLE websites ADD COLUMN IF NOT EXISTS language String DEFAULT 'en';
