-- record tombstone core/batch/cleanup.h: f.stamp int, f.kind int, f.scope id,
--	f.id id, f.stamp <= :remove AS remove bool

-- For docket-cleanup.  It finds what is due by indexes, a page at a time, and
-- changes it in short transactions.

-- name: state_refused_at()
SELECT refused_at FROM state WHERE id = 1;

-- name: state_set_refused_at(now int) void
UPDATE state SET refused_at = :now WHERE id = 1;

-- Users with something that may be due; number: when they switched the deletion
-- of completed tasks on, or 0.
-- name: cleanup_users(after id, now int, sessions int, max int)
-- row: id id, number int
SELECT u.id, coalesce(u.auto_delete_at, 0) AS number FROM user u
WHERE u.id > coalesce(:after, x'') AND u.deleted_at = 0
    AND (u.auto_delete_at > 0
    OR EXISTS (SELECT 1 FROM credential c WHERE c.user_id = u.id
	AND c.expires_at <= CASE c.kind WHEN 'session' THEN :sessions
	ELSE :now END)
    OR EXISTS (SELECT 1 FROM signed_in s WHERE s.user_id = u.id
	AND s.at <= :sessions)
    OR EXISTS (SELECT 1 FROM push_subscription s WHERE s.user_id = u.id
	AND s.credential_id <> u.id AND NOT EXISTS (SELECT 1 FROM credential c
	    WHERE c.user_id = u.id AND c.id = s.credential_id
		AND c.expires_at > :now))
    OR EXISTS (SELECT 1 FROM tag g WHERE g.user_id = u.id
	AND g.pending IS NOT NULL))
ORDER BY u.id LIMIT :max;

-- All of them, for their ranks.
-- name: cleanup_ranked_users(after id, max int)
-- row: id id, number int
SELECT id, 0 AS number FROM user
WHERE id > coalesce(:after, x'') AND deleted_at = 0 ORDER BY id LIMIT :max;

-- name: cleanup_ranked_lists(after id, max int)
-- row: id id, number int
SELECT id, 0 AS number FROM list
WHERE id > coalesce(:after, x'') AND deleted_at = 0 ORDER BY id LIMIT :max;

-- Done before that time; if it is not known when, the last change counts.
-- name: cleanup_completed(user id, before int)
-- row: id id
SELECT t.id FROM access a
JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
    AND t.done = 1
    AND coalesce(nullif(t.completed_at, 0), t.stamp) <= :before
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner';

-- Users who have lost a list, or view one.
-- name: cleanup_limited_users(after id, max int)
-- row: id id, number int
SELECT u.id, 0 AS number FROM user u
WHERE u.id > coalesce(:after, x'') AND u.deleted_at = 0
    AND EXISTS (SELECT 1 FROM access a WHERE a.user_id = u.id
	AND (a.deleted_at > 0 OR a.role = 'viewer'))
ORDER BY u.id LIMIT :max;

-- The lists that a user has lost, or views, and where they have assignments or turns.
-- name: cleanup_unassigned(user id, name text)
-- row: list_id id
SELECT a.list_id FROM access a
JOIN list l ON l.id = a.list_id AND l.deleted_at = 0
WHERE a.user_id = :user AND (a.deleted_at > 0 OR a.role = 'viewer')
    AND (EXISTS (SELECT 1 FROM task t WHERE t.list_id = a.list_id
	AND t.deleted_at = 0 AND t.assignee_id = a.user_id)
    OR EXISTS (SELECT 1 FROM task t WHERE t.list_id = a.list_id
	AND t.deleted_at = 0 AND t.rotation IS NOT NULL
	AND t.rotation LIKE '%' || :name || '%'));

