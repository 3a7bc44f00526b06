-- Tasks across lists by due date: each list's open and done ones in order, with
-- what they are filtered by.
CREATE INDEX task_due ON task (list_id, done, due_date, rank, starred,
    assignee_id) WHERE deleted_at = 0;

-- When a step or attachment was deleted: for what can be restored, by list.
ALTER TABLE feed ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
UPDATE feed SET gone = (SELECT deleted_at FROM step WHERE id = feed.id)
WHERE kind = 4
    AND EXISTS (SELECT 1 FROM step WHERE id = feed.id AND deleted_at > 0);
UPDATE feed SET gone = (SELECT deleted_at FROM attachment WHERE id = feed.id)
WHERE kind = 7
    AND EXISTS (SELECT 1 FROM attachment WHERE id = feed.id AND deleted_at > 0);
CREATE INDEX feed_gone ON feed (scope, gone) WHERE gone > 0;

-- A tag was deleted or restored, and the sets that it is in after this task are
-- yet to be told; NULL: none.
ALTER TABLE tag ADD COLUMN pending BLOB;
