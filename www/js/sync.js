// The replica's life: it is read and shown, then asked about, fetched and sent.
// When: at the start, on coming back, when online again, after sending, every
// 15 seconds while the page is seen, or as soon as the service says so.

import { Db } from './db.js';
import { Outbox } from './outbox.js';
import { Tabs } from './tabs.js';
import { ahead, api, makeHttp } from './http.js';
import { engine, setOutbox } from './engine.js';
import { changed, conflicts, indices, notice, state, store, zone } from './state.js';
import { today } from './dates.js';
import { heard } from './hear.js';
import { further } from './load.js';
import { hello, signedIn } from './session.js';
import { opened, prepare } from './opening.js';

const NEAR = 15000;

export const sync = {
	base: api(),
	http: makeHttp(api()),
	leading: false,
	touched: Date.now(),
	/** @type {Db} */
	db: /** @type {any} */ (null),
	/** @type {Tabs | null} */
	tabs: null,
	/** @type {import('./pull.js').Puller | null} */
	puller: null,
	/** From where the first fetch goes on.
	 * @type {string | null} */
	since: null,
	/** Whether something of the replica may hang on nothing. */
	loose: true,
	/** @type {any} */
	timer: 0,
	working: false,
	again: false,
	more: false,
	/** When it is tried or asked again. */
	nextAt: 0,
	watched: false,
	/** What the other tabs were last told. */
	said: '',
	start, pullSoon, signedIn, work, load, status, from,
};

/** Several instances on one origin must not meet. */
export const name = () => 'docket ' + new URL(sync.base).pathname;

export const host = {
	store,
	get db() { return sync.db; },
	http: (/** @type {[any, any, any?, any?]} */ ...a) => sync.http(...a),
	now: () => Date.now() + ahead,
	changed: () => { status(); changed(); },
	notice,
	conflict,
	tell: (/** @type {any} */ m) => sync.tabs?.tell(m),
	pull: async () => await sync.puller?.pull() ?? false,
	progress: (/** @type {number} */ n) => {
		state.sync.fetched = n;
		changed();
	},
	gone: (/** @type {any} */ t) => notice({ kind: 'gone', taskId: t.id,
		title: t.title, listId: t.listId }),
	get outbox() { return /** @type {Outbox} */ (engine.outbox); },
};

/** Reads the replica, then asks the service who we are. */
async function start() {
	state.ready = false;
	sync.db = new Db(name());
	sync.db.lost = () => globalThis.location?.reload();
	let loaded = false;
	sync.tabs = new Tabs(name(), m => heard(m, sync), () => lead(loaded));
	try {
		await Promise.all([opened(sync.db), sync.tabs.asked]);
	} catch {
		sync.tabs.close();
		state.session = 'closed';
		return changed();
	}
	loaded = true;
	await load();
	watch();
	state.ready = true;
	changed();
	prepare(sync.db).catch(() => {});
	await hello();
	further().then(m => m.parts(), () => {});
	sync.tabs.tell({ type: 'hello' });
	sync.work(true);
}

/** Takes the replica and the outbox from the disk. */
async function load() {
	const { groups, changes, ops, meta } = await sync.db.load();

	await engine.outbox?.committing;
	store.clear();
	indices.clear();
	store.fill(groups);
	store.apply(changes);
	ops.forEach(o => store.add(o));
	conflicts.clear();
	for (const c of meta.conflicts ?? [])
		conflicts.set(c.taskId, c);
	state.user = meta.user ?? null;
	if (!engine.outbox) {
		setOutbox(new Outbox(host));
		engine.kick = kick;
	}
	sync.loose = meta.loose ?? true;
	from(meta.since ?? null);
	state.today = today(zone());
}

/** Where fetching goes on.
 * @param {string | null} since */
function from(since) {
	sync.since = since;
	if (sync.puller)
		sync.puller.since = since;
}

/** This tab does the network from now on.
 * @param {boolean} late another did, and may have written what we have not read */
function lead(late) {
	sync.leading = true;
	if (late)
		load().then(() => {
			changed();
			sync.work(true);
		});
}

/** A conflict is kept until it is looked at.
 * @param {import('./types').Conflict} c */
async function conflict(c) {
	conflicts.set(c.taskId, c);
	await sync.db.settle({ meta: { conflicts: [...conflicts.values()] } });
	notice({ kind: 'conflict', taskId: c.taskId });
}

/** There is something to send. */
function kick() {
	status();
	if (sync.leading)
		sync.work(!!sync.puller?.trouble);
	else
		sync.tabs?.tell({ type: 'kick' });
}

/** Something has changed on the server. */
function pullSoon() {
	if (sync.leading)
		sync.work(true);
	else
		sync.tabs?.tell({ type: 'pull' });
}

/** Fetches, if that is asked for, and sends.
 * @param {boolean} pull */
async function work(pull) {
	if (!sync.leading || !engine.outbox || state.session !== 'ok')
		return;
	const m = await further().catch(() => null);
	if (m)
		return m.work(pull);
	clearTimeout(sync.timer);
	sync.timer = setTimeout(() => sync.work(true), NEAR);
}

/** How many requests wait. */
export const sendable = () => [...store.ops.values()]
	.filter(o => o.state === 'waiting').length;

/** How it stands, for the foot of the side bar.  The tab that does the network
 * tells the others. */
function status() {
	const s = state.sync, box = engine.outbox;

	s.unsent = box?.unsent() ?? 0;
	if (!sync.leading)
		return;
	const late = box && box.until > host.now();
	s.retryAt = late ? box.until - ahead : null;
	s.state = standing(!!late);
	const said = [s.state, s.retryAt, state.session].join();
	if (said !== sync.said)
		sync.tabs?.tell({ type: 'status', state: s.state, retryAt: s.retryAt,
			session: state.session });
	sync.said = said;
}

/** @param {boolean} late whether we wait to try again
 * @returns {import('./types').SyncState['state']} */
function standing(late) {
	const trouble = sync.puller?.trouble, box = engine.outbox;

	if (state.session === 'ended' || box?.ended)
		return 'ended';
	if (trouble?.status === 0 || late && !box?.busy)
		return 'offline';
	if (trouble || late)
		return 'busy';
	if (state.session === 'ok' && (sync.puller?.first ?? sync.since === null))
		return 'fetching';
	return state.sync.unsent ? 'sending' : state.session === 'start' ? 'start' :
	    'ok';
}

/** What makes us look again. */
function watch() {
	const w = globalThis.window;

	if (!w || sync.watched)
		return;
	sync.watched = true;
	const back = () => {
		if (document.visibilityState === 'hidden')
			return clearTimeout(sync.timer);
		midnight();
		sync.work(true);
	};
	w.addEventListener('online', () => {
		host.outbox.until = 0;
		if (engine.uploads)
			engine.uploads.until = 0;
		sync.work(true);
	});
	w.addEventListener('offline', () => sync.work(true));
	w.addEventListener('focus', back);
	document.addEventListener('visibilitychange', back);
	for (const e of ['pointerdown', 'keydown'])
		w.addEventListener(e, () => sync.touched = Date.now(), { passive: true });
	w.addEventListener('beforeunload', e => {
		if (engine.outbox?.committing)
			e.preventDefault();
	});
	setInterval(midnight, 20000);
}

/** A new day begins. */
function midnight() {
	const now = today(zone());

	if (now !== state.today) {
		state.today = now;
		changed();
	}
}