-- Tombstones of these stamps that must be erased or removed, but of the first stamp
-- only those of later scopes.  The row of a
-- deleted list is that of its owner.
-- name: cleanup_over(first int, scope id, until int, remove int, max int)
SELECT @tombstone FROM feed f
WHERE f.gone > 0 AND (f.stamp, f.scope) > (:first, coalesce(:scope, x''))
    AND f.stamp <= :until AND CASE f.kind
    WHEN :FEED_LIST THEN EXISTS (SELECT 1 FROM list l WHERE l.id = f.id
	AND l.owner_id = f.scope AND l.deleted_at > 0)
    WHEN :FEED_GROUP THEN EXISTS (SELECT 1 FROM list_group g
	WHERE g.user_id = f.scope AND g.id = f.id AND g.deleted_at > 0
	AND (f.stamp <= :remove OR g.title <> '(deleted)'))
    WHEN :FEED_TASK THEN EXISTS (SELECT 1 FROM task t WHERE t.id = f.id
	AND t.deleted_at > 0 AND (f.stamp <= :remove OR t.title <> '(deleted)'
	    OR t.notes IS NOT NULL OR t.due_date IS NOT NULL))
    WHEN :FEED_MOVED THEN f.stamp <= :remove
    WHEN :FEED_STEP THEN EXISTS (SELECT 1 FROM step s WHERE s.id = f.id
	AND s.deleted_at > 0
	AND (f.stamp <= :remove OR s.title <> '(deleted)'))
    WHEN :FEED_TAG THEN EXISTS (SELECT 1 FROM tag g
	WHERE g.user_id = f.scope AND g.id = f.id AND g.deleted_at > 0
	AND (f.stamp <= :remove OR g.name <> '(deleted)'))
    WHEN :FEED_ATTACHMENT THEN EXISTS (SELECT 1 FROM attachment x
	WHERE x.id = f.id AND x.deleted_at > 0
	AND (f.stamp <= :remove OR x.sha256 <> zeroblob(32)))
    WHEN :FEED_MY_DAY THEN f.stamp <= :remove AND EXISTS (
	SELECT 1 FROM my_day m WHERE m.user_id = f.scope AND m.task_id = f.id
	AND m.deleted_at > 0)
    WHEN :FEED_MEMBER THEN f.stamp <= :remove AND EXISTS (SELECT 1
	FROM access a WHERE a.user_id = f.id AND a.list_id = f.scope
	AND (a.deleted_at > 0 OR a.role = 'owner'))
    WHEN :FEED_SETTING THEN f.stamp <= :remove AND EXISTS (
	SELECT 1 FROM setting s WHERE s.user_id = f.scope AND s.id = f.id
	AND s.deleted_at > 0)
END
ORDER BY f.stamp, f.scope LIMIT :max;

-- name: task_erase(list id, task id)
UPDATE task SET title = '(deleted)', notes = NULL, due_date = NULL,
    assignee_id = NULL, reminder_at = 0, reminder_by = NULL,
    recurrence = NULL, series_start = NULL, successor_id = NULL,
    due_time = NULL, due_zone = NULL, rule = NULL, recurrence_from = 'due',
    rotation = NULL, ended = NULL
WHERE id = :task AND list_id = :list AND deleted_at > 0;

-- name: step_erase(scope id, id id)
UPDATE step SET title = '(deleted)' WHERE id = :id AND deleted_at > 0 AND :scope IS NOT NULL;

-- name: step_remove(scope id, id id)
DELETE FROM step WHERE id = :id AND deleted_at > 0 AND :scope IS NOT NULL;

-- The file becomes an orphan, which is removed later.
-- name: attachment_erase(scope id, id id)
UPDATE attachment SET filename = '(deleted)', sha256 = zeroblob(32)
WHERE id = :id AND deleted_at > 0 AND :scope IS NOT NULL;

-- name: attachment_remove(scope id, id id)
DELETE FROM attachment WHERE id = :id AND deleted_at > 0 AND :scope IS NOT NULL;

-- name: group_erase(user id, id id)
UPDATE list_group SET title = '(deleted)'
WHERE user_id = :user AND id = :id AND deleted_at > 0;

-- name: group_remove(user id, id id)
DELETE FROM list_group WHERE user_id = :user AND id = :id AND deleted_at > 0;

-- name: tag_erase(user id, id id)
UPDATE tag SET name = '(deleted)', search_key = ''
WHERE user_id = :user AND id = :id AND deleted_at > 0;

-- name: tag_remove(user id, id id)
DELETE FROM tag WHERE user_id = :user AND id = :id AND deleted_at > 0;

-- name: my_day_remove(user id, task id)
DELETE FROM my_day
WHERE user_id = :user AND task_id = :task AND deleted_at > 0;

-- name: access_ended(user id, list id)
SELECT stamp FROM access
WHERE user_id = :user AND list_id = :list AND deleted_at > 0;

