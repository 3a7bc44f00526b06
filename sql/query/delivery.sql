-- Deliveries.  Due rows are found by their time; each statement processes at
-- most :max rows.

-- What is due and older than :oldest is never sent.  It is left to
-- docket-cleanup, which trusts the clock only if it is near that of its last run:
-- by a clock that is a year ahead, all reminders of that year are too old.

-- The time by which leases are judged (core/notify/lease.h).
-- name: lease_clock(ticks int)
SELECT :ticks;

-- What was put off by a clock that was ahead: nothing waits longer than until
-- :ahead.
-- name: delivery_recall(now int, ahead int) void
UPDATE delivery SET next_at = max(due_at, :now) WHERE next_at > :ahead;

-- A delivery for each device of each recipient of a due notice: a reminder is
-- for the task's assignee or, without one, for everybody who can reach the
-- list.
-- name: delivery_plan(now int, oldest int, max int) void
INSERT INTO delivery (user_id, subscription_id, task_id, kind, due_at, next_at,
    tries)
SELECT s.user_id, s.id, due.task_id, due.kind, due.due_at, due.due_at, 0
FROM (SELECT task_id, kind, user_id, due_at FROM notice
    WHERE due_at > :oldest AND due_at <= :now
    ORDER BY due_at, task_id, kind, user_id LIMIT :max) due
JOIN task t ON t.id = due.task_id
JOIN access a ON a.list_id = t.list_id AND a.deleted_at = 0
    AND (a.user_id = t.assignee_id
	OR (due.kind = 'reminder' AND t.assignee_id IS NULL))
    AND (due.kind = 'reminder' OR a.user_id = due.user_id)
JOIN push_subscription s ON s.user_id = a.user_id
WHERE true
ON CONFLICT (user_id, subscription_id, task_id, kind) DO UPDATE
    SET due_at = excluded.due_at, next_at = excluded.next_at, tries = 0,
	leased_until = 0;

-- name: notice_planned(now int, oldest int, max int)
DELETE FROM notice WHERE (task_id, kind, user_id) IN (
    SELECT task_id, kind, user_id FROM notice
    WHERE due_at > :oldest AND due_at <= :now
    ORDER BY due_at, task_id, kind, user_id LIMIT :max);

-- When the next notice or delivery is due.
-- name: delivery_next(oldest int)
SELECT at FROM (
    SELECT * FROM (SELECT due_at AS at FROM notice WHERE due_at > :oldest
    ORDER BY due_at LIMIT 1) AS planned
    UNION ALL SELECT * FROM (
	SELECT next_at FROM delivery WHERE next_at > :oldest ORDER BY next_at LIMIT 1)
	AS sent) AS found
ORDER BY at LIMIT 1;

-- Is anything queued?
-- name: delivery_any()
SELECT 1 FROM delivery WHERE next_at > 0 LIMIT 1;

-- name: delivery_drop(max int) void
DELETE FROM delivery WHERE (user_id, subscription_id, task_id, kind) IN (
    SELECT user_id, subscription_id, task_id, kind FROM delivery
    WHERE next_at > 0 ORDER BY next_at LIMIT :max);

-- name: delivery_lease_taken(lease int)
SELECT 1 FROM delivery WHERE next_at = :lease LIMIT 1;

-- name: delivery_lease(now int, oldest int, lease int, over int, most int, max int)
UPDATE delivery SET next_at = :lease, leased_until = :most, tries = tries + 1
WHERE (user_id, subscription_id, task_id, kind) IN (
    SELECT user_id, subscription_id, task_id, kind FROM delivery
    WHERE next_at > :oldest AND next_at <= :now
	AND (leased_until <= :over OR leased_until > :most)
    ORDER BY next_at LIMIT :max);

-- What was just claimed, and whether it is still wanted: the task is open, its
-- reminder or assignee unchanged, its list within the user's reach, the
-- notification enabled, and the device's session valid.
-- name: delivery_leased(lease int, now int, oldest int)
-- row: user_id id, subscription_id id, task_id id, kind text, due_at int,
--	tries int, list_id id, title text, due_date text, due_time text, reminder_at int,
--	endpoint text, p256dh text, auth text, email text, wanted bool
SELECT d.user_id, d.subscription_id, d.task_id, d.kind, d.due_at, d.tries,
    t.list_id, t.title, t.due_date, t.due_time, t.reminder_at,
    s.endpoint, s.p256dh, s.auth, u.email,
    d.due_at > :oldest AND t.done = 0 AND t.deleted_at = 0
	AND u.deleted_at = 0 AND a.user_id IS NOT NULL
	AND CASE d.kind WHEN 'reminder'
	    THEN u.reminders <> 0 AND t.reminder_at = d.due_at
		AND coalesce(t.assignee_id, d.user_id) = d.user_id
	    ELSE u.assignments <> 0 AND t.assignee_id IS d.user_id END
	AND (s.credential_id = d.user_id OR EXISTS (
	    SELECT 1 FROM credential c WHERE c.user_id = d.user_id
		AND c.kind IN ('session', 'token')
		AND c.id = s.credential_id AND c.expires_at > :now)) AS wanted
FROM delivery d
JOIN push_subscription s ON s.user_id = d.user_id AND s.id = d.subscription_id
JOIN user u ON u.id = d.user_id
LEFT JOIN task t ON t.id = d.task_id
LEFT JOIN access a ON a.user_id = d.user_id AND a.list_id = t.list_id
    AND a.deleted_at = 0
WHERE d.next_at = :lease;

-- Removes a finished delivery, unless it was planned again for another time.
-- name: delivery_remove(user id, subscription id, task id, kind text, due int) void
DELETE FROM delivery WHERE user_id = :user AND subscription_id = :subscription
    AND task_id = :task AND kind = :kind AND due_at = :due;

-- name: delivery_later(user id, subscription id, task id, kind text, due int, next int) void
UPDATE delivery SET next_at = :next, leased_until = 0 WHERE user_id = :user
    AND subscription_id = :subscription AND task_id = :task AND kind = :kind
    AND due_at = :due;

-- name: subscription_taken(user id, id id) void
UPDATE push_subscription SET refusals = 0
WHERE user_id = :user AND id = :id AND refusals > 0;

-- name: subscription_refused(user id, id id) void
UPDATE push_subscription SET refusals = refusals + 1
WHERE user_id = :user AND id = :id;

-- name: subscription_end_refused(user id, id id, refusals int)
DELETE FROM push_subscription
WHERE user_id = :user AND id = :id AND refusals >= :refusals;

-- name: subscription_any()
SELECT 1 FROM push_subscription WHERE user_id > x'' LIMIT 1;
