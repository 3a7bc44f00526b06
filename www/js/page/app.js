// Draws the whole page, by the route.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { requestDraw, state, task } from '../data/state.js';
import { t } from '../text/words.js';
import { listView, rowsMissing } from './list.js';
import { PAGES, SIGNED_OUT } from './route.js';
import { sideBar } from './side.js';
import { signedOutPage, signIn } from './sign-in.js';
import { toast } from './toast.js';
import { ui } from './ui.js';

/** A bundle of functions that draw; null until it is loaded.
 * @typedef {{draw: any, load: () => Promise<void>}} Bundle */
/** @type {Bundle} */
export const dialogBundle = { draw: null, load: async () => {} };
/** @type {Bundle} */
export const pageBundle = { draw: null, load: async () => {} };
/** @type {Bundle} */
export const importBundle = { draw: null, load: async () => {} };

/** Draws a part by a bundle; nothing until that is loaded.
 * @param {string} name @param {Bundle} [bundle] */
export function drawLater(name, bundle = dialogBundle) {
	if (!bundle.draw)
		bundle.load();
	return bundle.draw?.[name]?.() ?? nothing;
}

/** Draws a page for users who are not signed in.
 * @param {string} name */
function drawSignedOut(name) {
	return name === 'signin' ? signIn() : pageBundle.draw ? drawLater(name, pageBundle) :
		(pageBundle.load(), signedOutPage(t('app'), nothing));
}

/** Whether the open task covers the rest of the page, as on phones. */
export const isCovered = () => innerWidth < 700;

/** The name of the screen that was drawn last. */
let drawn = '';

/** Draws the space of the small month beside the list; the month itself after the rows, so
 * that no frame takes long. */
function monthBeside() {
	const now = drawn === 'planned' && !rowsMissing();

	if (!now)
		requestDraw();
	return innerWidth < 700 ? nothing : html`<aside class="beside" aria-label=${t('view.jump')}>${
		now ? drawLater('smallMonth', pageBundle) : nothing}</aside>`;
}

const dialog = () => ui.dialog ? drawLater('dialog') : nothing;

/** Draws the main part of the page.
 * @param {import('./screen.js').Screen | null} s */
const mainPart = s => PAGES.includes(state.route.name) ||
	state.route.part === 'share' ? drawLater(state.route.part === 'share' ? 'share' :
	state.route.name, pageBundle) : state.route.name === 'planned' ? html`${listView(s)}${
	monthBeside()}` : ['week', 'month'].includes(state.route.name) ?
	drawLater('days', pageBundle) : listView(s);

/** @param {import('./screen.js').Screen | null} s */
export function drawApp(s) {
	const { name, task: open } = state.route;

	if (state.session === 'closed')
		return drawSignedOut('closed');
	if (state.session === 'enrol')
		return html`${drawSignedOut('enrol')}${toast()}${dialog()}`;
	if (SIGNED_OUT.includes(name))
		return html`${drawSignedOut(name)}${toast()}${dialog()}`;
	const panel = open && task(open);
	const cls = `app${panel ? ' open' : ''}${ui.sidebar ? '' : ' narrow'}` +
		`${name === 'lists' ? ' lists' : ''}`;
	const main = mainPart(s);
	drawn = name ?? '';
	return html`<a class="skip" href="#main" data-command="skip">${t('skip')}</a>
		<div class=${cls} data-screen=${name}>${sideBar()}<main class="main" id="main"
		tabindex="-1" ?inert=${panel && isCovered()}>${main}${ui.selected.size ?
		drawLater('bulk') : nothing}</main>${panel ? drawLater('details') : nothing}</div>
		${toast()}${dialog()}`;
}
