-- First answers by Idempotency-Key (web/replay.h).

-- name: answer_get(user id, key text, after int, ahead int)
-- row: fingerprint bytes, status int, headers text, body bytes
SELECT fingerprint, status, headers, body FROM answer
WHERE user_id = :user AND key = :key AND created_at > :after
    AND created_at <= :ahead;

-- Can the user reach the record of an answer?  Its list is that of the task or
-- the attachment, or the record is a list.
-- name: answer_reached(user id, task id, attachment id, list id)
SELECT 1 FROM access
WHERE user_id = :user AND deleted_at = 0 AND list_id = coalesce(
    (SELECT list_id FROM task WHERE id = :task),
    (SELECT t.list_id FROM attachment x JOIN task t ON t.id = x.task_id
	WHERE x.id = :attachment),
    :list);

-- Removes a user's answers except the :cap newest.
-- name: answer_trim(user id, cap int) void
DELETE FROM answer WHERE user_id = :user AND created_at <= (
    SELECT created_at FROM answer WHERE user_id = :user
    ORDER BY created_at DESC LIMIT 1 OFFSET :cap);

-- Removes answers that a wrong clock dated ahead.
-- name: answer_drop_ahead(user id, ahead int) void
DELETE FROM answer WHERE user_id = :user AND created_at > :ahead;

-- name: answer_put(user id, key text, fingerprint bytes, status int, headers text, body bytes, now int) void
INSERT INTO answer (user_id, key, fingerprint, status, headers, body,
    created_at)
VALUES (:user, :key, :fingerprint, :status, :headers, :body, :now)
ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
    status = excluded.status, headers = excluded.headers,
    body = excluded.body, created_at = excluded.created_at;
