-- The second factor of a user.

-- name: factor_get(id id)
-- row: flags int, totp bytes
SELECT flags, totp FROM user WHERE id = :id AND deleted_at = 0;

-- The flags of :mask become :flags.
-- name: factor_set(id id, mask int, flags int, totp bytes) void
UPDATE user SET flags = (flags & ~:mask) | :flags, totp = :totp WHERE id = :id;

-- For docket-admin.
-- name: factor_all()
-- row: id id, flags int, totp bytes
SELECT id, flags, totp FROM user WHERE id > x'' AND totp IS NOT NULL
ORDER BY id;

-- name: factor_any()
SELECT 1 FROM user WHERE id > x'' AND totp IS NOT NULL LIMIT 1;

-- name: recovery_any(hash bytes, user id)
SELECT 1 FROM credential
WHERE hash = :hash AND kind = 'recovery' AND user_id = :user;

-- name: recovery_remove(hash bytes, user id) void
DELETE FROM credential
WHERE hash = :hash AND kind = 'recovery' AND user_id = :user;
