-- name: state_last_stamp()
SELECT last_stamp FROM state WHERE id = 1;

-- name: state_set_stamp(stamp int) void
UPDATE state SET last_stamp = :stamp WHERE id = 1;

-- name: state_oldest_since()
SELECT oldest_since FROM state WHERE id = 1;

-- name: state_version()
PRAGMA user_version;

-- name: state_set_cleaned_at(now int)
UPDATE state SET cleaned_at = :now, refused_at = 0 WHERE id = 1;

-- name: state_set_oldest_since(stamp int) void
UPDATE state SET oldest_since = :stamp WHERE id = 1;

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
