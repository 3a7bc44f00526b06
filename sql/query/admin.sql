-- For docket-admin: statistics, and checks that should find nothing.  They scan
-- whole tables by their keys.

-- name: check_tasks()
SELECT count(*) FROM task t WHERE t.list_id > x'' AND NOT EXISTS (
    SELECT 1 FROM feed f WHERE f.scope = t.list_id AND f.stamp = t.stamp
	AND f.kind = :FEED_TASK AND f.id = t.id);

-- name: check_steps()
SELECT count(*) FROM step s JOIN task t ON t.id = s.task_id
WHERE s.task_id > x'' AND NOT EXISTS (
    SELECT 1 FROM feed f WHERE f.scope = t.list_id AND f.stamp = s.stamp
	AND f.kind = :FEED_STEP AND f.id = s.id);

-- name: check_attachments()
SELECT count(*) FROM attachment a JOIN task t ON t.id = a.task_id
WHERE a.task_id > x'' AND NOT EXISTS (
    SELECT 1 FROM feed f WHERE f.scope = t.list_id AND f.stamp = a.stamp
	AND f.kind = :FEED_ATTACHMENT AND f.id = a.id);

-- name: check_tags()
SELECT count(*) FROM tag t WHERE t.user_id > x'' AND NOT EXISTS (
    SELECT 1 FROM feed f WHERE f.scope = t.user_id AND f.stamp = t.stamp
	AND f.kind = :FEED_TAG AND f.id = t.id);

-- name: check_groups()
SELECT count(*) FROM list_group g WHERE g.user_id > x'' AND NOT EXISTS (
    SELECT 1 FROM feed f WHERE f.scope = g.user_id AND f.stamp = g.stamp
	AND f.kind = :FEED_GROUP AND f.id = g.id);

-- name: check_accesses()
SELECT count(*) FROM access a JOIN user u ON u.id = a.user_id
    AND u.deleted_at = 0
WHERE a.user_id > x'' AND NOT EXISTS (
    SELECT 1 FROM feed f WHERE f.scope = a.user_id AND f.stamp = a.stamp
	AND f.kind = :FEED_LIST AND f.id = a.list_id);

-- name: check_last_stamp()
SELECT max(stamp) > (SELECT last_stamp FROM state WHERE id = 1) FROM feed
WHERE scope > x'';

-- name: attachment_contents(after bytes, max int)
-- row: sha256 bytes, size int
SELECT DISTINCT sha256, size FROM attachment
WHERE sha256 > :after ORDER BY sha256 LIMIT :max;

-- name: state_cleaned_at()
SELECT cleaned_at FROM state WHERE id = 1;

-- name: stats_users()
SELECT count(*) FROM user WHERE id > x'' AND deleted_at = 0;

-- name: stats_lists()
SELECT count(*) FROM list WHERE id > x'' AND deleted_at = 0;

-- name: stats_shared()
SELECT count(DISTINCT list_id) FROM access
WHERE user_id > x'' AND deleted_at = 0 AND role = 'member';

-- name: stats_open()
SELECT count(*) FROM task WHERE list_id > x'' AND deleted_at = 0 AND NOT done;

-- name: stats_done()
SELECT count(*) FROM task WHERE list_id > x'' AND deleted_at = 0 AND done;

-- name: stats_deleted()
SELECT count(*) FROM task WHERE list_id > x'' AND deleted_at > 0;

-- name: stats_steps()
SELECT count(*) FROM step WHERE task_id > x'' AND deleted_at = 0;

-- name: stats_attachments()
SELECT count(*) FROM attachment WHERE sha256 > x'' AND deleted_at = 0;

-- name: stats_attachment_bytes()
SELECT coalesce(sum(size), 0) FROM (
    SELECT DISTINCT sha256, size FROM attachment
    WHERE sha256 > zeroblob(32));

-- name: stats_sessions(now int)
SELECT count(*) FROM credential
WHERE hash > x'' AND kind = 'session' AND expires_at > :now;

-- name: stats_subscriptions()
SELECT count(*) FROM push_subscription WHERE user_id > x'';

-- name: stats_notices()
SELECT count(*) FROM notice WHERE due_at > 0;

-- name: stats_deliveries()
SELECT count(*) FROM delivery WHERE next_at > 0;

-- name: stats_mails()
SELECT count(*) FROM mail WHERE id > 0;

-- Due before that time, to be planned or to be sent.
-- name: stats_late(before int)
SELECT (SELECT count(*) FROM notice WHERE due_at < :before)
    + (SELECT count(*) FROM delivery WHERE next_at < :before);

-- name: stats_mails_late(before int)
SELECT count(*) FROM mail WHERE id > 0 AND created_at < :before;
