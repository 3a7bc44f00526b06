// Draws the head of a screen of tasks: what it is recognized by, its name, who shares it.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { mayWrite } from '../data/roles.js';
import { members, state } from '../data/state.js';
import { formatNames, initials, tintClass } from '../text/format.js';
import { t } from '../text/words.js';
import { icon, listIcon, listTint, roundButton } from './elements.js';
import { syncState } from './side.js';
import { ui } from './ui.js';

/** @typedef {import('./screen.js').Screen} Screen */

/** Draws the heading of a list.  For its owner it is a button that edits the list.
 * @param {Screen} s */
const title = s => s.list?.role === 'owner' ? html`<h1 dir="auto"><button
	type="button" data-command="list-rename" data-id=${s.list.id}
	title=${t('list.edit')}>${s.name}</button></h1>` :
	html`<h1 dir="auto"><span>${s.name}</span></h1>`;

/** @param {Screen} s */
const dayButtons = s => s.key === 'today' ? html`${ui.day ? html`<button class="btn edge"
	type="button" data-command="day-today">${t('day.today')}</button>` : nothing}${
	roundButton('left', t('day.earlier'), 'day-back')}` : nothing;

/** Draws who shares a list; with nobody, the button that shares it.
 * @param {import('../data/types').List} l */
function memberAvatars(l) {
	const people = members(l.id), most = innerWidth < 700 ? 3 : 5;
	const shown = people.length > most ? most - 1 : most;

	return people.length < 2 ? roundButton('users', t('share'), 'share', l.id) : html`<button
		class="faces" type="button" data-command="share" data-id=${l.id}
		title=${people.map(m => m.displayName).join(', ')}><span class="hush">${t('share')}</span>${people.slice(0, shown).map(m =>
		html`<span class=${tintClass(m.userId)} aria-hidden="true"><span class="who">${initials(m.displayName)}</span></span>`)}${
		people.length > shown ? html`<span class="n" aria-hidden="true">+${people.length - shown}</span>` : nothing}</button>`;
}

/** Returns what the list is to the user, if others have it too.
 * @param {import('../data/types').List} l */
function sharedNote(l) {
	const others = members(l.id).filter(m => !m.owner).map(m => m.displayName);

	return !others.length ? '' : l.role === 'owner' ?
		t('shared.mine', { names: formatNames(others) }) : t('shared.by', { name: l.ownerName }) +
		(mayWrite(l.id) ? '' : ' · ' + t('readOnly'));
}

/** Draws the button that opens the lists, a separate page on phones. */
export const menuButton = () => html`<button class="round menu" type="button"
	data-command="lists" aria-label=${t('lists')}>${icon('menu')}</button>`;

/** Draws the state of sync on phones, where the side bar is hidden. */
const offlineNotice = () => innerWidth < 700 && ['offline', 'busy'].includes(state.sync.state) ?
	html`<p role="status">${syncState()}</p>` : nothing;

/** Draws what the screen is recognized by: the list's icon on its colour, else a sign.
 * @param {Screen} s */
const sign = s => s.list ? html`<span class="sign ${listTint(s.list.id)}">${
	listIcon(s.list.id)}</span>` : html`<span class="sign ${s.key === 'today' ? 'green' :
	''}">${s.sign ? icon(s.sign) : nothing}</span>`;

export const VIEWS = ['planned', 'week', 'month'];

/** Draws the choice of list, week and month. */
const views = () => VIEWS.includes(state.route.name) ? html`<nav class="views" aria-label=${
	t('view')}>${VIEWS.map(v => html`<a href="#/${v}${v !== 'planned' && state.route.id ?
	'/' + state.route.id : ''}" aria-current=${v === state.route.name ? 'page' : 'false'}>${
	t('view.' + (v === 'planned' ? 'list' : v))}</a>`)}</nav>` : nothing;

/** @param {Screen} s */
export function head(s) {
	const note = s.list ? sharedNote(s.list) : s.note;

	return html`<div class="head">${menuButton()}${sign(s)}<div class="words">${title(s)}${
		note ? html`<p dir="auto">${note}</p>` : nothing}${offlineNotice()}</div>
		${views()}${dayButtons(s)}${s.list ? memberAvatars(s.list) : nothing}
		${roundButton('more', t('list.options'), 'options')}</div>`;
}
