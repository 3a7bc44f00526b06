-- Invitations that are sent by mail.
ALTER TABLE invitation ADD COLUMN email_key TEXT; -- good for that address alone

CREATE TABLE mail_was AS SELECT * FROM mail;
DROP TABLE mail;
CREATE TABLE mail (
	id		INTEGER PRIMARY KEY,
	user_id		BLOB NOT NULL REFERENCES user (id),
	kind		TEXT NOT NULL
	    CHECK (kind IN ('verify', 'reset', 'invite', 'email',
		'email-asked', 'email-tried', 'password-changed',
		'password-changed-tokens-kept', 'totp-on', 'totp-off',
		'totp-removed', 'recovery-code-used', 'codes-refused',
		'passkey-added', 'passkey-removed', 'identity-added',
		'identity-removed', 'invitation')),
	email		TEXT NOT NULL,		-- the address it goes to
	created_at	INTEGER NOT NULL,
	due_at		INTEGER NOT NULL,
	tries		INTEGER NOT NULL,
	over_at		INTEGER NOT NULL DEFAULT 9223372036854775807, -- not sent after
						-- that: its offer has expired
	leased_until	INTEGER NOT NULL DEFAULT 0, -- core/notify/lease.h
	code_hash	BLOB			-- of the invitation that it brings
) STRICT;
INSERT INTO mail (id, user_id, kind, email, created_at, due_at, tries, over_at,
    leased_until)
SELECT id, user_id, kind, email, created_at, due_at, tries, over_at,
    leased_until
FROM mail_was;
DROP TABLE mail_was;
CREATE INDEX mail_user ON mail (user_id, kind);
CREATE INDEX mail_due ON mail (due_at);
CREATE INDEX mail_over ON mail (over_at);
