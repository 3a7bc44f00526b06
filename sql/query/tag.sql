-- record tag core/task/tag.h: id id, name text, created_at int, stamp int,
--	deleted_at int

-- name: tag_get(user id, id id)
SELECT @tag FROM tag WHERE user_id = :user AND id = :id AND deleted_at = 0;

-- name: tag_any(user id, id id)
SELECT @tag FROM tag WHERE user_id = :user AND id = :id;

-- name: tag_deleted(user id, id id, since int)
SELECT @tag FROM tag WHERE user_id = :user AND id = :id AND deleted_at > :since;

-- name: tag_by_name(user id, name text)
SELECT @tag FROM tag WHERE user_id = :user AND name_key = :name;

-- record sorted_tag of tag core/task/tag.h: @tag, name_key text

-- name: tag_page(user id, name text, count int)
SELECT @sorted_tag FROM tag
WHERE user_id = :user AND name_key > :name
ORDER BY name_key LIMIT :count;

-- name: tag_count(user id)
SELECT count(*) FROM tag WHERE user_id = :user AND name_key > '';

-- Does the user have so many, with the deleted ones?
-- name: tag_ever(user id, cap int)
SELECT 1 FROM tag WHERE user_id = :user LIMIT 1 OFFSET :cap - 1;

-- name: tag_put(user id, id id, name text, name_key text, search text, created int, stamp int) void
INSERT INTO tag (user_id, id, name, name_key, search_key, created_at, stamp)
VALUES (:user, :id, :name, :name_key, :search, :created, :stamp)
ON CONFLICT (user_id, id) DO UPDATE SET name = excluded.name,
    name_key = excluded.name_key, search_key = excluded.search_key,
    stamp = excluded.stamp, deleted_at = 0;

-- name: tag_restore(user id, id id, name_key text, search text, stamp int) void
UPDATE tag SET name_key = :name_key, search_key = :search, stamp = :stamp,
    deleted_at = 0, pending = x''
WHERE user_id = :user AND id = :id;

-- name: tag_rename(user id, id id, name text, name_key text, search text, stamp int) void
UPDATE tag SET name = :name, name_key = :name_key, search_key = :search,
    stamp = :stamp
WHERE user_id = :user AND id = :id;

-- name: tag_set_deleted(user id, id id, stamp int) void
UPDATE tag SET name_key = NULL, deleted_at = :stamp, stamp = :stamp,
    pending = x''
WHERE user_id = :user AND id = :id;

-- name: tag_set_get(task id, user id)
-- row: stamp int, updated_at int
SELECT s.stamp, CASE WHEN a.gained_at > s.stamp THEN a.gained_at ELSE s.stamp END
    AS updated_at
FROM tag_set s JOIN task t ON t.id = s.task_id
LEFT JOIN access a ON a.list_id = t.list_id AND a.user_id = s.user_id
    AND a.deleted_at = 0
WHERE s.task_id = :task AND s.user_id = :user;

-- name: tag_set_put(task id, user id, stamp int) void
INSERT INTO tag_set (task_id, user_id, stamp) VALUES (:task, :user, :stamp)
ON CONFLICT (task_id, user_id) DO UPDATE SET stamp = excluded.stamp;

-- Of those who reach the list, or the other one that a task comes from.
-- name: tag_set_of_task(task id, list id, other id)
-- row: user_id id, stamp int
SELECT s.user_id, s.stamp FROM tag_set s
WHERE s.task_id = :task AND EXISTS (SELECT 1 FROM access a
    WHERE a.user_id = s.user_id AND a.list_id IN (:list, :other)
	AND a.deleted_at = 0);

-- name: tag_set_remove_all(task id) void
DELETE FROM tag_set WHERE task_id = :task;

-- Without deleted tags, which are removed from tasks later, in portions.
-- name: task_tag_of(task id, user id)
-- row: tag_id id
SELECT x.tag_id FROM task_tag x
JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id AND g.deleted_at = 0
WHERE x.task_id = :task AND x.user_id = :user ORDER BY x.tag_id;

-- name: task_tag_add(user id, tag id, task id) void
INSERT INTO task_tag (user_id, tag_id, task_id) VALUES (:user, :tag, :task);

-- name: task_tag_clear(task id, user id) void
DELETE FROM task_tag WHERE task_id = :task AND user_id = :user;

-- The sets without the stamp of the tag's deletion or restoration.
-- name: task_tag_pending(user id, tag id, max int)
-- row: task_id id, stamp int
SELECT x.task_id, s.stamp FROM tag g
JOIN task_tag x ON x.user_id = :user AND x.tag_id = g.id
    AND x.task_id > g.pending
JOIN tag_set s ON s.task_id = x.task_id AND s.user_id = x.user_id
WHERE g.user_id = :user AND g.id = :tag ORDER BY x.task_id LIMIT :max;

-- name: tag_set_pending(user id, tag id, after id) void
UPDATE tag SET pending = :after WHERE user_id = :user AND id = :tag;

-- name: tag_pending(user id)
-- row: id id
SELECT id FROM tag WHERE user_id = :user AND pending IS NOT NULL LIMIT 1;

-- A tag deleted before that time that is still in sets.
-- name: tag_left(user id, before int)
-- row: id id
SELECT g.id FROM tag g WHERE g.user_id = :user AND g.deleted_at > 0
    AND g.deleted_at <= :before AND EXISTS (SELECT 1 FROM task_tag x
    WHERE x.user_id = :user AND x.tag_id = g.id) LIMIT 1;

-- name: task_tag_forget(user id, tag id, max int)
DELETE FROM task_tag WHERE (user_id, tag_id, task_id) IN (
    SELECT user_id, tag_id, task_id FROM task_tag
    WHERE user_id = :user AND tag_id = :tag LIMIT :max);

-- Of those who have a set on the target.
-- name: task_tag_copy(source id, target id) void
INSERT INTO task_tag (user_id, tag_id, task_id)
SELECT x.user_id, x.tag_id, :target FROM task_tag x
JOIN tag_set s ON s.task_id = :target AND s.user_id = x.user_id
JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id AND g.deleted_at = 0
WHERE x.task_id = :source;

-- name: task_tag_remove_all(task id) void
DELETE FROM task_tag WHERE task_id = :task;
