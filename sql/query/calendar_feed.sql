-- Calendar feeds: credentials of the kind feed.  token has the options of
-- core/user/calendar_feed.h.

-- record calendar_feed core/user/calendar_feed.h: id id, name text, token int,
--	lists bytes, length(lists) AS lists_len int, created_at int, used_at int

-- name: calendar_feed_list(user id)
SELECT @calendar_feed FROM credential
WHERE user_id = :user AND kind = 'feed' ORDER BY created_at, id;

-- name: calendar_feed_use(hash bytes)
-- row: user_id id, time_zone text, password bool, flags int, name text, token int, lists bytes, used_at int
SELECT c.user_id, u.time_zone, u.password IS NOT NULL AS password, u.flags,
    c.name, c.token, c.lists, c.used_at
FROM credential c JOIN user u ON u.id = c.user_id AND u.deleted_at = 0
    AND u.disabled = 0
WHERE c.hash = :hash AND c.kind = 'feed';

-- name: calendar_feed_touch(hash bytes, now int) void
UPDATE credential SET used_at = :now WHERE hash = :hash;

-- A task without what clients keep.
-- record feed_item of item core/task/item.h: t.id id, t.list_id id, t.title text,
--	t.notes text, t.done bool, t.starred bool, t.due_date text,
--	t.due_time text, t.due_zone text, t.rule text,
--	t.reminder_at int, t.completed_at int, t.created_at int, t.stamp int,
--	CASE WHEN s.stamp IS NOT NULL THEN
--	(SELECT group_concat(g.name, char(10)) FROM task_tag x
--	JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id AND g.deleted_at = 0
--	WHERE x.task_id = t.id AND x.user_id = :user) END AS tags text,
--	CASE WHEN s.stamp IS NULL THEN 0 ELSE max(s.stamp,
--	ifnull((SELECT max(g.stamp) FROM task_tag x
--	JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id
--	WHERE x.task_id = t.id AND x.user_id = :user), 0)) END AS own_at int

-- The tasks of a feed: open ones, with `dated` those that have a due date; and those
-- done since then.
-- name: calendar_feed_tasks(user id, dated int, since int)
SELECT @feed_item FROM access a
JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
LEFT JOIN tag_set s ON s.task_id = t.id AND s.user_id = :user
WHERE a.user_id = :user AND a.deleted_at = 0
    AND (t.due_date IS NOT NULL OR :dated = 0)
    AND (t.done = 0 OR t.completed_at > :since)
ORDER BY a.rank, a.list_id, t.rank;
