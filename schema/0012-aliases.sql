-- aliases: other names of a website, such as its id in another product or an old domain.
ALTER TABLE websites ADD COLUMN IF NOT EXISTS aliases Array(String);
