// Computes what the open screen shows: its name, and its rows in sections.  Views and
// commands use the same result.

import { addDays, addMonths, toDay, today as todayIn, wallClock, weekday } from
	'../data/dates.js';
import { doneAt } from '../data/indices.js';
import { inbox } from '../data/inbox.js';
import { mayWrite, writableLists } from '../data/roles.js';
import { completedOn, doneOf, list, memoize, myDay, setting, smart, sortedOf, state,
	suggestions, tags, task, tasksWithTag, zone } from '../data/state.js';
import { dayNames, formatLongDay, monthName, startOfWeek } from '../text/format.js';
import { search, searchWords } from '../text/search.js';
import { language, t } from '../text/words.js';
import { PAGES, SIGNED_OUT, SMART, SMART_ICONS } from './route.js';
import { insertRetained, ui } from './ui.js';

/** @typedef {import('../data/types').Task} Task
 * @typedef {{key: string, title?: string, rows: Task[], n?: number,
 *   collapsible?: boolean, day?: string, head?: 'day' | 'month' | 'overdue',
 *   past?: boolean, rest?: number, empty?: string, order?: boolean}} Section  day: what its rows need
 *   not say; rest: how many more it has
 * @typedef {{key: string, name: string, note?: string, sections: Section[],
 *   list?: import('../data/types').List, sign?: string, adds: boolean, moves: boolean,
 *   lists: boolean, words?: string[], suggestions?: Task[]}} Screen  words: that were found */

/** How many overdue tasks are shown at first, and tasks of a day in the month. */
const FEW = 4;

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
	return { key: 'list/' + id, name: l.title, list: l, adds: mayWrite(id), lists: false,
		moves: mayWrite(id) && (set.sort ?? 'own') === 'own',
		sections: openAndDone('list/' + id, sortedOf(id), doneOf(id),
		    set.hideCompleted) };
}

/** @returns {Screen} */
function dayScreen() {
	const date = addDays(state.today, -ui.day);
	const rows = ui.day ? [] : myDay(date);
	const done = ui.day ? completedOn(date) : rows.filter(r => r.done);
	const past = ui.day ? myDay(date).filter(r => !r.done) : [];

	return { key: 'today', name: t('smart.today'), sign: 'sun', note: formatLongDay(date) +
		(!ui.day && done.length ? ' · ' + t('day.done', { n: rows.length,
		done: done.length }) : ''),
		adds: !ui.day, moves: !ui.day, lists: true,
		suggestions: ui.day ? [] : suggestions(date),
		sections: ui.day ? [{ key: 'past/done', title: t('day.doneThen'), rows: done, day: date,
			past: true },
		    { key: 'past', title: t('day.leftThen'), rows: past }]
		    .filter(s => s.rows.length) :
		    openAndDone('today', rows.filter(r => !r.done), done, false)
			.map(x => ({ ...x, day: date })) };
}

/** Collects tasks by the day or month that they belong to, in their order.
 * @param {Task[]} rows @param {(r: Task) => string} keyOf 'late', a date, a month, or ''
 * @param {Partial<Section>} [more] @returns {Section[]} */
function groupByDay(rows, keyOf, more) {
	/** @type {Map<string, Section>} */
	const out = new Map();

	for (const r of rows) {
		const key = keyOf(r);
		if (!out.has(key))
			out.set(key, { key: state.route.name + '/' + key, rows: [], collapsible: true,
				...key === 'late' ? { title: t('planned.late'), head: 'overdue' } :
				!key ? { title: t('planned.none'), head: 'month' } :
				key.length > 7 ? { title: dayNames(key)[0], day: key, head: 'day' } :
				{ title: monthName(key + '-01'), head: 'month' }, ...more });
		out.get(key)?.rows.push(r);
	}
	return [...out.values()].map(s => ({ ...s, n: s.rows.length,
		...s.head === 'overdue' && !ui.more && !ui.printing ? { rows: s.rows.slice(0, FEW),
			rest: Math.max(0, s.rows.length - FEW) } : {} }));
}

/** Returns sections by due date: overdue, seven days, months, no date.
 * @param {Task[]} rows */
function plannedSections(rows) {
	const { today } = state, week = addDays(today, 7);

	return groupByDay(rows, r => {
		const due = r.dueDate ?? '';
		return due && due < today ? 'late' : due < week ? due : due.slice(0, 7);
	});
}

/** Returns sections by the local day of completion within the last two weeks, else by month.
 * @param {Task[]} rows */
function completedSections(rows) {
	const recent = addDays(state.today, -13), zoned = zone();

	return groupByDay(rows, r => {
		const at = doneAt(r);
		return at < recent ? at.slice(0, 7) : todayIn(zoned, Date.parse(at));
	}, { past: true });
}

/** How many tasks were completed on the last seven days, and on the seven before. */
function completedNote() {
	const days = (/** @type {number} */ from) => Array.from({ length: 7 }, (_, i) =>
		completedOn(addDays(state.today, from - i)).length).reduce((a, b) => a + b);

	return `${t('completed.week', { n: days(0) })} · ${t('completed.before', { n: days(-7) })}`;
}

