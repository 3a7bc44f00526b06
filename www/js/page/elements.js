// Draws icons, round buttons, and what a list is recognized by.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { inbox } from '../data/inbox.js';
import { setting } from '../data/state.js';

/** Draws an icon of the sprite in index.html.
 * @param {string} name @param {string} [more] classes */
export const icon = (name, more = '') => html`<svg class="icon ${more}"
	aria-hidden="true"><use href="#i-${name}"></use></svg>`;

/** Draws a round button with an icon.
 * @param {string} name @param {string} label @param {string} command @param {string} [id] */
export const roundButton = (name, label, command, id) => html`<button class="round"
	type="button" aria-label=${label} title=${label} data-command=${command}
	data-id=${id ?? nothing}>${icon(name)}</button>`;

/** Returns the class with a list's colour.
 * @param {string} id */
export const listTint = id => 'tint' + (setting('list/' + id)?.color ?? 0);

/** Draws the icon of a list, in its colour if it has one.
 * @param {string} id */
export const listIcon = id => icon(setting('list/' + id)?.icon ??
	(id === inbox()?.id ? 'tray' : 'list'), setting('list/' + id)?.color ? 'own' : '');
