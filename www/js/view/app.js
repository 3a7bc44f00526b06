// The whole page, by route.

import { html, nothing, state, t, task, ui } from '../kit.js';
import { OUTSIDE } from '../route.js';
import { gate, signIn } from './gate.js';
import { listView } from './list.js';
import { side } from './side.js';
import { toast } from './toast.js';

/** What the last script draws; asked for when first needed.
 * @type {{pages: any, load: () => void}} */
export const rare = { pages: null, load: () => {} };

/** Screens without tasks, which the last script draws. */
export const RARE = ['settings', 'trash', 'review', 'join'];

/** @param {string} name */
function rarely(name) {
	if (!rare.pages)
		rare.load();
	return rare.pages?.[name]?.() ?? nothing;
}

/** @param {string} name */
function outside(name) {
	return name === 'signin' ? signIn() : rare.pages?.[name]?.() ??
		(rare.load(), gate(t('app'), nothing));
}

/** On phones the open task covers the rest. */
export const covered = () => innerWidth < 700;

const dialog = () => ui.dialog ? rarely('dialog') : nothing;

/** What stands in the middle.
 * @param {import('../screen.js').Screen | null} s */
const middle = s => RARE.includes(state.route.name) ||
	state.route.part === 'share' ? rarely(state.route.part === 'share' ? 'share' :
	state.route.name) : listView(s);

/** @param {import('../screen.js').Screen | null} s */
export function app(s) {
	const { name, task: open } = state.route;

	if (state.session === 'closed')
		return outside('closed');
	if (OUTSIDE.includes(name))
		return html`${outside(name)}${toast()}${dialog()}`;
	const panel = open && task(open);
	const cls = `app${panel ? ' open' : ''}${ui.sidebar ? '' : ' narrow'}` +
		`${name === 'lists' ? ' lists' : ''}`;
	return html`<a class="skip" href="#main" data-act="skip">${t('skip')}</a>
		<div class=${cls} data-screen=${name}>${side()}<main class="main" id="main"
		tabindex="-1" ?inert=${panel && covered()}>${middle(s)}${ui.selected.size ?
		rarely('bulk') : nothing}</main>${panel ? rarely('details') : nothing}</div>
		${toast()}${dialog()}`;
}
