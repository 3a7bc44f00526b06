-- Writes leave the full text's index in small segments; merging them is the
-- cleanup's work.  What FTS5 merged within a write by itself cost a fifth of all
-- writes a second, and made some of them wait for tens of milliseconds.
INSERT INTO task_text (task_text, rank) VALUES ('automerge', 0);
