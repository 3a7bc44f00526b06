// What the user may do with lists: owners and members write them, viewers read them.

import { list, listsInOrder, members, task } from './state.js';

/** Whether the user may change what is in a list.  A viewer only reads it, and so does
 * somebody with a role that is not known here.
 * @param {string | undefined} id */
export const mayWrite = id => ['owner', 'member'].includes(list(id ?? '')?.role ?? '');

export const writableLists = () => listsInOrder().filter(l => mayWrite(l.id));

/** Returns those of the tasks that the user may change.
 * @param {string[]} ids */
export const writable = ids => ids.filter(id => mayWrite(task(id)?.listId));

/** The members of a list that its tasks can be assigned to.
 * @param {string} id */
export const assignable = id => members(id).filter(m => m.owner || m.role !== 'viewer');
