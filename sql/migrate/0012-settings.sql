-- What a user's clients keep for themselves.  id is made of the key (UUIDv5), for
-- the feed; a tombstone's value is NULL.
CREATE TABLE setting (
	user_id		BLOB NOT NULL REFERENCES user (id),
	id		BLOB NOT NULL CHECK (length(id) = 16),
	key		TEXT NOT NULL,
	value		TEXT,
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;

-- Users are in their own feeds.
ALTER TABLE user ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
UPDATE user SET stamp = n.i + (SELECT last_stamp FROM state)
FROM (SELECT id, row_number() OVER (ORDER BY id) AS i FROM user
    WHERE deleted_at = 0) AS n
WHERE n.id = user.id;
INSERT INTO feed (scope, stamp, kind, id)
SELECT id, stamp, 10, id FROM user WHERE deleted_at = 0;
UPDATE state SET last_stamp = max(last_stamp,
    (SELECT coalesce(max(stamp), 0) FROM user));
