-- Mails are found by when they are to be sent, and go only to the address that
-- the user had when they were queued.
ALTER TABLE mail ADD COLUMN email TEXT NOT NULL DEFAULT '';
UPDATE mail SET email = (SELECT email FROM user WHERE id = mail.user_id);
CREATE INDEX mail_due ON mail (due_at);
