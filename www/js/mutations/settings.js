// Changes of settings and of the profile, which cannot be undone.

import { me, store } from '../data/state.js';
import { mutateWithoutUndo } from './mutate.js';

/** Stores a setting; null removes it.
 * @param {string} key @param {any} value */
export function setSetting(key, value) {
	const target = { kind: /** @type {const} */ ('setting'), id: key };
	const clear = value === null || value === undefined;

	return mutateWithoutUndo([{ method: clear ? 'DELETE' : 'PUT', target,
	    path: '/me/settings/' + key, body: clear ? null : { value },
	    writes: ['setting/' + key], reads: [],
	    forward: [clear ? { ...target, del: true } :
	    { ...target, set: { key, value } }], words: { key: 'op.setting' } }]);
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

