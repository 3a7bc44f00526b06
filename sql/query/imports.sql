-- constants lib/core/feed.h FEED_

-- Imports, which users can undo for 30 days (core/batch/imports.h).  One that is
-- not complete belongs to the placeholder user (core/batch/import_staging.h).

-- record imported core/batch/imports.h: i.id id, i.created_at int, i.format text,
--	i.filename text, i.counts text, i.lists text, i.reasons text, i.columns text

-- name: imported_get(user id, id id, since int)
SELECT @imported FROM import i
WHERE i.user_id = :user AND i.id = :id AND i.created_at > :since;

-- name: imported_page(user id, since int)
SELECT @imported FROM import i
WHERE i.user_id = :user AND i.created_at > :since ORDER BY i.created_at DESC;

-- Does the user have so many?
-- name: imported_full(user id, cap int)
SELECT 1 FROM import WHERE user_id = :user LIMIT 1 OFFSET :cap - 1;

-- name: imported_add(user id, @imported) void
INSERT INTO import (user_id, id, created_at, format, filename, counts, lists,
    reasons, columns)
VALUES (:user, :id, :created_at, :format, :filename, :counts, :lists, :reasons,
    :columns);

-- Gives it to a user, or keeps it there, with what it says now.
-- name: imported_set(was id, user id, @imported)
UPDATE import SET user_id = :user, counts = :counts, lists = :lists,
    reasons = :reasons, columns = :columns
WHERE user_id = :was AND id = :id;

-- name: imported_remove(user id, id id) void
DELETE FROM import WHERE user_id = :user AND id = :id;

-- name: imported_any(user id)
SELECT id FROM import WHERE user_id = :user LIMIT 1;

-- name: made_put(import id, kind int, id id, stamp int) void
INSERT INTO import_made (import_id, kind, id, stamp)
VALUES (:import, :kind, :id, :stamp)
ON CONFLICT (import_id, kind, id) DO UPDATE SET stamp = excluded.stamp;

-- name: made_has(import id, kind int, id id)
SELECT 1 FROM import_made
WHERE import_id = :import AND kind = :kind AND id = :id;

-- The last stamp of a task and its parts.
-- name: made_task_stamp(task id, user id)
SELECT max(stamp) FROM (SELECT stamp FROM task WHERE id = :task
    UNION ALL SELECT stamp FROM step WHERE task_id = :task
    UNION ALL SELECT stamp FROM attachment WHERE task_id = :task
    UNION ALL SELECT stamp FROM tag_set WHERE task_id = :task
	AND user_id = :user
    UNION ALL SELECT stamp FROM my_day WHERE user_id = :user
	AND task_id = :task) AS parts;

-- name: made_part_stamp(id id)
SELECT stamp FROM step WHERE id = :id
UNION ALL SELECT stamp FROM attachment WHERE id = :id;

-- The last stamp of the records of a list.
-- name: made_list_stamp(list id)
SELECT max(stamp) FROM feed WHERE scope = :list;

-- name: made_page(import id, kind int, after id, max int)
-- row: id id, stamp int
SELECT id, stamp FROM import_made WHERE import_id = :import AND kind = :kind
    AND id > coalesce(:after, x'') ORDER BY id LIMIT :max;

-- name: made_of_list(import id, list id)
SELECT count(*) FROM import_made m JOIN task t ON t.id = m.id
WHERE m.import_id = :import AND m.kind = :FEED_TASK AND t.list_id = :list
    AND t.deleted_at = 0;

-- name: made_remove(import id, kind int, id id) void
DELETE FROM import_made
WHERE import_id = :import AND kind = :kind AND id = :id;

-- name: made_clear(import id, max int)
DELETE FROM import_made WHERE (import_id, kind, id) IN (
    SELECT import_id, kind, id FROM import_made WHERE import_id = :import
    LIMIT :max);

