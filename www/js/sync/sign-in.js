// Signs in.

import { deviceZone } from '../data/dates.js';
import { me } from '../data/state.js';
import { setProfile } from '../mutations/settings.js';
import { deviceName } from './device-name.js';
import { http } from './host.js';
import { toError } from './http.js';
import { onSignedIn } from './session.js';

/** Sends a request; see sync/online.js.
 * @param {string} method @param {string} path @param {any} [body] @param {any} [o]
 * @returns {Promise<any>} the body of the answer */
export async function request(method, path, body, o) {
	const a = await http(method, path, body, o);

	if (a.status < 200 || a.status >= 300)
		throw toError(a);
	return a.body;
}

/** By address and password, by the ticket that these gave and a code, or by a passkey.
 * @param {{email: string, password: string} | {ticket: string, code: string} |
 *  {passkey: any}} who */
export async function signIn(who) {
	const r = await request('POST', '/sessions', { ...who, deviceName: deviceName(),
		cookieOnly: true });

	await onSignedIn(r.user);
	if (me()?.timeZone === 'UTC' && deviceZone() !== 'UTC')
		setProfile({ timeZone: deviceZone() });
}
