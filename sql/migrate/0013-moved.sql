-- When a task is erased, the lists that it was moved away from must know.
CREATE INDEX moved_task ON moved (task_id);
