-- record group core/list/group.h: id id, title text, rank text, created_at int,
--	stamp AS updated_at int, deleted_at int

-- name: group_get(user id, id id)
SELECT @group FROM list_group
WHERE user_id = :user AND id = :id AND deleted_at = 0;

-- name: group_any(user id, id id)
SELECT @group FROM list_group WHERE user_id = :user AND id = :id;

-- Deleted after that time.
-- name: group_deleted(user id, id id, since int)
SELECT @group FROM list_group
WHERE user_id = :user AND id = :id AND deleted_at > :since;

-- name: group_page(user id, rank text, id id, count int)
SELECT @group FROM list_group
WHERE user_id = :user AND deleted_at = 0
    AND (rank, id) > (:rank, coalesce(:id, x''))
ORDER BY rank, id LIMIT :count;

-- name: group_count(user id)
SELECT count(*) FROM list_group WHERE user_id = :user AND deleted_at = 0;

-- Does the user have so many, with the deleted ones?
-- name: group_ever(user id, cap int)
SELECT 1 FROM list_group WHERE user_id = :user LIMIT 1 OFFSET :cap - 1;

-- name: group_put(user id, @group) void
INSERT INTO list_group (user_id, id, title, rank, created_at, stamp)
VALUES (:user, :id, :title, :rank, :created_at, :updated_at)
ON CONFLICT (user_id, id) DO UPDATE SET title = excluded.title,
    rank = excluded.rank, stamp = excluded.stamp, deleted_at = 0;

-- name: group_set(user id, @group) void
UPDATE list_group SET title = :title, rank = :rank, stamp = :updated_at,
    deleted_at = :deleted_at
WHERE user_id = :user AND id = :id;

-- name: access_ungroup(user id, list id, rank text, stamp int) void
UPDATE access SET was_group = group_id, group_id = NULL, rank = :rank,
    stamp = :stamp
WHERE user_id = :user AND list_id = :list;

-- Lists that were in a deleted group and are in none now.
-- name: access_once_in_group(user id, grp id)
-- row: list_id id, rank text, stamp int
SELECT list_id, rank, stamp FROM access
WHERE user_id = :user AND deleted_at = 0 AND group_id IS NULL
    AND was_group = :grp
ORDER BY rank;

-- name: access_in_group(user id, grp id)
-- row: list_id id, stamp int
SELECT list_id, stamp FROM access
WHERE user_id = :user AND deleted_at = 0 AND group_id = :grp
ORDER BY rank;
