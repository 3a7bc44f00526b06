// What the screen that is open shows: its name, and its rows in sections.  Keys
// and views read the same.

import { completedOn, doneOf, list, myDay, setting, smart, sortedOf,
	state, suggestions, tagged, tags, task } from './state.js';
import { addDays, toDay } from './dates.js';
import { search, wordsOf } from './search.js';
import { longDay, weekdayName } from './say.js';
import { t } from './words.js';
import { ui, withHeld } from './ui.js';

/** @typedef {import('./types').Task} Task
 * @typedef {{key: string, title?: string, rows: Task[], n?: number,
 *   folds?: boolean, today?: boolean, order?: boolean}} Section
 * @typedef {{key: string, name: string, note?: string, sections: Section[],
 *   list?: import('./types').List, adds: boolean, moves: boolean,
 *   lists: boolean, suggestions?: Task[]}} Screen */

/** @param {string} key @param {boolean} [folded] */
export const isFolded = (key, folded = true) => ui.folded[key] ?? folded;

/** Open rows, held ones among them, and below them what is done.
 * @param {string} key @param {Task[]} open @param {Task[]} done
 * @param {boolean} hide @returns {Section[]} */
function halves(key, open, done, hide) {
	const rest = ui.held.size ? done.filter(r => !ui.held.has(r.id)) : done;
	const out = [{ key, rows: withHeld(open, heldOf(open, done)), order: true }];

	return hide || rest.length === 0 ? out : [...out, { key: key + '/done',
		title: t('completed'), rows: rest, n: rest.length, folds: true,
		order: false }];
}

/** Only those held that belong here.
 * @param {Task[][]} rows */
function heldOf(...rows) {
	return (/** @type {string} */ id) => {
		const r = task(id);
		return r && rows.some(x => x.includes(r)) ? r : undefined;
	};
}

/** @param {string} id @returns {Screen | null} */
function listScreen(id) {
	const l = list(id);
	const set = setting('list/' + id) ?? {};

	if (!l)
		return null;
	return { key: 'list/' + id, name: l.title, list: l, adds: true, lists: false,
		moves: (set.sort ?? 'own') === 'own',
		sections: halves('list/' + id, sortedOf(id), doneOf(id),
		    set.hideCompleted) };
}

/** @returns {Screen} */
function dayScreen() {
	const date = addDays(state.today, -ui.day);
	const rows = ui.day ? [] : myDay(date);
	const done = ui.day ? completedOn(date) : rows.filter(r => r.done);
	const past = ui.day ? myDay(date).filter(r => !r.done) : [];

	return { key: 'today', name: t('smart.today'), note: longDay(date),
		adds: !ui.day, moves: !ui.day, lists: true,
		suggestions: ui.day ? [] : suggestions(date),
		sections: ui.day ? [{ key: 'past/done', title: t('day.doneThen'), rows: done },
		    { key: 'past', title: t('day.leftThen'), rows: past }]
		    .filter(s => s.rows.length) :
		    halves('today', rows.filter(r => !r.done), done, false) };
}

/** @param {Task[]} rows @returns {Section[]} */
function byDay(rows) {
	/** @type {Map<string, Section>} */
	const out = new Map();
	const today = toDay(state.today);

	for (const r of rows) {
		const date = /** @type {string} */ (r.dueDate);
		const n = Math.max(-1, Math.min(7, toDay(date) - today));
		const key = 'planned/' + n;
		const title = n < 0 ? t('planned.earlier') : n === 0 ? t('day.today') :
			n === 1 ? t('day.tomorrow') : n > 6 ? t('planned.later') :
			weekdayName(date);
		if (!out.has(key))
			out.set(key, { key, title, rows: [], folds: true, today: n === 0 });
		out.get(key)?.rows.push(r);
	}
	return [...out.values()].map(s => ({ ...s, n: s.rows.length }));
}

/** @param {string} name @returns {Screen} */
function smartScreen(name) {
	const rows = withHeld(smart(name), id => {
		const r = task(id);
		return r?.done && belongs(name, r) ? r : undefined;
	});
	const sections = name === 'planned' ? byDay(rows.filter(r => r.dueDate)) :
		[{ key: name, rows, order: false }];

	return { key: name, name: t('smart.' + name), sections,
		adds: name !== 'completed' && name !== 'mine', moves: false, lists: true };
}

/** Whether a task just done stood in a smart list.
 * @param {string} name @param {Task} r */
const belongs = (name, r) => name === 'all' || name === 'starred' && r.starred ||
	name === 'planned' && !!r.dueDate || name === 'mine' && r.assignedToMe;

/** @param {string} name @returns {Screen} */
function tagScreen(name) {
	const tag = tags().find(g => g.name === name);
	const rows = tag ? tagged(tag.id) : [];

	return { key: 'tag/' + name, name: '#' + name, adds: true, moves: false,
		lists: true, sections: halves('tag/' + name, rows.filter(r => !r.done),
		    rows.filter(r => r.done), false) };
}

/** @param {string} q @returns {Screen} */
function searchScreen(q) {
	const rows = q.trim() ? search(q) : [];

	ui.words = wordsOf(q).map(w => w.trim());
	return { key: 'search', name: t('search'), note: rows.length ?
		t('found', { n: rows.length }) : '', adds: false, moves: false,
		lists: true, sections: [{ key: 'search', rows, order: false }] };
}

/** The screen of the route; null if there is no such list.
 * @returns {Screen | null} */
export function screen() {
	const { name, id = '', query } = state.route;

	if (name === 'list')
		return listScreen(id);
	if (name === 'tag')
		return tagScreen(id);
	if (name === 'search')
		return searchScreen(query?.q ?? '');
	return ['starred', 'planned', 'mine', 'all', 'completed'].includes(name) ?
		smartScreen(name) : dayScreen();
}

/** Every row that is shown, in order.
 * @returns {Task[]} */
export function visible() {
	return /** @type {Task[]} */ ([]).concat(...(screen()?.sections ?? [])
	    .filter(s => !s.folds || !isFolded(s.key, s.key.endsWith('/done')))
	    .map(s => s.rows));
}
