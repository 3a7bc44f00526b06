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

-- name: tag_pending(user id)
-- row: id id
SELECT id FROM tag WHERE user_id = :user AND pending IS NOT NULL LIMIT 1;

-- A tag deleted before that time that is still in sets.
-- name: tag_left(user id, before int)
-- row: id id
SELECT g.id FROM tag g WHERE g.user_id = :user AND g.deleted_at > 0
    AND g.deleted_at <= :before AND EXISTS (SELECT 1 FROM task_tag x
    WHERE x.user_id = :user AND x.tag_id = g.id) LIMIT 1;
