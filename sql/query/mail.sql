-- Mails to be sent.  An id can be used again once its row is gone, so that a
-- row is told from a later one by its time as well.

-- name: mail_add(user id, kind text, secret text, now int)
INSERT INTO mail (user_id, kind, secret, email, created_at, due_at, tries)
SELECT id, :kind, :secret, email, :now, :now, 0 FROM user WHERE id = :user;

-- One of a kind waits at a time: the newest.
-- name: mail_remove(user id, kind text)
DELETE FROM mail WHERE user_id = :user AND kind = :kind;

-- One that was just added.
-- name: mail_take_back(user id, kind text, secret text)
DELETE FROM mail WHERE user_id = :user AND kind = :kind AND secret = :secret;

-- name: mail_due(now int, max int)
SELECT m.id, m.user_id, m.kind, m.secret, m.email, m.created_at, m.tries,
    u.deleted_at = 0 AND u.email = m.email
	AND NOT (m.kind = 'verify' AND u.verified)
FROM mail m JOIN user u ON u.id = m.user_id
WHERE m.due_at <= :now ORDER BY m.due_at, m.id LIMIT :max;

-- name: mail_due_count(now int)
SELECT count(*) FROM mail WHERE due_at <= :now;

-- name: mail_lease(id int, until int)
UPDATE mail SET due_at = :until, tries = tries + 1 WHERE id = :id;

-- name: mail_later(id int, created int, due int)
UPDATE mail SET due_at = :due WHERE id = :id AND created_at = :created;

-- name: mail_end(id int, created int)
DELETE FROM mail WHERE id = :id AND created_at = :created;
