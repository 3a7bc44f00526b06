-- With a deleted list, 0.1.0 lost the places of its members in the list's feed
-- (kind 9, FEED_MEMBER).
UPDATE access SET member_stamp = coalesce((SELECT max(f.stamp) FROM feed f
    WHERE f.scope = access.list_id AND f.kind = 9
    AND f.id = access.user_id), 0)
WHERE role = 'member' AND member_stamp = 0;
