// What needs the network at once.  Every function gives a promise; what the
// service refuses rejects with {status, code, detail, errors, retryAfter}, and
// without network with status 0 and the code offline.

import { problem } from './http.js';
import { leave as leaveNow, signOut as signOutNow, takeOver as takeOverNow } from './leave.js';
import { sync } from './sync.js';
import { me, setTrash } from './state.js';
import { setProfile } from './act/settings.js';
import { deviceZone } from './dates.js';

/** @param {string} method @param {string} path @param {any} [body] @param {any} [o]
 * @returns {Promise<any>} the body of the answer */
async function ask(method, path, body, o) {
	const a = await sync.http(method, path, body, o);

	if (a.status < 200 || a.status >= 300)
		throw problem(a);
	return a.body;
}

/** All of a collection's items.
 * @param {string} path */
const items = async path => (await ask('GET', path)).items;

/** A change that the replica should know soon.
 * @param {string} method @param {string} path @param {any} [body] */
async function change(method, path, body) {
	const r = await ask(method, path, body);

	sync.pullSoon();
	return r;
}

/** @param {string} part of a path */
const enc = part => encodeURIComponent(part);

/** @param {{email: string, password: string, deviceName?: string}} who */
export async function signIn(who) {
	const r = await ask('POST', '/sessions', { ...who, cookieOnly: true });

	await sync.signedIn(r.user);
	if (me()?.timeZone === 'UTC' && deviceZone() !== 'UTC')
		setProfile({ timeZone: deviceZone() });
	return r.user;
}

/** Creates an account; signing in is a separate step.
 * @param {{email: string, password: string, displayName: string}} who */
export const signUp = who => ask('POST', '/users', who);

/** Signs out.  What is not sent yet is sent first, for 5 seconds; if some is
 * left, rejects with code unsent and how many, unless force is given, which also
 * works without network.
 * @param {{force?: boolean}} [how] */
export const signOut = (how = {}) => signOutNow(how.force ?? false);

/** Drops what the browser has of the replica, and begins again. */
export async function startOver() {
	await sync.db.destroy().catch(() => {});
	location.reload();
}

/** Mine is somebody else's device now: drops what the other left.
 * @returns {Promise<void>} */
export const takeOver = () => takeOverNow();

/** @param {string} email */
export const forgot = email => ask('POST', '/password-resets', { email });
/** @param {string} code @param {string} password */
export const resetPassword = (code, password) =>
	ask('PUT', '/password-resets/' + enc(code), { password });
/** @param {string} code */
export const verify = code => change('POST', '/email-verifications', { token: code });
/** Sends the mail once more. */
export const sendVerification = () => ask('POST', '/me/email-verification');
/** @param {string} current @param {string} fresh @param {boolean} [keepTokens] */
export const changePassword = (current, fresh, keepTokens = false) =>
	ask('PUT', '/me/password', { current, new: fresh, keepTokens });
/** @param {string} email @param {string} password */
export const changeEmail = (email, password) =>
	ask('PUT', '/me/email', { email, password });
/** @param {string} password */
export async function deleteAccount(password) {
	await ask('DELETE', '/me', { password });
	await leaveNow();
}

export const sessions = () => items('/me/sessions');
/** @param {string} id */
export const endSession = id => ask('DELETE', '/me/sessions/' + id);
export const tokens = () => items('/me/tokens');
/** @param {string} name @param {boolean} readOnly */
export const createToken = (name, readOnly) =>
	ask('POST', '/me/tokens', { name, readOnly });
/** @param {string} id */
export const deleteToken = id => ask('DELETE', '/me/tokens/' + id);

/** @param {string} listId @param {string} email */
export const addMember = (listId, email) =>
	change('POST', `/lists/${listId}/members`, { email });
/** @param {string} listId @param {string} userId */
export const removeMember = (listId, userId) =>
	change('DELETE', `/lists/${listId}/members/${userId}`);
/** @param {string} listId */
export const leave = listId => removeMember(listId, me()?.id ?? '');
/** @param {string} listId */
export const invitations = listId => items(`/lists/${listId}/invitations`);
/** The answer has the address, this once.
 * @param {string} listId @param {number} [expiresInDays] */
export const invite = (listId, expiresInDays) => ask('POST',
	`/lists/${listId}/invitations`, expiresInDays ? { expiresInDays } : {});
/** @param {string} listId @param {string} id */
export const deleteInvitation = (listId, id) =>
	ask('DELETE', `/lists/${listId}/invitations/${id}`);
/** @param {string} code @returns {Promise<{listTitle: string, ownerName: string}>} */
export const invitation = code => ask('GET', '/invitations/' + enc(code));
/** @param {string} code */
export const acceptInvitation = code =>
	change('POST', `/invitations/${enc(code)}/accept`);

/** Where the export is downloaded from: for a link. */
export const exportUrl = () => sync.base + '/me/export';
/** Deletes completed tasks now.
 * @returns {Promise<{removed: number}>} */
export const cleanUp = () => change('POST', '/me/completed-tasks/cleanup');

/** Reads the bin; then trash() has it. */
export async function readTrash() {
	/** @type {any[]} */
	let all = [], after = '';

	do {
		const p = await ask('GET', '/me/trash?limit=1000' + after);
		all = all.concat(p.items);
		after = p.more ? '&after=' + enc(p.next) : '';
	} while (after && all.length < 5000);
	setTrash(all);
	return all;
}

/** @returns {Promise<{preferences: any, deviceSubscribed: boolean,
 *  supported: boolean, vapidPublicKey: string | null}>} */
export const pushKey = () => ask('GET', '/me/notifications');
/** @param {PushSubscriptionJSON} s @param {string} userAgent */
export const registerDevice = (s, userAgent) => ask('POST',
	'/me/push-subscriptions', { endpoint: s.endpoint, keys: s.keys,
	    userAgent: userAgent.slice(0, 256) });
export const devices = () => items('/me/push-subscriptions');
/** @param {string} id */
export const deleteDevice = id => ask('DELETE', '/me/push-subscriptions/' + id);

/** Where a file is downloaded from.
 * @param {string} id */
export const fileUrl = id => sync.base + `/attachments/${id}/content`;
