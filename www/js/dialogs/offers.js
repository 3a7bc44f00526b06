// Draws what the owner of a list asks one of its members: to take it over.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { lists, me } from '../data/state.js';
import { icon } from '../page/elements.js';
import { setUi } from '../page/ui.js';
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
