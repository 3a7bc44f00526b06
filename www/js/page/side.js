// Draws the side bar: search, smart lists, lists in their groups, the state of sync.

import { repeat } from '../../node_modules/lit-html/directives/repeat.js';
import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { counts, groups, lists, members, setting, state } from
	'../data/state.js';
import { t } from '../text/words.js';
import { icon, listIcon, listTint, roundButton } from './elements.js';
import { SMART, SMART_ICONS } from './route.js';
import { ui } from './ui.js';

/** @param {string} href @param {any} pic @param {any} words @param {any} more @param {any} on */
const link = (href, pic, words, more, on) => html`<a class="link" href=${href}
	aria-current=${on ? 'page' : nothing}>${pic}<span class="name" dir="auto">${words}</span>${more}</a>`;

/** @param {number} n */
const number = n => n ? html`<span class="n">${n}</span>` : nothing;

/** Draws the smart lists that are not hidden.  All and Completed are hidden by default. */
function smartLists() {
	const n = /** @type {Record<string, any>} */ (counts());
	const hidden = setting('ui')?.hidden ?? ['all', 'completed'];

	return SMART.filter(name => !hidden.includes(name) ||
	    state.route.name === name).map(name =>
		html`<li data-drop=${name === 'today' ? 'today' : nothing}
		    data-command=${name === 'today' ? 'day-today' : nothing}>${link('#/' + name,
		    icon(SMART_ICONS[name]), t('smart.' + name), number(name === 'completed' ? 0 : n[name]),
		    state.route.name === name || (name === 'planned' ? ['week', 'month'] : name === 'today' ?
		    ['add'] : []).includes(state.route.name ?? ''))}</li>`);
}

/** @param {import('../data/types').List} l */
const listEntry = l => html`<li data-list=${l.id} data-drop=${l.id}><a class="link"
	href="#/l/${l.id}" aria-current=${state.route.name === 'list' &&
	state.route.id === l.id ? 'page' : nothing}><span class=${listTint(l.id)}>${listIcon(l.id)}</span><span class="name"
	dir="auto">${l.title}</span>${members(l.id).length > 1 ? html`${icon('users',
	'small')}<span class="hush">${t('shared')}</span>` : nothing}${ui.newsOf?.(l.id) ? html`<span
	class="news" role="img" aria-label=${t('news.here')}></span>` : nothing}${
	number(counts().list[l.id])}</a></li>`;

/** @param {import('../data/types').Group} g @param {any[]} all */
function groupEntry(g, all) {
	const shut = ui.collapsed['group/' + g.id] ?? false;

	return html`<li data-group=${g.id}><div class="group"><button class="collapse"
		type="button" data-command="collapse" data-id="group/${g.id}" aria-expanded=${!shut}><span
		class="name" dir="auto">${g.title}</span>${icon('down', 'small')}</button>${
		roundButton('more', t('group.options', { name: g.title }), 'group-options', g.id)}</div>
		${shut ? nothing : html`<ul>${repeat(all, l => l.id, listEntry)}</ul>`}</li>`;
}

const WORDS = /** @type {Record<string, any>} */ ({ ok: ['check', 'sync.ok'],
	start: ['cloud', 'sync.fetching'], fetching: ['cloud', 'sync.fetching'],
	sending: ['cloud', 'sync.sending'], offline: ['offline', 'sync.offline'],
	busy: ['warn', 'sync.busy'], ended: ['lock', 'sync.ended'] });

/** Draws the state of sync. */
export function syncState() {
	const { state: name, unsent, retryAt } = state.sync;
	const [pic, key] = WORDS[name] ?? WORDS.ok;
	const words = key === 'sync.offline' && unsent ? t('sync.unsent', { n: unsent }) :
		t(key, { n: Math.max(1, Math.ceil(((retryAt ?? 0) - Date.now()) / 1000)) });

	/* It is seen only when something is wrong. */
	return html`<span class="state ${['offline', 'busy', 'ended'].includes(name) ? 'off' :
		'hush'}">${icon(pic, 'small')}<span>${words}</span></span>`;
}

/** @returns {any} */
const nav = () => {
	const all = lists(), known = new Set(groups().map(g => g.id));
	const loose = all.filter(l => !l.groupId || !known.has(l.groupId));

	return html`<nav class="nav" aria-label=${t('lists')}><ul class="smart">${smartLists()}</ul><hr>
		<ul>${repeat(loose, l => l.id, listEntry)}${repeat(groups(), g => g.id, g =>
		groupEntry(g, all.filter(l => l.groupId === g.id)))}</ul></nav>`;
};

/** Whether the side bar is the whole page, as on phones. */
const isAlone = () => state.route.name === 'lists' && innerWidth < 700;

export const sideBar = () => html`<div class="side" aria-label=${t('side')} role=${isAlone() ?
	'main' : 'complementary'} tabindex=${isAlone() ? -1 : nothing}>
	<div class="seek"><div class="brand" role=${isAlone() ? 'heading' : nothing} aria-level=${
	isAlone() ? 1 : nothing}><span class="mark">${icon('check')}</span>Docket</div>
	<form class="find" role="search" data-command="search">${icon('search')}<input
		type="search" id="search" data-input="search" placeholder=${t('search')}
		aria-label=${t('search')} autocomplete="off" enterkeyhint="search">${
		roundButton('close', t('search.clear'), 'search-clear')}<kbd
		aria-hidden="true">/</kbd></form></div>
	${nav()}
	<div class="foot">${syncState()}${state.sync.updateWaiting ? html`<button class="btn"
		type="button" data-command="update">${t('update')}</button>` : nothing}<button class="link"
		type="button" data-command="list-new">${icon('plus')}<span class="name">${t('list.new')}</span></button>
		${roundButton('group', t('group.new'), 'group-new')}
		${roundButton('sliders', t('settings'), 'settings')}</div></div>`;
