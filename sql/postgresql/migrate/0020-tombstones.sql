-- docket-cleanup finds tombstones by their stamps instead of reading every feed.
-- In `gone`: when a step or attachment was deleted that the trash lists; 1: any
-- other tombstone; 0: no tombstone.
UPDATE feed SET gone = 1 WHERE gone = 0 AND CASE kind
    WHEN 0 THEN EXISTS (SELECT 1 FROM list x WHERE x.id = feed.id
	AND x.owner_id = feed.scope AND x.deleted_at > 0)
    WHEN 1 THEN EXISTS (SELECT 1 FROM list_group x WHERE x.user_id = feed.scope
	AND x.id = feed.id AND x.deleted_at > 0)
    WHEN 2 THEN EXISTS (SELECT 1 FROM task x WHERE x.id = feed.id
	AND x.deleted_at > 0)
    WHEN 3 THEN true
    WHEN 4 THEN EXISTS (SELECT 1 FROM step x WHERE x.id = feed.id
	AND x.deleted_at > 0)
    WHEN 5 THEN EXISTS (SELECT 1 FROM tag x WHERE x.user_id = feed.scope
	AND x.id = feed.id AND x.deleted_at > 0)
    WHEN 7 THEN EXISTS (SELECT 1 FROM attachment x WHERE x.id = feed.id
	AND x.deleted_at > 0)
    WHEN 8 THEN EXISTS (SELECT 1 FROM my_day x WHERE x.user_id = feed.scope
	AND x.task_id = feed.id AND x.deleted_at > 0)
    WHEN 9 THEN EXISTS (SELECT 1 FROM access x WHERE x.user_id = feed.id
	AND x.list_id = feed.scope AND x.deleted_at > 0)
    WHEN 11 THEN EXISTS (SELECT 1 FROM setting x WHERE x.user_id = feed.scope
	AND x.id = feed.id AND x.deleted_at > 0)
    ELSE false END;
CREATE INDEX feed_over ON feed (stamp) WHERE gone > 0;

-- What docket-cleanup has done: contents of tombstones up to this stamp are
-- erased; how often a long rank was stored since all were shortened; when it last
-- compared all files with their rows.
ALTER TABLE state ADD COLUMN erased_to bigint NOT NULL DEFAULT 0;
ALTER TABLE state ADD COLUMN long_ranks bigint NOT NULL DEFAULT 1;
ALTER TABLE state ADD COLUMN files_at bigint NOT NULL DEFAULT 0;

-- PostgreSQL alone: writers of different lists work at the same time
-- (lib/db/postgresql/clocks.h).  Each write of a user changes the clock.
ALTER TABLE "user" ADD COLUMN clock bigint NOT NULL DEFAULT 0;
ALTER TABLE "user" SET (fillfactor = 50);
-- Empty: only its lock is used.
CREATE TABLE writers ();
CREATE SEQUENCE task_doc_next OWNED BY task.doc;
SELECT setval('task_doc_next', coalesce(max(doc), 0) + 1, false) FROM task;
CREATE SEQUENCE list_number_next OWNED BY list.number;
SELECT setval('list_number_next', coalesce(max(number), 0) + 1, false) FROM list;
