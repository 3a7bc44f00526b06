-- The words of tasks, for the search, in place of FTS5's index: a search reads
-- the words of the lists that the caller reaches, and nobody else's.
CREATE TABLE word (
	list		INTEGER NOT NULL,	-- its number
	word		TEXT NOT NULL,		-- folded
	doc		INTEGER NOT NULL,	-- the task's
	place		INTEGER NOT NULL,	-- 1 title, 2 steps, 4 notes
	PRIMARY KEY (list, word, doc)
) STRICT, WITHOUT ROWID;

-- Small numbers, since they stand beside each word.
ALTER TABLE list ADD COLUMN number INTEGER;
UPDATE list SET number = n.i
FROM (SELECT id, row_number() OVER (ORDER BY created_at) AS i FROM list) n
WHERE n.id = list.id;
CREATE UNIQUE INDEX list_number ON list (number);
UPDATE task SET doc = n.i FROM (SELECT id, row_number() OVER (ORDER BY doc)
    - (SELECT count(*) + 1 FROM task) AS i FROM task) n
WHERE n.id = task.id;

-- What a list holds: live tasks; and tombstones deleted after kept_from, of
-- which all is kept.  What a user's lists hold: bytes of text.
ALTER TABLE list ADD COLUMN tasks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE list ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE list ADD COLUMN kept_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN text INTEGER NOT NULL DEFAULT 0;
UPDATE list SET tasks = n.tasks, kept = n.kept
FROM (SELECT list_id, sum(deleted_at = 0) AS tasks, sum(deleted_at > 0) AS kept
    FROM task GROUP BY list_id) n
WHERE n.list_id = list.id;
UPDATE user SET text = n.text
FROM (SELECT l.owner_id, sum(length(CAST(t.title AS BLOB))
    + coalesce(length(CAST(t.notes AS BLOB)), 0)
    + coalesce((SELECT sum(length(CAST(title AS BLOB))) FROM step
	WHERE task_id = t.id), 0)) AS text
    FROM list l JOIN task t ON t.list_id = l.id GROUP BY l.owner_id) n
WHERE n.owner_id = user.id;

-- text_places() and text_tag_key() are C functions that migrations have.
INSERT INTO word (list, word, doc, place)
SELECT l.number, w.value ->> 0, t.doc, w.value ->> 1
FROM list l
JOIN task t ON t.list_id = l.id AND t.deleted_at = 0
JOIN json_each(text_places(t.title, (SELECT group_concat(title, char(10))
    FROM step WHERE task_id = t.id AND deleted_at = 0), t.notes)) w;
UPDATE tag SET search_key = text_tag_key(name) WHERE deleted_at = 0;
DROP TABLE task_text;
