-- The first schema.  Identifiers are the 16 bytes of a UUID, stamps are
-- microseconds since 1970, days are texts YYYY-MM-DD.  A stamp is given once
-- in the whole database.  deleted_at is 0 for what is live, so that it can
-- stand in a key.  Each object costs every CGI request some microseconds of
-- parsing: a table or index has to earn its place.

-- One row: what the whole database has one of.
CREATE TABLE state (
	id		INTEGER PRIMARY KEY CHECK (id = 1),
	last_stamp	INTEGER NOT NULL,	-- the last stamp given
	oldest_since	INTEGER NOT NULL,	-- an older since is expired
	reminded_at	INTEGER NOT NULL,	-- the reminder program's last run
	vapid_public	TEXT,			-- the key push services know us by
	vapid_private	TEXT
) STRICT;
INSERT INTO state VALUES (1, 0, 0, 0, NULL, NULL);

CREATE TABLE user (
	id		BLOB PRIMARY KEY CHECK (length(id) = 16),
	email		TEXT NOT NULL,
	email_key	TEXT NOT NULL UNIQUE,	-- ASCII letters lowered
	display_name	TEXT NOT NULL,
	password	TEXT,			-- NULL: no sign-in by password
	verified	INTEGER NOT NULL,
	time_zone	TEXT NOT NULL,
	auto_delete_at	INTEGER,		-- since when; NULL: off
	reminders	INTEGER NOT NULL,	-- wants them pushed
	assignments	INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0 -- a husk, for what refers to it
) STRICT, WITHOUT ROWID;

