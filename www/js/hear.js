// What the tabs tell each other.

import { changed, state, store } from './state.js';
import { engine } from './engine.js';

/** @typedef {typeof import('./sync.js').sync} Sync */

/** @type {Record<string, (m: any, sync: Sync) => void>} */
const HEAR = {
	ops: take,
	done: (m, sync) => {
		store.apply(m.changes ?? []);
		if (m.since)
			sync.from(m.since);
		take(m);
	},
	empty: () => store.empty(),
	/* A tab that has not opened its database yet will read all of it. */
	fetched: (_, sync) => sync.load().then(changed, () => {}),
	alias: m => engine.outbox?.aliases.set(m.from, m.to),
	status: (m, sync) => {
		if (sync.leading)
			return;
		state.sync.state = m.state;
		state.sync.retryAt = m.retryAt;
		state.session = m.session;
	},
	hello: (_, sync) => {
		sync.said = '';
	},
	kick: (_, sync) => sync.work(false),
	pull: (_, sync) => sync.work(true),
	'signed-in': anew,
	wiped: anew,
};

/** Begins again, and leads nobody until then.
 * @param {any} _ @param {Sync} sync */
function anew(_, sync) {
	sync.tabs?.close();
	globalThis.location?.reload();
}

/** @param {any} m */
function take(m) {
	for (const id of m.drop ?? [])
		store.drop(id);
	for (const op of m.add ?? [])
		store.replace(op);
}

/** @param {any} m @param {Sync} sync */
export function heard(m, sync) {
	HEAR[m.type]?.(m, sync);
	if (m.type === 'ops' && sync.leading)
		sync.work(false);
	sync.status();
	changed();
}
