-- record invitation core/list/invitation.h: i.id id, i.list_id id,
--	i.role text, i.accounts int, i.email_key AS email text,
--	i.created_at int, i.expires_at int

-- name: invitation_page(list id, now int)
SELECT @invitation FROM invitation i
WHERE i.list_id = :list AND i.expires_at > :now ORDER BY i.created_at, i.id;

-- name: invitation_count(list id, now int)
SELECT count(*) FROM invitation WHERE list_id = :list AND expires_at > :now;

-- name: invitation_add(list id, id id, hash bytes, role text, accounts int, email text, created int, expires int) void
INSERT INTO invitation (list_id, id, hash, role, accounts, email_key,
    created_at, expires_at)
VALUES (:list, :id, :hash, :role, :accounts, :email, :created, :expires);

-- name: invitation_set_hash(was bytes, hash bytes) void
UPDATE invitation SET hash = :hash WHERE hash = :was;

-- name: invitation_use(list id, id id) void
UPDATE invitation SET accounts = accounts - 1
WHERE list_id = :list AND id = :id AND accounts > 0;

-- Those of all lists of a user.
-- name: invitation_remove_of(user id) void
DELETE FROM invitation WHERE list_id IN (SELECT list_id FROM access
    WHERE user_id = :user AND role = 'owner');

-- name: invitation_remove(list id, id id, now int)
DELETE FROM invitation
WHERE list_id = :list AND id = :id AND expires_at > :now;

-- name: invitation_expire(list id, now int) void
DELETE FROM invitation WHERE list_id = :list AND expires_at <= :now;

-- name: invitation_remove_all(list id) void
DELETE FROM invitation WHERE list_id = :list;

-- The list that a code invites to.  No row for a user who was removed from the
-- list after the code was made, or whose address is not the one that it was sent
-- to.
-- name: invitation_find(hash bytes, user id, now int)
-- row: id id, list_id id, owner_id id, list_title text, owner_name text, role text, accounts int,
--	email text
SELECT i.id, l.id AS list_id, l.owner_id, l.title AS list_title,
    o.display_name AS owner_name, i.role, i.accounts, i.email_key AS email
FROM invitation i
JOIN list l ON l.id = i.list_id AND l.deleted_at = 0
JOIN user o ON o.id = l.owner_id AND o.deleted_at = 0 AND o.disabled = 0
WHERE i.hash = :hash AND i.expires_at > :now
    AND (i.email_key IS NULL OR :user IS NULL
	OR i.email_key = (SELECT email_key FROM user WHERE id = :user))
    AND NOT EXISTS (SELECT 1 FROM access a
	WHERE a.user_id = :user AND a.list_id = i.list_id AND a.left_at = 0
	AND a.deleted_at >= i.created_at);
