-- record list core/list/list.h: l.id id, l.title text, l.owner_id id,
--	a.group_id id, a.rank text, a.role text, l.created_at int, l.stamp int,
--	a.stamp AS access_stamp int, a.deleted_at int

-- name: list_get(user id, list id)
SELECT @list FROM access a JOIN list l ON l.id = a.list_id
WHERE a.user_id = :user AND a.list_id = :list AND a.deleted_at = 0;

-- Also the lost ones, for their tombstones.
-- name: list_any(user id, list id)
SELECT @list FROM access a JOIN list l ON l.id = a.list_id
WHERE a.user_id = :user AND a.list_id = :list;

-- name: list_page(user id, rank text, id id, count int)
SELECT @list FROM access a JOIN list l ON l.id = a.list_id
WHERE a.user_id = :user AND a.deleted_at = 0
    AND (a.rank, a.list_id) > (:rank, coalesce(:id, x''))
ORDER BY a.rank, a.list_id LIMIT :count;

-- name: list_owner_of(list id)
SELECT owner_id, deleted_at FROM list WHERE id = :list;

-- name: list_count(user id)
SELECT count(*) FROM access
WHERE user_id = :user AND deleted_at = 0 AND role = 'owner';

-- name: list_add(id id, owner id, title text, created int, stamp int)
INSERT INTO list (id, owner_id, title, created_at, stamp, number)
VALUES (:id, :owner, :title, :created, :stamp,
    (SELECT coalesce(max(number), 0) + 1 FROM list));

-- name: list_set_title(list id, title text, stamp int)
UPDATE list SET title = :title, stamp = :stamp WHERE id = :list;

-- name: list_set_deleted(list id, stamp int)
UPDATE list SET deleted_at = :stamp, stamp = :stamp WHERE id = :list;

-- name: access_get(user id, list id)
-- row: role text, stamp int, member_stamp int, deleted_at int
SELECT role, stamp, member_stamp, deleted_at FROM access
WHERE user_id = :user AND list_id = :list;

-- name: access_lost_at(user id, list id)
SELECT lost_at FROM access WHERE user_id = :user AND list_id = :list;

-- name: access_reaches(user id, list id)
SELECT 1 FROM access
WHERE user_id = :user AND list_id = :list AND deleted_at = 0;

-- name: access_put(user id, list id, role text, grp id, rank text, joined int, gained int, stamp int)
INSERT INTO access (user_id, list_id, role, group_id, rank, joined_at,
    gained_at, stamp, member_stamp)
VALUES (:user, :list, :role, :grp, :rank, :joined, :gained, :stamp, :joined)
ON CONFLICT (user_id, list_id) DO UPDATE SET role = excluded.role,
    group_id = excluded.group_id, rank = excluded.rank,
    joined_at = excluded.joined_at, gained_at = excluded.gained_at,
    stamp = excluded.stamp,
    member_stamp = excluded.member_stamp, deleted_at = 0;

-- name: access_file(user id, list id, grp id, rank text, stamp int)
UPDATE access SET group_id = :grp, rank = :rank, stamp = :stamp
WHERE user_id = :user AND list_id = :list;

-- name: access_revoke(user id, list id, stamp int, seen int)
UPDATE access SET deleted_at = :stamp, stamp = :stamp, lost_at = :stamp,
    group_id = NULL, member_stamp = :seen
WHERE user_id = :user AND list_id = :list;

-- name: access_set_member_stamp(user id, list id, seen int)
UPDATE access SET member_stamp = :seen
WHERE user_id = :user AND list_id = :list;

-- name: access_users(list id)
-- row: user_id id, stamp int, member_stamp int
SELECT user_id, stamp, member_stamp FROM access
WHERE list_id = :list AND deleted_at = 0;

-- name: access_of_user(user id)
-- row: list_id id, role text, member_stamp int
SELECT list_id, role, member_stamp FROM access
WHERE user_id = :user AND deleted_at = 0;

-- name: access_in_group(user id, grp id)
-- row: list_id id, stamp int
SELECT list_id, stamp FROM access
WHERE user_id = :user AND deleted_at = 0 AND group_id = :grp
ORDER BY rank;

-- name: access_count(user id)
SELECT count(*) FROM access WHERE user_id = :user AND deleted_at = 0;

-- record member core/list/list.h: u.id AS user_id id, u.display_name text,
--	a.joined_at int, a.list_id id, a.member_stamp AS updated_at int,
--	a.deleted_at int

-- name: member_page(user id, list id)
SELECT @member FROM access mine
JOIN access a ON a.list_id = mine.list_id AND a.deleted_at = 0
    AND a.role = 'member'
JOIN user u ON u.id = a.user_id
WHERE mine.user_id = :user AND mine.list_id = :list AND mine.deleted_at = 0
ORDER BY a.joined_at, u.id;

-- name: member_any(list id, member id)
SELECT @member FROM access a JOIN user u ON u.id = a.user_id
WHERE a.user_id = :member AND a.list_id = :list AND a.role = 'member';

-- name: member_count(list id)
SELECT count(*) FROM access
WHERE list_id = :list AND deleted_at = 0 AND role = 'member';

-- Ranks of a user's lists in a group (or in none).

-- name: list_rank(user id, grp id, list id)
SELECT rank FROM access WHERE user_id = :user AND list_id = :list
    AND deleted_at = 0 AND group_id IS :grp;

-- name: list_rank_after(user id, grp id, rank text, self id)
SELECT rank, list_id FROM access WHERE user_id = :user
    AND deleted_at = 0 AND group_id IS :grp AND rank > :rank
    AND list_id IS NOT :self
ORDER BY rank LIMIT 1;

-- name: list_rank_before(user id, grp id, rank text, self id)
SELECT rank, list_id FROM access WHERE user_id = :user
    AND deleted_at = 0 AND group_id IS :grp AND rank < :rank
    AND list_id IS NOT :self
ORDER BY rank DESC LIMIT 1;
