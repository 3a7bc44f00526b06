-- Who has done what to the accounts: each line for the user that it is about,
-- and for the administrators, whose scope is 16 zeros.

CREATE TABLE audit (
	scope		BLOB NOT NULL,
	at		INTEGER NOT NULL,	-- no other line's
	what		TEXT NOT NULL,		-- lib/core/user/audit.c
	user_id		BLOB NOT NULL,
	actor_id	BLOB,			-- NULL: docket-admin, or a stranger
	address		TEXT,			-- for AUDIT_ADDRESS_KEPT
	device		TEXT,			-- a User-Agent
	detail		TEXT NOT NULL,		-- a JSON object
	PRIMARY KEY (scope, at)
) STRICT, WITHOUT ROWID;
