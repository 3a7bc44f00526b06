-- name: subscription_list(user id)
-- row: id id, endpoint text, user_agent text, created_at int, credential_id id
SELECT id, endpoint, user_agent, created_at, credential_id
FROM push_subscription WHERE user_id = :user
ORDER BY created_at, id;

-- name: subscription_by_endpoint(endpoint text)
-- row: id id, user_id id
SELECT id, user_id FROM push_subscription WHERE endpoint = :endpoint;

-- name: subscription_count(user id)
SELECT count(*) FROM push_subscription WHERE user_id = :user;

-- name: subscription_live(user id, credential id)
SELECT 1 FROM push_subscription
WHERE user_id = :user AND credential_id = :credential LIMIT 1;

-- name: subscription_add(user id, id id, credential id, endpoint text, p256dh text, auth text, agent text, now int) void
INSERT INTO push_subscription (user_id, id, credential_id, endpoint, p256dh,
    auth, user_agent, created_at)
VALUES (:user, :id, :credential, :endpoint, :p256dh, :auth, :agent, :now);

-- name: subscription_refresh(user id, id id, credential id, p256dh text, auth text, agent text) void
UPDATE push_subscription SET credential_id = :credential, p256dh = :p256dh,
    auth = :auth, user_agent = :agent
WHERE user_id = :user AND id = :id;

-- name: subscription_remove(user id, id id)
DELETE FROM push_subscription WHERE user_id = :user AND id = :id;

-- name: subscription_remove_all() void
DELETE FROM push_subscription WHERE user_id >= x'';

-- name: subscription_keys(user id)
-- row: endpoint text, p256dh text, auth text
SELECT endpoint, p256dh, auth FROM push_subscription WHERE user_id = :user
ORDER BY created_at, id;

-- name: subscription_expired(user id, now int)
SELECT count(*) FROM push_subscription s
WHERE s.user_id = :user AND s.credential_id <> :user AND NOT EXISTS (
    SELECT 1 FROM credential c WHERE c.user_id = :user
	AND c.id = s.credential_id AND c.expires_at > :now);

-- name: subscription_expire(user id, now int)
DELETE FROM push_subscription
WHERE user_id = :user AND credential_id <> :user AND NOT EXISTS (
    SELECT 1 FROM credential c WHERE c.user_id = :user
	AND c.id = credential_id AND c.expires_at > :now);
