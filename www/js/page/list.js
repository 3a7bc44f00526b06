// Draws a screen of tasks: its heading, and its rows in sections.  Of long sections only
// the visible rows are in the page.

import { repeat } from '../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { isComplete, me, requestDraw, setting, state, task } from '../data/state.js';
import { failedChanges } from '../data/trash-and-conflicts.js';
import { dayNames } from '../text/format.js';
import { t } from '../text/words.js';
import { icon, roundButton } from './elements.js';
import { emptyList } from './empty.js';
import { head, menuButton } from './head.js';
import { quickAdd } from './quick-add.js';
import { row, suggestion } from './row.js';
import { isCollapsed } from './screen.js';
import { ui } from './ui.js';

/** @typedef {import('./screen.js').Screen} Screen
 * @typedef {import('./screen.js').Section} Section */

/** The height of a row where only some rows are in the page, in pixels. */
export const rowHeight = () => innerWidth < 700 || ui.width < 620 ? 54 :
	setting('ui')?.density === 'compact' && matchMedia('(pointer: fine)').matches ? 36 : 44;
/** From how many rows on only those in sight are in the page.  All have one height then, so
 * a title has one line; on phones two, if nothing is below it. */
const MANY = 60;
const AHEAD = 4, FIRST = 2, NEW = 5;
/** @type {Map<string, [number, number]>} section → its rows in the page */
let shown = new Map();
let previouslyShown = shown, newRows = 0, missing = false;

/** Whether the next frame draws more rows of the open screen. */
export const rowsMissing = () => missing;

/** @param {string} iconName @param {any} words @param {any} button @param {string} [cls] */
const bar = (iconName, words, button, cls = '') => html`<div class="bar ${cls}"
	role="status">${icon(iconName)}<span class="grow">${words}</span>${button}</div>`;

/** Draws the notices above every list. */
function noticeBars() {
	const failed = failedChanges().length;
	const link = (/** @type {string} */ to, /** @type {string} */ words) =>
		html`<a class="btn" href=${to}>${words}</a>`;

	return html`${ui.offers?.()}${state.lost ? bar('warn', t('lost'), roundButton('close', t('close'),
		'lost-seen')) : nothing}${failed ? bar('warn', t('review.bar', { n: failed }),
		link('#/review', t('review')), 'bad') : nothing}${
	state.session === 'ended' ? bar('lock', t('session.ended',
		{ n: state.sync.unsent }), link('#/signin', t('signIn'))) : nothing}${
	state.session === 'other' ? bar('lock', t('session.other',
		{ n: state.sync.unsent, name: me()?.displayName }), link('#/review', t('review'))) : nothing}`;
}

/** Returns which rows of a long section are drawn.  A frame adds only a few new rows,
 * visible ones first, so that it does not take long; the first frame of a screen even less,
 * since all the rest of the screen changes with it.
 * @param {Section} s @param {number} top the section's position, in pixels
 * @returns {[number, number]} from and to */
function visibleRange(s, top) {
	const n = s.rows.length, first = Math.floor((ui.scroll - top) / rowHeight());
	const within = (/** @type {number} */ at) => Math.max(0, Math.min(n, at));
	const least = within(first - AHEAD), seen = within(first);
	const most = within(Math.ceil((ui.scroll - top + ui.height) / rowHeight()) + AHEAD);
	let [from, to] = previouslyShown.get(s.key) ?? [0, 0];

	from = Math.max(from, least);
	to = Math.min(to, most);
	if (from >= to)
		from = to = seen;
	for (; newRows && to - from < most - least; newRows--)
		from <= seen && to < most ? to++ : from--;
	if (to - from < most - least) {
		missing = true;
		requestDraw();
	}
	shown.set(s.key, [from, to]);
	return ui.printing ? [0, n] : [from, to];
}

/** @param {Section} s @param {number} top @param {any} how */
function rows(s, top, how) {
	const n = s.rows.length, [from, to] = how.many ? visibleRange(s, top) : [0, n];
	const high = rowHeight();

	return html`<div class="rows ${how.many ? 'fixed' : ''} ${s.past ? 'past' : ''}" role="grid"
		aria-label=${s.title ? `${how.name}, ${s.title}` : how.name}
		aria-rowcount=${n} aria-multiselectable="true"
		.style="padding-block: ${from * high}px ${(n - to) * high}px"
		data-section=${s.key} data-drop=${dropOf(s)}>${repeat(s.rows.slice(from, to), r => r.id, (r, i) =>
		row(r, { ...how, at: from + i, first: how.first === r.id }))}</div>`;
}

