// Computes what the open screen shows: its name, and its rows in sections.  Views and
// commands use the same result.

import { addDays, toDay } from '../data/dates.js';
import { completedOn, doneOf, list, myDay, setting, smart, sortedOf, state,
	suggestions, tags, task, tasksWithTag } from '../data/state.js';
import { formatLongDay, weekdayName } from '../text/format.js';
import { search, searchWords } from '../text/search.js';
import { t } from '../text/words.js';
import { insertRetained, ui } from './ui.js';

/** @typedef {import('../data/types').Task} Task
 * @typedef {{key: string, title?: string, rows: Task[], n?: number,
 *   collapsible?: boolean, today?: boolean, order?: boolean}} Section
 * @typedef {{key: string, name: string, note?: string, sections: Section[],
 *   list?: import('../data/types').List, adds: boolean, moves: boolean,
 *   lists: boolean, suggestions?: Task[]}} Screen */

/** @param {string} key @param {boolean} [collapsed] */
export const isCollapsed = (key, collapsed = true) => ui.collapsed[key] ?? collapsed;

/** Returns a section of open rows, with those completed a moment ago, and one of
 * completed rows.
 * @param {string} key @param {Task[]} open @param {Task[]} done
 * @param {boolean} hide @returns {Section[]} */
function openAndDone(key, open, done, hide) {
	const rest = ui.retained.size ? done.filter(r => !ui.retained.has(r.id)) : done;
	const out = [{ key, rows: insertRetained(open, retainedAmong(open, done)), order: true }];

	return hide || rest.length === 0 ? out : [...out, { key: key + '/done',
		title: t('completed'), rows: rest, n: rest.length, collapsible: true,
		order: false }];
}

/** Returns a function that finds retained rows among these.
 * @param {Task[][]} rows */
function retainedAmong(...rows) {
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
		sections: openAndDone('list/' + id, sortedOf(id), doneOf(id),
		    set.hideCompleted) };
}

/** @returns {Screen} */
function dayScreen() {
	const date = addDays(state.today, -ui.day);
	const rows = ui.day ? [] : myDay(date);
	const done = ui.day ? completedOn(date) : rows.filter(r => r.done);
	const past = ui.day ? myDay(date).filter(r => !r.done) : [];

	return { key: 'today', name: t('smart.today'), note: formatLongDay(date),
		adds: !ui.day, moves: !ui.day, lists: true,
		suggestions: ui.day ? [] : suggestions(date),
		sections: ui.day ? [{ key: 'past/done', title: t('day.doneThen'), rows: done },
		    { key: 'past', title: t('day.leftThen'), rows: past }]
		    .filter(s => s.rows.length) :
		    openAndDone('today', rows.filter(r => !r.done), done, false) };
}

/** @param {Task[]} rows @returns {Section[]} */
function groupByDay(rows) {
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
			out.set(key, { key, title, rows: [], collapsible: true, today: n === 0 });
		out.get(key)?.rows.push(r);
	}
	return [...out.values()].map(s => ({ ...s, n: s.rows.length }));
}

/** @param {string} name @returns {Screen} */
function smartScreen(name) {
	const rows = insertRetained(smart(name), id => {
		const r = task(id);
		return r?.done && belongsTo(name, r) ? r : undefined;
	});
	const sections = name === 'planned' ? groupByDay(rows.filter(r => r.dueDate)) :
		[{ key: name, rows, order: false }];

	return { key: name, name: t('smart.' + name), sections,
		adds: name !== 'completed' && name !== 'mine', moves: false, lists: true };
}

/** Whether a task that was just completed was in a smart list.
 * @param {string} name @param {Task} r */
const belongsTo = (name, r) => name === 'all' || name === 'starred' && r.starred ||
	name === 'planned' && !!r.dueDate || name === 'mine' && r.assignedToMe;

/** @param {string} name @returns {Screen} */
function tagScreen(name) {
	const tag = tags().find(g => g.name === name);
	const rows = tag ? tasksWithTag(tag.id) : [];

	return { key: 'tag/' + name, name: '#' + name, adds: true, moves: false,
		lists: true, sections: openAndDone('tag/' + name, rows.filter(r => !r.done),
		    rows.filter(r => r.done), false) };
}

/** @param {string} q @returns {Screen} */
function searchScreen(q) {
	const rows = q.trim() ? search(q) : [];

	ui.words = searchWords(q).map(w => w.trim());
	return { key: 'search', name: t('search'), note: rows.length ?
		t('found', { n: rows.length }) : '', adds: false, moves: false,
		lists: true, sections: [{ key: 'search', rows, order: false }] };
}

/** Returns the screen of the route; null if its list does not exist.
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

/** Returns all rows that are not collapsed, in order.
 * @returns {Task[]} */
export function visibleRows() {
	return /** @type {Task[]} */ ([]).concat(...(screen()?.sections ?? [])
	    .filter(s => !s.collapsible || !isCollapsed(s.key, s.key.endsWith('/done')))
	    .map(s => s.rows));
}
