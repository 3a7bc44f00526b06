// Changes of settings and of the profile, which cannot be undone.

import { me, myDay, setting, state, store } from '../data/state.js';
import { mutateWithoutUndo } from './mutate.js';

const DAY_ORDER = 'my-day/order', DAY_ORDER_MAX = 100;	// 4 KiB

/** Returns the operation that stores a setting; null removes it.
 * @param {string} key @param {any} value @returns {import('../data/types').OpSpec} */
export function settingOperation(key, value) {
	const target = { kind: /** @type {const} */ ('setting'), id: key };
	const clear = value === null || value === undefined;

	return { method: clear ? 'DELETE' : 'PUT', target,
	    path: '/me/settings/' + key, body: clear ? null : { value },
	    writes: ['setting/' + key], reads: [],
	    forward: [clear ? { ...target, del: true } :
	    { ...target, set: { key, value } }], words: { key: 'op.setting' } };
}

/** Stores a setting; null removes it.
 * @param {string} key @param {any} value */
export const setSetting = (key, value) => mutateWithoutUndo([settingOperation(key, value)]);

/** @param {string[]} ids of tasks, in the order of My Day */
export const setDayOrder = ids => setSetting(DAY_ORDER, ids.slice(0, DAY_ORDER_MAX));

/** Returns what stores the order of My Day as it is, unless it is stored or none of the
 * tasks is there.  Without that, tasks come to its top that are moved to another list,
 * or deleted and restored.
 * @param {Iterable<string>} taskIds @returns {import('../data/types').Pair[]} */
export function keepDayOrder(taskIds) {
	const day = myDay(state.today).map(t => t.id), ids = new Set(taskIds);
	const stored = new Set(setting(DAY_ORDER));

	return day.every(id => stored.has(id)) || !day.some(id => ids.has(id)) ? [] :
		[{ forward: [settingOperation(DAY_ORDER, day.slice(0, DAY_ORDER_MAX))],
		    back: [] }];
}

/** @param {{displayName?: string, timeZone?: string, autoDeleteCompleted?: boolean}} body */
export const setProfile = body => mutateWithoutUndo([profile('PATCH', '/me', body, body)]);

/** @param {{reminders?: boolean, assignments?: boolean}} body */
export const setNotifications = body => mutateWithoutUndo([profile('PUT',
	'/me/notifications', body,
	{ notifications: { ...me()?.notifications, ...body } })]);

/** @param {string} method @param {string} path @param {any} body @param {any} shown */
function profile(method, path, body, shown) {
	const target = { kind: /** @type {const} */ ('me'), id: 'me' };

	return { method, path, body, target, writes: ['me/me'], reads: [],
		forward: [{ ...target, set: store.get('me', 'me') ? shown :
		    { ...me(), ...shown } }], words: { key: 'op.profile' } };
}

