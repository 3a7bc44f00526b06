-- The caller by the hash of what they carry, and what every request needs.
-- name: credential_use(hash bytes, now int)
SELECT c.id, c.kind, c.read_only, c.used_at, u.id, u.time_zone
FROM credential c JOIN user u ON u.id = c.user_id AND u.deleted_at = 0
WHERE c.hash = :hash AND c.kind IN ('session', 'token')
    AND c.expires_at > :now;

-- name: credential_add(hash bytes, id id, user id, kind text, name text, read_only int, now int, expires int)
INSERT INTO credential (hash, id, user_id, kind, name, read_only, created_at,
    used_at, expires_at)
VALUES (:hash, :id, :user, :kind, :name, :read_only, :now, :now, :expires);

-- name: credential_touch(hash bytes, now int, expires int)
UPDATE credential SET used_at = :now, expires_at = :expires
WHERE hash = :hash;

-- name: credential_list(user id, kind text, now int)
SELECT id, name, read_only, created_at, used_at FROM credential
WHERE user_id = :user AND kind = :kind AND expires_at > :now
ORDER BY created_at, id;

-- name: credential_count(user id, kind text)
SELECT count(*) FROM credential WHERE user_id = :user AND kind = :kind;

-- name: credential_end(user id, kind text, id id)
DELETE FROM credential WHERE user_id = :user AND kind = :kind AND id = :id;

-- name: credential_end_others(user id, kind text, keep id)
DELETE FROM credential
WHERE user_id = :user AND kind = :kind AND id IS NOT :keep;

-- A reset or verification, used once.
-- name: credential_take(hash bytes, kind text, now int)
DELETE FROM credential
WHERE hash = :hash AND kind = :kind AND expires_at > :now
RETURNING user_id;

-- name: credential_peek(hash bytes, kind text, now int)
SELECT user_id FROM credential
WHERE hash = :hash AND kind = :kind AND expires_at > :now;

-- name: subscription_end_with(user id, credential id)
DELETE FROM push_subscription
WHERE user_id = :user AND credential_id = :credential;

-- name: attempt_get(key text)
SELECT failures, changed_at FROM attempt WHERE key = :key;

-- name: attempt_put(key text, failures int, now int)
INSERT INTO attempt (key, failures, changed_at)
VALUES (:key, :failures, :now)
ON CONFLICT (key) DO UPDATE SET failures = excluded.failures,
    changed_at = excluded.changed_at;

-- name: attempt_remove(key text)
DELETE FROM attempt WHERE key = :key;

-- name: answer_get(user id, key text, after int)
SELECT fingerprint, status, headers, body FROM answer
WHERE user_id = :user AND key = :key AND created_at > :after;

-- name: answer_put(user id, key text, fingerprint bytes, status int, headers text, body bytes, now int)
INSERT INTO answer (user_id, key, fingerprint, status, headers, body,
    created_at)
VALUES (:user, :key, :fingerprint, :status, :headers, :body, :now)
ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
    status = excluded.status, headers = excluded.headers,
    body = excluded.body, created_at = excluded.created_at;
