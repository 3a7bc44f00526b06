-- What is derived from tasks and stored separately: words for search, and counts.

-- Each record, live or deleted, adds :record to the bytes of its texts.
-- name: derived(task id, record int)
-- row: number int, doc int, list_id id, owner_id id, deleted_at int, kept_from int, bytes int, title text, notes text, steps text
SELECT l.number, t.doc, t.list_id, l.owner_id, t.deleted_at, l.kept_from,
    :record + length(CAST(t.title AS BLOB))
	+ coalesce(length(CAST(t.notes AS BLOB)), 0)
	+ coalesce((SELECT sum(:record + length(CAST(title AS BLOB))) FROM step
	    WHERE task_id = t.id), 0)
	+ coalesce((SELECT :record + bytes FROM resource WHERE id = t.id), 0)
	+ coalesce((SELECT sum(:record + r.bytes) FROM step s
	    JOIN resource r ON r.id = s.id WHERE s.task_id = t.id), 0)
	+ :record * (SELECT count(*) FROM attachment WHERE task_id = t.id)
	+ :record * (SELECT count(*) FROM moved WHERE task_id = t.id) AS bytes,
    t.title, t.notes, (SELECT group_concat(title, char(10)) FROM step
	WHERE task_id = t.id AND deleted_at = 0) AS steps
FROM task t JOIN list l ON l.id = t.list_id WHERE t.id = :task;

-- Words as a JSON array of [word, place].
-- name: word_add(list int, doc int, words text) void
INSERT INTO word (list, word, doc, place)
SELECT :list, value ->> 0, :doc, value ->> 1 FROM json_each(:words) WHERE true
ON CONFLICT (list, word, doc) DO UPDATE SET place = excluded.place;

-- name: word_remove(list int, doc int, words text) void
DELETE FROM word WHERE list = :list AND doc = :doc
    AND word IN (SELECT value ->> 0 FROM json_each(:words));

-- name: list_count_by(list id, tasks int, kept int, text int) void
UPDATE list SET tasks = tasks + :tasks, kept = kept + :kept,
    text = text + :text WHERE id = :list;

-- name: user_count_by(user id, text int) void
UPDATE user SET text = text + :text WHERE id = :user;

-- name: task_full(list id, cap int)
SELECT 1 FROM list WHERE id = :list AND tasks >= :cap;

-- name: text_full(list id, cap int)
SELECT 1 FROM list l JOIN user u ON u.id = l.owner_id
WHERE l.id = :list AND u.text >= :cap;

-- The oldest tombstone that can be restored, of a list with more than :cap.
-- name: trash_oldest(list id, cap int)
SELECT t.id FROM list l
JOIN task t ON t.list_id = l.id AND t.deleted_at > l.kept_from
WHERE l.id = :list AND l.kept > :cap ORDER BY t.deleted_at LIMIT 1;

-- A tombstone was erased: if it was the oldest, advance kept_from past it.
-- name: trash_erased(list id, task id) void
UPDATE list SET kept = kept - 1,
    kept_from = (SELECT deleted_at FROM task WHERE id = :task)
WHERE id = :list
    AND kept_from < (SELECT deleted_at FROM task WHERE id = :task)
    AND NOT EXISTS (SELECT 1 FROM task t WHERE t.list_id = :list
	AND t.deleted_at > list.kept_from
	AND t.deleted_at < (SELECT deleted_at FROM task WHERE id = :task));
