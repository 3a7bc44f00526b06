-- constants lib/core/feed.h FEED_

-- name: feed_add(scope id, stamp int, kind int, id id, list id)
INSERT INTO feed (scope, stamp, kind, id, list_id)
VALUES (:scope, :stamp, :kind, :id, :list);

-- name: feed_remove(scope id, stamp int)
DELETE FROM feed WHERE scope = :scope AND stamp = :stamp;

-- name: feed_has(scope id, stamp int)
SELECT 1 FROM feed WHERE scope = :scope AND stamp = :stamp;

-- What a gain of the list had brought, when it is lost again.
-- name: feed_remove_gain(user id, list id)
DELETE FROM feed WHERE scope = :user AND list_id = :list;

-- name: feed_remove_scope(scope id)
DELETE FROM feed WHERE scope = :scope;

-- name: feed_range(scope id, after int, before int, kinds int, count int)
SELECT stamp, kind, id, list_id FROM feed
WHERE scope = :scope AND stamp > :after AND stamp < :before
    AND (:kinds >> kind) & 1
ORDER BY stamp LIMIT :count;

-- Of what a user sees: of one list, or where that is NULL of all.
-- name: feed_newest(user id, list id)
SELECT max(ifnull((SELECT max(stamp) FROM feed WHERE scope = :user), 0),
    ifnull(CASE WHEN :list IS NOT NULL
    THEN (SELECT max(stamp) FROM feed WHERE scope = :list)
    ELSE (SELECT max((SELECT max(stamp) FROM feed f WHERE f.scope = a.list_id))
	FROM access a WHERE a.user_id = :user AND a.deleted_at = 0)
    END, 0));

-- The lists in whose feeds a user has something new, and since when they see
-- it: what was before came with the gain.
-- name: feed_scopes(user id, since int)
SELECT a.list_id, a.joined_at FROM access a
WHERE a.user_id = :user AND a.deleted_at = 0 AND EXISTS (SELECT 1 FROM feed f
    WHERE f.scope = a.list_id AND f.stamp > max(:since, a.joined_at));

-- All that a list holds, for who gains it.
-- name: feed_of_list(list id)
SELECT kind, id FROM feed WHERE scope = :list AND kind IN
    (:FEED_TASK, :FEED_STEP, :FEED_ATTACHMENT, :FEED_MEMBER)
ORDER BY stamp;

-- And what the user keeps on its tasks.
-- name: feed_own_of_list(user id, list id)
SELECT :FEED_TAG_SET, s.task_id FROM task t
JOIN tag_set s ON s.task_id = t.id AND s.user_id = :user
WHERE t.list_id = :list AND t.deleted_at = 0
UNION ALL
SELECT :FEED_MY_DAY, m.task_id FROM my_day m JOIN task t ON t.id = m.task_id
WHERE m.user_id = :user AND t.list_id = :list AND t.deleted_at = 0;

-- name: moved_find(list id, task id)
SELECT stamp FROM moved WHERE list_id = :list AND task_id = :task;

-- name: moved_add(list id, task id, rank text, created int, stamp int)
INSERT INTO moved (list_id, task_id, rank, created_at, stamp)
VALUES (:list, :task, :rank, :created, :stamp);

-- name: moved_remove(list id, task id)
DELETE FROM moved WHERE list_id = :list AND task_id = :task;

-- name: moved_read(list id, task id)
SELECT rank, created_at, stamp FROM moved
WHERE list_id = :list AND task_id = :task;
