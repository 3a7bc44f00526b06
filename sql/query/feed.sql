-- constants lib/core/feed.h FEED_

-- name: feed_add(scope id, stamp int, kind int, id id, gone int) void
INSERT INTO feed (scope, stamp, kind, id, gone)
VALUES (:scope, :stamp, :kind, :id, :gone);

-- name: feed_remove(scope id, stamp int) void
DELETE FROM feed WHERE scope = :scope AND stamp = :stamp;

-- name: feed_set_gone(scope id, stamp int, gone int) void
UPDATE feed SET gone = :gone WHERE scope = :scope AND stamp = :stamp;

-- name: feed_has(scope id, stamp int)
SELECT 1 FROM feed WHERE scope = :scope AND stamp = :stamp;

-- name: feed_range(scope id, after int, before int, kinds int, count int)
-- row: stamp int, kind int, id id
SELECT stamp, kind, id FROM feed
WHERE scope = :scope AND stamp > :after AND stamp < :before
    AND (:kinds >> CAST(kind AS INTEGER)) & 1 <> 0
ORDER BY stamp LIMIT :count;

-- The newest stamp in the feeds that a user sees: their own, and that of one list
-- or, if it is NULL, of every list they can reach.
-- name: feed_newest(user id, list id) unlimited
SELECT max(ifnull((SELECT max(stamp) FROM feed WHERE scope = :user), 0),
    ifnull(CASE WHEN :list IS NOT NULL
    THEN (SELECT max(stamp) FROM feed WHERE scope = :list)
    ELSE (SELECT max((SELECT max(stamp) FROM feed f WHERE f.scope = a.list_id))
	FROM access a WHERE a.user_id = :user AND a.deleted_at = 0)
    END, 0));

-- The same for a user who reads some lists alone: of their own feed what they see
-- there.
-- name: feed_newest_limited(user id, list id)
SELECT max(ifnull((SELECT f.stamp FROM feed f WHERE f.scope = :user
    AND (f.kind IN (:FEED_TAG, :FEED_ME)
    OR (f.kind = :FEED_LIST AND EXISTS (SELECT 1 FROM access a
	WHERE a.user_id = :user AND a.list_id = f.id))
    OR (f.kind IN (:FEED_TAG_SET, :FEED_MY_DAY) AND EXISTS (
	SELECT 1 FROM task t JOIN access a ON a.user_id = :user
	    AND a.list_id = t.list_id AND a.deleted_at = 0
	WHERE t.id = f.id)))
    ORDER BY f.stamp DESC LIMIT 1), 0),
    ifnull(CASE WHEN :list IS NOT NULL
    THEN (SELECT max(stamp) FROM feed WHERE scope = :list)
    ELSE (SELECT max((SELECT max(stamp) FROM feed f WHERE f.scope = a.list_id))
	FROM access a WHERE a.user_id = :user AND a.deleted_at = 0)
    END, 0));

-- The lists (or the one) in whose feeds a user has something new: rows, a gain
-- of all that was there before, or a loss.
-- name: feed_scopes(user id, list id, since int)
-- row: list_id id, gained_at int, lost_at int, deleted_at int
SELECT a.list_id, a.gained_at, a.lost_at, a.deleted_at FROM access a
WHERE a.user_id = :user AND a.list_id = coalesce(:list, a.list_id)
    AND (a.lost_at > :since OR (a.deleted_at = 0 AND (a.gained_at > :since
    OR EXISTS (SELECT 1 FROM feed f WHERE f.scope = a.list_id
	AND f.stamp > max(:since, a.gained_at)))));

-- The user's own parts of the tasks of a list that they gained.
-- name: feed_gained_own(user id, list id, after int, before int, kinds int, count int)
-- row: kind int, id id, stamp int
SELECT kind, id, stamp FROM (
    SELECT :FEED_TAG_SET AS kind, s.task_id AS id, s.stamp AS stamp
    FROM task t JOIN tag_set s ON s.task_id = t.id AND s.user_id = :user
    WHERE t.list_id = :list AND t.deleted_at = 0
    UNION ALL
    SELECT :FEED_MY_DAY, m.task_id, m.stamp
    FROM task t JOIN my_day m ON m.user_id = :user AND m.task_id = t.id
    WHERE t.list_id = :list AND t.deleted_at = 0
) AS own
WHERE stamp > :after AND stamp < :before AND (:kinds >> kind) & 1 <> 0
ORDER BY stamp LIMIT :count;

