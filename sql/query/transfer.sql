-- Handing lists over.

-- name: offer_find(list id)
-- row: owner_id id, offer_to id
SELECT owner_id, offer_to FROM list WHERE id = :list AND offer_to IS NOT NULL;

-- Lists that the user offers, or is offered.
-- name: offers_of(user id)
-- row: list_id id
SELECT l.id AS list_id FROM access a
JOIN list l ON l.id = a.list_id AND l.offer_to IS NOT NULL
WHERE a.user_id = :user AND a.deleted_at = 0
    AND (l.owner_id = :user OR l.offer_to = :user);

-- name: offer_set(list id, user id, now int) void
UPDATE list SET offer_to = :user, offer_at = :now WHERE id = :list;

-- May the user own the list, too?  They own fewer than :lists, and at most :text
-- bytes with those of its tasks.
-- name: transfer_allowed(list id, user id, lists int, text int)
SELECT 1 FROM list l JOIN user u ON u.id = :user AND u.deleted_at = 0
    AND u.text + l.text <= :text
WHERE l.id = :list AND (SELECT count(*) FROM access o WHERE o.user_id = u.id
    AND o.deleted_at = 0 AND o.role = 'owner') < :lists;

-- name: transfer_text(list id)
SELECT text FROM list WHERE id = :list;

-- A list that the user owns and shares, and its member of longest standing who may
-- own it; without one, its viewer.
-- name: transfer_next(user id, lists int, text int)
-- row: list_id id, heir id
SELECT list_id, heir FROM (
    SELECT a.list_id, (SELECT m.user_id FROM access m
	JOIN user u ON u.id = m.user_id AND u.disabled = 0
	    AND u.deleted_at = 0 AND u.text + l.text <= :text
	WHERE m.list_id = a.list_id AND m.deleted_at = 0 AND m.role <> 'owner'
	    AND (SELECT count(*) FROM access o WHERE o.user_id = m.user_id
	    AND o.deleted_at = 0 AND o.role = 'owner') < :lists
	ORDER BY CASE m.role WHEN 'viewer' THEN 1 ELSE 0 END, m.joined_at,
	    m.user_id LIMIT 1) AS heir
    FROM access a JOIN list l ON l.id = a.list_id
    WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner') AS shared
WHERE heir IS NOT NULL LIMIT 1;

-- Who was an owner did not join by being added, so the limits of sharing with one
-- person do not count them.
-- name: transfer_role(user id, list id, role text, seen int) void
UPDATE access SET role = :role, member_stamp = :seen, invited = 1
WHERE user_id = :user AND list_id = :list;

-- name: transfer_owner(list id, user id, stamp int) void
UPDATE list SET owner_id = :user, stamp = :stamp WHERE id = :list;
