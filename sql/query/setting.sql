-- record client_setting core/user/setting.h: s.id id, s.key text, s.value text,
--	s.created_at int, s.stamp int, s.deleted_at int

-- name: setting_get(user id, id id)
SELECT @client_setting FROM setting s WHERE s.user_id = :user AND s.id = :id;

-- name: setting_page(user id, key text, count int)
SELECT @client_setting FROM setting s
WHERE s.user_id = :user AND s.deleted_at = 0 AND s.key > :key
ORDER BY s.key LIMIT :count;

-- name: setting_count(user id)
SELECT count(*) FROM setting WHERE user_id = :user AND deleted_at = 0;

-- Does the user have so many, with the deleted ones?
-- name: setting_ever(user id, cap int)
SELECT 1 FROM setting WHERE user_id = :user LIMIT 1 OFFSET :cap - 1;

-- name: setting_put(user id, id id, key text, value text, created int, stamp int, deleted int) void
INSERT INTO setting (user_id, id, key, value, created_at, stamp, deleted_at)
VALUES (:user, :id, :key, :value, :created, :stamp, :deleted)
ON CONFLICT (user_id, id) DO UPDATE SET value = excluded.value,
    created_at = excluded.created_at, stamp = excluded.stamp,
    deleted_at = excluded.deleted_at;

-- name: setting_remove(user id, id id)
DELETE FROM setting WHERE user_id = :user AND id = :id AND deleted_at > 0;
