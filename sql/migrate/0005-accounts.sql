-- The code in a mail is made as the mail is sent, so that none is ever stored.
CREATE TABLE mail_new (
	id		INTEGER PRIMARY KEY,
	user_id		BLOB NOT NULL REFERENCES user (id),
	kind		TEXT NOT NULL
	    CHECK (kind IN ('verify', 'reset', 'invite', 'email',
		'email-asked', 'email-tried', 'password-changed',
		'password-changed-tokens-kept')),
	email		TEXT NOT NULL,		-- whom it goes to
	created_at	INTEGER NOT NULL,
	due_at		INTEGER NOT NULL,
	tries		INTEGER NOT NULL
) STRICT;
INSERT INTO mail_new SELECT id, user_id, kind, email, created_at, due_at, tries
FROM mail;
DROP TABLE mail;
ALTER TABLE mail_new RENAME TO mail;
CREATE INDEX mail_user ON mail (user_id, kind);
CREATE INDEX mail_due ON mail (due_at);

-- A code for a new address is a credential, too; its name is the address.
CREATE TABLE credential_new (
	hash		BLOB PRIMARY KEY CHECK (length(hash) = 32),
	id		BLOB NOT NULL,
	user_id		BLOB NOT NULL REFERENCES user (id),
	kind		TEXT NOT NULL CHECK (kind IN
	    ('session', 'token', 'reset', 'verify', 'email')),
	name		TEXT,
	read_only	INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	used_at		INTEGER NOT NULL,
	expires_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO credential_new SELECT hash, id, user_id, kind, name, read_only,
    created_at, used_at, expires_at FROM credential;
DROP TABLE credential;
ALTER TABLE credential_new RENAME TO credential;
CREATE INDEX credential_user ON credential (user_id, kind, created_at);

-- Where a user has signed in from: others' wrong guesses do not lock that out.
CREATE TABLE signed_in (
	user_id		BLOB NOT NULL REFERENCES user (id),
	address		TEXT NOT NULL,		-- as attempts are counted by
	at		INTEGER NOT NULL,
	PRIMARY KEY (user_id, address)
) STRICT, WITHOUT ROWID;

-- A disabled user cannot sign in, nor use what they signed in with before.
ALTER TABLE user ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN signed_in_at INTEGER NOT NULL DEFAULT 0;

-- The oldest answers of a user are found without reading the others.
CREATE INDEX answer_user ON answer (user_id, created_at);
