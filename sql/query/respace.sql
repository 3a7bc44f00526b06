-- Ranks that grew long: found by their list or user, read with their siblings
-- in order, and set.
-- record sibling core/order/respace.h: id id, rank text, stamp int
-- record list_sibling of sibling core/order/respace.h: list_id AS id id,
--	rank text, stamp int

-- name: respace_task_find(list id, len int)
SELECT list_id FROM task
WHERE list_id = :list AND deleted_at = 0 AND length(rank) > :len LIMIT 1;

-- name: respace_step_find(list id, len int)
SELECT s.task_id FROM task t
JOIN step s ON s.task_id = t.id AND s.deleted_at = 0
    AND length(s.rank) > :len
WHERE t.list_id = :list AND t.deleted_at = 0 LIMIT 1;

-- name: respace_group_find(user id, len int)
SELECT user_id FROM list_group
WHERE user_id = :user AND deleted_at = 0 AND length(rank) > :len LIMIT 1;

-- The place of a list is its group, or the user's id for no group.
-- name: respace_list_find(user id, len int) unlimited
SELECT coalesce(group_id, user_id) FROM access
WHERE user_id = :user AND deleted_at = 0 AND length(rank) > :len LIMIT 1;

-- name: respace_task_all(scope id, place id)
SELECT @sibling FROM task
WHERE list_id = :place AND deleted_at = 0 AND :scope IS NOT NULL ORDER BY rank;

-- name: respace_step_all(scope id, place id)
SELECT @sibling FROM step
WHERE task_id = :place AND deleted_at = 0 AND :scope IS NOT NULL ORDER BY rank;

-- name: respace_group_all(scope id, place id)
SELECT @sibling FROM list_group
WHERE user_id = :scope AND deleted_at = 0 AND :place IS NOT NULL ORDER BY rank;

-- name: respace_list_all(scope id, place id)
SELECT @list_sibling FROM access
WHERE user_id = :scope AND deleted_at = 0
    AND coalesce(group_id, user_id) = :place ORDER BY rank;

-- name: respace_task_set(scope id, id id, rank text, stamp int)
UPDATE task SET rank = :rank, stamp = :stamp
WHERE id = :id AND list_id = :scope;

-- name: respace_step_set(scope id, id id, rank text, stamp int)
UPDATE step SET rank = :rank, stamp = :stamp
WHERE id = :id AND :scope IS NOT NULL;

-- name: respace_group_set(scope id, id id, rank text, stamp int)
UPDATE list_group SET rank = :rank, stamp = :stamp
WHERE user_id = :scope AND id = :id;

-- name: respace_list_set(scope id, id id, rank text, stamp int)
UPDATE access SET rank = :rank, stamp = :stamp
WHERE user_id = :scope AND list_id = :id;
