-- Invitations by which people make their account.
ALTER TABLE invitation ADD COLUMN accounts INTEGER NOT NULL DEFAULT 0; -- it makes
CREATE INDEX user_invited ON user (invited_by) WHERE invited_by IS NOT NULL;
