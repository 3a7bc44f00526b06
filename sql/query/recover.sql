-- constants lib/core/feed.h FEED_

-- One list or one user, from a backup into the service (core/batch/recover.h).
-- The first statements read the backup; they name their records in an order in
-- which these can be created.

-- record recoverable core/batch/recover.h: l.id id, l.owner_id id, u.email text,
--	l.tasks int

-- The live lists of that id or title; of one owner, if that is not NULL.
-- name: recover_named(list id, title text, owner id)
SELECT @recoverable FROM list l JOIN user u ON u.id = l.owner_id
WHERE l.id > x'' AND l.deleted_at = 0 AND (l.id = :list OR l.title = :title)
    AND (:owner IS NULL OR l.owner_id = :owner)
ORDER BY l.id;

-- name: recover_list(list id)
SELECT @list FROM list l JOIN user o ON o.id = l.owner_id
JOIN access a ON a.user_id = l.owner_id AND a.list_id = l.id
WHERE l.id = :list AND l.deleted_at = 0;

-- name: recover_owned(user id)
-- row: list_id id
SELECT list_id FROM access
WHERE user_id = :user AND deleted_at = 0 AND role = 'owner' ORDER BY list_id;

-- All that the user reached: a list of theirs may be another's now.
-- name: recover_memberships(user id)
-- row: list_id id, role text, invited bool, group_id id
SELECT a.list_id, CASE a.role WHEN 'viewer' THEN a.role ELSE 'member' END
    AS role, a.invited, a.group_id FROM access a
WHERE a.user_id = :user AND a.deleted_at = 0
ORDER BY a.list_id;

-- name: recover_groups(user id)
SELECT @group FROM list_group WHERE user_id = :user AND deleted_at = 0
ORDER BY id;

-- name: recover_tags(user id)
SELECT @tag FROM tag WHERE user_id = :user AND deleted_at = 0 ORDER BY id;

-- name: recover_settings(user id)
SELECT @client_setting FROM setting s
WHERE s.user_id = :user AND s.deleted_at = 0 ORDER BY s.id;

-- name: recover_members(list id)
-- row: user_id id, email text, role text, invited bool, group_id id
SELECT a.user_id, u.email, a.role, a.invited, a.group_id FROM access a
JOIN user u ON u.id = a.user_id
WHERE a.list_id = :list AND a.deleted_at = 0 AND a.role <> 'owner'
ORDER BY a.user_id;

-- name: recover_tasks(list id)
SELECT @task FROM task t
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank;

-- name: recover_steps(list id)
SELECT @step FROM task t JOIN step s ON s.task_id = t.id AND s.deleted_at = 0
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank, s.rank;

-- name: recover_files(list id)
SELECT @attachment FROM task t
JOIN attachment f ON f.task_id = t.id AND f.deleted_at = 0
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank, f.id;

-- name: recover_my_day(list id)
-- row: user_id id, task_id id, added_on text
SELECT m.user_id, m.task_id, m.added_on FROM task t
JOIN my_day m ON m.task_id = t.id AND m.deleted_at = 0
WHERE t.list_id = :list AND t.deleted_at = 0 ORDER BY t.rank, m.user_id;

-- A row for each tag of each set, set by set.
-- name: recover_tag_sets(list id)
-- row: user_id id, task_id id, tag_id id, name text, own bytes
SELECT x.user_id, x.task_id, g.id AS tag_id, g.name, s.own FROM task t
JOIN task_tag x ON x.task_id = t.id
LEFT JOIN tag_set s ON s.task_id = t.id AND s.user_id = x.user_id
JOIN tag g ON g.user_id = x.user_id AND g.id = x.tag_id AND g.deleted_at = 0
WHERE t.list_id = :list AND t.deleted_at = 0
ORDER BY t.rank, x.user_id, x.tag_id;

-- The tasks, then the steps, that a client knows by a name, a UID or a text.
-- name: recover_texts(list id)
-- row: id id, task_id id
SELECT r.id, t.id AS task_id FROM task t JOIN resource r ON r.id = t.id
WHERE t.list_id = :list AND t.deleted_at = 0
UNION ALL
SELECT r.id, t.id FROM task t
JOIN step s ON s.task_id = t.id AND s.deleted_at = 0
JOIN resource r ON r.id = s.id
WHERE t.list_id = :list AND t.deleted_at = 0;

-- name: recover_collections(list id)
-- row: user_id id, dav_name text
SELECT user_id, dav_name FROM access
WHERE list_id = :list AND deleted_at = 0 ORDER BY user_id;

-- What a recovery writes in addition to an import.

-- name: recover_task(@task) void
UPDATE task SET created_by = :created_by, completed_by = :completed_by,
    series_start = :series_start, reminder_by = :reminder_by
WHERE id = :id;

-- Adds a user who was removed or is unknown, without sessions and tokens.
-- name: recover_user(@user) void
INSERT INTO user (id, email, email_key, display_name, password, verified,
    time_zone, auto_delete_at, reminders, assignments, created_at)
VALUES (:id, :email, lower(:email), :display_name, :password, :verified,
    :time_zone, nullif(:auto_delete_at, 0), :reminders, :assignments,
    :created_at)
ON CONFLICT (id) DO UPDATE SET email = excluded.email,
    email_key = excluded.email_key, display_name = excluded.display_name,
    password = excluded.password, verified = excluded.verified,
    time_zone = excluded.time_zone, auto_delete_at = excluded.auto_delete_at,
    reminders = excluded.reminders, assignments = excluded.assignments,
    disabled = 0, deleted_at = 0;

-- Puts the accesses that ended with the account into the feed again, which was
-- removed with the account.
-- name: recover_ended(user id) void
INSERT INTO feed (scope, stamp, kind, id)
SELECT user_id, stamp, :FEED_LIST, list_id FROM access
WHERE user_id = :user AND deleted_at > 0
ON CONFLICT DO NOTHING;

-- When a user was removed; no row if they were not.
-- name: recover_removed(user id)
SELECT deleted_at FROM user WHERE id = :user AND deleted_at > 0;

-- A membership that ended at that time or after, without their leaving.
-- name: recover_lost(user id, list id, since int)
SELECT 1 FROM access
WHERE user_id = :user AND list_id = :list AND deleted_at >= :since
    AND left_at = 0;
