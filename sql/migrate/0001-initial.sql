-- The first schema.  Identifiers are the 16 bytes of a UUID, stamps are
-- microseconds since 1970, days are texts YYYY-MM-DD.  No two records have the same
-- stamp.  deleted_at is 0 for a live record, so that it can be part of a key.
-- Every CGI request parses each table and index, which takes microseconds: each
-- must be worth that.
--
-- sql/compile removes comments and blanks, and translates this for PostgreSQL.

-- One row: what the whole database has one of.
CREATE TABLE state (
	id		INTEGER PRIMARY KEY CHECK (id = 1),
	last_stamp	INTEGER NOT NULL,	-- the last one allotted
	oldest_since	INTEGER NOT NULL,	-- an older since is expired
	reminded_at	INTEGER NOT NULL,	-- the last run of docket-remind
	vapid_public	TEXT,			-- the key for push services
	vapid_private	TEXT,
	cleaned_at	INTEGER NOT NULL DEFAULT 0, -- of docket-cleanup
	refused_at	INTEGER NOT NULL DEFAULT 0, -- its first run refused for the
						-- clock since one that was not
	mailed_at	INTEGER NOT NULL DEFAULT 0, -- of docket-mail
	backed_up_at	INTEGER NOT NULL DEFAULT 0, -- the last complete backup
	moved_to	TEXT,			-- lib/db/retired.h
	erased_to	INTEGER NOT NULL DEFAULT 0, -- the contents of tombstones
						-- are erased up to this stamp
	long_ranks	INTEGER NOT NULL DEFAULT 1, -- how often a long rank was
						-- stored since all were shortened
	files_at	INTEGER NOT NULL DEFAULT 0 -- when docket-cleanup last
						-- compared all files with rows
) STRICT;
INSERT INTO state (id, last_stamp, oldest_since, reminded_at) VALUES (1, 0, 0, 0);

