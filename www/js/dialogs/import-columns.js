// Draws what an import asks about a table: what its columns are, and how its dates are
// written.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { fieldOf } from '../data/columns.js';
import { t } from '../text/words.js';

/** What a column can have, and the key of its words. */
const FIELDS = { title: 'title', notes: 'notes', list: 'page.list', done: 'done',
	completed: 'import.completed', starred: 'starred', priority: 'import.priority',
	due: 'due', dueTime: 'time', reminder: 'reminder', reminderTime: 'import.reminderTime',
	reminderOn: 'import.reminderOn', repeat: 'repeat', tags: 'tags', steps: 'steps',
	created: 'import.created', id: 'import.id' };

/** A date that shows each order. */
const ORDERS = { dmy: '31/12/2026', mdy: '12/31/2026', ymd: '2026-12-31' };

/** @param {any} c the columns @param {Record<string, string>} map */
const columnRows = (c, map) => c.heads.map((/** @type {string} */ head, /** @type {number} */ i) =>
	html`<label class="column-row"><span dir="auto">${head || i + 1}</span><select
	class="input" data-import="column" data-id=${i}><option value="">${t('import.unused')}</option>${
	Object.entries(FIELDS).map(([f, key]) => html`<option value=${f} ?selected=${
	f === fieldOf(map, c.heads, i)}>${t(key)}</option>`)}</select></label>`);

/** @param {any} c the columns of the answer or the problem @param {Record<string, string>} map
 * @param {boolean} open */
export const columnsPart = (c, map, open) => html`<details class="part" ?open=${open}><summary>${
	t('import.columns')} <span class="n">${Object.keys(map).length}/${c.heads.length}</span></summary>
	${columnRows(c, map)}</details>`;

/** @param {string | null} now @param {string} label */
export const orderPart = (now, label) => html`<label class="field"><span>${label}</span><select
	class="input" data-import="dateOrder">${now ? nothing : html`<option value="">…</option>`}${
	Object.entries(ORDERS).map(([o, words]) => html`<option value=${o} ?selected=${
	o === now}>${words}</option>`)}</select></label>`;
