-- record user core/user/user.h: id id, email text, display_name text,
--	password text, verified bool, time_zone text, auto_delete_at int,
--	auto_delete_at IS NOT NULL AS auto_delete bool,
--	reminders bool, assignments bool, created_at int, disabled bool,
--	flags & 2 AS admin bool, flags & 16 AS ending bool, stamp int

-- name: user_get(id id)
SELECT @user FROM user WHERE id = :id AND deleted_at = 0;

-- name: user_by_email(email text)
SELECT @user FROM user WHERE email_key = :email AND deleted_at = 0;

-- The id of any user, even a deleted one.
-- name: user_any()
SELECT id FROM user WHERE id > x'00' ORDER BY id LIMIT 1;

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

-- quota -1: the setting.
-- name: user_set_quota(id id, quota int) void
UPDATE user SET quota = nullif(:quota, -1) WHERE id = :id;

-- name: user_quota(id id)
SELECT quota FROM user WHERE id = :id AND quota IS NOT NULL;

-- Administrators who are not disabled, but that user; NULL: all.
-- name: user_admins(but id)
SELECT id FROM user INDEXED BY sqlite_autoindex_user_2
WHERE email_key > '' AND deleted_at = 0 AND disabled = 0 AND flags & 2 <> 0
    AND id IS NOT :but LIMIT 1;

-- Users as administrators see them, behind that one or from the first; bytes as in
-- attachment_used.
-- record managed core/account/administration.h: u.id id, u.email text,
--	u.display_name text, u.verified bool, u.flags & 2 AS admin bool,
--	u.disabled bool, u.flags & 5 AS second_factor bool, u.invited_by id,
--	u.created_at int, u.signed_in_at int,
--	(SELECT coalesce(sum(max(size, :least)), 0) FROM (SELECT DISTINCT
--	sha256, size FROM attachment WHERE uploader_id = u.id AND deleted_at = 0)
--	AS found) AS bytes int, coalesce(u.quota, -1) AS quota int

-- name: managed_page(after id, least int, max int)
SELECT @managed FROM user u INDEXED BY sqlite_autoindex_user_2
WHERE u.email_key > coalesce((SELECT email_key FROM user WHERE id = :after), '')
    AND u.deleted_at = 0 ORDER BY u.email_key LIMIT :max;

-- name: managed_get(id id, least int)
SELECT @managed FROM user u WHERE u.id = :id AND u.deleted_at = 0;

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

-- name: user_all()
SELECT @user FROM user INDEXED BY sqlite_autoindex_user_2
WHERE email_key > '' AND deleted_at = 0 ORDER BY email_key;

-- name: user_unverified()
SELECT count(*) FROM user INDEXED BY sqlite_autoindex_user_2
WHERE email_key > '' AND deleted_at = 0 AND disabled = 0 AND verified = 0;

-- Who can sign in by password, and has none of these flags.
-- name: user_without(factors int)
SELECT count(*) FROM user INDEXED BY sqlite_autoindex_user_2
WHERE email_key > '' AND deleted_at = 0 AND disabled = 0
    AND password IS NOT NULL AND flags & :factors = 0;

-- For docket-admin user list; bytes as in attachment_used.
-- name: user_list(least int)
-- row: email text, verified bool, disabled bool, admin bool,
--	second_factor bool, display_name text, signed_in_at int, bytes int,
--	quota int
SELECT u.email, u.verified, u.disabled, u.flags & 2 AS admin,
    u.flags & 5 AS second_factor, u.display_name, u.signed_in_at,
    (SELECT coalesce(sum(max(size, :least)), 0) FROM (SELECT DISTINCT sha256, size
	FROM attachment WHERE uploader_id = u.id AND deleted_at = 0) AS found) AS bytes,
    coalesce(u.quota, -1) AS quota
FROM user u INDEXED BY sqlite_autoindex_user_2
WHERE u.email_key > '' AND u.deleted_at = 0 ORDER BY u.email_key;

