-- Ranks: places among siblings (core/order/order.h).

-- name: group_rank(user id, none id, id id)
SELECT rank FROM list_group WHERE user_id = :user AND id = :id
    AND deleted_at = 0 AND :none IS NULL;

-- name: group_rank_after(user id, none id, rank text, self id)
SELECT rank, id FROM list_group WHERE user_id = :user AND deleted_at = 0
    AND rank > :rank AND id IS NOT :self AND :none IS NULL
ORDER BY rank LIMIT 1;

-- name: group_rank_before(user id, none id, rank text, self id)
SELECT rank, id FROM list_group WHERE user_id = :user AND deleted_at = 0
    AND rank < :rank AND id IS NOT :self AND :none IS NULL
ORDER BY rank DESC LIMIT 1;

-- Ranks of a user's lists in a group (or in none).

-- name: list_rank(user id, grp id, list id)
SELECT rank FROM access WHERE user_id = :user AND list_id = :list
    AND deleted_at = 0 AND group_id IS :grp;

-- name: list_rank_after(user id, grp id, rank text, self id) unlimited
SELECT rank, list_id FROM access WHERE user_id = :user
    AND deleted_at = 0 AND group_id IS :grp AND rank > :rank
    AND list_id IS NOT :self
ORDER BY rank LIMIT 1;

-- name: list_rank_before(user id, grp id, rank text, self id) unlimited
SELECT rank, list_id FROM access WHERE user_id = :user
    AND deleted_at = 0 AND group_id IS :grp AND rank < :rank
    AND list_id IS NOT :self
ORDER BY rank DESC LIMIT 1;

-- name: step_rank(task id, none id, step id)
SELECT rank FROM step WHERE id = :step AND task_id = :task
    AND deleted_at = 0 AND :none IS NULL;

-- name: step_rank_after(task id, none id, rank text, self id)
SELECT rank, id FROM step WHERE task_id = :task AND deleted_at = 0
    AND rank > :rank AND id IS NOT :self AND :none IS NULL
ORDER BY rank LIMIT 1;

-- name: step_rank_before(task id, none id, rank text, self id)
SELECT rank, id FROM step WHERE task_id = :task AND deleted_at = 0
    AND rank < :rank AND id IS NOT :self AND :none IS NULL
ORDER BY rank DESC LIMIT 1;

-- name: task_rank(list id, none id, task id)
SELECT rank FROM task WHERE id = :task AND list_id = :list
    AND deleted_at = 0 AND :none IS NULL;

-- name: task_rank_after(list id, none id, rank text, self id)
SELECT rank, id FROM task WHERE list_id = :list AND deleted_at = 0
    AND rank > :rank AND id IS NOT :self AND :none IS NULL
ORDER BY rank LIMIT 1;

-- name: task_rank_before(list id, none id, rank text, self id)
SELECT rank, id FROM task WHERE list_id = :list AND deleted_at = 0
    AND rank < :rank AND id IS NOT :self AND :none IS NULL
ORDER BY rank DESC LIMIT 1;
