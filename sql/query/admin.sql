-- For docket-admin: statistics, and checks that should find nothing.  They scan
-- whole tables by their keys.

-- Every record and every row of the feed: by kind, how many records have no row
-- at their stamp, and how many rows no record.  The accesses of a deleted user
-- need none, nor does a deleted list with its members: docket-cleanup removes
-- their rows before it removes them.
-- name: check_feed()
-- row: kind int, unfed int, stray int
WITH record (kind, scope, stamp, id) AS (
    SELECT :FEED_LIST, a.user_id, a.stamp, a.list_id FROM access a
    JOIN user u ON u.id = a.user_id
    WHERE a.user_id > x'' AND (u.deleted_at = 0 OR EXISTS (
	SELECT 1 FROM feed f WHERE f.scope = a.user_id AND f.stamp = a.stamp))
    UNION ALL SELECT :FEED_LIST, l.id, l.stamp, l.id FROM list l
    WHERE l.id > x'' AND (l.deleted_at = 0 OR EXISTS (
	SELECT 1 FROM feed f WHERE f.scope = l.id AND f.stamp = l.stamp))
    UNION ALL SELECT :FEED_GROUP, g.user_id, g.stamp, g.id FROM list_group g
    WHERE g.user_id > x''
    UNION ALL SELECT :FEED_TASK, t.list_id, t.stamp, t.id FROM task t
    WHERE t.list_id > x''
    UNION ALL SELECT :FEED_MOVED, v.list_id, v.stamp, v.task_id FROM moved v
    WHERE v.list_id > x''
    UNION ALL SELECT :FEED_STEP, t.list_id, s.stamp, s.id
    FROM step s JOIN task t ON t.id = s.task_id WHERE s.task_id > x''
    UNION ALL SELECT :FEED_TAG, g.user_id, g.stamp, g.id FROM tag g
    WHERE g.user_id > x''
    UNION ALL SELECT :FEED_TAG_SET, s.user_id, s.stamp, s.task_id
    FROM tag_set s WHERE s.task_id > x''
    UNION ALL SELECT :FEED_ATTACHMENT, t.list_id, x.stamp, x.id
    FROM attachment x JOIN task t ON t.id = x.task_id WHERE x.task_id > x''
    UNION ALL SELECT :FEED_MY_DAY, m.user_id, m.stamp, m.task_id FROM my_day m
    WHERE m.user_id > x''
    UNION ALL SELECT :FEED_MEMBER, a.list_id, a.member_stamp, a.user_id
    FROM access a JOIN list l ON l.id = a.list_id
    WHERE a.user_id > x'' AND a.member_stamp > 0 AND (l.deleted_at = 0 OR EXISTS (
	SELECT 1 FROM feed f WHERE f.scope = l.id AND f.stamp = a.member_stamp))
    UNION ALL SELECT :FEED_ME, u.id, u.stamp, u.id FROM user u
    WHERE u.id > x'' AND u.deleted_at = 0
    UNION ALL SELECT :FEED_SETTING, s.user_id, s.stamp, s.id FROM setting s
    WHERE s.user_id > x'')
SELECT kind, sum(record) - sum(matched) AS unfed,
    sum(1 - record) - sum(matched) AS stray
FROM (
    SELECT r.kind AS kind, 1 AS record, (SELECT count(*) FROM feed f
	WHERE f.scope = r.scope AND f.stamp = r.stamp AND f.kind = r.kind
	AND f.id = r.id) AS matched FROM record r
    UNION ALL SELECT kind, 0, 0 FROM feed WHERE scope > x'') AS found
GROUP BY kind ORDER BY kind;

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

-- The plus keeps SQLite 3.46 from reading the whole index on list_id.
-- name: stats_shared()
SELECT count(DISTINCT +list_id) FROM access
WHERE user_id > x'' AND deleted_at = 0 AND role <> 'owner';

-- name: stats_open()
SELECT count(*) FROM task WHERE list_id > x'' AND deleted_at = 0 AND done = 0;

-- name: stats_done()
SELECT count(*) FROM task WHERE list_id > x'' AND deleted_at = 0 AND done <> 0;

-- name: stats_deleted()
SELECT count(*) FROM task WHERE list_id > x'' AND deleted_at > 0;

-- name: stats_steps()
SELECT count(*) FROM step WHERE task_id > x'' AND deleted_at = 0;

-- name: stats_attachments()
SELECT count(*) FROM attachment WHERE sha256 > x'' AND deleted_at = 0;

-- name: stats_attachment_bytes()
SELECT coalesce(sum(size), 0) FROM (
    SELECT DISTINCT sha256, size FROM attachment
    WHERE sha256 > zeroblob(32)) AS found;

-- name: stats_sessions(now int)
SELECT count(*) FROM credential
WHERE hash > x'' AND kind = 'session' AND expires_at > :now;

-- name: stats_factor()
SELECT count(*) FROM user
WHERE id > x'' AND deleted_at = 0 AND flags & 5 <> 0;

-- name: stats_tokens_read(now int)
SELECT count(*) FROM credential WHERE hash > x'' AND kind = 'token'
    AND expires_at > :now AND token & 1 <> 0;

-- name: stats_tokens_write(now int)
SELECT count(*) FROM credential WHERE hash > x'' AND kind = 'token'
    AND expires_at > :now AND token & 2 <> 0;

-- name: stats_tokens_add(now int)
SELECT count(*) FROM credential WHERE hash > x'' AND kind = 'token'
    AND expires_at > :now AND token & 4 <> 0;

-- name: stats_tokens_dav(now int)
SELECT count(*) FROM credential WHERE hash > x'' AND kind = 'token'
    AND expires_at > :now AND token & 8 <> 0;

-- name: stats_tokens_unused(now int)
SELECT count(*) FROM credential WHERE hash > x'' AND kind = 'token'
    AND expires_at > :now AND used_at = 0;

-- name: stats_subscriptions()
SELECT count(*) FROM push_subscription WHERE user_id > x'';

-- name: stats_notices()
SELECT count(*) FROM notice WHERE due_at > 0;

-- name: stats_deliveries()
SELECT count(*) FROM delivery WHERE next_at > 0;

-- name: stats_mails()
SELECT count(*) FROM mail WHERE id > 0;

-- Due before that time, and not planned or sent yet; without those that are over
-- a day late, which are never sent.
-- name: stats_late(before int)
SELECT (SELECT count(*) FROM notice
    WHERE due_at > :before - 86400000000 AND due_at < :before)
    + (SELECT count(*) FROM delivery
    WHERE next_at > :before - 86400000000 AND next_at < :before);

-- name: stats_mails_late(before int)
SELECT count(*) FROM mail
WHERE over_at > :before + 3600000000 AND created_at < :before;
