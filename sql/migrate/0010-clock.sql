-- The clock at the first run of docket-cleanup that was refused because the clock
-- was far ahead; 0 after one that was not.
ALTER TABLE state ADD COLUMN refused_at INTEGER NOT NULL DEFAULT 0;
