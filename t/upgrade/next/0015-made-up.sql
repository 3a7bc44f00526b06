-- The migration of a made-up next version (t/bin/upgrade.t, migrate.t): a column
-- with data from the rows that there are, and an index.
ALTER TABLE task ADD COLUMN made_up TEXT;
UPDATE task SET made_up = title WHERE done = 0;
CREATE INDEX task_made_up ON task (made_up);
