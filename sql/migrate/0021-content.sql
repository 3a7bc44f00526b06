-- Attachments' bytes, if the setting `files` is `database`: in pieces, by the id of
-- the upload that brought them.
CREATE TABLE content (
	sha256		BLOB PRIMARY KEY CHECK (length(sha256) = 32),
	id		BLOB NOT NULL,
	size		INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE content_piece (
	id		BLOB NOT NULL,
	n		INTEGER NOT NULL,
	data		BLOB NOT NULL,
	PRIMARY KEY (id, n)
) STRICT;
-- Uploads that have not ended, or were cut off within a day: so few that they need
-- no index, whose definition each CGI program would have to parse.  sha256: what
-- they bring to a store outside the database.
CREATE TABLE content_upload (
	id		BLOB PRIMARY KEY CHECK (length(id) = 16),
	sha256		BLOB,
	begun_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
