-- When the programs of etc/jobs have ended last.

-- name: state_reminded_at()
SELECT reminded_at FROM state WHERE id = 1;

-- name: state_backed_up_at()
SELECT backed_up_at FROM state WHERE id = 1;

-- name: state_set_backed_up_at(now int) void
UPDATE state SET backed_up_at = :now WHERE id = 1;

-- name: state_set_reminded_at(now int) void
UPDATE state SET reminded_at = :now WHERE id = 1;

-- name: state_mailed_at()
SELECT mailed_at FROM state WHERE id = 1;

-- name: state_set_mailed_at(now int) void
UPDATE state SET mailed_at = :now WHERE id = 1;
