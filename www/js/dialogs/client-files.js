// What programs that speak CalDAV read instead of what people would type: a profile for
// Apple's, a link for DAVx⁵, settings for vdirsyncer.

import { uuid } from '../data/uuid.js';

/** A program that is being set up: the id of its token, the token, the address of the
 * service, the user's name there.
 * @typedef {{id: string, token: string, address: string, user: string}} Client */

const ESCAPES = /** @type {Record<string, string>} */ ({ '<': '&lt;', '>': '&gt;', '&': '&amp;' });

/** @param {any} value a text, number, boolean, array or object @returns {string} */
function plist(value) {
	if (typeof value === 'string')
		return `<string>${value.replace(/[<>&]/g, c => ESCAPES[c])}</string>`;
	if (typeof value === 'number')
		return `<integer>${value}</integer>`;
	if (typeof value === 'boolean')
		return `<${value}/>`;
	if (Array.isArray(value))
		return `<array>${value.map(plist).join('\n')}</array>`;
	return `<dict>${Object.entries(value).map(([key, v]) =>
		`<key>${key}</key>${plist(v)}`).join('\n')}</dict>`;
}

/** Returns the parts that every payload has.
 * @param {string} type @param {string} identifier @param {string} id @param {string} name */
const payload = (type, identifier, id, name) => ({ PayloadType: type, PayloadVersion: 1,
	PayloadIdentifier: identifier, PayloadUUID: id.toUpperCase(), PayloadDisplayName: name });

/** Returns a profile that adds an account to Apple's programs (Apple, Device Management,
 * com.apple.caldav.account).  It has no password: only encrypted profiles may.
 * @param {Client} c @param {string} userId */
export function profileOf(c, userId) {
	const at = new URL(c.address), https = at.protocol === 'https:';
	const name = `Docket (${at.host})`, identifier = `${at.hostname}.docket.${c.id}`;

	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${plist({ ...payload('Configuration', identifier, uuid(), name),
	PayloadContent: [{ ...payload('com.apple.caldav.account', identifier + '.caldav', c.id, name),
		CalDAVAccountDescription: name, CalDAVHostName: at.hostname,
		CalDAVPort: Number(at.port || (https ? 443 : 80)), CalDAVUseSSL: https,
		CalDAVPrincipalURL: `${at.pathname}${userId}/`, CalDAVUsername: c.user }] })}</plist>
`;
}

/** Returns a link that opens DAVx⁵'s page for a new account, filled in (DAVx⁵ manual,
 * Integration): davx5: stands for https:, caldav: for http:.
 * @param {Client} c */
export function accountLink(c) {
	const at = new URL(c.address);

	return `${at.protocol === 'https:' ? 'davx5' : 'caldav'}://${encodeURIComponent(c.user)}:${
		c.token}@${at.host}${at.pathname}`;
}

/** Returns a settings file of vdirsyncer.
 * @param {Client} c */
export const syncerSettings = c => `[general]
status_path = "~/.local/share/vdirsyncer/status/"

[pair docket]
a = "docket_here"
b = "docket_there"
collections = ["from a", "from b"]
conflict_resolution = "b wins"
metadata = ["displayname", "color"]

[storage docket_here]
type = "filesystem"
path = "~/.local/share/docket/"
fileext = ".ics"

[storage docket_there]
type = "caldav"
url = ${JSON.stringify(c.address)}
username = ${JSON.stringify(c.user)}
password = ${JSON.stringify(c.token)}
item_types = ["VTODO"]
`;
