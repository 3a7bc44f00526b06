-- constants lib/core/feed.h FEED_

-- Listings across lists, a page at a time.  Each list contributes at most a
-- page, from an index, and the result is the first page of them all.

-- By due date, those without one last; done and starred are -1 for either.  The
-- page begins after (due, at, rank); "~" is after every date.
-- name: task_due_page(user id, list id, any_list int, done int, starred int, mine int, from text, to text, due text, at id, rank text, count int)
WITH source AS MATERIALIZED (
	SELECT list_id, 0 AS done FROM access
	WHERE user_id = :user AND deleted_at = 0 AND :done <> 1
	    AND (:any_list <> 0 OR list_id = :list)
	UNION ALL
	SELECT list_id, 1 FROM access
	WHERE user_id = :user AND deleted_at = 0 AND :done <> 0
	    AND (:any_list <> 0 OR list_id = :list)
), page AS MATERIALIZED (
	SELECT t.id, t.due_date AS due, t.list_id, t.rank
	FROM source CROSS JOIN task t ON t.list_id = source.list_id
	    AND t.deleted_at = 0 AND t.rank IN (SELECT x.rank FROM task x
		WHERE x.list_id = source.list_id AND x.done = source.done
		    AND x.deleted_at = 0 AND x.due_date >= :from
		    AND x.due_date >= :due AND x.due_date <= :to
		    AND (x.due_date, x.list_id, x.rank) > (:due, :at, :rank)
		    AND :starred IN (-1, x.starred)
		    AND (:mine = 0 OR x.assignee_id = :user)
		ORDER BY x.due_date, x.rank LIMIT :count)
	UNION ALL
	SELECT t.id, '~', t.list_id, t.rank
	FROM source CROSS JOIN task t ON t.list_id = source.list_id
	    AND t.deleted_at = 0 AND t.rank IN (SELECT x.rank FROM task x
		WHERE x.list_id = source.list_id AND x.done = source.done
		    AND x.deleted_at = 0 AND x.due_date IS NULL AND :to = '~'
		    AND (:due < '~' OR (x.list_id, x.rank) > (:at, :rank))
		    AND :starred IN (-1, x.starred)
		    AND (:mine = 0 OR x.assignee_id = :user)
		ORDER BY x.rank LIMIT :count)
	ORDER BY 2, 3, 4 LIMIT :count
)
SELECT @task FROM page CROSS JOIN task t ON t.id = page.id
ORDER BY page.due, page.list_id, page.rank;

-- The same for tasks with one of the user's tags.  Their number is the bound.
-- name: task_tagged_page(user id, tag id, list id, any_list int, done int, starred int, mine int, from text, to text, due text, at id, rank text, count int)
WITH page AS MATERIALIZED (
	SELECT t.id, coalesce(t.due_date, '~') AS due, t.list_id, t.rank
	FROM tag g
	CROSS JOIN task_tag x ON x.user_id = :user AND x.tag_id = g.id
	CROSS JOIN task t ON t.id = x.task_id AND t.deleted_at = 0
	CROSS JOIN access a ON a.user_id = :user AND a.list_id = t.list_id
	    AND a.deleted_at = 0
	WHERE g.user_id = :user AND g.id = :tag AND g.deleted_at = 0
	    AND :done IN (-1, t.done) AND :starred IN (-1, t.starred)
	    AND (:mine = 0 OR t.assignee_id = :user)
	    AND (:any_list <> 0 OR t.list_id = :list)
	    AND coalesce(t.due_date, '~') BETWEEN :from AND :to
	    AND (coalesce(t.due_date, '~'), t.list_id, t.rank)
		> (:due, :at, :rank)
	ORDER BY 2, 3, 4 LIMIT :count
)
SELECT @task FROM page CROSS JOIN task t ON t.id = page.id
ORDER BY page.due, page.list_id, page.rank;

-- What a user can restore of the records deleted after :kept and before
-- :before, newest first.  Parts of a deleted task and contents of a deleted
-- list are restored with it.
-- name: trash_page(user id, kept int, before int, count int)
-- row: kind int, scope id, id id, deleted_at int
WITH reach AS MATERIALIZED (
	SELECT list_id, role = 'owner' AS own, max(:kept, CASE role
	    WHEN 'owner' THEN 0 ELSE joined_at END) AS since
	FROM access WHERE user_id = :user AND deleted_at = 0
), found AS (
	SELECT :FEED_LIST AS kind, a.user_id AS scope, a.list_id AS id,
	    a.deleted_at
	FROM access a JOIN list l ON l.id = a.list_id AND l.deleted_at > 0
	WHERE a.user_id = :user AND a.role = 'owner' AND a.deleted_at > :kept
	    AND a.deleted_at < :before
	UNION ALL
	SELECT :FEED_GROUP, user_id, id, deleted_at FROM list_group
	WHERE user_id = :user AND deleted_at > :kept AND deleted_at < :before
	UNION ALL
	SELECT :FEED_TAG, user_id, id, deleted_at FROM tag
	WHERE user_id = :user AND deleted_at > :kept AND deleted_at < :before
	UNION ALL
	SELECT :FEED_TASK, t.list_id, t.id, t.deleted_at
	FROM reach CROSS JOIN list l ON l.id = reach.list_id
	CROSS JOIN task t ON t.list_id = reach.list_id AND t.deleted_at IN (
	    SELECT x.deleted_at FROM task x
	    WHERE x.list_id = reach.list_id AND x.deleted_at < :before
		AND x.deleted_at > max(reach.since, l.kept_from)
	    ORDER BY x.deleted_at DESC LIMIT :count)
	UNION ALL
	SELECT f.kind, f.scope, f.id, f.gone
	FROM reach CROSS JOIN feed f ON f.scope = reach.list_id
	    AND f.stamp IN (SELECT x.stamp FROM feed x
	    WHERE x.scope = reach.list_id AND x.gone > 0 AND x.gone > reach.since
		AND x.gone < :before AND CASE x.kind
		WHEN :FEED_STEP THEN EXISTS (SELECT 1 FROM step p
		    JOIN task t ON t.id = p.task_id AND t.deleted_at = 0
		    WHERE p.id = x.id AND p.deleted_at > 0)
		ELSE EXISTS (SELECT 1 FROM attachment p
		    JOIN task t ON t.id = p.task_id AND t.deleted_at = 0
		    WHERE p.id = x.id AND p.deleted_at > 0
			AND (reach.own OR p.uploader_id = :user)) END
	    ORDER BY x.gone DESC LIMIT :count)
)
SELECT kind, scope, id, deleted_at FROM found
ORDER BY deleted_at DESC LIMIT :count;
