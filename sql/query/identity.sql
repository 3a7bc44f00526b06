-- Identities at the provider of single sign-on: credentials whose hash is that of
-- "identity", NUL, the issuer, NUL and the subject; data is the issuer.

-- record identity core/account/identity.h: id id, user_id id,
--	data AS issuer bytes, created_at int, used_at int

-- name: identity_find(hash bytes)
SELECT @identity FROM credential WHERE hash = :hash AND kind = 'identity';

-- name: identity_list(user id)
SELECT @identity FROM credential WHERE user_id = :user AND kind = 'identity'
ORDER BY created_at, id;

-- name: identity_add(hash bytes, id id, user id, issuer bytes, now int, expires int) void
INSERT INTO credential (hash, id, user_id, kind, token, data, created_at,
    used_at, expires_at)
VALUES (:hash, :id, :user, 'identity', 0, :issuer, :now, :now, :expires);

-- name: identity_set_used(hash bytes, now int) void
UPDATE credential SET used_at = :now WHERE hash = :hash AND kind = 'identity';
