-- Users as the programs of administrators ask for them.

-- The id of any user, even a deleted one.
-- name: user_any()
SELECT id FROM user WHERE id > x'00' ORDER BY id LIMIT 1;

-- Administrators who are not disabled, but that user; NULL: all.
-- name: user_admins(but id)
SELECT id FROM user INDEXED BY sqlite_autoindex_user_2
WHERE email_key > '' AND deleted_at = 0 AND disabled = 0 AND flags & 2 <> 0
    AND id IS NOT :but LIMIT 1;

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
