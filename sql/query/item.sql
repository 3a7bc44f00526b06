-- Tasks and steps as resources of CalDAV (core/task/item.h).

-- A task as a resource.  own_at: when the user's own part of it changed, their tags
-- or the name of one; 0: they have none.  Deleted tags count, too.
-- record item core/task/item.h: t.id id, t.list_id id, t.title text,
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
-- record step_item of item core/task/item.h: s.id id, t.list_id id,
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
-- record item_head of item core/task/item.h: t.id id, t.list_id id, t.stamp int,
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

-- record step_head of item core/task/item.h: s.id id, t.list_id id, s.stamp int,
--	s.task_id AS parent_id id, r.name text, r.former text

-- name: step_head_page(list id)
SELECT @step_head FROM task t
JOIN step s ON s.task_id = t.id AND s.deleted_at = 0
LEFT JOIN resource r ON r.id = s.id
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank, s.rank;
