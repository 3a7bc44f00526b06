-- name: state_last_stamp()
SELECT last_stamp FROM state WHERE id = 1;

-- name: state_set_stamp(stamp int) void
UPDATE state SET last_stamp = :stamp WHERE id = 1;

-- name: state_oldest_since()
SELECT oldest_since FROM state WHERE id = 1;

-- name: state_reminded_at()
SELECT reminded_at FROM state WHERE id = 1;

-- name: state_vapid_public()
-- row: vapid_public text
SELECT vapid_public FROM state WHERE id = 1 AND vapid_public IS NOT NULL;

-- name: state_version()
PRAGMA user_version;

-- name: state_backed_up_at()
SELECT backed_up_at FROM state WHERE id = 1;

-- name: state_set_backed_up_at(now int) void
UPDATE state SET backed_up_at = :now WHERE id = 1;

-- name: state_set_reminded_at(now int) void
UPDATE state SET reminded_at = :now WHERE id = 1;

-- name: state_set_cleaned_at(now int)
UPDATE state SET cleaned_at = :now, refused_at = 0 WHERE id = 1;

-- name: state_vapid()
-- row: vapid_public text, vapid_private text
SELECT vapid_public, vapid_private FROM state
WHERE id = 1 AND vapid_private IS NOT NULL;

-- name: state_set_vapid(public text, private text) void
UPDATE state SET vapid_public = :public, vapid_private = :private
WHERE id = 1 AND vapid_private IS NULL;

-- name: state_replace_vapid(public text, private text) void
UPDATE state SET vapid_public = :public, vapid_private = :private WHERE id = 1;

-- name: state_set_oldest_since(stamp int) void
UPDATE state SET oldest_since = :stamp WHERE id = 1;

-- name: state_mailed_at()
SELECT mailed_at FROM state WHERE id = 1;

-- name: state_set_mailed_at(now int) void
UPDATE state SET mailed_at = :now WHERE id = 1;

-- What docket-cleanup has done, and need not do again.
-- name: state_done()
-- row: erased_to int, long_ranks int
SELECT erased_to, long_ranks FROM state WHERE id = 1;

-- name: state_set_done(erased int, ranks int) void
UPDATE state SET erased_to = :erased, long_ranks = long_ranks - :ranks
WHERE id = 1;

-- name: state_note_long_rank() void
UPDATE state SET long_ranks = long_ranks + 1 WHERE id = 1;

-- name: state_set_moved_to(place text) void
UPDATE state SET moved_to = :place WHERE id = 1;
