-- page_rules: the rules that give pages of a website other names, as JSON: a list of objects with `match`,
-- `page` and `keepsQuery`, in their order. docs/page-names.md says what they do.
ALTER TABLE websites ADD COLUMN IF NOT EXISTS page_rules String DEFAULT '[]';
