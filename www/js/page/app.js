// Draws the whole page, by the route.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { state, task } from '../data/state.js';
import { t } from '../text/words.js';
import { listView } from './list.js';
import { SIGNED_OUT } from './route.js';
import { sideBar } from './side.js';
import { signedOutPage, signIn } from './sign-in.js';
import { toast } from './toast.js';
import { ui } from './ui.js';

/** The functions of the bundle of dialogs that draw; null until it is loaded.
 * @type {{pages: any, load: () => void}} */
export const dialogBundle = { pages: null, load: () => {} };

/** Screens without tasks, which the bundle of dialogs draws. */
export const DIALOG_PAGES = ['settings', 'trash', 'review', 'join'];

/** Draws a part by the bundle of dialogs; nothing until that is loaded.
 * @param {string} name */
function drawLater(name) {
	if (!dialogBundle.pages)
		dialogBundle.load();
	return dialogBundle.pages?.[name]?.() ?? nothing;
}

/** Draws a page for users who are not signed in.
 * @param {string} name */
function drawSignedOut(name) {
	return name === 'signin' ? signIn() : dialogBundle.pages?.[name]?.() ??
		(dialogBundle.load(), signedOutPage(t('app'), nothing));
}

/** Whether the open task covers the rest of the page, as on phones. */
export const isCovered = () => innerWidth < 700;

const dialog = () => ui.dialog ? drawLater('dialog') : nothing;

/** Draws the main part of the page.
 * @param {import('./screen.js').Screen | null} s */
const mainPart = s => DIALOG_PAGES.includes(state.route.name) ||
	state.route.part === 'share' ? drawLater(state.route.part === 'share' ? 'share' :
	state.route.name) : state.route.name === 'planned' ? html`${listView(s)}${
	drawLater('monthBeside')}` : ['week', 'month'].includes(state.route.name) ?
	drawLater('days') : listView(s);

/** @param {import('./screen.js').Screen | null} s */
export function drawApp(s) {
	const { name, task: open } = state.route;

	if (state.session === 'closed')
		return drawSignedOut('closed');
	if (SIGNED_OUT.includes(name))
		return html`${drawSignedOut(name)}${toast()}${dialog()}`;
	const panel = open && task(open);
	const cls = `app${panel ? ' open' : ''}${ui.sidebar ? '' : ' narrow'}` +
		`${name === 'lists' ? ' lists' : ''}`;
	return html`<a class="skip" href="#main" data-act="skip">${t('skip')}</a>
		<div class=${cls} data-screen=${name}>${sideBar()}<main class="main" id="main"
		tabindex="-1" ?inert=${panel && isCovered()}>${mainPart(s)}${ui.selected.size ?
		drawLater('bulk') : nothing}</main>${panel ? drawLater('details') : nothing}</div>
		${toast()}${dialog()}`;
}
