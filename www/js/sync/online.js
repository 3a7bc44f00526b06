// Requests that need the network at once.  Every function returns a promise.  It is
// rejected with {status, code, detail, errors, retryAfter} if the service refuses, and
// without network with status 0 and the code offline.

import { me } from '../data/state.js';
import { setTrash } from '../data/trash-and-conflicts.js';
import { requestPull } from './host.js';
import { request } from './sign-in.js';
import { clearDevice as leaveNow, dropUnsentOfOther as takeOverNow,
	signOut as signOutNow } from './sign-out.js';
import { sync } from './sync.js';

/** Returns all items of a collection.
 * @param {string} path */
const listItems = async path => (await request('GET', path)).items;

/** Sends a change, and fetches soon what it changed.
 * @param {string} method @param {string} path @param {any} [body] */
async function requestChange(method, path, body) {
	const r = await request(method, path, body);

	requestPull();
	return r;
}

/** Encodes a part of a path.
 * @param {string} part */
const encode = part => encodeURIComponent(part);

/** The query of a page of a listing.
 * @param {string} [after] where it continues */
const pageOf = after => '?limit=50' + (after ? '&after=' + encode(after) : '');

/** Creates an account; signing in is a separate step.
 * @param {{email: string, password: string, displayName: string, invitation?: string}} who */
export const signUp = who => request('POST', '/users', who);

/** What an invitation is for, to whoever has its code.
 * @param {string} code */
export const findInvitation = code => request('POST', '/invitations/find', { code });

/** Sends what is unsent, for at most 5 seconds, and signs out.  If something is left, it
 * is rejected with the code unsent and a count.  With force it sends nothing, and works
 * without network.
 * @param {{force?: boolean}} [how] */
export const signOut = (how = {}) => signOutNow(how.force ?? false);

/** Deletes the database, and reloads the page. */
export async function startOver() {
	await sync.db.destroy().catch(() => {});
	location.reload();
}

/** Drops the unsent changes of the user who was signed in before.
 * @returns {Promise<void>} */
export const takeOver = () => takeOverNow();

/** @param {string} email */
export const forgot = email => request('POST', '/password-resets', { email });
/** @param {string} code @param {string} password */
export const resetPassword = (code, password) =>
	request('PUT', '/password-resets/' + encode(code), { password });
/** @param {string} code */
export const verify = code => requestChange('POST', '/email-verifications', { token: code });
/** Sends the verification mail again. */
export const sendVerification = () => request('POST', '/me/email-verification');
/** @param {string} current @param {string} fresh @param {boolean} [keepTokens] */
export const changePassword = (current, fresh, keepTokens = false) =>
	request('PUT', '/me/password', { current, new: fresh, keepTokens });
/** @param {string} email @param {string} password */
export const changeEmail = (email, password) =>
	request('PUT', '/me/email', { email, password });
/** @param {string | undefined} password none: the session is confirmed
 * @param {'hand-over' | 'delete'} [sharedLists] what becomes of
 * the lists that others have, too */
export async function deleteAccount(password, sharedLists) {
	await request('DELETE', '/me', { password, ...sharedLists && { sharedLists } });
	await leaveNow();
}

export const sessions = () => listItems('/me/sessions');
/** @param {string} id */
export const endSession = id => request('DELETE', '/me/sessions/' + id);
/** How the user signs in, and what was done to the account, a page of it.
 * @param {string} [after] */
export const security = after => request('GET', '/me/security' + pageOf(after));
export const identities = async () => (await request('GET', '/me/identities')).items;
/** @param {string} id */
export const removeIdentity = id => request('DELETE', '/me/identities/' + id);
/** Leads to the provider, to add an identity or to confirm the session by one.
 * @param {boolean} [confirm] */
export const toProvider = async confirm => location.assign((await request('POST',
	'/me/identities', confirm ? { confirm } : {})).url);
/** @param {string} password */
export const confirmSession = password => request('POST', '/me/confirmation', { password });
/** Begins to set up an authenticator app.
 * @returns {Promise<{secret: string, uri: string, qr: string | null}>} */
export const beginTotp = () => request('POST', '/me/totp');
/** @param {string} code @returns {Promise<{recoveryCodes: string[]}>} */
export const confirmTotp = code => request('PUT', '/me/totp', { code });
/** @param {string} code */
export const endTotp = code => request('DELETE', '/me/totp', { code });
/** @returns {Promise<{recoveryCodes: string[]}>} */
export const newRecoveryCodes = () => request('POST', '/me/recovery-codes');
export const tokens = () => listItems('/me/tokens');
/** @param {any} token what it may do */
export const createToken = token => request('POST', '/me/tokens', token);
/** @param {string} id */
export const deleteToken = id => request('DELETE', '/me/tokens/' + id);
export const feeds = () => listItems('/me/feeds');
/** @param {any} feed what it shows @returns {Promise<any>} with its address, this once */
export const createFeed = feed => request('POST', '/me/feeds', feed);
/** @param {string} id */
export const deleteFeed = id => request('DELETE', '/me/feeds/' + id);

