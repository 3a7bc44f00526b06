-- What is to be pushed to one device: made of a notice once it is due, for
-- each device of each recipient, and removed when the push service took it.
-- next_at is not before when it is (again) to be sent; who sends it moves it
-- ahead first, so that nobody else does meanwhile.
CREATE TABLE delivery (
	user_id		BLOB NOT NULL,
	subscription_id	BLOB NOT NULL,
	task_id		BLOB NOT NULL,
	kind		TEXT NOT NULL CHECK (kind IN ('reminder', 'assignment')),
	due_at		INTEGER NOT NULL,	-- the notice's
	next_at		INTEGER NOT NULL,
	tries		INTEGER NOT NULL,
	PRIMARY KEY (user_id, subscription_id, task_id, kind),
	FOREIGN KEY (user_id, subscription_id)
	    REFERENCES push_subscription (user_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_next ON delivery (next_at);

-- How often the push service refused it, one after another.
ALTER TABLE push_subscription ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;

ALTER TABLE state ADD COLUMN cleaned_at INTEGER NOT NULL DEFAULT 0;
