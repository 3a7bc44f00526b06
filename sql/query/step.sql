-- record step core/task/step.h: s.id id, s.task_id id, s.deleted_at int,
--	s.rank text, s.title text, s.done bool, s.created_at int, s.stamp int

-- With its task's list, in whose feed it is.
-- record listed_step of step core/task/step.h: @step, t.list_id id

-- For a user who reaches it: do they only view it?
-- record reached_step of step core/task/step.h: @listed_step,
--	CASE a.role WHEN 'viewer' THEN 1 ELSE 0 END AS viewed bool

-- name: step_get(user id, task id, step id)
SELECT @reached_step FROM step s
JOIN task t ON t.id = s.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE s.id = :step AND s.task_id = :task AND s.deleted_at = 0;

-- Deleted after :since and, for a member, after they joined.
-- name: step_deleted(user id, task id, step id, since int)
SELECT @reached_step FROM step s
JOIN task t ON t.id = s.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE s.id = :step AND s.task_id = :task AND s.deleted_at > :since
    AND (a.role = 'owner' OR s.deleted_at > a.joined_at);

-- For the feed: of a live task that the user can reach; live or deleted.
-- name: step_any(user id, step id)
SELECT @listed_step FROM step s
JOIN task t ON t.id = s.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE s.id = :step;

-- name: step_by_id(step id)
SELECT @listed_step FROM step s JOIN task t ON t.id = s.task_id
WHERE s.id = :step;

-- name: step_page(task id, rank text, count int)
SELECT @listed_step FROM step s JOIN task t ON t.id = s.task_id
WHERE s.task_id = :task AND s.deleted_at = 0 AND s.rank > :rank
ORDER BY s.rank LIMIT :count;

-- name: step_all(task id)
SELECT @step FROM step s WHERE s.task_id = :task;

-- name: step_count(task id)
SELECT count(*) FROM step WHERE task_id = :task AND deleted_at = 0;

-- Does the task have so many, with the deleted ones?
-- name: step_ever(task id, cap int)
SELECT 1 FROM step WHERE task_id = :task LIMIT 1 OFFSET :cap - 1;

-- name: step_add(@step) void
INSERT INTO step (task_id, rank, id, title, done, created_at, stamp)
VALUES (:task_id, :rank, :id, :title, :done, :created_at, :stamp);

-- name: step_set(@step) void
UPDATE step SET deleted_at = :deleted_at, rank = :rank, title = :title,
    done = :done, stamp = :stamp
WHERE id = :id;

-- name: step_remove_all(task id) void
DELETE FROM step WHERE task_id = :task;

-- name: step_stamp(id id, stamp int) void
UPDATE step SET stamp = :stamp WHERE id = :id;
