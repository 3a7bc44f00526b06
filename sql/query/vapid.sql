-- The key of Web Push (push/keys.h).

-- name: state_vapid_public()
-- row: vapid_public text
SELECT vapid_public FROM state WHERE id = 1 AND vapid_public IS NOT NULL;

-- name: state_vapid()
-- row: vapid_public text, vapid_private text
SELECT vapid_public, vapid_private FROM state
WHERE id = 1 AND vapid_private IS NOT NULL;

-- name: state_set_vapid(public text, private text) void
UPDATE state SET vapid_public = :public, vapid_private = :private
WHERE id = 1 AND vapid_private IS NULL;

-- name: state_replace_vapid(public text, private text) void
UPDATE state SET vapid_public = :public, vapid_private = :private WHERE id = 1;
