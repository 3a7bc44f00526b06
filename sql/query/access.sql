-- Who can reach a list (core/access.h).

-- name: list_restamp(list id, stamp int) void
UPDATE list SET stamp = :stamp WHERE id = :list;

-- name: access_get(user id, list id)
-- row: role text, stamp int, member_stamp int, deleted_at int, left_at int
SELECT role, stamp, member_stamp, deleted_at, left_at FROM access
WHERE user_id = :user AND list_id = :list;

-- 1: they view the list; 2: they change it, too.
-- name: access_reaches(user id, list id)
SELECT CASE role WHEN 'viewer' THEN 1 ELSE 2 END FROM access
WHERE user_id = :user AND list_id = :list AND deleted_at = 0;

-- name: access_reached(user id)
-- row: list_id id
SELECT list_id FROM access WHERE user_id = :user AND deleted_at = 0;

-- name: access_put(user id, list id, role text, grp id, rank text, joined int, gained int, stamp int, invited int) void
INSERT INTO access (user_id, list_id, role, group_id, rank, joined_at,
    gained_at, stamp, member_stamp, invited)
VALUES (:user, :list, :role, :grp, :rank, :joined, :gained, :stamp,
    CASE :role WHEN 'owner' THEN 0 ELSE :joined END, :invited)
ON CONFLICT (user_id, list_id) DO UPDATE SET role = excluded.role,
    group_id = excluded.group_id, rank = excluded.rank,
    joined_at = excluded.joined_at, gained_at = excluded.gained_at,
    stamp = excluded.stamp,
    member_stamp = excluded.member_stamp, invited = excluded.invited,
    left_at = 0, was_group = NULL, deleted_at = 0;

-- A list that its user files elsewhere does not return to its old group when that
-- is restored.
-- name: access_file(user id, list id, grp id, rank text, stamp int) void
UPDATE access SET rank = :rank, stamp = :stamp,
    was_group = CASE WHEN group_id IS :grp THEN was_group END, group_id = :grp
WHERE user_id = :user AND list_id = :list;

-- The accesses that ended with a list, of users who still exist.
-- name: access_ended_with(list id, deleted int)
-- row: user_id id, role text, rank text, stamp int, invited bool, group_id id
SELECT a.user_id, a.role, a.rank, a.stamp, a.invited, g.id AS group_id
FROM access a JOIN user u ON u.id = a.user_id AND u.deleted_at = 0
LEFT JOIN list_group g ON g.user_id = a.user_id AND g.id = a.was_group
    AND g.deleted_at = 0
WHERE a.list_id = :list AND a.deleted_at >= :deleted;

-- Those that stay ended: their rows as members become tombstones.
-- name: members_gone(list id) void
UPDATE feed SET gone = 1 WHERE scope = :list AND gone = 0
    AND stamp IN (SELECT member_stamp FROM access
    WHERE list_id = :list AND deleted_at > 0);

-- name: access_restore(user id, list id, grp id, rank text, gained int, stamp int) void
UPDATE access SET deleted_at = 0, group_id = :grp, rank = :rank,
    gained_at = :gained, stamp = :stamp
WHERE user_id = :user AND list_id = :list;

-- name: access_set_left(user id, list id, now int) void
UPDATE access SET left_at = :now WHERE user_id = :user AND list_id = :list;

-- How many lists one owner shares with one person, and how many of them since
-- then; those that the person was invited to do not count.
-- name: access_shared(user id, owner id, since int) unlimited
-- row: live int, lately int
SELECT count(CASE WHEN a.deleted_at = 0 THEN 1 END) AS live,
    count(CASE WHEN a.joined_at > :since THEN 1 END) AS lately
FROM access a JOIN list l ON l.id = a.list_id AND l.owner_id = :owner
WHERE a.user_id = :user AND a.role <> 'owner' AND a.invited = 0;

-- name: access_revoke(user id, list id, stamp int, seen int) void
UPDATE access SET deleted_at = :stamp, stamp = :stamp, lost_at = :stamp,
    was_group = group_id, group_id = NULL, member_stamp = :seen
WHERE user_id = :user AND list_id = :list;

-- name: access_restamp(user id, list id, stamp int) void
UPDATE access SET stamp = :stamp WHERE user_id = :user AND list_id = :list;

-- name: access_set_role(user id, list id, role text, stamp int, seen int) void
UPDATE access SET role = :role, stamp = :stamp, member_stamp = :seen
WHERE user_id = :user AND list_id = :list;

-- name: access_set_member_stamp(user id, list id, seen int) void
UPDATE access SET member_stamp = :seen
WHERE user_id = :user AND list_id = :list;

-- name: access_users(list id)
-- row: user_id id, stamp int, member_stamp int
SELECT user_id, stamp, member_stamp FROM access
WHERE list_id = :list AND deleted_at = 0;

-- name: access_of_user(user id)
-- row: list_id id, role text, member_stamp int, list_stamp int
SELECT a.list_id, a.role, a.member_stamp, l.stamp AS list_stamp
FROM access a JOIN list l ON l.id = a.list_id
WHERE a.user_id = :user AND a.deleted_at = 0;

-- name: access_next_member(user id)
SELECT list_id FROM access
WHERE user_id = :user AND deleted_at = 0 AND role <> 'owner' LIMIT 1;

-- name: access_count(user id) unlimited
SELECT count(*) FROM access
WHERE user_id = :user AND deleted_at = 0 AND role <> 'owner';
