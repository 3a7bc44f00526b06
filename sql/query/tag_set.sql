-- Each user's own part of a task: its tags, and what their client sent.

-- A user's own part of a task has changed; or of all that have a tag.
-- name: access_tags_at(user id, task id, stamp int) void
UPDATE access SET tags_at = :stamp
WHERE user_id = :user AND list_id = (SELECT list_id FROM task WHERE id = :task);

-- name: access_tag_at(user id, tag id, stamp int) void
UPDATE access SET tags_at = :stamp
WHERE user_id = :user AND list_id IN (SELECT t.list_id FROM task_tag x
    JOIN task t ON t.id = x.task_id
    WHERE x.user_id = :user AND x.tag_id = :tag);

-- Everybody's CATEGORIES go to another task, with the text.
-- name: tag_set_own_copy(from id, to id) void
UPDATE tag_set SET own = (SELECT f.own FROM tag_set f
    WHERE f.task_id = :from AND f.user_id = tag_set.user_id)
WHERE task_id = :to;

-- name: tag_set_own_clear(task id) void
UPDATE tag_set SET own = NULL WHERE task_id = :task AND own IS NOT NULL;

-- name: tag_set_own(task id, user id, own bytes) void
UPDATE tag_set SET own = :own WHERE task_id = :task AND user_id = :user;

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