-- Who was a member before they became the owner.
-- name: access_forget_member(user id, list id) void
UPDATE access SET member_stamp = 0
WHERE user_id = :user AND list_id = :list AND role = 'owner';

-- name: access_remove(user id, list id)
DELETE FROM access
WHERE user_id = :user AND list_id = :list AND deleted_at > 0;

-- The contents of a deleted list.
-- name: list_tasks(list id, max int)
-- row: id id
SELECT id FROM task WHERE list_id = :list LIMIT :max;

-- name: list_moved(list id, max int)
-- row: task_id id
SELECT task_id FROM moved WHERE list_id = :list LIMIT :max;

-- name: list_feed_remove(list id, max int)
DELETE FROM feed WHERE scope = :list AND stamp IN (
    SELECT stamp FROM feed WHERE scope = :list LIMIT :max);

-- name: list_left(list id)
SELECT 1 FROM feed WHERE scope = :list
UNION ALL SELECT 1 FROM task WHERE list_id = :list
UNION ALL SELECT 1 FROM moved WHERE list_id = :list
UNION ALL SELECT 1 FROM list WHERE id = :list AND title <> '(deleted)'
LIMIT 1;

-- name: list_erase(list id) void
UPDATE list SET title = '(deleted)'
WHERE id = :list AND deleted_at > 0 AND title <> '(deleted)';

-- name: list_accesses(list id, max int)
-- row: user_id id, stamp int
SELECT user_id, stamp FROM access WHERE list_id = :list
ORDER BY role LIMIT :max;

-- name: list_remove(list id) void
DELETE FROM list WHERE id = :list AND deleted_at > 0;

-- A tombstone of that stamp is removed: clients with an older since would miss
-- it, and must start over.
-- name: state_expire(since int) void
UPDATE state SET oldest_since = :since
WHERE id = 1 AND oldest_since < :since;

-- Expired rows of all users.

-- name: answer_expired(before int)
SELECT count(*) FROM answer WHERE created_at <= :before;

-- name: answer_expire(before int, max int)
DELETE FROM answer WHERE (user_id, key) IN (
    SELECT user_id, key FROM answer WHERE created_at <= :before LIMIT :max);

-- name: attempt_expired(before int)
SELECT count(*) FROM attempt WHERE key > '' AND changed_at <= :before;

-- name: attempt_expire(before int, max int)
DELETE FROM attempt WHERE key IN (SELECT key FROM attempt
    WHERE key > '' AND changed_at <= :before LIMIT :max);

-- name: notice_expired(before int)
SELECT count(*) FROM notice WHERE due_at <= :before;

-- name: notice_expire(before int, max int)
DELETE FROM notice WHERE (task_id, kind, user_id) IN (
    SELECT task_id, kind, user_id FROM notice WHERE due_at <= :before
    LIMIT :max);

-- name: delivery_expired(before int)
SELECT count(*) FROM delivery WHERE next_at <= :before;

-- name: delivery_expire(before int, max int)
DELETE FROM delivery WHERE (user_id, subscription_id, task_id, kind) IN (
    SELECT user_id, subscription_id, task_id, kind FROM delivery
    WHERE next_at <= :before LIMIT :max);

-- name: mail_expired(before int)
SELECT count(*) FROM mail WHERE over_at <= :before;

-- name: mail_expire(before int, max int)
DELETE FROM mail WHERE id IN (
    SELECT id FROM mail WHERE over_at <= :before LIMIT :max);

-- Expired secrets of a user, and devices of expired sessions.

-- Expired sessions are kept for longer, to recognize the device.
-- name: credential_expired(user id, now int, sessions int)
SELECT count(*) FROM credential WHERE user_id = :user
    AND expires_at <= CASE kind WHEN 'session' THEN :sessions ELSE :now END;

-- name: credential_expire(user id, now int, sessions int)
DELETE FROM credential WHERE user_id = :user
    AND expires_at <= CASE kind WHEN 'session' THEN :sessions ELSE :now END;

-- name: signed_in_expired(user id, before int)
SELECT count(*) FROM signed_in WHERE user_id = :user AND at <= :before;

-- name: signed_in_expire(user id, before int)
DELETE FROM signed_in WHERE user_id = :user AND at <= :before;
