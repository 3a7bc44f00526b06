// Draws five weeks to choose a day from, and moves through them by keys.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { addDays, toDay, weekday } from '../data/dates.js';
import { state } from '../data/state.js';
import { focusDrawn } from '../page/after-draw.js';
import { roundButton } from '../page/elements.js';
import { dueByDay } from '../page/screen.js';
import { setUi, ui } from '../page/ui.js';
import { formatLongDay, formatMonth, monthName, startOfWeek, weekdayShort } from '../text/format.js';
import { t } from '../text/words.js';

const WEEKS = 5, MANY = 4;

/** Returns the first day of a day's week.
 * @param {string} date */
const weekOf = date => addDays(date, -((weekday(date) - startOfWeek() + 7) % 7));

/** Returns the first day of the five weeks that show a date: this week's, or that of some
 * five weeks before or after.
 * @param {string} date */
function pageOf(date) {
	const first = weekOf(state.today), size = 7 * WEEKS;

	return addDays(first, Math.floor((toDay(date) - toDay(first)) / size) * size);
}

/** Draws a day.
 * @param {string} date @param {string | null | undefined} value the chosen day
 * @param {string} focus the day that Tab reaches */
function cell(date, value, focus) {
	const n = dueByDay().get(date)?.length ?? 0;
	const cls = (date < state.today ? 'off ' : date === state.today ? 'today ' : '') +
		(n >= MANY ? 'many' : n ? 'some' : '');

	return html`<button type="button" class="cell ${cls}" data-command="due-set" data-id=${date}
		aria-pressed=${date === value} tabindex=${date === focus ? 0 : -1}
		aria-label=${formatLongDay(date)}>${date.endsWith('-01') ? html`<i
		data-month=${formatMonth(date)}></i>` : nothing}${+date.slice(8)}</button>`;
}

/** Draws the grid of a dialog.
 * @param {any} d the dialog; from: the first day that it shows
 * @param {string | null | undefined} value the chosen day */
export function dayGrid(d, value) {
	const from = d.from ?? pageOf(value ?? state.today), last = addDays(from, 7 * WEEKS - 1);
	const inside = (/** @type {string | null | undefined} */ x) => x && x >= from && x <= last;
	const focus = [d.cell, value, state.today, from].find(inside) ?? from;
	const months = [...new Set([from, last].map(x => monthName(x)))].join(' – ');

	return html`<div class="five-weeks"><div class="of-month"><h3>${months}</h3>${
		roundButton('left', t('view.earlier'), 'grid-by', '-1')}${
		roundButton('right', t('view.later'), 'grid-by', '1')}</div><div class="cells" role="group"
		aria-label=${months}>${[0, 1, 2, 3, 4, 5, 6].map(i => html`<abbr aria-hidden="true">${
		weekdayShort(addDays(from, i), 'narrow')}</abbr>`)}${Array.from({ length: 7 * WEEKS },
		(_, i) => cell(addDays(from, i), value, focus))}</div></div>`;
}

/** @type {Record<string, number>} */
const STEPS = { ArrowUp: -7, ArrowDown: 7, PageUp: -35, PageDown: 35 };

/** Moves the focus in the grid; above its first row are the choices.
 * @param {KeyboardEvent} e */
function onKey(e) {
	const el = /** @type {HTMLElement} */ (e.target), ltr = getComputedStyle(el).direction === 'ltr';
	const by = STEPS[e.key] ?? (e.key === 'ArrowRight' ? ltr ? 1 : -1 :
		e.key === 'ArrowLeft' ? ltr ? -1 : 1 : 0);

	if (!by || !el.classList.contains('cell'))
		return;
	e.preventDefault();
	const box = /** @type {HTMLElement} */ (el.closest('.cells'));
	const all = [...box.querySelectorAll('.cell')], at = all.indexOf(el);
	const date = addDays(el.dataset.id ?? '', by), from = box.querySelector('.cell')
		?.getAttribute('data-id') ?? date;
	if (e.key === 'ArrowUp' && at < 7) {
		const choices = el.closest('dialog')?.querySelectorAll('[data-input=picker], .choice');
		return /** @type {HTMLElement | undefined} */ (choices?.[choices.length - 1])?.focus();
	}
	setUi({ dialog: { ...ui.dialog, cell: date, from: at + by >= 0 && at + by < all.length ?
		from : pageOf(date) } });
	focusDrawn(`.cell[data-id="${date}"]`);
}

COMMANDS['grid-by'] = (el, e, by) => setUi({ dialog: { ...ui.dialog, from: addDays(
	document.querySelector('.cell')?.getAttribute('data-id') ?? state.today, +by * 7 * WEEKS) } });
document.getElementById('app')?.addEventListener('keydown', onKey);
