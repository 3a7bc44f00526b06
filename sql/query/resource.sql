-- What clients of CalDAV keep beside tasks and steps.
-- constants lib/core/feed.h FEED_

-- record resource core/task/resource.h: r.id id, r.list_id id, r.name text,
--	r.uid text, r.text bytes, length(r.text) AS text_len int,
--	r.base bytes, length(r.base) AS base_len int, r.zone text,
--	r.zones bytes, length(r.zones) AS zones_len int, r.parent text,
--	r.former text,
--	r.bytes int, r.over bool, r.version int

-- name: resource_of(id id)
SELECT @resource FROM resource r WHERE r.id = :id;

-- name: resource_id_by_name(list id, name text)
SELECT id FROM resource WHERE list_id = :list AND name = :name;

-- name: resource_id_by_uid(list id, uid text)
SELECT id FROM resource WHERE list_id = :list AND uid = :uid;

-- The last task of that UID that the user has put into another list since then.
-- name: resource_put_elsewhere(user id, list id, uid text, since int)
-- row: id id, list_id id
SELECT r.id, r.list_id FROM access a
JOIN resource r ON r.list_id = a.list_id AND r.uid = :uid
JOIN task t ON t.id = r.id AND t.deleted_at = 0
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.list_id <> :list
    AND t.created_by = :user AND r.version >= :since
ORDER BY r.version DESC LIMIT 1;

-- Those of a task and its steps.
-- name: resource_of_task(task id)
SELECT @resource FROM resource r WHERE r.id = :task
UNION ALL
SELECT @resource FROM step s JOIN resource r ON r.id = s.id
WHERE s.task_id = :task;

-- name: resource_put(@resource) void
INSERT INTO resource (id, list_id, name, uid, text, base, zone, zones, parent,
    former, bytes, over, version)
VALUES (:id, :list_id, :name, :uid, :text, :base, :zone, :zones, :parent,
    :former, :bytes, :over, :version)
ON CONFLICT (id) DO UPDATE SET list_id = excluded.list_id,
    name = excluded.name, uid = excluded.uid, text = excluded.text,
    base = excluded.base, zone = excluded.zone, zones = excluded.zones,
    parent = excluded.parent, former = excluded.former, bytes = excluded.bytes, over = excluded.over,
    version = excluded.version;

-- Tasks that wait for one of that UID.
-- name: resource_waiting(list id, uid text)
SELECT @resource FROM resource r
JOIN task t ON t.id = r.id AND t.deleted_at = 0
WHERE r.list_id = :list AND r.parent = :uid;

-- Has a task nothing that a step cannot have?
-- name: task_bare(task id)
SELECT 1 FROM task t WHERE t.id = :task AND t.starred = 0
    AND t.due_date IS NULL AND t.notes IS NULL AND t.assignee_id IS NULL
    AND t.reminder_at = 0 AND t.recurrence IS NULL
    AND NOT EXISTS (SELECT 1 FROM step s WHERE s.task_id = t.id
	AND s.deleted_at = 0)
    AND NOT EXISTS (SELECT 1 FROM attachment x WHERE x.task_id = t.id
	AND x.deleted_at = 0)
    AND NOT EXISTS (SELECT 1 FROM task_tag g WHERE g.task_id = t.id)
    AND NOT EXISTS (SELECT 1 FROM my_day m WHERE m.task_id = t.id
	AND m.deleted_at = 0);

-- The done tasks of a day, and what each was followed by.
-- name: task_done_on(list id, day text)
-- row: successor_id id
SELECT successor_id FROM task WHERE list_id = :list AND deleted_at = 0
    AND done <> 0 AND due_date = :day AND successor_id IS NOT NULL;

-- name: task_successor(task id)
SELECT successor_id FROM task WHERE id = :task;

-- name: resource_set_name(id id, name text, former text) void
UPDATE resource SET name = :name, former = :former WHERE id = :id;

-- name: resource_set_uid(id id, uid text) void
UPDATE resource SET uid = :uid WHERE id = :id;

-- name: resource_set_list(id id, list id, name text, uid text) void
UPDATE resource SET list_id = :list, name = :name, uid = :uid, former = NULL
WHERE id = :id;

-- name: resource_remove(id id) void
DELETE FROM resource WHERE id = :id;

-- name: vtimezone_get(list id, hash bytes)
-- row: text bytes
SELECT text FROM vtimezone WHERE list_id = :list AND hash = :hash;

-- name: vtimezone_use(list id, hash bytes, text bytes) void
INSERT INTO vtimezone (list_id, hash, text, uses)
VALUES (:list, :hash, :text, 1)
ON CONFLICT (list_id, hash) DO UPDATE SET uses = vtimezone.uses + 1;

