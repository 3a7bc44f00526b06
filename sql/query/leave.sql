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

-- name: leave_properties(user id) void
DELETE FROM property WHERE user_id = :user;
