// What a user does with tags; and what the actions on other records share.

import { act, store } from '../engine.js';
import { tag, tags } from '../state.js';
import { deletion, made, patch } from '../ops.js';
import { uuid } from '../uuid.js';

/** @typedef {import('../ops.js').Pair} Pair */

const now = () => new Date().toISOString().replace('Z', '000Z');
/** @param {string} key @param {any} r */
export const words = (key, r) => ({ key: 'did.' + key,
	holes: { n: 1, title: r.title ?? r.name } });
export const stamps = () => ({ createdAt: now(), updatedAt: '' });
/** @param {string[]} writes @param {string[]} [reads] */
export const order = (writes, reads = []) => ({ writes, reads });

/** How names are compared.
 * @param {string} name */
const folded = name => name.trim().normalize('NFC').toLowerCase();
/** @param {string} name */
export const tagOf = name => tags().find(t => folded(t.name) === folded(name));

/** The tag of a name, which is created if there is none.
 * @param {string} name @param {Pair[]} pairs where its making goes
 * @returns {string} its id */
export function tagNamed(name, pairs) {
	const have = tagOf(name);
	const soon = pairs.find(p => p.forward[0].target.kind === 'tag' &&
	    folded(p.forward[0].body.name) === folded(name));

	if (have || soon)
		return have?.id ?? /** @type {Pair} */ (soon).forward[0].target.id;
	const id = uuid(), row = { id, name: name.trim().normalize('NFC'),
		...stamps() };
	pairs.push(made('tag', row, '/me/tags', { id, name: row.name },
	    [{ kind: 'tag', id, put: row }], [], []));
	return id;
}

/** @param {string} name @returns {string} its id */
export function addTag(name) {
	/** @type {Pair[]} */
	const pairs = [];
	const id = tagNamed(name, pairs);

	act(pairs, { key: 'did.tag', holes: { n: 1, title: name } });
	return id;
}

/** @param {string} id @param {string} name */
export function renameTag(id, name) {
	const t = tag(id);

	if (t)
		act([patch('/me/tags/' + id, { kind: 'tag', id }, t, { name },
		    { name }, order(['tag/' + id]), 'op.tag')],
		    words('tag.set', t));
}

/** @param {string} id */
export function deleteTag(id) {
	const t = tag(id);

	if (t)
		act([deletion(store, 'tag', t, '/me/tags/' + id, [])],
		    words('delete', t));
}
