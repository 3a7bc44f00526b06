// What can be dragged, where it can go, and the same by keys and menus: tasks;
// lists and groups of the side bar.

import { ACTS, closeDialog, focusTask, group, groups, list, lists, pick, place,
	say, screen, t, task, toast, told, ui } from '../kit.js';
import { actions } from '../further.js';
import { moveTo } from './acts.js';

/** Where something would go: between two, or onto an element.
 * @typedef {{y: number, left: number, width: number, beforeId?: string,
 *   afterId?: string, at: number, same?: boolean, groupId?: string | null,
 *   el?: Element | null, onto?: string}} Place
 * @typedef {{find: (el: HTMLElement) => Element | null | undefined,
 *   name: string, at: (over: Element | null, y: number, id: string) => Place | null,
 *   drop: (id: string, to: Place) => void,
 *   still?: (id: string, touch: boolean) => void}} Kind */

/** The place above or below an element, of rows that stand in order.
 * @param {Element} el @param {number} y @param {{id: string}[]} rows
 * @param {string} over the element's @param {string} id what is dragged
 * @returns {Place} */
function beside(el, y, rows, over, id) {
	const b = el.getBoundingClientRect(), above = y < b.top + b.height / 2;
	const n = rows.findIndex(r => r.id === over), at = above ? n : n + 1;
	const beforeId = rows[at - 1]?.id, afterId = rows[at]?.id;

	return { y: above ? b.top : b.bottom, left: b.left, width: b.width, beforeId,
		afterId, at, same: beforeId === id || afterId === id };
}

/** Onto a list of the side bar, or between rows.
 * @param {Element | null} over @param {number} y @param {string} id
 * @returns {Place | null} */
function taskAt(over, y, id) {
	const drop = over?.closest('[data-drop]'), s = screen(), first = s?.sections[0];

	if (drop)
		return { y, left: 0, width: 0, at: 0, el: drop.querySelector('.link'),
			onto: drop.getAttribute('data-drop') ?? '' };
	if (!s?.moves || !first || !over?.closest('main'))
		return null;
	const open = first.rows.filter(r => !r.done);
	const boxes = [...document.querySelectorAll('.rows [data-row]')]
	    .filter(r => open.some(o => o.id === r.getAttribute('data-row')));
	const el = boxes.find(b => y <= b.getBoundingClientRect().bottom) ?? boxes.at(-1);
	if (!el)
		return null;
	const to = beside(el, y, open, el.getAttribute('data-row') ?? '', id);
	return { ...to, left: to.left + 44, width: to.width - 44 };
}

/** @param {string} id @param {Place} to */
function dropTask(id, to) {
	const some = ui.selected.has(id) ? [...ui.selected] : [id];

	if (to.onto === 'today') {
		actions.setMyDay(some, true);
		told();
	} else if (to.onto)
		moveTo(some, to.onto);
	else {
		place(id, to);
		focusTask(id);
		say(t('moved', { title: task(id)?.title, at: to.at + 1,
			n: screen()?.sections[0].rows.length ?? 0 }));
	}
}

/** The lists of a group, or those without one.
 * @param {string | null | undefined} id */
const filed = id => lists().filter(l => (group(l.groupId ?? '')?.id ?? null) ===
	(group(id ?? '')?.id ?? null));

/** Onto a group, or between lists.
 * @param {Element | null} over @param {number} y @param {string} id
 * @returns {Place | null} */
function listAt(over, y, id) {
	const head = over?.closest('.group');
	const el = over?.closest('[data-list]'), l = list(el?.getAttribute('data-list') ?? '');

	if (head)
		return { y, left: 0, width: 0, at: filed(groupOf(head)).length, el: head,
			groupId: groupOf(head), same: groupOf(head) === list(id)?.groupId };
	return el && l ? { ...beside(el, y, filed(l.groupId), l.id, id),
		groupId: l.groupId ?? null } : null;
}

/** @param {Element} el */
const groupOf = el => el.closest('[data-group]')?.getAttribute('data-group') ?? '';

/** @param {Element | null} over @param {number} y @param {string} id */
const groupAt = (over, y, id) => {
	const el = over?.closest('[data-group]');

	return el ? beside(el, y, groups(), groupOf(el), id) : null;
};

/** @param {string} id @param {Partial<Place>} to */
function dropList(id, to) {
	actions.reorderList(id, to, to.groupId);
	announce(list(id)?.title, filed(list(id)?.groupId), id);
}

/** @param {string} id @param {Partial<Place>} to */
function dropGroup(id, to) {
	actions.reorderGroup(id, to);
	announce(group(id)?.title, groups(), id);
}

/** @param {string | undefined} title @param {{id: string}[]} all @param {string} id */
function announce(title, all, id) {
	told();
	say(t('moved', { title, at: all.findIndex(r => r.id === id) + 1, n: all.length }));
}

/** @type {Kind[]} */
const KINDS = [
	{ name: 'row', at: taskAt, drop: dropTask,
		find: el => el.closest('button, input, label, a') ? null :
		    el.closest('[data-row]'),
		still: (id, touch) => { if (touch) pick(id);
			else if (!screen()?.moves) toast(t('order.fixed')); } },
	{ name: 'list', at: listAt, drop: dropList, find: el => el.closest('[data-list]') },
	{ name: 'group', at: groupAt, drop: dropGroup,
		find: el => el.closest('.fold')?.closest('.group') },
];

/** What would be dragged from an element.
 * @param {HTMLElement} target */
export function source(target) {
	for (const kind of KINDS) {
		const el = /** @type {HTMLElement | null | undefined} */ (kind.find(target));
		const id = /** @type {HTMLElement | null | undefined} */ (
			el?.closest(`[data-${kind.name}]`))?.dataset[kind.name];
		if (el && id)
			return { kind, el, id };
	}
	return null;
}

/** Moves a list or a group among its siblings.
 * @param {'list' | 'group'} kind @param {string} id @param {number} by */
function shift(kind, id, by) {
	const all = kind === 'list' ? filed(list(id)?.groupId) : groups();
	const at = all.findIndex(r => r.id === id);
	const to = Math.max(0, Math.min(all.length - 1, at + by));

	if (at < 0 || at === to)
		return;
	(kind === 'list' ? dropList : dropGroup)(id, to > at ?
		{ beforeId: all[to].id, afterId: all[to + 1]?.id } :
		{ beforeId: all[to - 1]?.id, afterId: all[to].id });
}

const KEYS = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1,
	Home: -1e9, End: 1e9 });

/** Alt and an arrow on a list or a group; whether it was that.
 * @param {KeyboardEvent} e */
export function moved(e) {
	const el = /** @type {HTMLElement} */ (e.target);
	const at = e.altKey && !ui.dialog && el.closest?.('.nav [data-list], .nav [data-group]');
	const by = KEYS[e.key];

	if (!at || !by)
		return false;
	e.preventDefault();
	const { list: one, group: many } = /** @type {HTMLElement} */ (at).dataset;
	shift(one ? 'list' : 'group', one ?? many ?? '', by);
	requestAnimationFrame(() => requestAnimationFrame(() => el.focus()));
	return true;
}

Object.assign(ACTS, /** @type {Record<string, (el: any, e: any, id: string) => any>} */ ({
	'list-up': (el, e, id) => { closeDialog(); shift('list', id, -1); },
	'list-down': (el, e, id) => { closeDialog(); shift('list', id, 1); },
	'group-up': (el, e, id) => { closeDialog(); shift('group', id, -1); },
	'group-down': (el, e, id) => { closeDialog(); shift('group', id, 1); },
}));
