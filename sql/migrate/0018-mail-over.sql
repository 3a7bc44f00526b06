-- After that a mail is not sent, since what it offers is over.
ALTER TABLE mail ADD COLUMN over_at INTEGER NOT NULL DEFAULT 9223372036854775807;
UPDATE mail SET over_at = created_at + CASE kind WHEN 'verify' THEN 172800000000
    WHEN 'reset' THEN 3600000000 WHEN 'invite' THEN 604800000000
    ELSE 86400000000 END
WHERE kind IN ('verify', 'reset', 'invite', 'email');
CREATE INDEX mail_over ON mail (over_at);
