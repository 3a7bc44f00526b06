// The commands of the line that adds tasks.  The line is parsed while the user types.
// What they type after Enter is a new line at once, even during a draw.

import * as dates from '../data/dates.js';
import { inbox } from '../data/inbox.js';
import { assignable, writableLists } from '../data/roles.js';
import { hasFeature, list, me, state, tags, zone } from '../data/state.js';
import { addTask, addTasks } from '../mutations/tasks.js';
import { loadPickers } from '../page/load-pickers.js';
import { screen, targetList } from '../page/screen.js';
import { announce, focusTask, openTask, setUi, showToast, ui } from '../page/ui.js';
import { locale, startOfWeek } from '../text/format.js';
import { language, t } from '../text/words.js';
import { toastLastChange } from './rows.js';

const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById('quick'));

/** Whether 3/4 is a day of March in the browser's region. */
const monthFirst = () => new Intl.DateTimeFormat(locale(), { month: 'numeric',
	day: 'numeric' }).formatToParts(0).find(p => p.type !== 'literal')?.type === 'month';

/** The parser; null until the bundle of pickers is loaded.
 * @type {typeof import('../quickadd/parse.js').parse | null} */
let parse = null;
/** Lines that were entered before that.
 * @type {[string, boolean][]} */
const queuedLines = [];

/** Loads the parser, and adds the entered lines.  Those that cannot be added go back into
 * the field. */
async function loadParser() {
	const m = await loadPickers();

	if (m && !parse) {
		await m.loadLanguage(language()).catch(() => {});
		parse = m.parse;
	}
	const rest = queuedLines.splice(0).filter(([text, open]) => !parse ||
	    !addLine(text, [], open));
	if (rest.length)
		setLine([...rest.map(([text]) => text), field()?.value].join(' '));
	else if (parse && ui.quick.text)
		onInput(field()?.value ?? ui.quick.text);
}

/** Returns the context of the parser. */
export const parseContext = () => ({ today: state.today, language: language(),
	now: dates.wallClock(Date.now(), zone())[1], weekStart: startOfWeek(), lists: writableLists(),
	members: state.route.name === 'list' ? assignable(state.route.id) : [],
	monthFirst: monthFirst(), rules: hasFeature('rules'), refused: ui.quick.refused });

/** Returns names of tags or lists that complete the last word: #ho, /wo.
 * @param {string} text */