-- The private records of a deleted user: those in their feed, from its
-- beginning, at most :max at a time; then the feed's rows.

-- name: leave_task_tags(user id, max int) void
DELETE FROM task_tag WHERE (task_id, user_id) IN (SELECT id, scope FROM feed
    WHERE scope = :user ORDER BY stamp LIMIT :max);

-- name: leave_tag_sets(user id, max int) void
DELETE FROM tag_set WHERE (task_id, user_id) IN (SELECT id, scope FROM feed
    WHERE scope = :user ORDER BY stamp LIMIT :max);

-- name: leave_my_day(user id, max int) void
DELETE FROM my_day WHERE (user_id, task_id) IN (SELECT scope, id FROM feed
    WHERE scope = :user ORDER BY stamp LIMIT :max);

-- name: leave_feed(user id, max int)
DELETE FROM feed WHERE (scope, stamp) IN (SELECT scope, stamp FROM feed
    WHERE scope = :user ORDER BY stamp LIMIT :max);

-- name: leave_tags(user id, max int)
DELETE FROM tag WHERE (user_id, id) IN (SELECT user_id, id FROM tag
    WHERE user_id = :user LIMIT :max);

-- name: leave_groups(user id, max int)
DELETE FROM list_group WHERE (user_id, id) IN (SELECT user_id, id
    FROM list_group WHERE user_id = :user LIMIT :max);

-- Deleted users whose private records are not all removed.
-- name: leave_left(after id, remove int, max int)
-- row: id id, number int
SELECT u.id, 0 AS number FROM user u
WHERE u.id > coalesce(:after, x'') AND u.deleted_at > 0 AND (
    EXISTS (SELECT 1 FROM feed WHERE scope = u.id)
    OR EXISTS (SELECT 1 FROM tag WHERE user_id = u.id)
    OR EXISTS (SELECT 1 FROM setting WHERE user_id = u.id)
    OR EXISTS (SELECT 1 FROM import WHERE user_id = u.id)
    OR EXISTS (SELECT 1 FROM list_group WHERE user_id = u.id)
    OR EXISTS (SELECT 1 FROM access a JOIN list l ON l.id = a.list_id
	AND l.deleted_at > 0
	AND (l.deleted_at <= :remove OR l.title <> '(deleted)')
	WHERE a.user_id = u.id AND a.role = 'owner'))
ORDER BY u.id LIMIT :max;

-- name: leave_lists(user id)
-- row: id id, number int
SELECT l.id, l.deleted_at AS number FROM access a
JOIN list l ON l.id = a.list_id AND l.deleted_at > 0
WHERE a.user_id = :user AND a.role = 'owner';

-- name: leave_settings(user id, max int)
DELETE FROM setting WHERE (user_id, id) IN (SELECT user_id, id FROM setting
    WHERE user_id = :user LIMIT :max);

-- What they have imported, before its imports.
-- name: leave_made(user id, max int)
DELETE FROM import_made WHERE (import_id, kind, id) IN (
    SELECT m.import_id, m.kind, m.id FROM import i
    JOIN import_made m ON m.import_id = i.id
    WHERE i.user_id = :user LIMIT :max);

-- name: leave_imports(user id, max int)
DELETE FROM import WHERE (user_id, id) IN (SELECT user_id, id FROM import
    WHERE user_id = :user LIMIT :max);

-- name: leave_subscriptions(user id) void
DELETE FROM push_subscription WHERE user_id = :user;

-- name: leave_answers(user id) void
DELETE FROM answer WHERE user_id = :user;

-- name: leave_mail(user id) void
DELETE FROM mail WHERE user_id = :user;

-- name: leave_signed_in(user id) void
DELETE FROM signed_in WHERE user_id = :user;

-- name: leave_credentials(user id) void
DELETE FROM credential WHERE user_id = :user;