-- The attachments and My Day entries lost with a list: of its tasks, and of
-- tasks moved away, unless the user could already see their new list then.  A
-- part that is deleted is always among them: the user may know it from before
-- they lost this list, or gained that one, the last time.
-- name: feed_lost(user id, list id, lost int, after int, kinds int, count int)
-- row: kind int, id id, stamp int
SELECT kind, id, stamp FROM (
    SELECT :FEED_ATTACHMENT AS kind, x.id AS id, x.stamp AS stamp
    FROM access a
    JOIN feed f ON f.scope = a.list_id AND f.stamp > :after
	AND f.kind = :FEED_ATTACHMENT
    JOIN attachment x ON x.id = f.id AND x.created_at <= :lost
    WHERE a.user_id = :user AND a.list_id = :list
    UNION ALL
    SELECT :FEED_ATTACHMENT, x.id, x.stamp
    FROM access a
    JOIN moved v ON v.list_id = a.list_id
    JOIN attachment x ON x.task_id = v.task_id AND x.stamp > :after
	AND x.created_at <= :lost
    WHERE a.user_id = :user AND a.list_id = :list
	AND (x.deleted_at > 0 OR NOT EXISTS (SELECT 1 FROM task t JOIN access s
	    ON s.user_id = :user AND s.list_id = t.list_id
	    AND s.deleted_at = 0 AND s.gained_at < :lost
	    WHERE t.id = v.task_id AND t.deleted_at = 0))
    UNION ALL
    SELECT :FEED_MY_DAY, m.task_id, m.stamp
    FROM my_day m JOIN task t ON t.id = m.task_id
    WHERE m.user_id = :user AND m.stamp > :after AND (t.list_id = :list
	OR EXISTS (SELECT 1 FROM moved v
	    WHERE v.list_id = :list AND v.task_id = t.id))
	AND NOT EXISTS (SELECT 1 FROM access s
	    WHERE s.user_id = :user AND s.list_id = t.list_id
	    AND s.deleted_at = 0 AND s.gained_at < :lost
	    AND t.deleted_at = 0)
) AS lost
WHERE (:kinds >> kind) & 1 <> 0
ORDER BY stamp LIMIT :count;

-- The same for one task of a list, which was deleted or moved away.
-- name: feed_lost_with_task(user id, list id, task id, lost int, after int, kinds int, count int)
-- row: kind int, id id, stamp int
SELECT kind, id, stamp FROM (
    SELECT :FEED_ATTACHMENT AS kind, x.id AS id, x.stamp AS stamp
    FROM task t
    JOIN access a ON a.user_id = :user AND a.list_id = :list
    JOIN attachment x ON x.task_id = t.id AND x.created_at <= :lost
    WHERE t.id = :task AND (t.deleted_at > 0 OR t.list_id <> :list)
	AND NOT EXISTS (SELECT 1 FROM access s
	    WHERE s.user_id = :user AND s.list_id = t.list_id
	    AND s.deleted_at = 0 AND s.gained_at < :lost
	    AND t.deleted_at = 0)
    UNION ALL
    SELECT :FEED_MY_DAY, m.task_id, m.stamp
    FROM task t JOIN my_day m ON m.user_id = :user AND m.task_id = t.id
    WHERE t.id = :task AND (t.deleted_at > 0 OR t.list_id <> :list)
	AND NOT EXISTS (SELECT 1 FROM access s
	    WHERE s.user_id = :user AND s.list_id = t.list_id
	    AND s.deleted_at = 0 AND s.gained_at < :lost
	    AND t.deleted_at = 0)
) AS lost
WHERE stamp > :after AND (:kinds >> kind) & 1 <> 0
ORDER BY stamp LIMIT :count;

-- name: moved_find(list id, task id)
SELECT stamp FROM moved WHERE list_id = :list AND task_id = :task;

-- name: moved_add(list id, task id, rank text, created int, stamp int, names text) void
INSERT INTO moved (list_id, task_id, rank, created_at, stamp, names)
VALUES (:list, :task, :rank, :created, :stamp, :names);

-- name: moved_names(list id, task id)
SELECT names FROM moved WHERE list_id = :list AND task_id = :task;

-- name: moved_remove(list id, task id)
DELETE FROM moved WHERE list_id = :list AND task_id = :task;

-- name: moved_read(list id, task id)
-- row: rank text, created_at int, stamp int
SELECT rank, created_at, stamp FROM moved
WHERE list_id = :list AND task_id = :task;

-- name: access_lost_at(user id, list id)
SELECT lost_at FROM access WHERE user_id = :user AND list_id = :list;