function offers(text) {
	const m = /(?:^|\s)([#/])(\S+)$/.exec(text);

	if (!m)
		return [];
	const from = m[2].toLocaleLowerCase();
	const names = m[1] === '#' ? tags().map(g => g.name) :
		writableLists().map(l => l.title.replace(/\s+/g, '-'));
	return names.filter(n => n.toLocaleLowerCase().startsWith(from) &&
	    n.toLocaleLowerCase() !== from).slice(0, 5).map(n => m[1] + n);
}

/** What was not understood is said once nobody types: half a phrase never is.
 * @type {any} */
let pause = 0;
const PAUSE_MS = 700;

/** @param {string} text */
export function onInput(text) {
	const refused = text ? ui.quick.refused : [];

	ui.quick = { ...ui.quick, text, refused, unread: [],
		to: text ? ui.quick.to : null };
	ui.quick.reading = text && parse ? parse(text, parseContext()) : null;
	setUi({ quick: { ...ui.quick, offers: offers(text) } });
	clearTimeout(pause);
	if (text && !parse)
		loadParser();
	else if (ui.quick.reading?.unread.length)
		pause = setTimeout(() => setUi({ quick: { ...ui.quick,
			unread: ui.quick.reading?.unread } }), PAUSE_MS);
}

/** @param {string} text */
export function setLine(text) {
	const el = field();

	if (el) {
		el.value = text;
		el.focus();
	}
	onInput(text);
}

/** Puts a date or a time into the line, in place of what it says of these kinds.  Without
 * a title, that is typed before them.
 * @param {string} words @param {string[]} kinds of spans */
export function putWords(words, kinds) {
	const el = field(), old = (ui.quick.reading?.spans ?? []).filter(
		(/** @type {any} */ m) => kinds.includes(m.kind));
	const rest = old.reduceRight((/** @type {string} */ s, /** @type {any} */ m) =>
		s.slice(0, m.from) + s.slice(m.to), ui.quick.text).replace(/\s+/g, ' ').trim();

	setLine(`${rest} ${words}`);
	if (!rest)
		el?.setSelectionRange(0, 0);
}

/** Returns the task that a line means on the open screen.
 * @param {import('../data/types').Quick} q */
function toTask(q) {
	const s = screen(), day = q.dueDate ?? (s?.key === 'planned' ||
		q.reminderTime ? state.today : null);
	const tag = state.route.name === 'tag' ? [state.route.id] : [];

	return { title: q.title, starred: q.starred || s?.key === 'starred',
		listId: targetList(q)?.id,
		dueDate: q.dueDate ?? (s?.key === 'planned' ? state.today : null),
		reminderAt: q.reminderTime && day ?
		    dates.toInstant(day, q.reminderTime, zone()) : null,
		...repetition(q),
		assigneeId: q.assigneeId ?? (s?.key === 'mine' ? me()?.id ?? null : null),
		tagNames: [...new Set([...q.tagNames, ...tag])],
		myDay: state.route.name === 'today' && !ui.day &&
		    (q.dueDate ?? state.today) <= state.today };
}

/** Returns the fields of a task that say when it is due again, as the service knows them.
 * @param {import('../data/types').Quick} q */
const repetition = q => ({ dueTime: hasFeature('due-times') ? q.reminderTime : null,
	recurrence: q.recurrence, ...hasFeature('rules') && q.recurrenceRule ?
	{ recurrenceRule: q.recurrenceRule, recurrenceFrom: q.recurrenceFrom } : {} });

/** Removes empty values.
 * @param {any} task */
const withoutEmpty = task => Object.fromEntries(Object.entries(task).filter(([, v]) =>
	v !== null && v !== undefined && v !== false && !(Array.isArray(v) && !v.length)));

/** @param {string} line @param {string[]} [refused] */
const buildTask = (line, refused = []) =>
	withoutEmpty(toTask(/** @type {any} */ (parse)(line, { ...parseContext(), refused })));

/** Adds the task in the field.
 * @param {boolean} [open] whether to open it */
export function submitLine(open = false) {
	const el = field(), text = el?.value.trim() ?? '';

	if (!el || !text)
		return;
	if (!parse) {
		queuedLines.push([text, open]);
		loadParser();
	} else if (!addLine(text, ui.quick.refused, open)) {
		return;
	}
	el.value = '';
	ui.quick.refused = [];
	onInput('');
	if (open)
		return;
	/* Also after a tap on the button, so that the next task can be typed. */
	el.focus();
	el.scrollIntoView?.({ block: 'nearest' });
}

/** Adds the task that a line means.
 * @param {string} text @param {string[]} refused @param {boolean} open whether to open
 * it @returns {boolean} whether it has a title */
function addLine(text, refused, open) {
	const made = buildTask(text, refused);

	if (!made.title)
		return false;
	if (!made.listId) {
		showToast(t('sync.fetching'));
		return false;
	}
	const id = addTask(made);
	announce(t('did.add', { n: 1, title: made.title }));
	if (state.route.name === 'add' || state.route.name === 'today' && !made.myDay ||
	    state.route.name === 'list' && made.listId !== state.route.id)
		showToast(t('added.to', { list: list(made.listId)?.title ?? '' }),
		    { undo: true });
	if (open)
		openTask(id);
	return true;
}

/** Puts words that were read back into the title.
 * @param {string} [id] a span; without it those of date, time and repetition */
export function refuseReading(id) {
	const q = ui.quick.reading;
	const some = id ? [id] : (q?.spans ?? []).filter((/** @type {any} */ m) =>
		['date', 'time', 'repeat'].includes(m.kind)).map((/** @type {any} */ m) => m.id);

	if (!some.length)
		return false;
	ui.quick.refused = [...ui.quick.refused, ...some];
	onInput(field()?.value ?? '');
	field()?.focus();
	return true;
}

/** Completes the last word by an offered name.
 * @param {string} [name] */
export function acceptOffer(name = ui.quick.offers?.[0]) {
	const el = field();

	if (!el || !name)
		return false;
	setLine(el.value.replace(/[#/]\S+$/, name) + ' ');
	return true;
}

/** Adds a task of this title, as it is, to the user's own list.
 * @param {string} title */
export function addTitle(title) {
	const to = inbox();

	if (!to)
		return showToast(t('sync.fetching'));
	focusTask(addTask({ title: title.trim(), listId: to.id }));
	showToast(t('added.to', { list: to.title }), { undo: true });
}

/* No sign of a pasted list means a star. */
const NO_STARS = ['star *', 'star !!'];

/** @param {{title: string, done: boolean}[]} lines of a pasted list */
export async function addLines(lines) {
	if (!parse)
		await loadParser();
	if (!parse)
		return setLine(lines.map(l => l.title).join(' '));
	addTasks(lines.map(({ title, done }) => /** @type {any} */ (
	    { ...buildTask(title, NO_STARS), done })).filter(x => x.title && x.listId));
	toastLastChange();
	field()?.focus();
}

/** The commands of the line that adds, by the name in data-command.
 * @type {Record<string, import('./rows.js').Command>} */
export const quickAddCommands = {
	add: () => submitLine(),
	unread: (el, e, id) => refuseReading(id),
	take: (el, e, id) => acceptOffer(id),
};
