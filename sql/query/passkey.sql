-- Passkeys: credentials whose hash is that of "passkey", NUL and the id that the
-- authenticator gave; core/account/passkey.c says what is in data.

-- record passkey core/account/passkey.h: id id, user_id id, name text,
--	data bytes, length(data) AS data_len int, created_at int, used_at int

-- name: passkey_find(hash bytes)
SELECT @passkey FROM credential WHERE hash = :hash AND kind = 'passkey';

-- name: passkey_list(user id)
SELECT @passkey FROM credential WHERE user_id = :user AND kind = 'passkey'
ORDER BY created_at, id;

-- name: passkey_get(user id, id id)
SELECT @passkey FROM credential
WHERE user_id = :user AND kind = 'passkey' AND id = :id;

-- 0: somebody has it.
-- name: passkey_add(hash bytes, id id, user id, name text, data bytes, now int, expires int)
INSERT INTO credential (hash, id, user_id, kind, name, token, data, created_at,
    used_at, expires_at)
VALUES (:hash, :id, :user, 'passkey', :name, 0, :data, :now, 0, :expires)
ON CONFLICT (hash) DO NOTHING;

-- name: passkey_set_name(user id, id id, name text)
UPDATE credential SET name = :name
WHERE user_id = :user AND kind = 'passkey' AND id = :id;

-- name: passkey_set_used(user id, id id, data bytes, now int) void
UPDATE credential SET data = :data, used_at = :now
WHERE user_id = :user AND kind = 'passkey' AND id = :id;

-- What changes whenever a passkey is added or removed.
-- name: passkey_state(user id)
-- row: count int, newest int
SELECT count(*) AS count, coalesce(max(created_at), 0) AS newest FROM credential
WHERE user_id = :user AND kind = 'passkey';

-- A value that works once; 0: it has been used.
-- name: used_add(hash bytes, id id, user id, now int, expires int)
INSERT INTO credential (hash, id, user_id, kind, token, created_at, used_at,
    expires_at)
VALUES (:hash, :id, :user, 'used', 0, :now, :now, :expires)
ON CONFLICT (hash) DO NOTHING;
