-- record my_day core/task/my_day.h: m.task_id id, t.list_id id, m.added_on text,
--	m.stamp int, m.deleted_at int,
--	CASE WHEN a.gained_at > m.stamp THEN a.gained_at ELSE m.stamp END AS updated_at int

-- Whether the user can reach the task or not.
-- name: my_day_get(user id, task id)
SELECT @my_day FROM my_day m JOIN task t ON t.id = m.task_id
LEFT JOIN access a ON a.list_id = t.list_id AND a.user_id = m.user_id
    AND a.deleted_at = 0
WHERE m.user_id = :user AND m.task_id = :task;

-- For the feed: of a live task that the user can reach; live or deleted.
-- name: my_day_any(user id, task id)
SELECT @my_day FROM my_day m
JOIN task t ON t.id = m.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = m.user_id
    AND a.deleted_at = 0
WHERE m.user_id = :user AND m.task_id = :task;

-- name: my_day_page(user id, day text, added text, task id, count int)
SELECT @my_day FROM my_day m
JOIN task t ON t.id = m.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = m.user_id
    AND a.deleted_at = 0
WHERE m.user_id = :user AND m.deleted_at = 0
    AND m.added_on = coalesce(:day, m.added_on)
    AND (m.added_on, m.task_id) > (:added, coalesce(:task, x''))
ORDER BY m.added_on, m.task_id LIMIT :count;

-- name: my_day_put(user id, task id, added text, stamp int, deleted int) void
INSERT INTO my_day (user_id, task_id, added_on, stamp, deleted_at)
VALUES (:user, :task, :added, :stamp, :deleted)
ON CONFLICT (user_id, task_id) DO UPDATE SET added_on = excluded.added_on,
    stamp = excluded.stamp, deleted_at = excluded.deleted_at;

-- Of those who reach the list, or the other one that the task comes from.
-- name: my_day_of_task(task id, list id, other id)
-- row: user_id id, stamp int
SELECT d.user_id, d.stamp FROM my_day d
WHERE d.task_id = :task AND d.deleted_at = 0 AND EXISTS (SELECT 1 FROM access a
    WHERE a.user_id = d.user_id AND a.list_id IN (:list, :other)
	AND a.deleted_at = 0);

-- Of those who reach the list and have no day for its task.
-- name: my_day_to_hand_over(task id, list id, new id)
-- row: user_id id, added_on text
SELECT d.user_id, d.added_on FROM my_day d
JOIN access a ON a.user_id = d.user_id AND a.list_id = :list
    AND a.deleted_at = 0
WHERE d.task_id = :task AND d.deleted_at = 0 AND NOT EXISTS (SELECT 1
    FROM my_day n WHERE n.user_id = d.user_id AND n.task_id = :new);

-- name: my_day_stamp(user id, task id, stamp int) void
UPDATE my_day SET stamp = :stamp WHERE user_id = :user AND task_id = :task;

-- name: my_day_remove_all(task id) void
DELETE FROM my_day WHERE task_id = :task;
