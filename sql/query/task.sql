-- record plain_task of task core/task/task.h: t.id id, t.list_id id,
--	t.rank text, t.title text, t.done bool, t.starred bool,
--	t.due_date text, t.notes text, t.notes_at int, t.assignee_id id,
--	t.reminder_at int, t.recurrence text, t.created_at int, t.stamp int,
--	t.completed_at int, t.due_time text, t.due_zone text, t.rule text,
--	t.recurrence_from text, t.rotation text

-- The columns of a task that an export needs.
-- record exported_task of task: @plain_task, t.series_start text

-- What an answer has; people who no longer exist are NULL.
-- record shown_task of task: @plain_task,
--	CASE WHEN t.created_by IS NOT NULL THEN (SELECT id FROM user
--	WHERE id = t.created_by AND deleted_at = 0) END AS created_by id,
--	CASE WHEN t.completed_by IS NOT NULL THEN (SELECT id FROM user
--	WHERE id = t.completed_by AND deleted_at = 0) END AS completed_by id

-- record task core/task/task.h: @shown_task, t.series_start text,
--	t.deleted_at int, t.reminder_by id, t.successor_id id,
--	t.successor_stamp int, t.doc int, t.ended text

-- For a user who reaches it: do they only view it?
-- record reached_task of task core/task/task.h: @task,
--	CASE a.role WHEN 'viewer' THEN 1 ELSE 0 END AS viewed bool

-- name: task_get(user id, list id, task id)
SELECT @reached_task FROM task t
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE t.id = :task AND t.list_id = :list AND t.deleted_at = 0;

-- A deleted task that still has its contents.
-- name: task_deleted(user id, list id, task id, since int)
SELECT @reached_task FROM task t
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
JOIN list l ON l.id = t.list_id AND t.deleted_at > l.kept_from
WHERE t.id = :task AND t.list_id = :list AND t.deleted_at > :since
    AND (a.role = 'owner' OR t.deleted_at > a.joined_at);

-- Of any list that the user can reach, live or not: for the feed and the trash.
-- A member does not see what was deleted before they joined.
-- name: task_any(user id, task id)
SELECT @task FROM task t
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE t.id = :task AND (t.deleted_at = 0 OR a.role = 'owner'
    OR t.deleted_at > a.joined_at);

-- Live or not, if the user could already reach its list before that stamp.
-- name: task_seen(user id, task id, at int)
SELECT @task FROM task t
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0 AND a.gained_at < :at
WHERE t.id = :task AND (t.deleted_at = 0 OR t.deleted_at > a.gained_at);

-- Live, of any list that the user can reach: for parts of a task.
-- name: task_reach(user id, task id)
SELECT @reached_task FROM task t
JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
    AND a.deleted_at = 0
WHERE t.id = :task AND t.deleted_at = 0;

-- Without access: for the rules, never for an answer.
-- name: task_by_id(task id)
SELECT @task FROM task t WHERE t.id = :task;

-- name: task_page(list id, rank text, count int)
SELECT @shown_task FROM task t
WHERE t.list_id = :list AND t.deleted_at = 0 AND t.rank > :rank
ORDER BY t.rank LIMIT :count;

-- name: task_add(@task) void
INSERT INTO task (list_id, rank, id, title, done, starred, due_date, notes,
    notes_at, assignee_id, reminder_at, reminder_by, recurrence, series_start,
    created_at, created_by, stamp, completed_at, completed_by,
    due_time, due_zone, rule, recurrence_from, rotation, successor_stamp, doc)
VALUES (:list_id, :rank, :id, :title, :done, :starred, :due_date, :notes,
    :notes_at, :assignee_id, :reminder_at, :reminder_by, :recurrence,
    :series_start, :created_at, :created_by, :stamp, :completed_at,
    :completed_by, :due_time, :due_zone, :rule, :recurrence_from, :rotation,
    0, (SELECT coalesce(max(doc), 0) + 1 FROM task));

-- Changes everything except the place in a list, so that the indexes on id and
-- doc need no update.
-- name: task_set(@task) void
UPDATE task SET title = :title, done = :done, starred = :starred,
    due_date = :due_date, due_time = :due_time, due_zone = :due_zone,
    rule = :rule, recurrence_from = :recurrence_from, rotation = :rotation,
    ended = :ended, notes = :notes, notes_at = :notes_at,
    assignee_id = :assignee_id, reminder_at = :reminder_at,
    reminder_by = :reminder_by, recurrence = :recurrence,
    series_start = :series_start, stamp = :stamp,
    completed_at = :completed_at, completed_by = :completed_by,
    successor_id = :successor_id, successor_stamp = :successor_stamp
WHERE id = :id;

-- name: task_set_place(@task) void
UPDATE task SET list_id = :list_id, deleted_at = :deleted_at, rank = :rank,
    assignee_id = :assignee_id, rotation = :rotation, stamp = :stamp
WHERE id = :id;

-- name: task_remove(task id) void
DELETE FROM task WHERE id = :task;

-- Tasks of a list that are assigned to one user, or that they take turns at.
-- name: task_assigned(list id, user id, name text, max int)
SELECT @task FROM task t WHERE t.id IN (
    SELECT id FROM task WHERE list_id = :list AND deleted_at = 0
	AND assignee_id = :user
    UNION SELECT id FROM task WHERE list_id = :list AND deleted_at = 0
	AND rotation IS NOT NULL AND rotation LIKE '%' || :name || '%'
    LIMIT :max);

-- Did anything of the task change after that stamp?
-- name: task_touched(task id, stamp int)
SELECT 1 FROM task WHERE id = :task AND (stamp > :stamp OR deleted_at > 0)
UNION ALL
SELECT 1 FROM step WHERE task_id = :task AND stamp > :stamp
UNION ALL
SELECT 1 FROM attachment WHERE task_id = :task AND stamp > :stamp
UNION ALL
SELECT 1 FROM tag_set WHERE task_id = :task AND stamp > :stamp
LIMIT 1;

-- Done tasks of the lists a user owns, for the cleanup they ask for.
-- name: task_completed(user id, max int)
SELECT @task FROM access a
JOIN task t ON t.list_id = a.list_id AND t.deleted_at = 0
    AND t.done <> 0
WHERE a.user_id = :user AND a.deleted_at = 0 AND a.role = 'owner'
LIMIT :max;

-- name: task_at_rank(list id, rank text)
SELECT 1 FROM task WHERE list_id = :list AND deleted_at = 0 AND rank = :rank;

-- The rows that a task's parts have in feeds: scope and stamp.
-- name: task_feed_rows(task id)
-- row: list_id id, stamp int
SELECT t.list_id, s.stamp FROM step s JOIN task t ON t.id = s.task_id
WHERE s.task_id = :task
UNION ALL
SELECT t.list_id, f.stamp FROM attachment f JOIN task t ON t.id = f.task_id
WHERE f.task_id = :task
UNION ALL
SELECT user_id, stamp FROM tag_set WHERE task_id = :task
UNION ALL
SELECT user_id, stamp FROM my_day WHERE task_id = :task;

-- The done tasks of a day, and what each was followed by.
-- name: task_done_on(list id, day text)
-- row: successor_id id
SELECT successor_id FROM task WHERE list_id = :list AND deleted_at = 0
    AND done <> 0 AND due_date = :day AND successor_id IS NOT NULL;

-- name: task_successor(task id)
SELECT successor_id FROM task WHERE id = :task;

-- When it was made, and done.
-- name: task_set_times(task id, created int, completed int) void
UPDATE task SET created_at = :created, completed_at = :completed
WHERE id = :task;
