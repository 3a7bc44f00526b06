-- The tasks of a list with their parts, for files of other forms than our own export:
-- three statements in the same order, which are read side by side.

-- name: save_tasks(user id, list id)
SELECT @exported_task
FROM access a JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
WHERE a.user_id = :user AND a.list_id = :list AND a.deleted_at = 0
ORDER BY t.rank;

-- name: save_steps(user id, list id)
SELECT @step
FROM access a JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
JOIN step s ON s.task_id = t.id AND s.deleted_at = 0
WHERE a.user_id = :user AND a.list_id = :list AND a.deleted_at = 0
ORDER BY t.rank, s.rank;

-- The names of the caller's own tags.
-- name: save_tags(user id, list id)
-- row: task_id id, name text
SELECT x.task_id, g.name
FROM access a JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
JOIN task_tag x ON x.task_id = t.id AND x.user_id = a.user_id
JOIN tag g ON g.user_id = a.user_id AND g.id = x.tag_id AND g.deleted_at = 0
WHERE a.user_id = :user AND a.list_id = :list AND a.deleted_at = 0
ORDER BY t.rank;
