-- Who made a task and who marked it done; NULL: not known.  An id stays when the
-- user leaves the list.
ALTER TABLE task ADD COLUMN created_by BLOB;
ALTER TABLE task ADD COLUMN completed_by BLOB;
