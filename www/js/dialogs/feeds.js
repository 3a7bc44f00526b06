// Settings: links by which calendar programs show the user's tasks.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { requestDraw } from '../data/state.js';
import { focusDrawn } from '../page/after-draw.js';
import { fieldError } from '../page/sign-in.js';
import * as online from '../sync/online.js';
import { formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { attempt, button, choiceField, fetchOnce, itemRow, itemRows, listChoices, refetch, titlesOf,
	toggleRow } from './page-parts.js';

/** How a feed can show tasks: words are feeds.KEY. */
const FORMS = ['events', 'todos', 'both'];
/** Programs, in the order in which the words feeds.where say how to subscribe there. */
const READERS = ['Google Calendar', 'Apple', 'Outlook', 'Thunderbird'];

/** The lists that are chosen in the form.
 * @type {Set<string>} */
const chosen = new Set();
/** The feed that was made since the page was opened, with its address.
 * @type {{name: string, url: string} | null} */
let made = null;

addEventListener('docket-leave', () => { made = null; });

const makeForm = () => html`<form class="panel form" data-command="feed-make"><label class="field"><span>${
	t('name')}</span><input class="input" name="name" required maxlength="100"
	autocomplete="off" dir="auto"></label>${fieldError('name')}${choiceField('as', t('feeds.as'),
	FORMS.map(k => [k, t('feeds.' + k)]))}${toggleRow(t('feeds.done'), '', false, 'done')}${
	toggleRow(t('feeds.reminders'), '', false, 'reminders')}${listChoices('feed-list', chosen)}${
	fieldError('form')}${button(t('feeds.make'), '', { type: 'submit' })}</form>`;

/** Shows the address, this once.
 * @param {{name: string, url: string}} feed */
const madePanel = ({ name, url }) => html`<h2 id="feed-made" tabindex="-1" dir="auto">${name}</h2><div
	class="panel form"><p>${t('feeds.warn')}</p><p class="secret">${url}</p><div class="buttons">${
	button(t('copy'), 'copy', { id: url })}<a class="btn" href=${url.replace(/^https?/,
	'webcal')}>${t('feeds.open')}</a></div><dl class="readers">${t('feeds.where').split('|').map((where,
	i) => html`<dt>${READERS[i]}</dt><dd>${where}</dd>`)}</dl><div class="buttons">${
	button(t('close'), 'feed-done')}</div></div>`;

/** @param {any} f a feed */
const linesOf = f => [t('feeds.' + f.as), f.listIds && titlesOf(f.listIds),
	f.done && t('feeds.done'), f.reminders && t('feeds.reminders'), f.lastUsedAt ?
		t('devices.used', { at: formatMoment(f.lastUsedAt) }) : t('tokens.unused')]
    .filter(Boolean).join(' · ');

export const feeds = () => html`<p class="dim">${t('feeds.words')}</p>${made ?
	madePanel(made) : makeForm()}${itemRows(fetchOnce('feeds', online.feeds),
	f => itemRow(f.name, linesOf(f), button(t('delete'), 'feed-end', { id: f.id, cls: 'bad' })),
	t('feeds.none'))}`;

/** What the form asks for.
 * @param {any} el */
const wanted = el => ({
	name: el.elements.name.value.trim(),
	as: el.elements.as.value,
	done: el.querySelector('[data-id=done]').checked,
	reminders: el.querySelector('[data-id=reminders]').checked,
	...(chosen.size ? { listIds: [...chosen] } : {}),
});

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'feed-list': (el, e, id) => {
		chosen[chosen.has(id) ? 'delete' : 'add'](id);
		requestDraw();
	},
	'feed-make': async el => {
		const r = await attempt(() => online.createFeed(wanted(el)));

		if (!r)
			return;
		made = { name: r.name, url: new URL(r.url, location.href).href };
		chosen.clear();
		refetch('feeds');
		focusDrawn('#feed-made');
	},
	'feed-done': () => { made = null; requestDraw(); },
	'feed-end': async (el, e, id) => {
		await attempt(() => online.deleteFeed(id));
		refetch('feeds');
	},
}));
