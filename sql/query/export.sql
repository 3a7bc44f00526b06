-- The parts of one user's export, in a stable order.

-- name: export_groups(user id)
SELECT @group FROM list_group
WHERE user_id = :user AND deleted_at = 0 ORDER BY id;

-- name: export_lists(user id)
SELECT @list FROM access a JOIN list l ON l.id = a.list_id
JOIN user o ON o.id = l.owner_id
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner'
ORDER BY a.list_id;

-- name: export_tasks(user id)
SELECT @exported_task
FROM access a JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner'
ORDER BY a.list_id, t.rank;

-- name: export_steps(user id)
SELECT @step
FROM access a JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
JOIN step s ON s.task_id = t.id AND s.deleted_at = 0
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner'
ORDER BY a.list_id, t.rank, s.rank;

-- name: export_my_day(user id)
SELECT @my_day
FROM my_day m JOIN task t ON t.id = m.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = m.user_id
    AND a.deleted_at = 0 AND a.role = 'owner'
WHERE m.user_id = :user AND m.deleted_at = 0 ORDER BY m.task_id;

-- name: export_memberships(user id)
-- row: list_id id
SELECT list_id FROM access
WHERE user_id = :user AND deleted_at = 0 AND role <> 'owner'
ORDER BY list_id;

-- name: export_attachment_count(user id)
SELECT count(*)
FROM access a JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
JOIN attachment f ON f.task_id = t.id AND f.deleted_at = 0
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner';

-- name: export_attachments(user id)
-- row: id id, task_id id, filename text, size int, sha256 bytes, created_at int
SELECT f.id, f.task_id, f.filename, f.size, f.sha256, f.created_at
FROM access a JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
JOIN attachment f ON f.task_id = t.id AND f.deleted_at = 0
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner'
ORDER BY a.list_id, t.rank, f.id;

-- Those of a user's lists that a client has sent, for the export.
-- name: export_texts(user id)
SELECT @item FROM access a
JOIN resource r ON r.list_id = a.list_id AND length(r.text) > 0
JOIN task t ON t.id = r.id AND t.deleted_at = 0
LEFT JOIN tag_set s ON s.task_id = t.id AND s.user_id = :user
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner'
ORDER BY a.list_id, r.name NULLS FIRST, r.id;

-- name: export_step_texts(user id)
SELECT @step_item FROM access a
JOIN resource r ON r.list_id = a.list_id AND length(r.text) > 0
JOIN step s ON s.id = r.id AND s.deleted_at = 0
JOIN task t ON t.id = s.task_id AND t.deleted_at = 0
LEFT JOIN resource p ON p.id = t.id
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner'
ORDER BY a.list_id, r.name NULLS FIRST, r.id;
