-- Each task, step, attachment and tombstone of a move counts as 100 bytes of its
-- owner's text, as in sql/query/holding.sql.
UPDATE user SET text = n.text
FROM (SELECT l.owner_id, sum(100 + length(CAST(t.title AS BLOB))
    + coalesce(length(CAST(t.notes AS BLOB)), 0)
    + coalesce((SELECT sum(100 + length(CAST(title AS BLOB))) FROM step
	WHERE task_id = t.id), 0)
    + 100 * (SELECT count(*) FROM attachment WHERE task_id = t.id)
    + 100 * (SELECT count(*) FROM moved WHERE task_id = t.id)) AS text
    FROM list l JOIN task t ON t.list_id = l.id GROUP BY l.owner_id) n
WHERE n.owner_id = user.id;
