-- Attachments' bytes, if the setting `files` is `database`: in pieces, by the id of
-- the upload that brought them.
CREATE TABLE content (
	sha256		bytea PRIMARY KEY CHECK (length(sha256) = 32),
	id		bytea NOT NULL,
	size		bigint NOT NULL
);
CREATE TABLE content_piece (
	id		bytea NOT NULL,
	n		bigint NOT NULL,
	data		bytea NOT NULL,
	PRIMARY KEY (id, n)
);
-- Most files are compressed already.
ALTER TABLE content_piece ALTER COLUMN data SET STORAGE EXTERNAL;
-- Uploads that have not ended, or were cut off within a day: so few that they need
-- no index, whose definition each CGI program would have to parse.  sha256: what
-- they bring to a store outside the database.
CREATE TABLE content_upload (
	id		bytea PRIMARY KEY CHECK (length(id) = 16),
	sha256		bytea,
	begun_at	bigint NOT NULL
);
