-- An owner offers a list to one of those who share it.
ALTER TABLE list ADD COLUMN offer_to BLOB;
ALTER TABLE list ADD COLUMN offer_at INTEGER NOT NULL DEFAULT 0;
