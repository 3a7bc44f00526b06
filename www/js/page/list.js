// Draws a screen of tasks: its heading, and its rows in sections.  Of long sections only
// the visible rows are in the page.

import { repeat } from '../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { me, requestDraw, state, task } from '../data/state.js';
import { failedChanges } from '../data/trash-and-conflicts.js';
import { t } from '../text/words.js';
import { icon, roundButton } from './elements.js';
import { emptyList } from './empty.js';
import { quickAdd } from './quick-add.js';
import { row, suggestion } from './row.js';
import { isCollapsed } from './screen.js';
import { syncState } from './side.js';
import { ui } from './ui.js';

/** @typedef {import('./screen.js').Screen} Screen
 * @typedef {import('./screen.js').Section} Section */

export const FIXED = 56;
const MANY = 200, AHEAD = 4, NEW = 5;
/** @type {Map<string, [number, number]>} section → its rows in the page */
let shown = new Map();
let previouslyShown = shown, newRows = 0;

/** Draws the heading of a list.  For its owner it is a button that edits the list.
 * @param {Screen} s */
const title = s => s.list?.role === 'owner' ? html`<h1 dir="auto"><button
	type="button" data-act="list-rename" data-id=${s.list.id}
	title=${t('list.edit')}>${s.name}</button></h1>` :
	html`<h1 dir="auto"><span>${s.name}</span></h1>`;

/** @param {Screen} s */
const dayButtons = s => s.key === 'today' ? html`${roundButton('back',
	t('day.earlier'), 'day-back')}${ui.day ? html`<button class="btn"
	type="button" data-act="day-today">${t('day.today')}</button>` : nothing}` :
	nothing;

/** Draws the button that opens the lists, a separate page on phones. */
export const menuButton = () => html`<button class="round menu" type="button"
	data-act="lists" aria-label=${t('lists')}>${icon('menu')}</button>`;

/** Draws the state of sync on phones, where the side bar is hidden. */
const offlineNotice = () => innerWidth < 700 && ['offline', 'busy'].includes(state.sync.state) ?
	html`<p role="status">${syncState()}</p>` : nothing;

/** @param {Screen} s */
const head = s => html`<div class="head">${menuButton()}<div class="words">${title(s)}${s.note ? html`<p>${s.note}</p>` : nothing}${offlineNotice()}</div>
	${dayButtons(s)}
	${s.list ? roundButton('users', t('share'), 'share', s.list.id) : nothing}
	${roundButton('more', t('list.options'), 'options')}</div>`;

/** @param {string} iconName @param {any} words @param {any} button @param {string} [cls] */
const bar = (iconName, words, button, cls = '') => html`<div class="bar ${cls}"
	role="status">${icon(iconName)}<span class="grow">${words}</span>${button}</div>`;

/** Draws the notices above every list. */
function noticeBars() {
	const failed = failedChanges().length;
	const link = (/** @type {string} */ to, /** @type {string} */ words) =>
		html`<a class="btn" href=${to}>${words}</a>`;

	return html`${state.lost ? bar('warn', t('lost'), roundButton('close', t('close'),
		'lost-seen')) : nothing}${failed ? bar('warn', t('review.bar', { n: failed }),
		link('#/review', t('review')), 'bad') : nothing}${
	state.session === 'ended' ? bar('lock', t('session.ended',
		{ n: state.sync.unsent }), link('#/signin', t('signIn'))) : nothing}${
	state.session === 'other' ? bar('lock', t('session.other',
		{ n: state.sync.unsent, name: me()?.displayName }), link('#/review', t('review'))) : nothing}`;
}

/** Returns which rows of a long section are drawn.  A frame adds only a few new rows,
 * visible ones first, so that it does not take long.
 * @param {Section} s @param {number} top the section's position, in pixels
 * @returns {[number, number]} from and to */
