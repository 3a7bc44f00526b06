/*
 * What a task hands over when a client of CalDAV moves it in two requests: PUT
 * into another list, then DELETE in this one.
 */
#ifndef CORE_TASK_HANDOVER_H
#define CORE_TASK_HANDOVER_H

struct ctx;
struct item;

/*
 * Call before deleting the task of an item.  If the caller has put a task of
 * its UID into another list within the last day, that task gets what its text
 * cannot hold: the files, the steps that it has not yet, with their names, UIDs
 * and texts; the day for which each member of the other list has chosen it; the
 * assignee and the rotation, as far as they can be there; and when it was made.
 * Otherwise nothing happens.
 */
void	 task_hand_over(struct ctx *, const struct item *);

#endif
