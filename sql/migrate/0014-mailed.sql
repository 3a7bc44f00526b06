-- The last run of docket-mail.
ALTER TABLE state ADD COLUMN mailed_at INTEGER NOT NULL DEFAULT 0;
