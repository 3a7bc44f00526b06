-- Access tokens with scopes, and room for further ways of signing in.

CREATE TABLE credential_was AS SELECT * FROM credential;
DROP TABLE credential;

-- Secrets, by their hash alone: sessions, access tokens, resets of passwords,
-- verifications of addresses, codes for a new address, which is the name, links to
-- feeds, and recovery codes.  Passkeys and identities of other services are not secret: their
-- hash is of kind, NUL and value, so that no secret can have it.  used: a value that
-- works once.
CREATE TABLE credential (
	hash		BLOB PRIMARY KEY CHECK (length(hash) = 32),
	id		BLOB NOT NULL,
	user_id		BLOB NOT NULL REFERENCES user (id),
	kind		TEXT NOT NULL CHECK (kind IN
	    ('session', 'token', 'reset', 'verify', 'email', 'feed', 'passkey',
	    'recovery', 'identity', 'used')),
	name		TEXT,
	token		INTEGER NOT NULL,	-- lib/core/user/token.h; 0: no token
	lists		BLOB,			-- the ids of those that it is limited to
	client		TEXT,			-- that used it last; NULL: none has
	data		BLOB,			-- what its kind needs besides
	created_at	INTEGER NOT NULL,
	used_at		INTEGER NOT NULL,
	expires_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO credential (hash, id, user_id, kind, name, token, created_at,
    used_at, expires_at)
SELECT hash, id, user_id, kind, name, CASE WHEN kind <> 'token' THEN 0
    WHEN read_only <> 0 THEN 1 ELSE 2 END, created_at, used_at, expires_at
FROM credential_was;
DROP TABLE credential_was;
CREATE INDEX credential_user ON credential (user_id, kind, created_at);

ALTER TABLE user ADD COLUMN flags INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN totp BLOB;
ALTER TABLE user ADD COLUMN quota INTEGER;
ALTER TABLE user ADD COLUMN invited_by BLOB;
