-- What a user has imported in the last 30 days, so that they can undo it.
CREATE TABLE import (
	user_id		BLOB NOT NULL,		-- until it is complete, a placeholder
	id		BLOB NOT NULL CHECK (length(id) = 16),
	created_at	INTEGER NOT NULL,
	format		TEXT NOT NULL,
	filename	TEXT NOT NULL,
	counts		TEXT NOT NULL,		-- JSON, as are these:
	lists		TEXT NOT NULL,
	reasons		TEXT NOT NULL,
	columns		TEXT,
	PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_created ON import (created_at);

-- The records that an import has made, each with the stamp that it, or the last of
-- its parts, had then.
CREATE TABLE import_made (
	import_id	BLOB NOT NULL,
	kind		INTEGER NOT NULL,	-- enum feed_kind
	id		BLOB NOT NULL,
	stamp		INTEGER NOT NULL,
	PRIMARY KEY (import_id, kind, id)
) STRICT, WITHOUT ROWID;
