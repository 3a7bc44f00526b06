// Converts between routes and the part of the address after #.

import { isDate } from '../data/dates.js';

/** @typedef {{name: string, id?: string, task?: string, part?: string,
 *   query?: Record<string, string>}} Route */

/** The smart lists and their icons, in the order of the side bar.
 * @type {Record<string, string>} */
export const SMART_ICONS = { today: 'sun', starred: 'star', planned: 'calendar', mine: 'user',
	all: 'tray', completed: 'done' };
export const SMART = Object.keys(SMART_ICONS);
const VIEWS = ['week', 'month'];
const PLAIN = ['trash', 'signin', 'signup', 'forgot', 'lists', 'review'];
/** Screens whose address has a code. */
export const CODES = ['reset', 'verify', 'join'];
/** Screens without tasks, which the bundle of pages draws. */
export const PAGES = ['settings', 'trash', 'review', 'join'];
export const SIGNED_OUT = ['signin', 'signup', 'forgot', 'reset', 'verify'];

/** @param {string} text */
function decode(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
	const [path, search = ''] = hash.replace(/^#\/?/, '').split('?');
	const [name, ...rest] = path.split('/').map(decode);
	const query = Object.fromEntries(new URLSearchParams(search));
	const at = rest.indexOf('t');
	const task = at >= 0 ? rest[at + 1] : undefined;

	if (SMART.includes(name))
		return { name, task, query };
	if (VIEWS.includes(name))
		return { name, id: isDate(rest[0] ?? '') ? rest[0] : undefined, task };
	if (name === 'l' && rest[0])
		return { name: 'list', id: rest[0], task, query,
			part: rest[1] === 'share' ? 'share' : undefined };
	if (name === 'tag' && rest[0])
		return { name: 'tag', id: rest[0], task };
	if (name === 'search' || name === 'add')
		return { name, query, task };
	if (name === 'settings')
		return { name, part: rest[0] ?? 'account' };
	if (CODES.includes(name))
		return { name, id: rest[0] };
	return { name: PLAIN.includes(name) ? name : 'today', query };
}

/** @param {Route} r the address of a screen, with one of its tasks open */
export function formatRoute(r) {
	const search = r.name === 'search' && r.query?.q ?
		'?q=' + encodeURIComponent(r.query.q) : '';
	const path = r.name === 'list' ? 'l/' + r.id :
		VIEWS.includes(r.name) && r.id ? r.name + '/' + r.id : r.name === 'tag' ? 'tag/' + encodeURIComponent(r.id ?? '') : r.name;

	return '#/' + path + (r.task ? '/t/' + r.task : '') + search;
}
