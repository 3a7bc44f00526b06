-- Queued mails.  An id can be reused after its row was removed, so a row is
-- identified by its id and its time.

-- email NULL: the user's own address.
-- name: mail_add(user id, kind text, email text, now int, over int)
INSERT INTO mail (user_id, kind, email, created_at, due_at, over_at, tries)
SELECT id, :kind, coalesce(:email, email), :now, :now, :over, 0 FROM user
WHERE id = :user
RETURNING id;

-- An invitation to a list, which another address gets.
-- name: mail_add_invitation(user id, email text, hash bytes, now int, over int) void
INSERT INTO mail (user_id, kind, email, code_hash, created_at, due_at, over_at,
    tries)
VALUES (:user, 'invitation', :email, :hash, :now, :now, :over, 0);

-- name: mail_set_hash(id int, hash bytes) void
UPDATE mail SET code_hash = :hash WHERE id = :id;

-- A row for any user, which the caller removes at once: whoever measures time learns
-- nothing, since an unknown address takes as many statements as a known one.
-- name: mail_add_nobody(kind text, now int, over int)
INSERT INTO mail (user_id, kind, email, created_at, due_at, over_at, tries)
SELECT id, :kind, email, :now, :now, :over, 0 FROM user WHERE id > x'00'
ORDER BY id LIMIT 1
RETURNING id;

-- One of a kind waits at a time: the newest.
-- name: mail_remove(user id, kind text) void
DELETE FROM mail WHERE user_id = :user AND kind = :kind;

-- One that was just added.
-- name: mail_take_back(id int) void
DELETE FROM mail WHERE id = :id;

-- The language is that of whoever gets the mail; an invitation to a list goes to
-- somebody who may have no account, or no language, and then has that of its
-- sender.  What is over is left to docket-cleanup, which trusts the clock only if it is
-- near that of its last run.
-- name: mail_due(now int, over int, most int, max int)
-- row: id int, user_id id, kind text, email text, created_at int, tries int,
--	wanted bool, language text, code_hash bytes, over_at int,
--	sender text, list_title text
SELECT m.id, m.user_id, m.kind, m.email, m.created_at, m.tries,
    u.deleted_at = 0 AND CASE
	WHEN m.kind IN ('email', 'email-asked') THEN true
	WHEN m.kind = 'verify' THEN u.email = m.email AND u.verified = 0
	WHEN m.kind = 'invitation' THEN l.id IS NOT NULL
	ELSE u.email = m.email END AS wanted,
    coalesce((SELECT s.value FROM setting s JOIN user r ON r.id = s.user_id
	WHERE r.email_key = i.email_key AND r.deleted_at = 0
	AND s.key = 'language' AND s.deleted_at = 0 LIMIT 1),
	(SELECT s.value FROM setting s WHERE s.user_id = m.user_id
	AND s.key = 'language' AND s.deleted_at = 0 LIMIT 1)) AS language,
    m.code_hash, m.over_at, u.display_name AS sender, l.title AS list_title
FROM mail m JOIN user u ON u.id = m.user_id
LEFT JOIN invitation i ON i.hash = m.code_hash
LEFT JOIN list l ON l.id = i.list_id AND l.deleted_at = 0
WHERE m.due_at <= :now AND m.over_at > :now
    AND (m.leased_until <= :over OR m.leased_until > :most) ORDER BY m.due_at, m.id LIMIT :max;

-- name: mail_due_count(now int)
SELECT count(*) FROM mail WHERE due_at <= :now AND over_at > :now;

-- What was put off by a clock that was ahead: nothing waits longer than until
-- :ahead.
-- name: mail_recall(now int, ahead int) void
UPDATE mail SET due_at = :now WHERE due_at > :ahead;

-- name: mail_lease(id int, due int, until int) void
UPDATE mail SET due_at = :due, leased_until = :until, tries = tries + 1 WHERE id = :id;

-- name: mail_later(id int, created int, due int) void
UPDATE mail SET due_at = :due, leased_until = 0 WHERE id = :id AND created_at = :created;

-- name: mail_end(id int, created int) void
DELETE FROM mail WHERE id = :id AND created_at = :created;
