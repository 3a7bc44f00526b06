-- Lists as collections of CalDAV (core/list/collection.h), and their changes.

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
