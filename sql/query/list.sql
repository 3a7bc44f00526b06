-- record list core/list/list.h: l.id id, l.title text, l.owner_id id,
--	o.display_name AS owner_name text,
--	a.group_id id, a.rank text, a.role text, l.created_at int, l.stamp int,
--	a.stamp AS access_stamp int, a.deleted_at int, l.offer_to id,
--	l.offer_at int

-- name: list_get(user id, list id)
SELECT @list FROM access a JOIN list l ON l.id = a.list_id
JOIN user o ON o.id = l.owner_id
WHERE a.user_id = :user AND a.list_id = :list AND a.deleted_at = 0;

-- Also a list that the user has lost, for its tombstone.
-- name: list_any(user id, list id)
SELECT @list FROM access a JOIN list l ON l.id = a.list_id
JOIN user o ON o.id = l.owner_id
WHERE a.user_id = :user AND a.list_id = :list;

-- A list that its owner deleted after that time, and its own deleted_at.
-- name: list_deleted(user id, list id, since int)
-- row: stamp int, deleted_at int
SELECT l.stamp, l.deleted_at FROM access a JOIN list l ON l.id = a.list_id
WHERE a.user_id = :user AND a.list_id = :list AND l.owner_id = :user
    AND l.deleted_at > :since;

-- name: list_restore(list id, stamp int) void
UPDATE list SET deleted_at = 0, stamp = :stamp WHERE id = :list;

-- name: list_page(user id, rank text, id id, count int)
SELECT @list FROM access a JOIN list l ON l.id = a.list_id
JOIN user o ON o.id = l.owner_id
WHERE a.user_id = :user AND a.deleted_at = 0
    AND (a.rank, a.list_id) > (:rank, coalesce(:id, x''))
ORDER BY a.rank, a.list_id LIMIT :count;

-- name: list_owner_of(list id)
SELECT owner_id, deleted_at FROM list WHERE id = :list;

-- name: list_count(user id) unlimited
SELECT count(*) FROM access
WHERE user_id = :user AND deleted_at = 0 AND role = 'owner';

-- Does the user own so many, with the deleted ones?
-- name: list_ever(user id, cap int) unlimited
SELECT 1 FROM access WHERE user_id = :user AND role = 'owner'
LIMIT 1 OFFSET :cap - 1;

-- name: list_add(@list) void
INSERT INTO list (id, owner_id, title, created_at, stamp, number)
VALUES (:id, :owner_id, :title, :created_at, :stamp,
    (SELECT coalesce(max(number), 0) + 1 FROM list));

-- name: list_set(@list) void
UPDATE list SET title = :title, stamp = :stamp WHERE id = :id;

-- name: list_set_deleted(list id, stamp int) void
UPDATE list SET deleted_at = :stamp, stamp = :stamp WHERE id = :list;
