// The list that tasks go to which are added outside of a list.

import { isComplete, lists, members, memoize, setting } from './state.js';

/** @typedef {import('./types').List} List */

/** The lists that only their owner, the user, sees; the first one made comes first.
 * @type {() => List[]} */
export const ownLists = memoize(() => lists()
	.filter(l => l.role === 'owner' && members(l.id).length === 1)
	.sort((a, b) => a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));

/** Returns the list of tasks that are added outside of a list: the one that the user
 * chose, else the first of ownLists().  Unknown until everything is fetched.
 * @returns {List | undefined} */
export function inbox() {
	const id = setting('inbox') ?? setting('ui')?.inbox, own = ownLists();

	return isComplete() ? own.find(l => l.id === id) ?? own[0] : undefined;
}
