-- When docket-backup last made a complete backup, for docket-admin check; 0: never.
ALTER TABLE state ADD COLUMN backed_up_at INTEGER NOT NULL DEFAULT 0;
