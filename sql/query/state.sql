-- name: state_last_stamp()
SELECT last_stamp FROM state WHERE id = 1;

-- name: state_set_stamp(stamp int)
UPDATE state SET last_stamp = :stamp WHERE id = 1;

-- name: state_oldest_since()
SELECT oldest_since FROM state WHERE id = 1;

-- name: state_reminded_at()
SELECT reminded_at FROM state WHERE id = 1;

-- name: state_vapid_public()
SELECT vapid_public FROM state WHERE id = 1 AND vapid_public IS NOT NULL;

-- name: state_version()
PRAGMA user_version;
