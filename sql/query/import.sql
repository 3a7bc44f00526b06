-- Fields that only an import sets, of a record that it has just created.

-- name: import_group(user id, id id, rank text, created int) void
UPDATE list_group SET rank = :rank, created_at = :created
WHERE user_id = :user AND id = :id;

-- name: import_list(id id, created int) void
UPDATE list SET created_at = :created WHERE id = :id;

-- name: import_access(user id, list id, rank text) void
UPDATE access SET rank = :rank WHERE user_id = :user AND list_id = :list;

-- name: import_task(@task) void
UPDATE task SET rank = :rank, created_at = :created_at, notes_at = :notes_at,
    recurrence = :recurrence, rule = :rule,
    recurrence_from = :recurrence_from, rotation = :rotation,
    series_start = :series_start,
    completed_at = :completed_at, completed_by = :completed_by,
    created_by = :created_by
WHERE id = :id;

-- name: import_step(id id, rank text, created int) void
UPDATE step SET rank = :rank, created_at = :created WHERE id = :id;

-- name: import_attachment(id id, created int) void
UPDATE attachment SET created_at = :created WHERE id = :id;

-- Has a sibling that rank?

-- name: group_at_rank(user id, rank text, self id)
SELECT 1 FROM list_group WHERE user_id = :user AND deleted_at = 0
    AND rank = :rank AND id <> :self;

-- name: list_at_rank(user id, grp id, rank text, self id) unlimited
SELECT 1 FROM access WHERE user_id = :user AND deleted_at = 0
    AND group_id IS :grp AND rank = :rank AND list_id <> :self;

-- name: step_at_rank(task id, rank text)
SELECT 1 FROM step WHERE task_id = :task AND deleted_at = 0 AND rank = :rank;

-- name: step_tombstone(task id, id id)
SELECT stamp FROM step WHERE task_id = :task AND id = :id AND deleted_at > 0;

-- name: attachment_tombstone(task id, id id)
SELECT stamp FROM attachment
WHERE task_id = :task AND id = :id AND deleted_at > 0;

-- How an id is used: 1: by a live record that the user reaches, or that an import
-- is making for them; 0: otherwise.
-- name: used_task(user id, stage id, id id)
SELECT CASE WHEN t.deleted_at = 0 AND EXISTS (SELECT 1 FROM access a
    WHERE a.user_id IN (:user, :stage) AND a.list_id = t.list_id
	AND a.deleted_at = 0) THEN 1 ELSE 0 END
FROM task t WHERE t.id = :id;

-- name: used_list(user id, id id)
SELECT CASE WHEN deleted_at = 0 AND owner_id = :user THEN 1 ELSE 0 END
FROM list WHERE id = :id;

-- name: used_group(user id, id id)
SELECT CASE WHEN deleted_at = 0 THEN 1 ELSE 0 END FROM list_group
WHERE user_id = :user AND id = :id;

-- name: used_tag(user id, id id)
SELECT CASE WHEN deleted_at = 0 THEN 1 ELSE 0 END FROM tag
WHERE user_id = :user AND id = :id AND deleted_at <> 1;