-- name: vtimezone_leave(list id, hash bytes) void
UPDATE vtimezone SET uses = uses - 1 WHERE list_id = :list AND hash = :hash;

-- name: vtimezone_drop(list id, hash bytes) void
DELETE FROM vtimezone WHERE list_id = :list AND hash = :hash AND uses <= 0;

-- A task as a resource.  own_at: when the user's own part of it changed, their tags
-- or the name of one; 0: they have none.  Deleted tags count, too.
-- record item core/task/resource.h: t.id id, t.list_id id, t.title text,
--	t.notes text, t.done bool, t.starred bool, t.due_date text,
--	t.due_time text, t.due_zone text, t.rule text,
--	t.reminder_at int, t.completed_at int, t.created_at int, t.stamp int,
--	r.name text, r.uid text, r.text bytes, length(r.text) AS text_len int,
--	r.base bytes, length(r.base) AS base_len int, r.zone text,
--	r.former text, r.over bool, r.version int, s.own bytes, length(s.own) AS own_len int,
--	CASE WHEN s.stamp IS NOT NULL THEN
--	(SELECT group_concat(g.name, char(10)) FROM task_tag x
--	JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id AND g.deleted_at = 0
--	WHERE x.task_id = t.id AND x.user_id = :user) END AS tags text,
--	CASE WHEN s.stamp IS NULL THEN 0 ELSE max(s.stamp,
--	ifnull((SELECT max(g.stamp) FROM task_tag x
--	JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id
--	WHERE x.task_id = t.id AND x.user_id = :user), 0)) END AS own_at int

-- A step; task: its task's id, and the UID that a client gave to that, if any.
-- record step_item of item core/task/resource.h: s.id id, t.list_id id,
--	s.title text, s.done bool, s.created_at int, s.stamp int,
--	s.task_id AS parent_id id, p.uid AS parent_uid text,
--	r.name text, r.uid text, r.text bytes, length(r.text) AS text_len int,
--	r.base bytes, length(r.base) AS base_len int, r.zone text,
--	r.former text, r.over bool, r.version int

-- name: item_get(user id, list id, id id)
SELECT @item FROM task t
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
LEFT JOIN resource r ON r.id = t.id
LEFT JOIN tag_set s ON s.task_id = t.id AND s.user_id = :user
WHERE t.id = :id AND t.list_id = :list AND t.deleted_at = 0;

-- name: step_item_get(user id, list id, id id)
SELECT @step_item FROM step s
JOIN task t ON t.id = s.task_id AND t.list_id = :list AND t.deleted_at = 0
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
LEFT JOIN resource r ON r.id = s.id
LEFT JOIN resource p ON p.id = t.id
WHERE s.id = :id AND s.deleted_at = 0;

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

-- name: item_page(user id, list id)
SELECT @item FROM task t
LEFT JOIN resource r ON r.id = t.id
LEFT JOIN tag_set s ON s.task_id = t.id AND s.user_id = :user
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank;

-- name: step_item_page(list id)
SELECT @step_item FROM task t
JOIN step s ON s.task_id = t.id AND s.deleted_at = 0
LEFT JOIN resource r ON r.id = s.id
LEFT JOIN resource p ON p.id = t.id
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank, s.rank;

-- Names and versions alone.
-- record item_head of item core/task/resource.h: t.id id, t.list_id id, t.stamp int,
--	r.name text, r.former text,
--	CASE WHEN s.stamp IS NULL THEN 0 ELSE max(s.stamp,
--	ifnull((SELECT max(g.stamp) FROM task_tag x
--	JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id
--	WHERE x.task_id = t.id AND x.user_id = :user), 0)) END AS own_at int

-- name: item_head_page(user id, list id)
SELECT @item_head FROM task t
LEFT JOIN resource r ON r.id = t.id
LEFT JOIN tag_set s ON s.task_id = t.id AND s.user_id = :user
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank;

-- record step_head of item core/task/resource.h: s.id id, t.list_id id, s.stamp int,
--	s.task_id AS parent_id id, r.name text, r.former text

-- name: step_head_page(list id)
SELECT @step_head FROM task t
JOIN step s ON s.task_id = t.id AND s.deleted_at = 0
LEFT JOIN resource r ON r.id = s.id
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank, s.rank;

-- The lists of a user as collections.  newest: the last change that is not of the
-- list itself or its members; tags_at: the last of the user's own tags on its tasks.
-- record collection core/list/collection.h: l.id id, l.title text, a.role text,
--	a.dav_name text, a.tags_at int, l.owner_id id,
--	ifnull((SELECT f.stamp FROM feed f WHERE f.scope = l.id AND f.kind IN
--	(:FEED_TASK, :FEED_MOVED, :FEED_STEP) ORDER BY f.stamp DESC LIMIT 1), 0)
--	AS newest int