-- Has anybody changed a task or one of its parts after that stamp, deleted it, or
-- put it into My Day?
-- name: made_touched(task id, stamp int)
SELECT 1 FROM task WHERE id = :task AND (stamp > :stamp OR deleted_at > 0)
UNION ALL
SELECT 1 FROM step WHERE task_id = :task AND stamp > :stamp
UNION ALL
SELECT 1 FROM attachment WHERE task_id = :task AND stamp > :stamp
UNION ALL
SELECT 1 FROM tag_set WHERE task_id = :task AND stamp > :stamp
UNION ALL
SELECT 1 FROM my_day WHERE task_id = :task AND stamp > :stamp
LIMIT 1;

-- The same of a list: it has a record that is newer, or a task in whose tag sets or
-- My Day entries something is newer than what the import made of it.
-- name: made_list_touched(import id, list id, stamp int)
SELECT 1 WHERE EXISTS (SELECT 1 FROM feed
	WHERE scope = :list AND stamp > :stamp)
    OR EXISTS (SELECT 1 FROM import_made m JOIN task t ON t.id = m.id
	JOIN tag_set s ON s.task_id = t.id AND s.stamp > m.stamp
	WHERE m.import_id = :import AND m.kind = :FEED_TASK
	AND t.list_id = :list)
    OR EXISTS (SELECT 1 FROM import_made m JOIN task t ON t.id = m.id
	JOIN my_day d ON d.task_id = t.id AND d.stamp > m.stamp
	WHERE m.import_id = :import AND m.kind = :FEED_TASK
	AND t.list_id = :list);

-- Does a list have a live task, or another member than its owner?
-- name: made_list_used(list id) unlimited
SELECT 1 WHERE EXISTS (SELECT 1 FROM task
	WHERE list_id = :list AND deleted_at = 0)
    OR EXISTS (SELECT 1 FROM access
	WHERE list_id = :list AND deleted_at = 0 AND role <> 'owner');

-- Is a list filed in the group?
-- name: made_group_used(user id, grp id) unlimited
SELECT 1 FROM access
WHERE user_id = :user AND deleted_at = 0 AND group_id = :grp LIMIT 1;

-- Is the tag on a live task?
-- name: made_tag_used(user id, tag id) unlimited
SELECT 1 FROM task_tag x JOIN task t ON t.id = x.task_id AND t.deleted_at = 0
JOIN access a ON a.user_id = :user AND a.list_id = t.list_id
    AND a.deleted_at = 0
WHERE x.user_id = :user AND x.tag_id = :tag LIMIT 1;

-- name: imported_expired(before int)
SELECT count(*) FROM import WHERE created_at < :before;

-- name: imported_expire(before int, max int)
DELETE FROM import WHERE (user_id, id) IN (SELECT user_id, id FROM import
    WHERE created_at < :before LIMIT :max);

-- name: made_expired(before int)
SELECT count(*) FROM import i JOIN import_made m ON m.import_id = i.id
WHERE i.created_at < :before;

-- name: made_expire(before int, max int)
DELETE FROM import_made WHERE (import_id, kind, id) IN (
    SELECT m.import_id, m.kind, m.id FROM import i
    JOIN import_made m ON m.import_id = i.id
    WHERE i.created_at < :before LIMIT :max);

-- Tags that an import will bring: deleted ones, so that nobody sees them, and older
-- than any that can be restored.

-- name: hidden_tag_add(user id, id id, name text, search text, stamp int) void
INSERT INTO tag (user_id, id, name, search_key, created_at, stamp, deleted_at)
VALUES (:user, :id, :name, :search, :stamp, :stamp, 1);

-- name: hidden_tag_show(user id, id id, name_key text, stamp int) void
UPDATE tag SET name_key = :name_key, created_at = :stamp, stamp = :stamp,
    deleted_at = 0
WHERE user_id = :user AND id = :id;

-- name: hidden_tag_remove(user id, id id)
DELETE FROM tag WHERE user_id = :user AND id = :id AND deleted_at = 1
    AND NOT EXISTS (SELECT 1 FROM task_tag
	WHERE user_id = :user AND tag_id = :id);

-- Another tag has got the name meanwhile.
-- name: hidden_tag_replace(user id, id id, other id) void
UPDATE task_tag SET tag_id = :other WHERE user_id = :user AND tag_id = :id;

-- What staging cannot know: whose file it is.
-- name: stage_attachment_own(id id, user id) void
UPDATE attachment SET uploader_id = :user WHERE id = :id;