/** @param {string} name @returns {Screen} */
function smartScreen(name) {
	const rows = insertRetained(smart(name), id => {
		const r = task(id);
		return r?.done && belongsTo(name, r) ? r : undefined;
	});
	const sections = name === 'planned' || name === 'mine' ?
		plannedSections(name === 'mine' ? rows : rows.filter(r => r.dueDate)) :
		name === 'completed' ? completedSections(rows) :
		[{ key: name, rows, order: false }];

	return { key: name, name: t('smart.' + name), sections, sign: SMART_ICONS[name],
		note: name === 'completed' && rows.length ? completedNote() : '',
		adds: name !== 'completed', moves: false, lists: true };
}

/** Returns the time of a task on its day, to be sorted by; without one it is last.
 * @param {Task} r */
const timeOf = r => r.dueTime ?? (r.reminderAt && wallClock(r.reminderAt, zone())[1] || '~');

/** The due tasks of every day.
 * @type {() => Map<string, Task[]>} */
export const dueByDay = memoize(() => {
	const out = new Map();

	for (const r of smart('planned'))
		out.get(r.dueDate)?.push(r) ?? out.set(r.dueDate, [r]);
	return out;
});

/** Returns what is due on a day, or planned for it in My Day; timed tasks first.
 * @param {string} day */
function tasksOfDay(day) {
	const rows = [...dueByDay().get(day) ?? [], ...myDay(day).filter(r => !r.done &&
		(!r.dueDate || r.dueDate < state.today))];

	rows.sort((a, b) => timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0);
	return insertRetained(rows, id => {
		const r = task(id);
		return r?.done && r.dueDate === day ? r : undefined;
	});
}

/** Returns the days that the week or the month shows: [first, how many].
 * @returns {[string, number]} */
export function shownDays() {
	const { name, id = state.today } = state.route;
	const first = name === 'month' ? id.slice(0, 8) + '01' : id;
	const from = addDays(first, -((weekday(first) - startOfWeek() + 7) % 7));

	return [from, name === 'week' ? 7 : toDay(addMonths(first, 1)) - toDay(from) > 35 ? 42 : 35];
}

/** The week or the month: a section for each day, also for days without tasks.
 * @returns {Screen} */
function daysScreen() {
	const [from, n] = shownDays();

	return { key: state.route.name + '/' + from, name: t('smart.planned'), sign: 'calendar',
		adds: false, moves: false, lists: true, sections: Array.from({ length: n }, (_, i) => {
			const day = addDays(from, i), all = tasksOfDay(day);
			const rows = n > 7 ? all.slice(0, FEW) : all;
			return { key: 'week/' + day, title: dayNames(day)[0], day, n: all.length,
				head: /** @type {const} */ ('day'), collapsible: true, empty: t('day.empty'), rows,
				rest: all.length - rows.length };
		}) };
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
		lists: true, sign: '', sections: openAndDone('tag/' + name, rows.filter(r => !r.done),
		    rows.filter(r => r.done), false) };
}

/** @param {string} q @returns {Screen} */
function searchScreen(q) {
	const rows = q.trim() ? search(q) : [];

	return { key: 'search', name: t('search'), note: rows.length ?
		t('found', { n: rows.length }) : '', adds: false, moves: false,
		lists: true, sign: 'search', words: searchWords(q).map(w => w.trim()),
		sections: [{ key: 'search', rows, order: false }] };
}

/** Does the route show no tasks?  Then no key or command can be about one. */
const isPage = () => [...SIGNED_OUT, ...PAGES].includes(state.route.name) ||
	state.route.part === 'share';

/** Returns the screen of the route; null if it shows no tasks, or its list does not exist.
 * @returns {Screen | null} */
export const screen = () => isPage() ? null : screenOf(state.route.name, state.route.id ?? '',
	state.route.query?.q ?? '', ui.day, ui.more, ui.printing, language(),
	...[...ui.retained].map(([id, { after }]) => id + after));

/** @type {(name: string, id: string, q: string, ...more: any[]) => Screen | null}
 * more: on what else it depends */
const screenOf = memoize((name, id, q) => {
	if (name === 'list')
		return listScreen(id);
	if (name === 'tag')
		return tagScreen(id);
	if (name === 'search')
		return searchScreen(q);
	if (name === 'week' || name === 'month')
		return daysScreen();
	return name !== 'today' && SMART.includes(name) ? smartScreen(name) : dayScreen();
});

/** Returns the list that a task goes to that is added on the open screen: the line can
 * name it, its button, or the address.
 * @param {import('../data/types').Quick | null} q what was read in the line */
export function targetList(q) {
	const all = writableLists(), asked = state.route.query?.list ?? '';

	return all.find(l => l.id === (q?.listId ?? ui.quick.to ?? state.route.id)) ??
		all.find(l => [l.id, l.title].includes(asked)) ?? inbox();
}

/** Returns all rows that are not collapsed, in order.
 * @returns {Task[]} */
export function visibleRows() {
	return /** @type {Task[]} */ ([]).concat(...(screen()?.sections ?? [])
	    .filter(s => !s.collapsible || !isCollapsed(s.key, s.key.endsWith('/done')))
	    .map(s => s.rows));
}
