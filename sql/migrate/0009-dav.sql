-- What clients of CalDAV keep beside the tasks.

-- The name, UID and text that a client gave to a task or step.  All belong to the
-- series: when a repeating task is done, they go to its successor.
CREATE TABLE resource (
	id		BLOB PRIMARY KEY CHECK (length(id) = 16), -- of the task or step
	list_id		BLOB NOT NULL,
	name		TEXT,			-- NULL: the id, and .ics
	uid		TEXT,			-- NULL: the id
	text		BLOB,			-- as lib/ical/kept.h has it; NULL: none
	base		BLOB,			-- what the task said when it came
	zone		TEXT,			-- the time zone of who sent it
	zones		BLOB,			-- SHA-256 of each VTIMEZONE that it had
	parent		TEXT,			-- the UID of a task that it could be a
						-- step of, once that is there
	former		TEXT,			-- names that it had here before, a line
						-- each
	bytes		INTEGER NOT NULL DEFAULT 0, -- that it had
	over		INTEGER NOT NULL DEFAULT 0, -- the series has gone on: the
						-- changed occurrences in the text
						-- are over
	version		INTEGER NOT NULL DEFAULT 0 -- the stamp at which it came
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX resource_name ON resource (list_id, name);
CREATE UNIQUE INDEX resource_uid ON resource (list_id, uid);
CREATE INDEX resource_parent ON resource (list_id, parent)
    WHERE parent IS NOT NULL;

-- The VTIMEZONEs of the texts of a list, each once.
CREATE TABLE vtimezone (
	list_id		BLOB NOT NULL,
	hash		BLOB NOT NULL CHECK (length(hash) = 32),
	text		BLOB NOT NULL,
	uses		INTEGER NOT NULL,	-- how often texts have it
	PRIMARY KEY (list_id, hash)
) STRICT, WITHOUT ROWID;

-- What clients set on a list, for their user.
CREATE TABLE property (
	user_id		BLOB NOT NULL,
	list_id		BLOB NOT NULL,
	name		TEXT NOT NULL,		-- namespace, blank, name
	value		TEXT NOT NULL,		-- the element, as XML
	PRIMARY KEY (user_id, list_id, name)
) STRICT, WITHOUT ROWID;

-- The name under which a client made the list; NULL: its id.
ALTER TABLE access ADD COLUMN dav_name TEXT;
-- When the user's own tags on the list's tasks last changed.
ALTER TABLE access ADD COLUMN tags_at INTEGER NOT NULL DEFAULT 0;
-- The user's CATEGORIES in a text, which nobody else sees.
ALTER TABLE tag_set ADD COLUMN own BLOB;
-- The names of the resource that was moved away, a line each.
ALTER TABLE moved ADD COLUMN names TEXT;
