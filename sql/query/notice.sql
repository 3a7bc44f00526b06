-- name: notice_put(task id, kind text, user bytes, due int) void
INSERT INTO notice (task_id, kind, user_id, due_at)
VALUES (:task, :kind, :user, :due)
ON CONFLICT (task_id, kind, user_id) DO UPDATE SET due_at = excluded.due_at;

-- name: notice_assign(task id, user id, due int) void
INSERT INTO notice (task_id, kind, user_id, due_at)
VALUES (:task, 'assignment', :user, :due)
ON CONFLICT (task_id, kind, user_id) DO UPDATE SET due_at = excluded.due_at;

-- name: notice_remove(task id, kind text) void
DELETE FROM notice WHERE task_id = :task AND kind = :kind;

-- name: notice_remove_all(task id) void
DELETE FROM notice WHERE task_id = :task;
