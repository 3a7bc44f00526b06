-- PostgreSQL's first schema: that of SQLite after the migration of this number.
CREATE TABLE state (
	id		bigint PRIMARY KEY CHECK (id = 1),
	last_stamp	bigint NOT NULL,
	oldest_since	bigint NOT NULL,
	reminded_at	bigint NOT NULL,
	vapid_public	text COLLATE "C",
	vapid_private	text COLLATE "C",
	cleaned_at	bigint NOT NULL DEFAULT 0,
	refused_at	bigint NOT NULL DEFAULT 0,
	mailed_at	bigint NOT NULL DEFAULT 0,
	backed_up_at	bigint NOT NULL DEFAULT 0
);
INSERT INTO state VALUES(1,0,0,0,NULL,NULL,0,0,0,0);
CREATE TABLE "user" (
	id		bytea PRIMARY KEY CHECK (length(id) = 16),
	email		text COLLATE "C" NOT NULL,
	email_key	text COLLATE "C" NOT NULL UNIQUE,
	display_name	text COLLATE "C" NOT NULL,
	password	text COLLATE "C",
	verified	bigint NOT NULL,
	time_zone	text COLLATE "C" NOT NULL,
	auto_delete_at	bigint,
	reminders	bigint NOT NULL,
	assignments	bigint NOT NULL,
	created_at	bigint NOT NULL,
	deleted_at	bigint NOT NULL DEFAULT 0,
	disabled	bigint NOT NULL DEFAULT 0,
	signed_in_at	bigint NOT NULL DEFAULT 0,
	text		bigint NOT NULL DEFAULT 0,
	stamp		bigint NOT NULL DEFAULT 0
);
CREATE TABLE attempt (
	key		text COLLATE "C" PRIMARY KEY,
	failures	bigint NOT NULL,
	changed_at	bigint NOT NULL
);
CREATE TABLE list (
	id		bytea PRIMARY KEY CHECK (length(id) = 16),
	owner_id	bytea NOT NULL REFERENCES "user" (id),
	title		text COLLATE "C" NOT NULL,
	created_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	deleted_at	bigint NOT NULL DEFAULT 0,
	number		bigint,
	tasks		bigint NOT NULL DEFAULT 0,
	kept		bigint NOT NULL DEFAULT 0,
	kept_from	bigint NOT NULL DEFAULT 0,
	erased_since	bigint NOT NULL DEFAULT 0
);
CREATE TABLE access (
	user_id		bytea NOT NULL REFERENCES "user" (id),
	list_id		bytea NOT NULL REFERENCES list (id),
	role		text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'member')),
	group_id	bytea,
	rank		text COLLATE "C" NOT NULL,
	joined_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	member_stamp	bigint NOT NULL,
	deleted_at	bigint NOT NULL DEFAULT 0,
	gained_at	bigint NOT NULL DEFAULT 0,
	lost_at		bigint NOT NULL DEFAULT 0,
	invited		bigint NOT NULL DEFAULT 0,
	left_at		bigint NOT NULL DEFAULT 0,
	was_group	bytea,
	PRIMARY KEY (user_id, list_id)
);
CREATE INDEX access_list ON access (list_id, deleted_at, user_id);
CREATE TABLE list_group (
	user_id		bytea NOT NULL REFERENCES "user" (id),
	id		bytea NOT NULL CHECK (length(id) = 16),
	title		text COLLATE "C" NOT NULL,
	rank		text COLLATE "C" NOT NULL,
	created_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	deleted_at	bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, id)
);
CREATE TABLE task (
	list_id		bytea NOT NULL REFERENCES list (id),
	deleted_at	bigint NOT NULL DEFAULT 0,
	rank		text COLLATE "C" NOT NULL,
	id		bytea NOT NULL UNIQUE CHECK (length(id) = 16),
	title		text COLLATE "C" NOT NULL,
	done		bigint NOT NULL,
	starred		bigint NOT NULL,
	due_date	text COLLATE "C",
	notes		text COLLATE "C",
	notes_at	bigint NOT NULL,
	assignee_id	bytea REFERENCES "user" (id),
	reminder_at	bigint NOT NULL,
	reminder_by	bytea,
	recurrence	text COLLATE "C",
	series_start	text COLLATE "C",
	created_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	completed_at	bigint NOT NULL,
	successor_id	bytea,
	successor_stamp	bigint NOT NULL,
	doc		bigint NOT NULL UNIQUE,
	created_by	bytea,
	completed_by	bytea,
	PRIMARY KEY (list_id, deleted_at, rank)
);
CREATE TABLE moved (
	list_id		bytea NOT NULL,
	task_id		bytea NOT NULL,
	rank		text COLLATE "C" NOT NULL,
	created_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	PRIMARY KEY (list_id, task_id)
);
CREATE TABLE step (
	task_id		bytea NOT NULL REFERENCES task (id),
	deleted_at	bigint NOT NULL DEFAULT 0,
	rank		text COLLATE "C" NOT NULL,
	id		bytea NOT NULL UNIQUE CHECK (length(id) = 16),
	title		text COLLATE "C" NOT NULL,
	done		bigint NOT NULL,
	created_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	PRIMARY KEY (task_id, deleted_at, rank)
);
CREATE TABLE tag (
	user_id		bytea NOT NULL REFERENCES "user" (id),
	id		bytea NOT NULL CHECK (length(id) = 16),
	name		text COLLATE "C" NOT NULL,
	name_key	text COLLATE "C",
	search_key	text COLLATE "C" NOT NULL,
	created_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	deleted_at	bigint NOT NULL DEFAULT 0,
	pending		bytea,
	PRIMARY KEY (user_id, id),
	UNIQUE (user_id, name_key)
);
CREATE TABLE tag_set (
	task_id		bytea NOT NULL REFERENCES task (id),
	user_id		bytea NOT NULL REFERENCES "user" (id),
	stamp		bigint NOT NULL,
	PRIMARY KEY (task_id, user_id)
);
CREATE TABLE task_tag (
	user_id		bytea NOT NULL,
	tag_id		bytea NOT NULL,
	task_id		bytea NOT NULL,
	PRIMARY KEY (user_id, tag_id, task_id),
	FOREIGN KEY (user_id, tag_id) REFERENCES tag (user_id, id),
	FOREIGN KEY (task_id, user_id) REFERENCES tag_set (task_id, user_id)
);
CREATE INDEX task_tag_task ON task_tag (task_id, user_id, tag_id);
CREATE TABLE my_day (
	user_id		bytea NOT NULL REFERENCES "user" (id),
	task_id		bytea NOT NULL REFERENCES task (id),
	added_on	text COLLATE "C" NOT NULL,
	stamp		bigint NOT NULL,
	deleted_at	bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, task_id)
);
CREATE INDEX my_day_task ON my_day (task_id);
CREATE TABLE attachment (
	task_id		bytea NOT NULL REFERENCES task (id),
	id		bytea NOT NULL UNIQUE CHECK (length(id) = 16),
	uploader_id	bytea NOT NULL,
	filename	text COLLATE "C" NOT NULL,
	content_type	text COLLATE "C" NOT NULL,
	size		bigint NOT NULL,
	sha256		bytea NOT NULL CHECK (length(sha256) = 32),
	created_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	deleted_at	bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (task_id, id)
);
CREATE INDEX attachment_uploader ON attachment
    (uploader_id, deleted_at, sha256, size);
