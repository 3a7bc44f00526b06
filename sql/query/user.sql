-- record user core/user/user.h: id id, email text, display_name text,
--	password text, verified bool, time_zone text, auto_delete_at int,
--	auto_delete_at IS NOT NULL AS auto_delete bool,
--	reminders bool, assignments bool, created_at int, disabled bool,
--	flags & 2 AS admin bool, flags & 16 AS ending bool, stamp int

-- name: user_get(id id)
SELECT @user FROM user WHERE id = :id AND deleted_at = 0;

-- name: user_by_email(email text)
SELECT @user FROM user WHERE email_key = :email AND deleted_at = 0;

-- name: user_zone(id id)
SELECT time_zone FROM user WHERE id = :id;

-- name: user_add(id id, email text, email_key text, name text, password text, verified int, created int) void
INSERT INTO user (id, email, email_key, display_name, password, verified,
    time_zone, auto_delete_at, reminders, assignments, created_at)
VALUES (:id, :email, :email_key, :name, :password, :verified, 'UTC', NULL, 1,
    1, :created);

-- name: user_set_origin(id id, flags int, inviter id) void
UPDATE user SET flags = :flags, invited_by = :inviter WHERE id = :id;

-- Somebody who invites people, and how many accounts were made with their
-- invitations.
-- name: user_inviter(id id, since int)
-- row: verified bool, flags int, created_at int, lately int, ever int
SELECT u.verified, u.flags, u.created_at,
    (SELECT count(*) FROM user v WHERE v.invited_by = u.id
	AND v.created_at > :since) AS lately,
    (SELECT count(*) FROM user v WHERE v.invited_by = u.id) AS ever
FROM user u WHERE u.id = :id AND u.deleted_at = 0 AND u.disabled = 0;

-- name: user_set_stamp(id id, stamp int) void
UPDATE user SET stamp = :stamp WHERE id = :id;

-- name: user_set(@user) void
UPDATE user SET display_name = :display_name, time_zone = :time_zone,
    auto_delete_at = nullif(:auto_delete_at, 0)
WHERE id = :id;

-- name: user_set_password(id id, password text) void
UPDATE user SET password = :password WHERE id = :id;

-- name: user_set_verified(id id, verified int) void
UPDATE user SET verified = :verified WHERE id = :id;

-- The flags of :mask become :flags.
-- name: user_set_flags(id id, mask int, flags int) void
UPDATE user SET flags = (flags & ~:mask) | :flags WHERE id = :id;

-- Accounts whose deletion began by that time and was never completed.
-- name: user_ending_expired(before int)
SELECT count(*) FROM user INDEXED BY sqlite_autoindex_user_2
WHERE email_key > '' AND flags & 16 <> 0 AND stamp <= :before;

-- name: user_ending_expire(before int, max int)
UPDATE user SET flags = flags & ~16 WHERE id IN (SELECT id
    FROM user INDEXED BY sqlite_autoindex_user_2
    WHERE email_key > '' AND flags & 16 <> 0 AND stamp <= :before LIMIT :max);

-- name: user_quota(id id)
SELECT quota FROM user WHERE id = :id AND quota IS NOT NULL;

-- name: user_set_email(id id, email text, email_key text) void
UPDATE user SET email = :email, email_key = :email_key WHERE id = :id;

-- name: user_set_disabled(id id, disabled int) void
UPDATE user SET disabled = :disabled WHERE id = :id;

-- name: user_set_signed_in(id id, now int) void
UPDATE user SET signed_in_at = :now WHERE id = :id;

-- name: user_set_wishes(id id, reminders int, assignments int) void
UPDATE user SET reminders = :reminders, assignments = :assignments
WHERE id = :id;

-- Empties a user's row, which others' records may still refer to.
-- name: user_set_deleted(id id, now int) void
UPDATE user SET email = '', email_key = 'deleted:' || hex(id),
    display_name = '(deleted)', password = NULL, verified = 0,
    time_zone = 'UTC', auto_delete_at = NULL, flags = 0, totp = NULL,
    deleted_at = :now
WHERE id = :id;
