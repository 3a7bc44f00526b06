-- What PostgreSQL says in words of its own (sql/Postgresql.pm translates the
-- rest): each replaces the statement of that name in sql/query.

-- name: state_version()
SELECT version FROM schema_version;

-- name: lease_clock(ticks int)
SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)
WHERE CAST(:ticks AS bigint) IS NOT NULL;

-- name: state_last_stamp()
SELECT greatest(last_stamp, (SELECT max(clock) FROM user))
FROM state WHERE id = 1;

-- name: check_last_stamp()
SELECT max(stamp) > (SELECT greatest(last_stamp,
    (SELECT max(clock) FROM user)) FROM state WHERE id = 1)
FROM feed WHERE scope > x'';

-- name: word_add(list int, doc int, words text)
INSERT INTO word (list, word, doc, place)
SELECT :list, value ->> 0, :doc, CAST(value ->> 1 AS bigint)
FROM json_array_elements(CAST(:words AS json)) AS each (value)
ON CONFLICT (list, word, doc) DO UPDATE SET place = excluded.place;

-- name: word_remove(list int, doc int, words text)
DELETE FROM word WHERE list = :list AND doc = :doc
    AND word IN (SELECT value ->> 0
	FROM json_array_elements(CAST(:words AS json)) AS each (value));

-- name: search_found(user id, found text, count int)
WITH best AS MATERIALIZED (
	SELECT t.id, CAST(f.value ->> 1 AS bigint) AS score
	FROM json_array_elements(CAST(:found AS json)) AS f (value)
	JOIN task t ON t.doc = CAST(f.value ->> 0 AS bigint)
	    AND t.deleted_at = 0
	JOIN access a ON a.list_id = t.list_id AND a.user_id = :user
	    AND a.deleted_at = 0
	ORDER BY score DESC, t.done, t.stamp DESC LIMIT :count
)
SELECT @task FROM best JOIN task t ON t.id = best.id
ORDER BY best.score DESC, t.done, t.stamp DESC;

-- name: session_unconfirm_all(user id)
UPDATE credential SET data = x'0000000000000000' || substr(data, 9)
WHERE user_id = :user AND kind = 'session' AND data IS NOT NULL;