/** Draws what is in the tick column of a heading, and its words.
 * @param {Section} s */
const headingWords = s => html`${s.head === 'day' && s.day ? html`<span class="num">${+s.day.slice(8)}</span>` :
	s.head === 'overdue' ? icon('warn') : nothing}<span>${s.title}</span>${
	s.head === 'day' && s.day ? html`<small>${dayNames(s.day)[1]}</small>` : nothing}
	<span class="n">${s.n}</span>${icon('down', 'small')}`;

/** Draws the button that moves all overdue tasks to today. */
export const toTodayButton = () => html`<button class="btn edge" type="button"
	data-command="late-today">${t('planned.toToday')}</button>`;

/** Returns where a task dropped on a section goes.
 * @param {Section} s */
const dropOf = s => s.head === 'day' && !s.past ? 'day/' + s.day : nothing;

/** @param {Section} s @param {boolean} shut */
const heading = (s, shut) => s.collapsible ? html`<h2 class="section ${s.head ? 'day ' + s.head :
	''} ${s.head === 'day' && s.day === state.today && !s.past ? 'today' : ''}" id=${s.head === 'day' ? 'd' +
	s.day : nothing} data-drop=${dropOf(s)}><button
	class="collapse" type="button" data-command="collapse" data-id=${s.key} aria-expanded=${!shut}>${
	headingWords(s)}</button>${s.head === 'overdue' ? toTodayButton() : nothing}</h2>` :
	s.title ? html`<h2 class="section">${s.title}</h2>` : nothing;

/** @param {Screen} s */
function sections(s) {
	const total = s.sections.reduce((n, x) => n + x.rows.length, 0);
	const focused = ui.focus && task(ui.focus);
	const known = focused && s.sections.some(x => x.rows.includes(focused));

	previouslyShown = shown;
	shown = new Map();
	newRows = s.sections.some(x => previouslyShown.has(x.key)) ? NEW : FIRST;
	missing = false;
	let top = 0, first = known ? null : s.sections.find(x => x.rows.length)?.rows[0].id;

	return s.sections.map(x => {
		const shut = !!x.collapsible && isCollapsed(x.key, x.key.endsWith('/done'));
		const at = top + (x.title ? x.head ? 75 : 60 : 0);
		const how = { lists: s.lists, day: x.day, past: x.past, name: s.name,
			many: total > MANY, first, words: s.words };
		top = at + (shut ? 0 : x.rows.length * rowHeight());
		return html`${heading(x, shut)}${shut ? nothing : !x.rows.length ?
			x.empty && html`<p class="nothing">${x.empty}</p>` :
			html`${rows(x, at, how)}${x.rest ? more(x.rest) : nothing}`}`;
	});
}

/** @param {number} n how many there are */
const more = n => html`<button class="more" type="button" data-command="more">${
	icon('down')}${t('more', { n })}</button>`;

/** @param {Screen} s */
function suggested(s) {
	const all = s.suggestions ?? [];
	const some = ui.more ? all : all.slice(0, 5);

	return some.length ? html`<h2 class="section">${t('suggest')}<span class="n">${
		all.length}</span></h2><ul class="suggested">${repeat(some, r => r.id,
		suggestion)}${all.length > some.length ? html`<li>${more(all.length - some.length)}</li>` : nothing}</ul>` : nothing;
}

/** Draws three grey rows, where nothing is known to be missing yet. */
const placeholder = () => html`<div aria-busy="true">${[1, 2, 3].map(n =>
	html`<div class="row"><div class="tick"></div><div class="grey w${n}"></div></div>`)}
	${ui.slow ? html`<p class="empty">${t('fetching',
		{ n: state.sync.fetched })}</p>` : nothing}</div>`;

/** @param {Screen | null} s @param {any} [under] what is below the head */
export function listView(s, under = nothing) {
	if (!s)
		return html`<div class="column"><div class="top"><div class="head">${menuButton()}<div
			class="words"><h1>${t('page.list')}</h1></div></div>${noticeBars()}</div>${isComplete() ? emptyList('gone') : placeholder()}</div>`;
	const none = s.sections.every(x => x.rows.length === 0);
	const news = s.list && ui.newsOf?.(s.list.id);

	ui.fresh = news && new Set(news.added.map((/** @type {any} */ r) => r.id));

	return html`<div class="column"><div class="top">${head(s)}${under}${noticeBars()}${
		s.adds ? quickAdd() : nothing}</div>${news ? ui.newsLine(s.list?.id) : nothing}${none && !isComplete() ? placeholder() :
		html`${none && under === nothing ? emptyList(s.key) : sections(s)}${suggested(s)}`}</div>`;
}
