-- The numbers of the lists that a user reaches.
-- name: search_lists(user id)
-- row: number int
SELECT l.number FROM access a JOIN list l ON l.id = a.list_id
WHERE a.user_id = :user AND a.deleted_at = 0;

-- The tasks with words from :first to before :end.
-- name: search_words(list int, first text, end text, count int)
-- row: doc int, place int
SELECT doc, place FROM word
WHERE list = :list AND word >= :first AND word < :end LIMIT :count;

-- Tasks with a tag of the user's that has a word with this beginning.
-- name: search_tags(user id, word text, count int)
-- row: doc int
SELECT t.doc FROM tag g
CROSS JOIN task_tag x ON x.user_id = :user AND x.tag_id = g.id
CROSS JOIN task t ON t.id = x.task_id
WHERE g.user_id = :user AND g.deleted_at = 0
    AND instr(g.search_key, ' ' || :word) > 0
LIMIT :count;

-- The texts that a task is found by.
-- name: search_text(user id, doc int)
-- row: title text, notes text, steps text, tags text
SELECT t.title, t.notes, (SELECT group_concat(title, char(10)) FROM step
	WHERE task_id = t.id AND deleted_at = 0) AS steps,
    (SELECT group_concat(g.name, char(10)) FROM task_tag x
	JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id
	    AND g.deleted_at = 0
	WHERE x.task_id = t.id AND x.user_id = :user) AS tags
FROM task t WHERE t.doc = :doc;

-- The tasks found, best first; :found is a JSON array of [doc, score].
-- name: search_found(user id, found text, count int)
WITH best AS MATERIALIZED (
	SELECT t.id, f.value ->> 1 AS score FROM json_each(:found) f
	CROSS JOIN task t ON t.doc = f.value ->> 0 AND t.deleted_at = 0
	CROSS JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
	    AND a.deleted_at = 0
	ORDER BY score DESC, t.done, t.stamp DESC LIMIT :count
)
SELECT @task FROM best CROSS JOIN task t ON t.id = best.id
ORDER BY best.score DESC, t.done, t.stamp DESC;
