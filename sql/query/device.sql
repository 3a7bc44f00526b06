-- Devices and addresses from which users have signed in (core/user/device.h).

-- A session of that account, even an expired one.
-- name: device_by_session(hash bytes, email text)
SELECT c.id FROM credential c JOIN user u ON u.id = c.user_id
    AND u.email_key = :email AND u.deleted_at = 0
WHERE c.hash = :hash AND c.kind = 'session';

-- name: device_by_address(email text, address text, since int)
SELECT s.address FROM user u JOIN signed_in s ON s.user_id = u.id
    AND s.address = :address AND s.at > :since
WHERE u.email_key = :email AND u.deleted_at = 0;

-- name: signed_in_put(user id, address text, now int) void
INSERT INTO signed_in (user_id, address, at) VALUES (:user, :address, :now)
ON CONFLICT (user_id, address) DO UPDATE SET at = excluded.at;

-- name: signed_in_trim(user id, cap int) void
DELETE FROM signed_in WHERE user_id = :user AND at <= (
    SELECT at FROM signed_in WHERE user_id = :user
    ORDER BY at DESC LIMIT 1 OFFSET :cap);
