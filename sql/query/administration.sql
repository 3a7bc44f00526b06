-- What administrators see of users, and set (core/account/administration.h).

-- quota -1: the setting.
-- name: user_set_quota(id id, quota int) void
UPDATE user SET quota = nullif(:quota, -1) WHERE id = :id;

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
