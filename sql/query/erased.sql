-- Since when something is erased in a list: clients with an older stamp
-- must start over.

-- The contents of a deleted task are erased, including attachments and My Day
-- entries, whose tombstone is the task's.
-- name: list_erased_with(task id) void
UPDATE list SET erased_since = max(erased_since, (
    SELECT deleted_at FROM task WHERE id = :task))
WHERE id = (SELECT list_id FROM task WHERE id = :task)
    AND (EXISTS (SELECT 1 FROM attachment WHERE task_id = :task)
    OR EXISTS (SELECT 1 FROM my_day WHERE task_id = :task));

-- The same for the lists that the task was moved away from: their tombstone of
-- the task stands for its attachments and My Day entries.
-- name: list_erased_moved(task id) void
UPDATE list SET erased_since = max(erased_since, v.stamp)
FROM (SELECT list_id, stamp FROM moved WHERE task_id = :task) AS v
WHERE list.id = v.list_id
    AND (EXISTS (SELECT 1 FROM attachment WHERE task_id = :task)
    OR EXISTS (SELECT 1 FROM my_day WHERE task_id = :task));

-- name: list_erased_whole(list id) void
UPDATE list SET erased_since = max(erased_since, (
    SELECT coalesce(max(lost_at), 0) FROM access WHERE list_id = :list))
WHERE id = :list;

-- Has something been erased since then in a list that the user can or could
-- reach?
-- name: list_erased_since(user id, since int)
SELECT 1 FROM access a JOIN list l ON l.id = a.list_id
    AND l.erased_since > :since
WHERE a.user_id = :user LIMIT 1;
