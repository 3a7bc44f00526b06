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