-- name: collection_page(user id)
SELECT @collection FROM access a JOIN list l ON l.id = a.list_id
WHERE a.user_id = :user AND a.deleted_at = 0 ORDER BY a.rank, a.list_id;

-- name: collection_get(user id, list id)
SELECT @collection FROM access a JOIN list l ON l.id = a.list_id
WHERE a.user_id = :user AND a.list_id = :list AND a.deleted_at = 0;

-- name: collection_by_name(user id, name text)
SELECT list_id FROM access
WHERE user_id = :user AND deleted_at = 0 AND dav_name = :name;

-- name: collection_rename(user id, list id, name text) void
UPDATE access SET dav_name = :name WHERE user_id = :user AND list_id = :list;

-- name: collection_unname(user id, name text) void
UPDATE access SET dav_name = NULL WHERE user_id = :user AND dav_name = :name;

-- What changed in a list's feed, in order.
-- name: dav_changes(list id, since int, max int)
-- row: stamp int, kind int, id id, gone int
SELECT stamp, kind, id, gone FROM feed
WHERE scope = :list AND stamp > :since
    AND kind IN (:FEED_TASK, :FEED_MOVED, :FEED_STEP)
ORDER BY stamp LIMIT :max;

-- The list's tasks on which the user's own tags changed.
-- name: dav_own_changes(user id, list id, since int, until int)
-- row: stamp int, id id
SELECT stamp, id FROM (
    SELECT f.stamp AS stamp, f.id AS id FROM feed f
    JOIN task t ON t.id = f.id AND t.list_id = :list AND t.deleted_at = 0
    WHERE f.scope = :user AND f.stamp > :since AND f.kind = :FEED_TAG_SET
    UNION ALL
    SELECT f.stamp, x.task_id FROM feed f
    JOIN task_tag x ON x.user_id = :user AND x.tag_id = f.id
    JOIN task t ON t.id = x.task_id AND t.list_id = :list AND t.deleted_at = 0
    WHERE f.scope = :user AND f.stamp > :since AND f.kind = :FEED_TAG
) AS own WHERE stamp <= :until ORDER BY stamp;

-- The names of what is no longer in a list, a line each.
-- name: resource_gone(list id, id id)
-- row: moved text, name text, former text
SELECT (SELECT names FROM moved WHERE list_id = :list AND task_id = :id) AS moved,
    (SELECT name FROM resource WHERE id = :id AND list_id = :list) AS name,
    (SELECT former FROM resource WHERE id = :id AND list_id = :list) AS former;

-- The names of a task and of its steps.
-- name: resource_names(task id)
-- row: id id, name text, former text
SELECT t.id, r.name, r.former FROM task t LEFT JOIN resource r ON r.id = t.id
WHERE t.id = :task
UNION ALL
SELECT s.id, r.name, r.former FROM step s LEFT JOIN resource r ON r.id = s.id
WHERE s.task_id = :task;

-- record property core/list/property.h: list_id id, name text, value text

-- name: property_list(user id, list id)
SELECT @property FROM property WHERE user_id = :user AND list_id = :list
ORDER BY name;

-- Those of all lists, for a listing of these.
-- name: property_of_user(user id)
SELECT @property FROM property WHERE user_id = :user ORDER BY list_id, name;

-- How many a user has on a list, and how many bytes on all.
-- name: property_space(user id, list id)
-- row: count int, bytes int
SELECT coalesce(sum(CASE WHEN list_id = :list THEN 1 ELSE 0 END), 0) AS count,
    coalesce(sum(length(name) + length(value)), 0) AS bytes
FROM property WHERE user_id = :user;

-- name: property_put(user id, list id, name text, value text) void
INSERT INTO property (user_id, list_id, name, value)
VALUES (:user, :list, :name, :value)
ON CONFLICT (user_id, list_id, name) DO UPDATE SET value = excluded.value;

-- name: property_remove_all(user id, list id) void
DELETE FROM property WHERE user_id = :user AND list_id = :list;

-- name: leave_properties(user id) void
DELETE FROM property WHERE user_id = :user;

-- name: property_remove(user id, list id, name text) void
DELETE FROM property WHERE user_id = :user AND list_id = :list AND name = :name;

-- name: user_text(user id)
SELECT text FROM user WHERE id = :user;

-- When it was made, and done.
-- name: task_set_times(task id, created int, completed int) void
UPDATE task SET created_at = :created, completed_at = :completed
WHERE id = :task;

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
