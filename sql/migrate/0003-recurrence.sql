-- Due times, and recurrence by rules.
ALTER TABLE task ADD COLUMN due_time TEXT;	-- HH:MM, of due_date
ALTER TABLE task ADD COLUMN due_zone TEXT;	-- NULL: everybody's own clock
ALTER TABLE task ADD COLUMN rule TEXT;		-- canonical; recurrence is its word
ALTER TABLE task ADD COLUMN recurrence_from TEXT NOT NULL DEFAULT 'due';
ALTER TABLE task ADD COLUMN rotation TEXT;	-- a JSON array of users
ALTER TABLE task ADD COLUMN ended TEXT;		-- what made it repeat before it
						-- was done (repeat.c)
UPDATE task SET rule = CASE recurrence
    WHEN 'daily' THEN 'FREQ=DAILY'
    WHEN 'weekly' THEN 'FREQ=WEEKLY'
    WHEN 'weekdays' THEN 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
    WHEN 'monthly' THEN CASE substr(coalesce(series_start, due_date), 9, 2)
	WHEN '29' THEN 'FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1'
	WHEN '30' THEN 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1'
	WHEN '31' THEN 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'
	ELSE 'FREQ=MONTHLY' END
    WHEN 'yearly' THEN CASE substr(coalesce(series_start, due_date), 6, 5)
	WHEN '02-29' THEN 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1'
	ELSE 'FREQ=YEARLY' END
    END
WHERE recurrence IS NOT NULL;
CREATE INDEX task_rotation ON task (list_id) WHERE rotation IS NOT NULL;
