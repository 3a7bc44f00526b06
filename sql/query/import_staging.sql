-- Lists that an import is filling, which belong to a placeholder user until it
-- ends (core/batch/import_staging.h).

-- The placeholder user: like a deleted user, it cannot be found.
-- name: stage_user_add(stage id, now int) void
INSERT INTO user (id, email, email_key, display_name, verified, time_zone,
    reminders, assignments, created_at, deleted_at)
VALUES (:stage, '', 'deleted:import', '(import)', 0, 'UTC', 0, 0, :now, :now)
ON CONFLICT (id) DO NOTHING;

-- name: stage_list_hide(list id) void
UPDATE list SET deleted_at = stamp WHERE id = :list;

-- name: stage_list_count(stage id, user id)
SELECT count(*) FROM access
WHERE user_id IN (:stage, :user) AND deleted_at = 0 AND role = 'owner';

-- name: stage_text_full(stage id, user id, cap int)
SELECT 1 WHERE (SELECT sum(text) FROM user WHERE id IN (:stage, :user)) >= :cap;

-- name: stage_take(list id, stage id, user id)
UPDATE list SET owner_id = :user, deleted_at = 0
WHERE id = :list AND owner_id = :stage;

-- name: stage_access_remove(stage id, list id) void
DELETE FROM access WHERE user_id = :stage AND list_id = :list;

-- name: stage_text_take(stage id, user id) void
UPDATE user SET text = text + (SELECT text FROM user WHERE id = :stage)
WHERE id = :user AND EXISTS (SELECT 1 FROM user WHERE id = :stage);

-- name: stage_text_forget(stage id) void
UPDATE user SET text = 0 WHERE id = :stage AND text <> 0;

-- name: stage_any(stage id)
-- row: list_id id, stamp int
SELECT list_id, stamp FROM access WHERE user_id = :stage LIMIT 1;

-- Replaces the placeholder in a task by the caller.
-- name: stage_task_own(task id, assignee id, user id) void
UPDATE task SET assignee_id = :assignee,
    reminder_by = CASE WHEN reminder_at > 0 THEN :user END
WHERE id = :task;