-- Secrets, by their hash alone: sessions, access tokens, resets of passwords,
-- verifications of addresses.
CREATE TABLE credential (
	hash		BLOB PRIMARY KEY CHECK (length(hash) = 32),
	id		BLOB NOT NULL,
	user_id		BLOB NOT NULL REFERENCES user (id),
	kind		TEXT NOT NULL
	    CHECK (kind IN ('session', 'token', 'reset', 'verify')),
	name		TEXT,
	read_only	INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	used_at		INTEGER NOT NULL,
	expires_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX credential_user ON credential (user_id, kind, created_at);

-- Failed attempts, counted per address and account.
CREATE TABLE attempt (
	key		TEXT PRIMARY KEY,
	failures	INTEGER NOT NULL,
	changed_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Mails to be sent.
CREATE TABLE mail (
	id		INTEGER PRIMARY KEY,
	user_id		BLOB NOT NULL REFERENCES user (id),
	kind		TEXT NOT NULL
	    CHECK (kind IN ('verify', 'reset', 'password-changed')),
	secret		TEXT,			-- what the link carries
	created_at	INTEGER NOT NULL,
	due_at		INTEGER NOT NULL,
	tries		INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_user ON mail (user_id, kind);

CREATE TABLE list (
	id		BLOB PRIMARY KEY CHECK (length(id) = 16),
	owner_id	BLOB NOT NULL REFERENCES user (id),
	title		TEXT NOT NULL,
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Who reaches a list, the owner too, and where each files it.
CREATE TABLE access (
	user_id		BLOB NOT NULL REFERENCES user (id),
	list_id		BLOB NOT NULL REFERENCES list (id),
	role		TEXT NOT NULL CHECK (role IN ('owner', 'member')),
	group_id	BLOB,
	rank		TEXT NOT NULL,
	joined_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,	-- of filing, gain and loss
	member_stamp	INTEGER NOT NULL,	-- of what other members see
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, list_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX access_list ON access (list_id, deleted_at, user_id);

CREATE TABLE list_group (
	user_id		BLOB NOT NULL REFERENCES user (id),
	id		BLOB NOT NULL CHECK (length(id) = 16),
	title		TEXT NOT NULL,
	rank		TEXT NOT NULL,
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;

-- Tasks lie beside their neighbours in the list, in rank order; the key also
-- keeps two live tasks from sharing a rank.
CREATE TABLE task (
	list_id		BLOB NOT NULL REFERENCES list (id),
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	rank		TEXT NOT NULL,
	id		BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
	title		TEXT NOT NULL,
	done		INTEGER NOT NULL,
	starred		INTEGER NOT NULL,
	due_date	TEXT,
	notes		TEXT,
	notes_at	INTEGER NOT NULL,	-- 0: notes never changed
	assignee_id	BLOB REFERENCES user (id),
	reminder_at	INTEGER NOT NULL,	-- 0: none
	reminder_by	BLOB,			-- who set it: their time zone
	recurrence	TEXT,
	series_start	TEXT,			-- the day the series began on
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	completed_at	INTEGER NOT NULL,	-- 0: open
	successor_id	BLOB,			-- made when this was done
	successor_stamp	INTEGER NOT NULL,	-- last stamp of its making
	doc		INTEGER NOT NULL UNIQUE, -- its row in task_text
	PRIMARY KEY (list_id, deleted_at, rank)
) STRICT, WITHOUT ROWID;

-- Where a task was moved away from: its tombstone in that list.
CREATE TABLE moved (
	list_id		BLOB NOT NULL,
	task_id		BLOB NOT NULL,
	rank		TEXT NOT NULL,
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	PRIMARY KEY (list_id, task_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE step (
	task_id		BLOB NOT NULL REFERENCES task (id),
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	rank		TEXT NOT NULL,
	id		BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
	title		TEXT NOT NULL,
	done		INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	PRIMARY KEY (task_id, deleted_at, rank)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag (
	user_id		BLOB NOT NULL REFERENCES user (id),
	id		BLOB NOT NULL CHECK (length(id) = 16),
	name		TEXT NOT NULL,
	name_key	TEXT,			-- folded; NULL once deleted
	search_key	TEXT NOT NULL,		-- its words, folded
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, id),
	UNIQUE (user_id, name_key)
) STRICT, WITHOUT ROWID;

-- That a user has (had) tags on a task, and its stamp.
CREATE TABLE tag_set (
	task_id		BLOB NOT NULL REFERENCES task (id),
	user_id		BLOB NOT NULL REFERENCES user (id),
	stamp		INTEGER NOT NULL,
	PRIMARY KEY (task_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE task_tag (
	user_id		BLOB NOT NULL,
	tag_id		BLOB NOT NULL,
	task_id		BLOB NOT NULL,
	PRIMARY KEY (user_id, tag_id, task_id),
	FOREIGN KEY (user_id, tag_id) REFERENCES tag (user_id, id),
	FOREIGN KEY (task_id, user_id) REFERENCES tag_set (task_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_tag_task ON task_tag (task_id, user_id, tag_id);

CREATE TABLE my_day (
	user_id		BLOB NOT NULL REFERENCES user (id),
	task_id		BLOB NOT NULL REFERENCES task (id),
	added_on	TEXT NOT NULL,
	stamp		INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, task_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX my_day_task ON my_day (task_id);

-- The bytes are a file named by their SHA-256, shared by all with the same.
CREATE TABLE attachment (
	task_id		BLOB NOT NULL REFERENCES task (id),
	id		BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
	uploader_id	BLOB NOT NULL,		-- stays when the user leaves
	filename	TEXT NOT NULL,
	content_type	TEXT NOT NULL,
	size		INTEGER NOT NULL,
	sha256		BLOB NOT NULL CHECK (length(sha256) = 32),
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (task_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_uploader ON attachment
    (uploader_id, deleted_at, sha256, size);
CREATE INDEX attachment_content ON attachment (sha256);

-- The feed of changes.  scope is a list (all who reach it see the row) or a
-- user (they alone do).  Each record has one row, at its own stamp, in the
-- list or user that it belongs to; beside these a user's scope has a row for
-- each record of a list they gained, at the stamps of the gain, and a list
-- that lost a task to another has one for its tombstone.
CREATE TABLE feed (
	scope		BLOB NOT NULL,
	stamp		INTEGER NOT NULL,
	kind		INTEGER NOT NULL,	-- enum kind of core/feed.h
	id		BLOB NOT NULL,
	list_id		BLOB,			-- of what a gain brought
	PRIMARY KEY (scope, stamp)
) STRICT, WITHOUT ROWID;

CREATE TABLE push_subscription (
	user_id		BLOB NOT NULL REFERENCES user (id),
	id		BLOB NOT NULL,
	credential_id	BLOB NOT NULL,		-- ends with this session
	endpoint	TEXT NOT NULL UNIQUE,
	p256dh		TEXT NOT NULL,
	auth		TEXT NOT NULL,
	user_agent	TEXT,
	created_at	INTEGER NOT NULL,
	PRIMARY KEY (user_id, id)
) STRICT, WITHOUT ROWID;

-- What is planned to be pushed.  A reminder's recipients are found when it is
-- sent: its user_id is empty.
CREATE TABLE notice (
	task_id		BLOB NOT NULL REFERENCES task (id),
	kind		TEXT NOT NULL CHECK (kind IN ('reminder', 'assignment')),
	user_id		BLOB NOT NULL,
	due_at		INTEGER NOT NULL,
	PRIMARY KEY (task_id, kind, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notice_due ON notice (due_at);

-- First answers by Idempotency-Key, for 24 hours.
CREATE TABLE answer (
	user_id		BLOB NOT NULL REFERENCES user (id),
	key		TEXT NOT NULL,
	fingerprint	BLOB NOT NULL,
	status		INTEGER NOT NULL,
	headers		TEXT NOT NULL,
	body		BLOB NOT NULL,
	created_at	INTEGER NOT NULL,
	PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_created ON answer (created_at);

-- Full text.  Contentless: what is to be removed is given as it was put in.
-- scope is the task's list, so that a search meets the caller's lists alone.
CREATE VIRTUAL TABLE task_text USING fts5 (
	scope, title, notes, steps,
	content = '', columnsize = 0,
	tokenize = "unicode61 remove_diacritics 2"
);
