-- Properties that clients of CalDAV set (core/list/property.h).

-- record property core/list/property.h: list_id id, name text, value text

-- name: property_list(user id, list id)
SELECT @property FROM property WHERE user_id = :user AND list_id = :list
ORDER BY name;

-- Those of all lists, for a listing of these.
-- name: property_of_user(user id)
SELECT @property FROM property WHERE user_id = :user ORDER BY list_id, name;

-- How many a user has on a list, and how many bytes on all.
-- name: property_space(user id, list id)
-- row: count int, bytes int
SELECT coalesce(sum(CASE WHEN list_id = :list THEN 1 ELSE 0 END), 0) AS count,
    coalesce(sum(length(name) + length(value)), 0) AS bytes
FROM property WHERE user_id = :user;

-- name: property_put(user id, list id, name text, value text) void
INSERT INTO property (user_id, list_id, name, value)
VALUES (:user, :list, :name, :value)
ON CONFLICT (user_id, list_id, name) DO UPDATE SET value = excluded.value;

-- name: property_remove_all(user id, list id) void
DELETE FROM property WHERE user_id = :user AND list_id = :list;

-- name: property_remove(user id, list id, name text) void
DELETE FROM property WHERE user_id = :user AND list_id = :list AND name = :name;

-- name: user_text(user id)
SELECT text FROM user WHERE id = :user;
