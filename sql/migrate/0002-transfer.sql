-- Lists that are handed over: what the tasks of a list count in the text of its
-- owner; an owner's member_stamp is 0 unless they were a member before.
ALTER TABLE list ADD COLUMN text INTEGER NOT NULL DEFAULT 0;
UPDATE list SET text = coalesce((SELECT sum(100 + length(CAST(t.title AS BLOB))
    + coalesce(length(CAST(t.notes AS BLOB)), 0)
    + coalesce((SELECT sum(100 + length(CAST(s.title AS BLOB)))
	FROM step s WHERE s.task_id = t.id), 0)
    + 100 * (SELECT count(*) FROM attachment x WHERE x.task_id = t.id)
    + 100 * (SELECT count(*) FROM moved v WHERE v.task_id = t.id))
    FROM task t WHERE t.list_id = list.id), 0);
UPDATE access SET member_stamp = 0 WHERE role = 'owner';
