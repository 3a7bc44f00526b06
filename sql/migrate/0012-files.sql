-- docket-cleanup compares all files with their rows in each run.

ALTER TABLE state DROP COLUMN files_at;
