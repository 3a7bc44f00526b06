-- name: audit_last()
SELECT at FROM audit WHERE scope = zeroblob(16) ORDER BY at DESC LIMIT 1;

-- name: audit_add(user id, at int, what text, actor id, address text, device text, detail text) void
INSERT INTO audit (scope, at, what, user_id, actor_id, address, device, detail)
VALUES (:user, :at, :what, :user, :actor, :address, :device, :detail),
    (zeroblob(16), :at, :what, :user, :actor, :address, :device, :detail);

-- name: audit_remove(user id, at int) void
DELETE FROM audit WHERE scope IN (:user, zeroblob(16)) AND at = :at;

-- The refused ways in of a user since then: how many lines, and the newest of them.
-- name: audit_refused(user id, since int)
-- row: lines int, at int
SELECT count(*) AS lines, coalesce(max(at), 0) AS at FROM audit
WHERE scope = :user AND at > :since
    AND what IN ('sign-in-refused', 'second-factor-refused');

-- Invitations that a user has sent by mail since then.
-- name: audit_mailed(user id, since int)
SELECT count(*) FROM audit WHERE scope = :user AND at > :since
    AND what = 'invited' AND detail LIKE '%"email"_true%';

-- name: audit_detail(user id, at int)
SELECT detail FROM audit WHERE scope = :user AND at = :at;

-- name: audit_set_detail(user id, at int, detail text) void
UPDATE audit SET detail = :detail
WHERE scope IN (:user, zeroblob(16)) AND at = :at;

-- Lines before that time, the newest first; scope NULL: the administrators'.
-- name: audit_page(scope id, before int, max int)
-- row: at int, what text, user_id id, user_name text, actor_id id,
--	actor_name text, address text, device text, detail text
SELECT a.at, a.what, a.user_id, u.display_name AS user_name, a.actor_id,
    b.display_name AS actor_name, a.address, a.device, a.detail
FROM audit a LEFT JOIN user u ON u.id = a.user_id
LEFT JOIN user b ON b.id = a.actor_id
WHERE a.scope = coalesce(:scope, zeroblob(16)) AND a.at < :before
ORDER BY a.at DESC LIMIT :max;

-- name: audit_expired(before int)
SELECT count(*) FROM audit WHERE scope = zeroblob(16) AND at <= :before;

-- Those of users, before the administrators' lines, by which they are found.
-- name: audit_expire_own(before int, max int) void
DELETE FROM audit WHERE (scope, at) IN (SELECT user_id, at FROM audit
    WHERE scope = zeroblob(16) AND at <= :before ORDER BY at LIMIT :max);

-- name: audit_expire(before int, max int)
DELETE FROM audit WHERE (scope, at) IN (SELECT scope, at FROM audit
    WHERE scope = zeroblob(16) AND at <= :before ORDER BY at LIMIT :max);

-- name: audit_addresses_expired(before int)
SELECT count(*) FROM audit
WHERE scope = zeroblob(16) AND at <= :before AND address IS NOT NULL;

-- name: audit_addresses_expire_own(before int, max int) void
UPDATE audit SET address = NULL WHERE (scope, at) IN (SELECT user_id, at
    FROM audit WHERE scope = zeroblob(16) AND at <= :before
	AND address IS NOT NULL ORDER BY at LIMIT :max);

-- name: audit_addresses_expire(before int, max int)
UPDATE audit SET address = NULL WHERE (scope, at) IN (SELECT scope, at
    FROM audit WHERE scope = zeroblob(16) AND at <= :before
	AND address IS NOT NULL ORDER BY at LIMIT :max);
