// What every view is made of; the last script takes it from the first script.

import { html, nothing } from '../node_modules/lit-html/lit-html.js';

export { html, nothing, render } from '../node_modules/lit-html/lit-html.js';
export { repeat } from '../node_modules/lit-html/directives/repeat.js';
export { live } from '../node_modules/lit-html/directives/live.js';
export { t, language } from './words.js';
export { fold } from './fold.js';
export * from './state.js';
export * from './ui.js';
export * from './say.js';
export * as dates from './dates.js';
export * as actions from './actions.js';
export { ACTS } from './acts.js';
export { KEYS, shown } from './keytable.js';
export { HAVE, addWords, loadWords } from './language.js';
export { next as nextRow, place, pick, remove, shift, told, toggleDay } from './do/rows.js';
export { addAll, fill, typed } from './do/quick.js';
export { screen, visible } from './screen.js';
export { bars, menu } from './view/list.js';
export { dueClass, star, tick } from './view/row.js';
export { empty } from './view/empty.js';
export { email, gate, password, wrong } from './view/gate.js';
export { listIcon } from './view/side.js';

/** An icon of the sprite in index.html.
 * @param {string} name @param {string} [more] classes */
export const icon = (name, more = '') => html`<svg class="icon ${more}"
	aria-hidden="true"><use href="#i-${name}"></use></svg>`;

/** A round button of an icon alone.
 * @param {string} name @param {string} label @param {string} act @param {string} [id] */
export const round = (name, label, act, id) => html`<button class="round"
	type="button" aria-label=${label} title=${label} data-act=${act}
	data-id=${id ?? nothing}>${icon(name)}</button>`;
