-- A list that a user gains was copied into their own scope of the feed, a row for
-- each record: seconds of the write lock for a large list.  Now the access says at
-- which stamp the whole list came, and whoever reads the feed finds the records in
-- the list's own scope.
ALTER TABLE access ADD COLUMN gained_at INTEGER NOT NULL DEFAULT 0;
-- The stamp of the last loss, also after the list has been gained again.
ALTER TABLE access ADD COLUMN lost_at INTEGER NOT NULL DEFAULT 0;
UPDATE access SET gained_at = joined_at, lost_at = deleted_at;
UPDATE access SET gained_at = g.last FROM (
    SELECT scope, list_id, max(stamp) AS last FROM feed
    WHERE list_id IS NOT NULL GROUP BY scope, list_id) AS g
WHERE access.user_id = g.scope AND access.list_id = g.list_id
    AND g.last > access.joined_at;
DELETE FROM feed WHERE list_id IS NOT NULL;
ALTER TABLE feed DROP COLUMN list_id;

-- The newest tombstone of the list whose parts have been erased: an older since
-- no longer hears of the attachments and My Day entries that went with it.
ALTER TABLE list ADD COLUMN erased_since INTEGER NOT NULL DEFAULT 0;
UPDATE list SET erased_since = (SELECT oldest_since FROM state);
