-- record attachment core/file/attachment.h: f.id id, f.task_id id,
--	f.uploader_id id, f.filename text, f.content_type text, f.size int,
--	f.sha256 bytes, f.created_at int, f.stamp int, f.deleted_at int

-- With its task's list, in whose feed it is, and the caller's role there.
-- record reached_attachment of attachment core/file/attachment.h: @attachment,
--	t.list_id id, a.role text

-- name: attachment_get(user id, id id)
SELECT @reached_attachment FROM attachment f
JOIN task t ON t.id = f.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE f.id = :id AND f.deleted_at = 0;

-- Deleted after :since and, for a member, after they joined.
-- name: attachment_deleted(user id, id id, since int)
SELECT @reached_attachment FROM attachment f
JOIN task t ON t.id = f.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE f.id = :id AND f.deleted_at > :since AND f.sha256 <> zeroblob(32)
    AND (a.role = 'owner' OR f.deleted_at > a.joined_at);

-- For the feed: of a live task the user reaches, deleted or not.
-- name: attachment_any(user id, id id)
SELECT @reached_attachment FROM attachment f
JOIN task t ON t.id = f.task_id AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE f.id = :id;

-- name: attachment_by_id(id id)
SELECT @attachment FROM attachment f WHERE f.id = :id;

-- name: attachment_all(task id)
-- row: id id, uploader_id id, filename text, content_type text, size int,
--	sha256 bytes, stamp int, deleted_at int
SELECT f.id, f.uploader_id, f.filename, f.content_type, f.size, f.sha256,
    f.stamp, f.deleted_at
FROM attachment f WHERE f.task_id = :task;

-- name: attachment_page(user id, created int, id id, count int)
SELECT @reached_attachment FROM access a
JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
JOIN attachment f ON f.task_id = t.id AND f.deleted_at = 0
WHERE a.user_id = :user AND a.deleted_at = 0
    AND (f.created_at, f.id) > (:created, coalesce(:id, x''))
ORDER BY f.created_at, f.id LIMIT :count;

-- name: attachment_count(task id)
SELECT count(*) FROM attachment WHERE task_id = :task AND deleted_at = 0;

-- Does the task have so many, with the deleted ones?
-- name: attachment_ever(task id, cap int)
SELECT 1 FROM attachment WHERE task_id = :task LIMIT 1 OFFSET :cap - 1;

-- The bytes that a user has uploaded, each content once and with at least so many.
-- name: attachment_used(user id, least int)
SELECT coalesce(sum(max(size, :least)), 0) FROM (SELECT DISTINCT sha256, size
FROM attachment WHERE uploader_id = :user AND deleted_at = 0) AS found;

-- The same of deleted attachments that can be restored.
-- name: attachment_kept(user id, least int)
SELECT coalesce(sum(max(size, :least)), 0) FROM (SELECT DISTINCT sha256, size
FROM attachment WHERE uploader_id = :user AND deleted_at > 0
    AND sha256 <> zeroblob(32)) AS found;

-- name: attachment_kept_oldest(user id)
-- row: id id, list_id id, stamp int, sha256 bytes
SELECT f.id, t.list_id, f.stamp, f.sha256
FROM attachment f JOIN task t ON t.id = f.task_id
WHERE f.uploader_id = :user AND f.deleted_at > 0
    AND f.sha256 <> zeroblob(32)
ORDER BY f.deleted_at LIMIT 1;

-- name: attachment_has(user id, sha256 bytes)
SELECT 1 FROM attachment
WHERE uploader_id = :user AND deleted_at = 0 AND sha256 = :sha256 LIMIT 1;

-- name: attachment_add(task id, id id, uploader id, filename text, type text, size int, sha256 bytes, created int, stamp int) void
INSERT INTO attachment (task_id, id, uploader_id, filename, content_type, size,
    sha256, created_at, stamp)
VALUES (:task, :id, :uploader, :filename, :type, :size, :sha256, :created,
    :stamp);

-- name: attachment_stamp(id id, stamp int, deleted int) void
UPDATE attachment SET stamp = :stamp, deleted_at = :deleted WHERE id = :id;

-- name: attachment_remove_all(task id) void
DELETE FROM attachment WHERE task_id = :task;