function visibleRange(s, top) {
	const n = s.rows.length, first = Math.floor((ui.scroll - top) / FIXED);
	const within = (/** @type {number} */ at) => Math.max(0, Math.min(n, at));
	const least = within(first - AHEAD), seen = within(first);
	const most = within(Math.ceil((ui.scroll - top + ui.height) / FIXED) + AHEAD);
	let [from, to] = previouslyShown.get(s.key) ?? [0, 0];

	from = Math.max(from, least);
	to = Math.min(to, most);
	if (from >= to)
		from = to = seen;
	for (; newRows && to - from < most - least; newRows--)
		from <= seen && to < most ? to++ : from--;
	if (to - from < most - least)
		requestDraw();
	shown.set(s.key, [from, to]);
	return ui.printing ? [0, n] : [from, to];
}

/** @param {Section} s @param {number} top @param {any} how */
function rows(s, top, how) {
	const n = s.rows.length, [from, to] = how.many ? visibleRange(s, top) : [0, n];

	return html`<div class="rows ${how.many ? 'fixed' : ''}" role="grid"
		aria-label=${s.title ? `${how.name}, ${s.title}` : how.name}
		aria-rowcount=${n} aria-multiselectable="true"
		.style="padding-block: ${from * FIXED}px ${(n - to) * FIXED}px"
		data-section=${s.key}>${repeat(s.rows.slice(from, to), r => r.id, (r, i) =>
		row(r, { ...how, at: from + i, first: how.first === r.id }))}</div>`;
}

/** @param {Section} s @param {boolean} shut */
const heading = (s, shut) => s.collapsible ? html`<h2 class="section ${s.today ?
	'today' : ''}"><button class="fold" type="button" data-act="fold"
	data-id=${s.key} aria-expanded=${!shut}>${icon('down', 'small')}<span>${s.title}</span>
	<span class="n">${s.n}</span></button></h2>` : s.title ?
	html`<h2 class="section">${s.title}</h2>` : nothing;

/** @param {Screen} s */
function sections(s) {
	const total = s.sections.reduce((n, x) => n + x.rows.length, 0);
	const focused = ui.focus && task(ui.focus);
	const known = focused && s.sections.some(x => x.rows.includes(focused));

	previouslyShown = shown;
	shown = new Map();
	newRows = NEW;
	let top = 0, first = known ? null : s.sections.find(x => x.rows.length)?.rows[0].id;

	return s.sections.map(x => {
		const shut = !!x.collapsible && isCollapsed(x.key, x.key.endsWith('/done'));
		const at = top + (x.title ? 60 : 0);
		const how = { lists: s.lists, today: s.key === 'today', name: s.name,
			many: total > MANY, first, words: s.key === 'search' ? ui.words : undefined };
		top = at + (shut ? 0 : x.rows.length * FIXED);
		return html`${heading(x, shut)}${shut || !x.rows.length ? nothing :
			rows(x, at, how)}`;
	});
}

/** @param {Screen} s */
function suggested(s) {
	const all = s.suggestions ?? [];
	const some = ui.more ? all : all.slice(0, 5);

	return some.length ? html`<h2 class="section">${t('suggest')}</h2>
		<ul>${repeat(some, r => r.id, suggestion)}</ul>${all.length > some.length ?
		html`<button class="btn" type="button" data-act="more">${t('more',
			{ n: all.length - some.length })}</button>` : nothing}` : nothing;
}

/** Draws three grey rows until the replica is read. */
const placeholder = () => html`<div aria-busy="true">${[1, 2, 3].map(n =>
	html`<div class="row"><div class="tick"></div><div class="grey w${n}"></div></div>`)}
	${ui.slow ? html`<p class="empty">${t('fetching',
		{ n: state.sync.fetched })}</p>` : nothing}</div>`;

/** @param {Screen | null} s */
export function listView(s) {
	if (!s)
		return html`<div class="column"><div class="top"><div class="head">${menuButton()}<div
			class="words"><h1>${t('page.list')}</h1></div></div>${noticeBars()}</div>${state.ready ? emptyList('gone') : placeholder()}</div>`;
	const none = s.sections.every(x => x.rows.length === 0);

	return html`<div class="column"><div class="top">${head(s)}${noticeBars()}${
		s.adds ? quickAdd(s) : nothing}</div>${!state.ready && none ? placeholder() :
		html`${none ? emptyList(s.key) : sections(s)}${suggested(s)}`}</div>`;
}
