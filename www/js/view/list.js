// A screen of tasks: its head, and its rows in sections; of long ones only the
// rows in the window are in the page.

import { changed, html, icon, me, nothing, repeat, review, round, state, t, task,
	ui } from '../kit.js';
import { isFolded } from '../screen.js';
import { empty } from './empty.js';
import { quickAdd } from './quickadd.js';
import { row, suggestion } from './row.js';
import { sync } from './side.js';

/** @typedef {import('../screen.js').Screen} Screen
 * @typedef {import('../screen.js').Section} Section */

export const FIXED = 56;
const MANY = 200, AHEAD = 4, NEW = 5;
/** @type {Map<string, [number, number]>} section → its rows in the page */
let shown = new Map();
let had = shown, left = 0;

/** The heading of a list, which opens its options.
 * @param {Screen} s */
const title = s => s.list?.role === 'owner' ? html`<h1 dir="auto"><button
	type="button" data-act="list-rename" data-id=${s.list.id}
	title=${t('list.edit')}>${s.name}</button></h1>` :
	html`<h1 dir="auto"><span>${s.name}</span></h1>`;

/** @param {Screen} s */
const dayButtons = s => s.key === 'today' ? html`${round('back',
	t('day.earlier'), 'day-back')}${ui.day ? html`<button class="btn"
	type="button" data-act="day-today">${t('day.today')}</button>` : nothing}` :
	nothing;

/** On phones the lists are a page of their own. */
export const menu = () => html`<button class="round menu" type="button"
	data-act="lists" aria-label=${t('lists')}>${icon('menu')}</button>`;

/** On phones the side bar is not seen: here it says that we are offline. */
const away = () => innerWidth < 700 && ['offline', 'busy'].includes(state.sync.state) ?
	html`<p role="status">${sync()}</p>` : nothing;

/** @param {Screen} s */
const head = s => html`<div class="head">${menu()}<div class="words">${title(s)}${s.note ? html`<p>${s.note}</p>` : nothing}${away()}</div>
	${dayButtons(s)}
	${s.list ? round('users', t('share'), 'share', s.list.id) : nothing}
	${round('more', t('list.options'), 'options')}</div>`;

/** @param {string} iconName @param {any} words @param {any} button @param {string} [cls] */
const bar = (iconName, words, button, cls = '') => html`<div class="bar ${cls}"
	role="status">${icon(iconName)}<span class="grow">${words}</span>${button}</div>`;

/** What has to be known above every list. */
export function bars() {
	const failed = review().length;
	const link = (/** @type {string} */ to, /** @type {string} */ words) =>
		html`<a class="btn" href=${to}>${words}</a>`;

	return html`${state.lost ? bar('warn', t('lost'), round('close', t('close'),
		'lost-seen')) : nothing}${failed ? bar('warn', t('review.bar', { n: failed }),
		link('#/review', t('review')), 'bad') : nothing}${
	state.session === 'ended' ? bar('lock', t('session.ended',
		{ n: state.sync.unsent }), link('#/signin', t('signIn'))) : nothing}${
	state.session === 'other' ? bar('lock', t('session.other',
		{ n: state.sync.unsent, name: me()?.displayName }), link('#/review', t('review'))) : nothing}`;
}

/** The rows of a long section that are in the window, between what stands for
 * the others.  Of those that were not in the page a frame brings only some, seen
 * ones first, so that none takes long.
 * @param {Section} s @param {number} top where it begins
 * @returns {[number, number]} from and to */
function windowed(s, top) {
	const n = s.rows.length, first = Math.floor((ui.scroll - top) / FIXED);
	const within = (/** @type {number} */ at) => Math.max(0, Math.min(n, at));
	const least = within(first - AHEAD), seen = within(first);
	const most = within(Math.ceil((ui.scroll - top + ui.height) / FIXED) + AHEAD);
	let [from, to] = had.get(s.key) ?? [0, 0];

	from = Math.max(from, least);
	to = Math.min(to, most);
	if (from >= to)
		from = to = seen;
	for (; left && to - from < most - least; left--)
		from <= seen && to < most ? to++ : from--;
	if (to - from < most - least)
		changed();
	shown.set(s.key, [from, to]);
	return ui.printing ? [0, n] : [from, to];
}

/** @param {Section} s @param {number} top @param {any} how */
function rows(s, top, how) {
	const n = s.rows.length, [from, to] = how.many ? windowed(s, top) : [0, n];

	return html`<div class="rows ${how.many ? 'fixed' : ''}" role="grid"
		aria-label=${s.title ? `${how.name}, ${s.title}` : how.name}
		aria-rowcount=${n} aria-multiselectable="true"
		.style="padding-block: ${from * FIXED}px ${(n - to) * FIXED}px"
		data-section=${s.key}>${repeat(s.rows.slice(from, to), r => r.id, (r, i) =>
		row(r, { ...how, at: from + i, first: how.first === r.id }))}</div>`;
}

/** @param {Section} s @param {boolean} shut */
const heading = (s, shut) => s.folds ? html`<h2 class="section ${s.today ?
	'today' : ''}"><button class="fold" type="button" data-act="fold"
	data-id=${s.key} aria-expanded=${!shut}>${icon('down', 'small')}<span>${s.title}</span>
	<span class="n">${s.n}</span></button></h2>` : s.title ?
	html`<h2 class="section">${s.title}</h2>` : nothing;

/** @param {Screen} s */
function sections(s) {
	const total = s.sections.reduce((n, x) => n + x.rows.length, 0);
	const focused = ui.focus && task(ui.focus);
	const known = focused && s.sections.some(x => x.rows.includes(focused));

	had = shown;
	shown = new Map();
	left = NEW;
	let top = 0, first = known ? null : s.sections.find(x => x.rows.length)?.rows[0].id;

	return s.sections.map(x => {
		const shut = !!x.folds && isFolded(x.key, x.key.endsWith('/done'));
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

/** Before anything is known: three grey rows. */
const waiting = () => html`<div aria-busy="true">${[1, 2, 3].map(n =>
	html`<div class="row"><div class="tick"></div><div class="grey w${n}"></div></div>`)}
	${ui.slow ? html`<p class="empty">${t('fetching',
		{ n: state.sync.fetched })}</p>` : nothing}</div>`;

/** @param {Screen | null} s */
export function listView(s) {
	if (!s)
		return html`<div class="column"><div class="top"><div class="head">${menu()}<div
			class="words"><h1>${t('page.list')}</h1></div></div>${bars()}</div>${state.ready ? empty('gone') : waiting()}</div>`;
	const none = s.sections.every(x => x.rows.length === 0);

	return html`<div class="column"><div class="top">${head(s)}${bars()}${
		s.adds ? quickAdd(s) : nothing}</div>${!state.ready && none ? waiting() :
		html`${none ? empty(s.key) : sections(s)}${suggested(s)}`}</div>`;
}
