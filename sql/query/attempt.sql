-- Failed attempts to guess something (core/user/attempt.h).

-- name: attempt_get(key text)
-- row: failures int, changed_at int
SELECT failures, changed_at FROM attempt WHERE key = :key;

-- name: attempt_put(key text, failures int, now int) void
INSERT INTO attempt (key, failures, changed_at)
VALUES (:key, :failures, :now)
ON CONFLICT (key) DO UPDATE SET failures = excluded.failures,
    changed_at = excluded.changed_at;

-- name: attempt_remove(key text) void
DELETE FROM attempt WHERE key = :key;