CREATE TABLE user (
	id		BLOB PRIMARY KEY CHECK (length(id) = 16),
	email		TEXT NOT NULL,
	email_key	TEXT NOT NULL UNIQUE,	-- ASCII letters in lower case
	display_name	TEXT NOT NULL,
	password	TEXT,			-- NULL: no sign-in by password
	verified	INTEGER NOT NULL,
	time_zone	TEXT NOT NULL,
	auto_delete_at	INTEGER,		-- since when; NULL: off
	reminders	INTEGER NOT NULL,	-- wants them pushed
	assignments	INTEGER NOT NULL,
	created_at	INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0, -- remains for what refers to it
	disabled	INTEGER NOT NULL DEFAULT 0, -- cannot sign in, nor use what
						-- they signed in with before
	signed_in_at	INTEGER NOT NULL DEFAULT 0,
	text		INTEGER NOT NULL DEFAULT 0, -- bytes that their lists hold;
						-- sql/query/derived.sql
	stamp		INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Failed attempts, counted per address and account.
CREATE TABLE attempt (
	key		TEXT PRIMARY KEY,
	failures	INTEGER NOT NULL,
	changed_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE list (
	id		BLOB PRIMARY KEY CHECK (length(id) = 16),
	owner_id	BLOB NOT NULL REFERENCES user (id),
	title		TEXT NOT NULL,
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	deleted_at	INTEGER NOT NULL DEFAULT 0,
	number		INTEGER,		-- small, for the table of words
	tasks		INTEGER NOT NULL DEFAULT 0, -- live ones
	kept		INTEGER NOT NULL DEFAULT 0, -- tombstones deleted after
	kept_from	INTEGER NOT NULL DEFAULT 0, -- this, with their contents
	erased_since	INTEGER NOT NULL DEFAULT 0 -- the newest tombstone whose
						-- contents are erased: an older since
						-- misses what was deleted with it
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX list_number ON list (number);

-- Who reaches a list, its owner as well, and where each files it.
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

-- Tasks are stored beside their neighbors in the list, in rank order.  The key also
-- keeps two live tasks from having the same rank.
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
	doc		INTEGER NOT NULL UNIQUE, -- small, for the table of words
	created_by	BLOB,			-- NULL: not known; an id stays when
	completed_by	BLOB,			-- the user leaves the list
	PRIMARY KEY (list_id, deleted_at, rank)
) STRICT, WITHOUT ROWID;
-- Tasks across lists by due date: each list's open and done ones in order, with
-- the columns that filters read.
CREATE INDEX task_due ON task (list_id, done, due_date, rank, starred,
    assignee_id) WHERE deleted_at = 0;

-- The tombstone of a task in a list that it was moved out of.
CREATE TABLE moved (
	list_id		BLOB NOT NULL,
	task_id		BLOB NOT NULL,
	rank		TEXT NOT NULL,
	created_at	INTEGER NOT NULL,
	stamp		INTEGER NOT NULL,
	PRIMARY KEY (list_id, task_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX moved_task ON moved (task_id);

-- The words of tasks, for the search: a search reads the words of the lists that
-- the caller reaches, and nobody else's.
CREATE TABLE word (
	list		INTEGER NOT NULL,	-- its number
	word		TEXT NOT NULL,		-- folded
	doc		INTEGER NOT NULL,	-- the task's
	place		INTEGER NOT NULL,	-- 1 title, 2 steps, 4 notes
	PRIMARY KEY (list, word, doc)
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
	pending		BLOB,			-- it was deleted or restored: the
						-- tag sets of tasks after this one
						-- need a new stamp; NULL: none
	PRIMARY KEY (user_id, id),
	UNIQUE (user_id, name_key)
) STRICT, WITHOUT ROWID;

-- A user has, or had, tags on a task; the stamp of that.
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

-- Equal bytes are stored once, under their SHA-256.
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

-- Those bytes, if the setting `files` is `database`: in pieces, by the id of the
-- upload that brought them.
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
-- no index.  sha256: what they bring to a store outside the database.
CREATE TABLE content_upload (
	id		BLOB PRIMARY KEY CHECK (length(id) = 16),
	sha256		BLOB,
	begun_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What docket-cleanup, or an upload, has to remove from a content store outside the
-- database.  begun_at: when a program began to; 0: none has.
CREATE TABLE content_removal (
	sha256		BLOB PRIMARY KEY CHECK (length(sha256) = 32),
	begun_at	INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a user's clients store for themselves.  id is made of the key (UUIDv5), for
-- the feed.  A tombstone's value is NULL.
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

-- The feed of changes (lib/core/feed.h).  scope: a list (all who reach it see the
-- row) or a user (they alone do).  gone: when a step or attachment was deleted that
-- the trash lists; 1: any other tombstone; 0: no tombstone.
CREATE TABLE feed (
	scope		BLOB NOT NULL,
	stamp		INTEGER NOT NULL,
	kind		INTEGER NOT NULL,	-- enum feed_kind
	id		BLOB NOT NULL,
	gone		INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (scope, stamp)
) STRICT, WITHOUT ROWID;
CREATE INDEX feed_gone ON feed (scope, gone) WHERE gone > 0;
CREATE INDEX feed_over ON feed (stamp) WHERE gone > 0;

-- Secrets, by their hash alone: sessions, access tokens, resets of passwords,
-- verifications of addresses, and codes for a new address, which is the name.
CREATE TABLE credential (
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
CREATE INDEX credential_user ON credential (user_id, kind, created_at);

-- Where a user has signed in from: wrong guesses of others do not lock that out.
CREATE TABLE signed_in (
	user_id		BLOB NOT NULL REFERENCES user (id),
	address		TEXT NOT NULL,		-- as attempts are counted by
	at		INTEGER NOT NULL,
	PRIMARY KEY (user_id, address)
) STRICT, WITHOUT ROWID;

-- A link by which people join a list; of its code the hash alone.
CREATE TABLE invitation (
	list_id		BLOB NOT NULL REFERENCES list (id),
	id		BLOB NOT NULL,
	hash		BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
	created_at	INTEGER NOT NULL,
	expires_at	INTEGER NOT NULL,
	PRIMARY KEY (list_id, id)
) STRICT, WITHOUT ROWID;

-- Mails to be sent.  A code is made as its mail is sent, so that none is stored.
CREATE TABLE mail (
	id		INTEGER PRIMARY KEY,
	user_id		BLOB NOT NULL REFERENCES user (id),
	kind		TEXT NOT NULL
	    CHECK (kind IN ('verify', 'reset', 'invite', 'email',
		'email-asked', 'email-tried', 'password-changed',
		'password-changed-tokens-kept')),
	email		TEXT NOT NULL,		-- the address it goes to
	created_at	INTEGER NOT NULL,
	due_at		INTEGER NOT NULL,
	tries		INTEGER NOT NULL,
	over_at		INTEGER NOT NULL DEFAULT 9223372036854775807, -- not sent after
						-- that: its offer has expired
	leased_until	INTEGER NOT NULL DEFAULT 0 -- core/notify/lease.h
) STRICT;
CREATE INDEX mail_user ON mail (user_id, kind);
CREATE INDEX mail_due ON mail (due_at);
CREATE INDEX mail_over ON mail (over_at);

CREATE TABLE push_subscription (
	user_id		BLOB NOT NULL REFERENCES user (id),
	id		BLOB NOT NULL,
	credential_id	BLOB NOT NULL,		-- ends with this session
	endpoint	TEXT NOT NULL UNIQUE,
	p256dh		TEXT NOT NULL,
	auth		TEXT NOT NULL,
	user_agent	TEXT,
	created_at	INTEGER NOT NULL,
	refusals	INTEGER NOT NULL DEFAULT 0, -- by the push service, one
						-- after another
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

-- What is to be pushed to one device: made of a notice once it is due, for each
-- device of each recipient, and removed when the push service has accepted it.
-- next_at is not before when it is to be sent (again).
CREATE TABLE delivery (
	user_id		BLOB NOT NULL,
	subscription_id	BLOB NOT NULL,
	task_id		BLOB NOT NULL,
	kind		TEXT NOT NULL CHECK (kind IN ('reminder', 'assignment')),
	due_at		INTEGER NOT NULL,	-- the notice's
	next_at		INTEGER NOT NULL,
	tries		INTEGER NOT NULL,
	leased_until	INTEGER NOT NULL DEFAULT 0, -- core/notify/lease.h
	PRIMARY KEY (user_id, subscription_id, task_id, kind),
	FOREIGN KEY (user_id, subscription_id)
	    REFERENCES push_subscription (user_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_next ON delivery (next_at);

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
CREATE INDEX answer_user ON answer (user_id, created_at);
