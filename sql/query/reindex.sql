-- The words of tasks and the counts of lists and users, against the tasks.

-- name: reindex_lists(after id, max int)
-- row: id id, number int
SELECT id, number FROM list WHERE id > coalesce(:after, x'')
ORDER BY id LIMIT :max;

-- name: reindex_tasks(list id)
-- row: id id
SELECT id FROM task WHERE list_id = :list AND deleted_at = 0;

-- name: reindex_words(number int)
-- row: word text, doc int, place int
SELECT word, doc, place FROM word WHERE list = :number;

-- Words of lists that do not exist.
-- name: reindex_strays(max int)
-- row: number int
SELECT DISTINCT w.list AS number FROM word w WHERE w.list > -1
    AND NOT EXISTS (SELECT 1 FROM list l WHERE l.number = w.list) LIMIT :max;

-- name: reindex_forget(number int, max int)
DELETE FROM word WHERE (list, word, doc) IN (
    SELECT list, word, doc FROM word WHERE list = :number LIMIT :max);

-- What the counts of a list lack; negative if they are too high.  Bytes of text and
-- records, as in derived.sql.
-- name: reindex_list_counts(record int)
-- row: id id, tasks int, kept int, text int
SELECT id, tasks, kept, text FROM (
    SELECT l.id, (SELECT count(*) FROM task t
	    WHERE t.list_id = l.id AND t.deleted_at = 0) - l.tasks AS tasks,
	(SELECT count(*) FROM task t
	    WHERE t.list_id = l.id AND t.deleted_at > l.kept_from) - l.kept
	    AS kept,
	(SELECT coalesce(sum(:record + length(CAST(t.title AS BLOB))
	    + coalesce(length(CAST(t.notes AS BLOB)), 0)
	    + coalesce((SELECT sum(:record + length(CAST(s.title AS BLOB)))
		FROM step s WHERE s.task_id = t.id), 0)
	    + coalesce((SELECT sum(:record + r.bytes) FROM resource r
		WHERE r.id = t.id OR r.id IN (SELECT s.id FROM step s
		    WHERE s.task_id = t.id)), 0)
	    + :record * (SELECT count(*) FROM attachment x
		WHERE x.task_id = t.id)
	    + :record * (SELECT count(*) FROM moved v
		WHERE v.task_id = t.id)), 0) FROM task t
	    WHERE t.list_id = l.id) - l.text AS text
    FROM list l WHERE l.id > x'') AS found
WHERE tasks <> 0 OR kept <> 0 OR text <> 0;

-- A user's text is that of the lists they own.
-- name: reindex_user_counts()
-- row: id id, text int
SELECT id, text FROM (
    SELECT u.id, coalesce((SELECT sum(l.text) FROM access a
	JOIN list l ON l.id = a.list_id AND l.owner_id = u.id
	WHERE a.user_id = u.id AND a.role = 'owner'), 0) - u.text AS text
    FROM user u WHERE u.id > x'') AS found
WHERE text <> 0;
