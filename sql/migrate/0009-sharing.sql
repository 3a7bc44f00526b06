-- Whether a member came by an invitation that they accepted, and when they left
-- by themselves: then only an invitation brings them back.
ALTER TABLE access ADD COLUMN invited INTEGER NOT NULL DEFAULT 0;
ALTER TABLE access ADD COLUMN left_at INTEGER NOT NULL DEFAULT 0;
-- Where a list was filed before its group was deleted or the list was lost, so
-- that restoring the one or the other files it there again.
ALTER TABLE access ADD COLUMN was_group BLOB;

-- A link by which people join a list; of its code the hash alone.
CREATE TABLE invitation (
	list_id		BLOB NOT NULL REFERENCES list (id),
	id		BLOB NOT NULL,
	hash		BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
	created_at	INTEGER NOT NULL,
	expires_at	INTEGER NOT NULL,
	PRIMARY KEY (list_id, id)
) STRICT, WITHOUT ROWID;
