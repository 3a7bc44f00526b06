-- :ahead is the latest time that a right clock can have recorded: rows used
-- later come from a wrong one.

-- The caller by the hash of their secret, and what every request needs.  email:
-- the address that must be theirs; NULL: any.
-- name: credential_use(hash bytes, email text, now int, ahead int)
-- row: id id, kind text, token int, lists bytes, used_at int, user_id id,
--	time_zone text, password bool, flags int
SELECT c.id, c.kind, c.token, c.lists, c.used_at, u.id AS user_id, u.time_zone,
    u.password IS NOT NULL AS password, u.flags
FROM credential c JOIN user u ON u.id = c.user_id AND u.deleted_at = 0
    AND u.disabled = 0 AND (:email IS NULL OR u.email_key = :email)
WHERE c.hash = :hash AND c.kind IN ('session', 'token')
    AND c.expires_at > :now AND c.used_at <= :ahead;

-- When a session or token ends, if it is not used; no row: it has ended.
-- name: credential_until(hash bytes, now int)
-- row: expires_at int, token int, lists bytes, password bool, flags int
SELECT c.expires_at, c.token, c.lists, u.password IS NOT NULL AS password, u.flags
FROM credential c JOIN user u ON u.id = c.user_id AND u.deleted_at = 0
    AND u.disabled = 0
WHERE c.hash = :hash AND c.kind IN ('session', 'token')
    AND c.expires_at > :now;

-- name: credential_add(hash bytes, id id, user id, kind text, name text, token int, lists bytes, now int, used int, expires int) void
INSERT INTO credential (hash, id, user_id, kind, name, token, lists,
    created_at, used_at, expires_at)
VALUES (:hash, :id, :user, :kind, :name, :token, :lists, :now, :used,
    :expires);

-- expires 0: as it is.
-- name: credential_touch(hash bytes, client text, now int, expires int) void
UPDATE credential SET used_at = :now, client = :client,
    expires_at = coalesce(nullif(:expires, 0), expires_at)
WHERE hash = :hash;

-- record credential core/user/credential.h: id id, name text, created_at int,
--	used_at int, expires_at int

-- name: credential_list(user id, kind text, now int)
SELECT @credential FROM credential
WHERE user_id = :user AND kind = :kind AND expires_at > :now
ORDER BY created_at, id;

-- name: token_list(user id, now int)
-- row: id id, name text, token int, lists bytes, client text, created_at int,
--	used_at int, expires_at int
SELECT id, name, token, lists, client, created_at, used_at, expires_at
FROM credential
WHERE user_id = :user AND kind = 'token' AND expires_at > :now
ORDER BY created_at, id;

-- name: credential_count(user id, kind text)
SELECT count(*) FROM credential WHERE user_id = :user AND kind = :kind;

-- Until when a session is confirmed, and its sign-out (credential.h).
-- name: session_data(user id, id id)
-- row: data bytes
SELECT data FROM credential
WHERE user_id = :user AND kind = 'session' AND id = :id;

-- name: session_set_data(user id, id id, data bytes) void
UPDATE credential SET data = :data
WHERE user_id = :user AND kind = 'session' AND id = :id;

-- No session of the user is confirmed any more; the rest of data stays.
-- name: session_unconfirm_all(user id) void
UPDATE credential
SET data = CAST(x'0000000000000000' || substr(data, 9) AS BLOB)
WHERE user_id = :user AND kind = 'session' AND data IS NOT NULL;

-- name: credential_end(user id, kind text, id id)
DELETE FROM credential WHERE user_id = :user AND kind = :kind AND id = :id;

-- name: credential_end_others(user id, kind text, keep id) void
DELETE FROM credential
WHERE user_id = :user AND kind = :kind AND id IS NOT :keep;

-- All that gives access; what the user signs in with stays.
-- name: credential_end_access(user id) void
DELETE FROM credential WHERE user_id = :user
    AND kind NOT IN ('passkey', 'recovery', 'identity', 'used');

-- Uses up a code from a mail; nobody who is disabled has one.
-- name: credential_take(hash bytes, kind text, now int, ahead int)
-- row: user_id id, name text
DELETE FROM credential
WHERE hash = :hash AND kind = :kind AND expires_at > :now
    AND used_at <= :ahead AND EXISTS (SELECT 1 FROM user u
	WHERE u.id = credential.user_id AND u.disabled = 0)
RETURNING user_id, name;

-- name: credential_peek(hash bytes, kind text, now int, ahead int)
-- row: user_id id
SELECT c.user_id FROM credential c
JOIN user u ON u.id = c.user_id AND u.disabled = 0
WHERE c.hash = :hash AND c.kind = :kind AND c.expires_at > :now
    AND c.used_at <= :ahead;

-- Ends all sessions but the :cap most recently used.
-- name: credential_trim(user id, ahead int, cap int)
DELETE FROM credential
WHERE user_id = :user AND kind = 'session' AND hash NOT IN (
    SELECT hash FROM credential WHERE user_id = :user AND kind = 'session'
    ORDER BY CASE WHEN used_at > :ahead THEN 0 ELSE used_at END DESC,
	created_at DESC LIMIT :cap);

-- name: subscription_end_with(user id, credential id) void
DELETE FROM push_subscription
WHERE user_id = :user AND credential_id = :credential;
