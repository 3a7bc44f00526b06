-- Who is the owner now was a member or viewer before: a tombstone.
-- record member core/list/member.h: u.id AS user_id id, u.display_name text,
--	CASE a.role WHEN 'viewer' THEN a.role ELSE 'member' END AS role text,
--	a.joined_at int, a.list_id id, a.member_stamp AS updated_at int,
--	CASE a.role WHEN 'owner' THEN a.member_stamp ELSE a.deleted_at END
--	AS deleted_at int

-- name: member_page(user id, list id)
SELECT @member FROM access mine
JOIN access a ON a.list_id = mine.list_id AND a.deleted_at = 0
    AND a.role <> 'owner'
JOIN user u ON u.id = a.user_id
WHERE mine.user_id = :user AND mine.list_id = :list AND mine.deleted_at = 0
ORDER BY a.joined_at, u.id;

-- Present and former members; a former one may be the owner now.
-- name: member_any(list id, member id)
SELECT @member FROM access a JOIN user u ON u.id = a.user_id
WHERE a.user_id = :member AND a.list_id = :list AND a.member_stamp > 0;

-- name: member_count(list id)
SELECT count(*) FROM access
WHERE list_id = :list AND deleted_at = 0 AND role <> 'owner';
