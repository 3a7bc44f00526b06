-- Viewers: who reads a list and changes nothing on it.

CREATE TABLE access_was AS SELECT * FROM access;
DROP TABLE access;

-- Who reaches a list, its owner as well, and where each files it.
CREATE TABLE access (
	user_id		BLOB NOT NULL REFERENCES user (id),
	list_id		BLOB NOT NULL REFERENCES list (id),
	role		TEXT NOT NULL CHECK (role IN
	    ('owner', 'member', 'viewer')),
	group_id	BLOB,
	rank		TEXT NOT NULL,
	joined_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,	-- of filing, gain, loss and role
	member_stamp	INTEGER NOT NULL,	-- of what other members see; of an
						-- owner, 0 unless they were one
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	gained_at	INTEGER NOT NULL DEFAULT 0, -- the stamp at which all of the
						-- list is in the user's feed
	lost_at		INTEGER NOT NULL DEFAULT 0, -- the last loss, also after the
						-- list was gained again
	invited		INTEGER NOT NULL DEFAULT 0, -- accepted an invitation
	left_at		INTEGER NOT NULL DEFAULT 0, -- left by themselves: only an
						-- invitation brings them back
	was_group	BLOB,			-- before the group was deleted or
						-- the list lost
	PRIMARY KEY (user_id, list_id)
) STRICT, WITHOUT ROWID;
INSERT INTO access SELECT * FROM access_was;
DROP TABLE access_was;
CREATE INDEX access_list ON access (list_id, deleted_at, user_id);

ALTER TABLE invitation ADD COLUMN role TEXT NOT NULL DEFAULT 'member';