CREATE INDEX attachment_content ON attachment (sha256);
CREATE TABLE feed (
	scope		bytea NOT NULL,
	stamp		bigint NOT NULL,
	kind		bigint NOT NULL,
	id		bytea NOT NULL,
	gone		bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (scope, stamp)
);
CREATE TABLE push_subscription (
	user_id		bytea NOT NULL REFERENCES "user" (id),
	id		bytea NOT NULL,
	credential_id	bytea NOT NULL,
	endpoint	text COLLATE "C" NOT NULL UNIQUE,
	p256dh		text COLLATE "C" NOT NULL,
	auth		text COLLATE "C" NOT NULL,
	user_agent	text COLLATE "C",
	created_at	bigint NOT NULL,
	refusals	bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, id)
);
CREATE TABLE notice (
	task_id		bytea NOT NULL REFERENCES task (id),
	kind		text COLLATE "C" NOT NULL CHECK (kind IN ('reminder', 'assignment')),
	user_id		bytea NOT NULL,
	due_at		bigint NOT NULL,
	PRIMARY KEY (task_id, kind, user_id)
);
CREATE INDEX notice_due ON notice (due_at);
CREATE TABLE answer (
	user_id		bytea NOT NULL REFERENCES "user" (id),
	key		text COLLATE "C" NOT NULL,
	fingerprint	bytea NOT NULL,
	status		bigint NOT NULL,
	headers		text COLLATE "C" NOT NULL,
	body		bytea NOT NULL,
	created_at	bigint NOT NULL,
	PRIMARY KEY (user_id, key)
);
CREATE INDEX answer_created ON answer (created_at);
CREATE TABLE delivery (
	user_id		bytea NOT NULL,
	subscription_id	bytea NOT NULL,
	task_id		bytea NOT NULL,
	kind		text COLLATE "C" NOT NULL CHECK (kind IN ('reminder', 'assignment')),
	due_at		bigint NOT NULL,
	next_at		bigint NOT NULL,
	tries		bigint NOT NULL,
	PRIMARY KEY (user_id, subscription_id, task_id, kind),
	FOREIGN KEY (user_id, subscription_id)
	    REFERENCES push_subscription (user_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_next ON delivery (next_at);
CREATE TABLE mail (
	id		bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
	user_id		bytea NOT NULL REFERENCES "user" (id),
	kind		text COLLATE "C" NOT NULL
	    CHECK (kind IN ('verify', 'reset', 'invite', 'email',
		'email-asked', 'email-tried', 'password-changed',
		'password-changed-tokens-kept')),
	email		text COLLATE "C" NOT NULL,
	created_at	bigint NOT NULL,
	due_at		bigint NOT NULL,
	tries		bigint NOT NULL,
	over_at		bigint NOT NULL DEFAULT 9223372036854775807
);
CREATE INDEX mail_user ON mail (user_id, kind);
CREATE INDEX mail_due ON mail (due_at);
CREATE TABLE credential (
	hash		bytea PRIMARY KEY CHECK (length(hash) = 32),
	id		bytea NOT NULL,
	user_id		bytea NOT NULL REFERENCES "user" (id),
	kind		text COLLATE "C" NOT NULL CHECK (kind IN
	    ('session', 'token', 'reset', 'verify', 'email')),
	name		text COLLATE "C",
	read_only	bigint NOT NULL,
	created_at	bigint NOT NULL,
	used_at		bigint NOT NULL,
	expires_at	bigint NOT NULL
);
CREATE INDEX credential_user ON credential (user_id, kind, created_at);
CREATE TABLE signed_in (
	user_id		bytea NOT NULL REFERENCES "user" (id),
	address		text COLLATE "C" NOT NULL,
	at		bigint NOT NULL,
	PRIMARY KEY (user_id, address)
);
CREATE INDEX answer_user ON answer (user_id, created_at);
CREATE TABLE word (
	list		bigint NOT NULL,
	word		text COLLATE "C" NOT NULL,
	doc		bigint NOT NULL,
	place		bigint NOT NULL,
	PRIMARY KEY (list, word, doc)
);
CREATE UNIQUE INDEX list_number ON list (number);
CREATE TABLE invitation (
	list_id		bytea NOT NULL REFERENCES list (id),
	id		bytea NOT NULL,
	hash		bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
	created_at	bigint NOT NULL,
	expires_at	bigint NOT NULL,
	PRIMARY KEY (list_id, id)
);
CREATE INDEX task_due ON task (list_id, done, due_date, rank, starred,
    assignee_id) WHERE deleted_at = 0;
CREATE INDEX feed_gone ON feed (scope, gone) WHERE gone > 0;
CREATE TABLE setting (
	user_id		bytea NOT NULL REFERENCES "user" (id),
	id		bytea NOT NULL CHECK (length(id) = 16),
	key		text COLLATE "C" NOT NULL,
	value		text COLLATE "C",
	created_at	bigint NOT NULL,
	stamp		bigint NOT NULL,
	deleted_at	bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (user_id, id)
);
CREATE INDEX moved_task ON moved (task_id);
CREATE INDEX mail_over ON mail (over_at);
