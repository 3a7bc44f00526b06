// Draws what the owner of a list asks one of its members: to take it over.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { list, lists, me } from '../data/state.js';
import { icon } from '../page/elements.js';
import { setUi, showToast } from '../page/ui.js';
import * as online from '../sync/online.js';
import { t } from '../text/words.js';

/** @typedef {import('../data/types').List} List */

/** @param {List} l a list, which may be offered to the user */
export const offerBar = l => !l.offeredTo || l.offeredTo !== me()?.id ? nothing : html`<div
	class="bar" role="status">${icon('users')}<span class="grow" dir="auto">${t('offer.question',
	{ name: l.ownerName, title: l.title })}</span><span class="buttons"><button
	class="btn" type="button" data-command="offer-decline" data-id=${l.id}>${
	t('offer.decline')}</button><button class="btn main" type="button" data-command="offer-accept"
	data-id=${l.id}>${t('offer.accept')}</button></span></div>`;

/** Lets the page show all that the user is asked. */
export const startOffers = () => setUi({ offers: () => lists().map(offerBar) });

/** Answers an offer.
 * @param {() => Promise<any>} send @param {string} done @param {string | undefined} title */
async function answer(send, done, title) {
	try {
		await send();
		showToast(t(done, { title }));
	} catch (/** @type {any} */ p) {
		showToast(t('problem.' + (p.code ?? 'other')));
	}
}

COMMANDS['offer-accept'] = (el, e, id) => answer(() => online.acceptOffer(id),
	'offer.accepted', list(id)?.title);
COMMANDS['offer-decline'] = (el, e, id) => answer(() => online.endOffer(id), 'offer.declined',
	list(id)?.title);