/** @param {string} listId @param {string} email */
export const addMember = (listId, email) =>
	requestChange('POST', `/lists/${listId}/members`, { email });
/** @param {string} listId @param {string} userId */
export const removeMember = (listId, userId) =>
	requestChange('DELETE', `/lists/${listId}/members/${userId}`);
/** @param {string} listId @param {string} userId @param {string} role */
export const setRole = (listId, userId, role) =>
	requestChange('PATCH', `/lists/${listId}/members/${userId}`, { role });
/** Asks somebody who shares a list to become its owner.
 * @param {string} listId @param {string} userId */
export const offer = (listId, userId) =>
	requestChange('POST', `/lists/${listId}/transfer`, { userId });
/** Withdraws or declines it.
 * @param {string} listId */
export const endOffer = listId => requestChange('DELETE', `/lists/${listId}/transfer`);
/** @param {string} listId */
export const acceptOffer = listId => requestChange('POST', `/lists/${listId}/transfer/accept`);
/** @param {string} listId */
export const leave = listId => removeMember(listId, me()?.id ?? '');
/** @param {string} listId */
export const invitations = listId => listItems(`/lists/${listId}/invitations`);
/** Creates an invitation.  Only this answer contains its address.
 * @param {string} listId
 * @param {{role?: string, accounts?: number, email?: string}} how */
export const invite = (listId, how) => request('POST', `/lists/${listId}/invitations`, how);
/** @param {string} listId @param {string} id */
export const deleteInvitation = (listId, id) =>
	request('DELETE', `/lists/${listId}/invitations/${id}`);
/** @param {string} code */
export const acceptInvitation = code =>
	requestChange('POST', '/invitations/accept', { code });

/** Deletes completed tasks now.
 * @returns {Promise<{removed: number}>} */
export const cleanUp = () => requestChange('POST', '/me/completed-tasks/cleanup');

/** Returns the items of a collection that comes in pages, at least so many if there are.
 * @param {string} path @param {number} most
 * @param {(method: string, path: string) => Promise<any>} [ask] */
async function listPages(path, most, ask = request) {
	/** @type {any[]} */
	let all = [], after = '';

	do {
		const p = await ask('GET', path + '?limit=1000' + after);
		all = all.concat(p.items);
		after = p.more ? '&after=' + encode(p.next) : '';
	} while (after && all.length < most);
	return all;
}

/** Requests what administrators can.  Somebody who no longer is one gets the code
 * not-administrator.
 * @param {string} method @param {string} path @param {any} [body] */
async function administer(method, path, body) {
	try {
		return await request(method, '/admin' + path, body);
	} catch (/** @type {any} */ p) {
		throw p.code === 'not-found' ? Object.assign(p, { code: 'not-administrator' }) : p;
	} finally {
		if (method !== 'GET')
			requestPull();
	}
}

/** Everybody who has an account. */
export const people = () => listPages('/users', Infinity, administer);
/** @param {{email: string, displayName: string}} who
 * @returns {Promise<any>} with the link by which they choose a password, this once */
export async function addPerson(who) {
	const r = await administer('POST', '/users', who);

	return { ...r, url: new URL(r.url, location.href).href };
}
/** @param {string} id @param {any} change */
export const changePerson = (id, change) => administer('PATCH', '/users/' + id, change);
/** @param {string} id */
export const endFactorOf = id => administer('DELETE', `/users/${id}/second-factor`);
/** @param {string} id @param {string} sharedLists what becomes of the lists that others
 * have, too */
export const removePerson = (id, sharedLists) =>
	administer('DELETE', '/users/' + id, { sharedLists });
/** The state of the service. */
export const serviceState = () => administer('GET', '/service');
/** What was done to accounts, a page of it.
 * @param {string} userId '' for all @param {string} [after] */
export const audit = (userId, after) => administer('GET', '/audit' + pageOf(after) +
	(userId && '&userId=' + userId));

/** Fetches the trash; then trashItems() returns it. */
export async function readTrash() {
	const all = await listPages('/me/trash', 5000);

	setTrash(all);
	return all;
}

/** @returns {Promise<{preferences: any, deviceSubscribed: boolean,
 *  supported: boolean, vapidPublicKey: string | null}>} */
export const pushKey = () => request('GET', '/me/notifications');
/** @param {PushSubscriptionJSON} s @param {string} userAgent */
export const registerDevice = (s, userAgent) => request('POST',
	'/me/push-subscriptions', { endpoint: s.endpoint, keys: s.keys,
	    userAgent: userAgent.slice(0, 256) });
export const devices = () => listItems('/me/push-subscriptions');
/** @param {string} id */
export const deleteDevice = id => request('DELETE', '/me/push-subscriptions/' + id);
