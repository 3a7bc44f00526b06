// Adding: the line is read while it is typed; what is typed after Enter is a
// new line at once, whatever the page is drawing.

import { actions, dates, defaultList, list, lists, locale, members, openTask,
	say, set, setting, startOfWeek, state, t, tags, toast, ui, zone } from '../kit.js';
import { further } from '../load.js';
import { language } from '../words.js';
import { screen } from '../screen.js';
import { told } from './rows.js';

const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById('quick'));

/** Whether 3/4 is a day of March, where the browser is. */
const monthFirst = () => new Intl.DateTimeFormat(locale(), { month: 'numeric',
	day: 'numeric' }).formatToParts(0).find(p => p.type !== 'literal')?.type === 'month';

/** What reads a line; null: not here yet.
 * @type {typeof import('../further.js').read | null} */
let read = null;
/** Until then what is entered waits.
 * @type {[string, boolean][]} */
const waiting = [];

/** Fetches what reads a line.  On failure what was entered stands in the line
 * again. */
async function learn() {
	const m = await further().catch(() => null);

	if (!m && waiting.length)
		fill([...waiting.splice(0).map(([text]) => text), field()?.value].join(' '));
	if (!m || read)
		return;
	await m.learn(language()).catch(() => {});
	read = m.read;
	waiting.splice(0).forEach(([text, open]) => enter(text, [], open));
	if (field()?.value)
		typed(field()?.value ?? '');
}

addEventListener('docket-ready', learn);

/** What the reading may refer to. */
const around = () => ({ today: state.today, language: language(),
	now: dates.wall(Date.now(), zone())[1], weekStart: startOfWeek(), lists: lists(),
	members: state.route.name === 'list' ? members(state.route.id) : [],
	monthFirst: monthFirst(), refused: ui.quick.refused });

/** Names that begin as the last word does: #ho, /wo.
 * @param {string} text */
function offers(text) {
	const m = /(?:^|\s)([#/])(\S+)$/.exec(text);

	if (!m)
		return [];
	const from = m[2].toLocaleLowerCase();
	const names = m[1] === '#' ? tags().map(g => g.name) :
		lists().map(l => l.title.replace(/\s+/g, '-'));
	return names.filter(n => n.toLocaleLowerCase().startsWith(from) &&
	    n.toLocaleLowerCase() !== from).slice(0, 5).map(n => m[1] + n);
}

/** @param {string} text */
export function typed(text) {
	const refused = text ? ui.quick.refused : [];

	ui.quick = { ...ui.quick, text, refused };
	ui.quick.reading = text && read ? read(text, around()) : null;
	set({ quick: { ...ui.quick, offers: offers(text) } });
}

/** @param {string} text */
export function fill(text) {
	const el = field();

	if (el) {
		el.value = text;
		el.focus();
	}
	typed(text);
}

/** The task that a reading means, on the screen that is open.
 * @param {import('../types').Quick} q */
function meant(q) {
	const s = screen(), day = q.dueDate ?? (s?.key === 'planned' ||
		q.reminderTime ? state.today : null);
	const tag = state.route.name === 'tag' ? [state.route.id] : [];

	return { title: q.title, starred: q.starred || s?.key === 'starred',
		listId: q.listId ?? s?.list?.id ?? home()?.id,
		dueDate: q.dueDate ?? (s?.key === 'planned' ? state.today : null),
		reminderAt: q.reminderTime && day ?
		    dates.instant(day, q.reminderTime, zone()) : null,
		recurrence: q.recurrence, assigneeId: q.assigneeId,
		tagNames: [...new Set([...q.tagNames, ...tag])],
		myDay: state.route.name === 'today' && !ui.day };
}

/** Where a task goes that is made on a smart list: the address may say it. */
const home = () => lists().find(l => [l.id, l.title].includes(state.route.query?.list ?? '')) ??
	lists().find(l => l.id === setting('ui')?.inbox) ?? defaultList();

/** Fields whose empty values POST need not be sent.
 * @param {any} task */
const lean = task => Object.fromEntries(Object.entries(task).filter(([, v]) =>
	v !== null && v !== undefined && v !== false && !(Array.isArray(v) && !v.length)));

/** @param {string} line @param {string[]} [refused] */
const built = (line, refused = []) =>
	lean(meant(/** @type {any} */ (read)(line, { ...around(), refused })));

/** @param {boolean} [open] its details too */
export function add(open = false) {
	const el = field(), text = el?.value.trim() ?? '';

	if (!el || !text)
		return;
	if (!read) {
		waiting.push([text, open]);
		learn();
	} else if (!enter(text, ui.quick.refused, open)) {
		return;
	}
	el.value = '';
	ui.quick.refused = [];
	typed('');
	if (!open)
		el.scrollIntoView?.({ block: 'nearest' });
}

/** Makes the task that a line means.
 * @param {string} text @param {string[]} refused @param {boolean} open its
 * details too @returns {boolean} whether it has a title */
function enter(text, refused, open) {
	const made = built(text, refused);

	if (!made.title)
		return false;
	const id = actions.addTask(made);
	say(t('did.add', { n: 1, title: made.title }));
	if (state.route.name === 'add' ||
	    state.route.name === 'list' && made.listId !== state.route.id)
		toast(t('added.to', { list: list(made.listId)?.title ?? '' }), { undo: true });
	if (open)
		openTask(id);
	return true;
}

/** Takes a reading back: its words stay in the title.
 * @param {string} [id] all of the date's without */
export function unread(id) {
	const q = ui.quick.reading;
	const some = id ? [id] : (q?.marks ?? []).filter((/** @type {any} */ m) =>
		['date', 'time', 'repeat'].includes(m.kind)).map((/** @type {any} */ m) => m.id);

	if (!some.length)
		return false;
	ui.quick.refused = [...ui.quick.refused, ...some];
	typed(field()?.value ?? '');
	field()?.focus();
	return true;
}

/** Takes a name that is offered.
 * @param {string} [name] */
export function take(name = ui.quick.offers?.[0]) {
	const el = field();

	if (!el || !name)
		return false;
	fill(el.value.replace(/[#/]\S+$/, name) + ' ');
	return true;
}

/** @param {string[]} lines */
export function addAll(lines) {
	actions.addTasks(lines.map(l => built(l)).filter(x => x.title));
	told();
	field()?.focus();
}
