-- The bytes of attachments: those within the database (lib/core/file/database.c),
-- and who needs them.

-- name: content_begin(id id, sha256 bytes, begun int) void
INSERT INTO content_upload (id, sha256, begun_at) VALUES (:id, :sha256, :begun);

-- name: content_piece_add(id id, n int, data bytes) void
INSERT INTO content_piece (id, n, data) VALUES (:id, :n, :data);

-- Unless the content is there.
-- name: content_name(sha256 bytes, id id, size int)
INSERT INTO content (sha256, id, size) VALUES (:sha256, :id, :size)
ON CONFLICT (sha256) DO NOTHING;

-- name: content_end(id id)
DELETE FROM content_upload WHERE id = :id;

-- name: content_find(sha256 bytes)
-- row: id id, size int
SELECT id, size FROM content WHERE sha256 = :sha256;

-- name: content_piece(id id, n int)
-- row: data bytes
SELECT data FROM content_piece WHERE id = :id AND n = :n;

-- The bytes that are there.
-- name: content_stored(id id)
SELECT coalesce(sum(length(data)), 0) FROM content_piece WHERE id = :id;

-- name: content_remove(sha256 bytes) void
DELETE FROM content WHERE sha256 = :sha256;

-- name: content_pieces_remove(id id) void
DELETE FROM content_piece WHERE id = :id;

-- Contents that no attachment names.
-- name: content_orphans(after bytes, count int)
-- row: sha256 bytes
SELECT c.sha256 FROM content c WHERE c.sha256 > :after
    AND NOT EXISTS (SELECT 1 FROM attachment f WHERE f.sha256 = c.sha256)
ORDER BY c.sha256 LIMIT :count;

-- Uploads that were cut off.
-- name: content_left(before int, count int)
-- row: id id
SELECT id FROM content_upload WHERE begun_at < :before LIMIT :count;

-- name: content_is_left(id id, before int)
SELECT 1 FROM content_upload WHERE id = :id AND begun_at < :before;

-- What an upload is about to bring.
-- name: content_claim(id id)
-- row: sha256 bytes
SELECT sha256 FROM content_upload WHERE id = :id AND sha256 IS NOT NULL;

-- Is an upload about to bring it?
-- name: content_coming(sha256 bytes)
SELECT 1 FROM content_upload WHERE sha256 = :sha256 LIMIT 1;

-- What must be removed from a store outside the database: see core/file/s3.h.
-- name: content_remove_later(sha256 bytes) void
INSERT INTO content_removal (sha256, begun_at) VALUES (:sha256, 0)
ON CONFLICT (sha256) DO NOTHING;

-- Unless another program has begun to since :before.
-- name: content_removal_begin(sha256 bytes, now int, before int)
UPDATE content_removal SET begun_at = :now
WHERE sha256 = :sha256 AND begun_at < :before;

-- By the program that began then.
-- name: content_removal_end(sha256 bytes, begun int) void
DELETE FROM content_removal WHERE sha256 = :sha256 AND begun_at = :begun;

-- Unless a program has begun to since :before.
-- name: content_removal_cancel(sha256 bytes, before int) void
DELETE FROM content_removal WHERE sha256 = :sha256 AND begun_at < :before;

-- name: content_removing(sha256 bytes)
SELECT 1 FROM content_removal WHERE sha256 = :sha256;

-- name: content_removals(after bytes, before int, count int)
-- row: sha256 bytes
SELECT sha256 FROM content_removal
WHERE sha256 > :after AND begun_at < :before ORDER BY sha256 LIMIT :count;

-- For a backup: erases what the service has erased since.
-- name: attachment_forget(sha256 bytes) void
UPDATE attachment SET filename = '(deleted)', sha256 = zeroblob(32),
    deleted_at = CASE WHEN deleted_at = 0 THEN stamp ELSE deleted_at END
WHERE sha256 = :sha256;

-- name: attachment_known(sha256 bytes)
SELECT 1 FROM attachment WHERE sha256 = :sha256 LIMIT 1;
