// Changes of tags, and helpers that mutations of other records share.

import { store, tag, tags } from '../data/state.js';
import { uuid } from '../data/uuid.js';
import { mutate } from './mutate.js';
import { createRecord, deleteRecord, patchRecord } from './operations.js';

/** @typedef {import('./operations.js').Pair} Pair */

const timestamp = () => new Date().toISOString().replace('Z', '000Z');
/** @param {string} key @param {any} r */
export const describe = (key, r) => ({ key: 'did.' + key,
	holes: { n: 1, title: r.title ?? r.name } });
export const newStamps = () => ({ createdAt: timestamp(), updatedAt: '' });
/** @param {string[]} writes @param {string[]} [reads] */
export const orderBy = (writes, reads = []) => ({ writes, reads });

/** Returns a name as names are compared.
 * @param {string} name */
const foldName = name => name.trim().normalize('NFC').toLowerCase();
/** @param {string} name */
export const findTag = name => tags().find(t => foldName(t.name) === foldName(name));

/** Finds a tag by its name, or creates it.
 * @param {string} name @param {Pair[]} pairs gets the operations that create it
 * @returns {string} its id */
export function findOrCreateTag(name, pairs) {
	const have = findTag(name);
	const soon = pairs.find(p => p.forward[0].target.kind === 'tag' &&
	    foldName(p.forward[0].body.name) === foldName(name));

	if (have || soon)
		return have?.id ?? /** @type {Pair} */ (soon).forward[0].target.id;
	const id = uuid(), row = { id, name: name.trim().normalize('NFC'),
		...newStamps() };
	pairs.push(createRecord('tag', row, '/me/tags', { id, name: row.name },
	    [{ kind: 'tag', id, put: row }], [], []));
	return id;
}

/** @param {string} id @param {string} name */
export function renameTag(id, name) {
	const t = tag(id);

	if (t)
		mutate([patchRecord('/me/tags/' + id, { kind: 'tag', id }, t, { name },
		    { name }, orderBy(['tag/' + id]), 'op.tag')],
		    describe('tag.set', t));
}

/** @param {string} id */
export function deleteTag(id) {
	const t = tag(id);

	if (t)
		mutate([deleteRecord(store, 'tag', t, '/me/tags/' + id, [])],
		    describe('delete', t));
}
