// Defines where tasks, lists and groups can be dropped, and moves them by keys and menus.

import { COMMANDS } from '../commands/commands.js';
import { moveToDay, moveToList, reorderRow, toastLastChange, toggleSelected, writableOrSay } from
	'../commands/rows.js';
import { mayWrite } from '../data/roles.js';
import { group, groups, list, lists, task } from '../data/state.js';
import { reorderGroup, reorderList } from '../mutations/lists.js';
import { setMyDay } from '../mutations/tasks.js';
import { focusDrawn } from '../page/after-draw.js';
import { screen } from '../page/screen.js';
import { announce, closeDialog, focusTask, showToast, ui } from '../page/ui.js';
import { t } from '../text/words.js';

/** The place of a drop: between two records, or onto an element.
 * @typedef {{y: number, left: number, width: number, beforeId?: string,
 *   afterId?: string, at: number, same?: boolean, groupId?: string | null,
 *   el?: Element | null, onto?: string}} Place
 * @typedef {{find: (el: HTMLElement) => Element | null | undefined,
 *   name: string, at: (over: Element | null, y: number, id: string) => Place | null,
 *   drop: (id: string, to: Place) => void,
 *   still?: (id: string, touch: boolean) => void}} Kind */

/** Returns the place above or below an element of a list.
 * @param {Element} el @param {number} y @param {{id: string}[]} rows
 * @param {string} over the element's @param {string} id what is dragged
 * @returns {Place} */
function placeBeside(el, y, rows, over, id) {
	const b = el.getBoundingClientRect(), above = y < b.top + b.height / 2;
	const n = rows.findIndex(r => r.id === over), at = above ? n : n + 1;
	const beforeId = rows[at - 1]?.id, afterId = rows[at]?.id;

	return { y: above ? b.top : b.bottom, left: b.left, width: b.width, beforeId,
		afterId, at, same: beforeId === id || afterId === id };
}

/** Whether a task can be dropped on My Day, a day or a list.
 * @param {string} id @param {string} onto */
function canDrop(id, onto) {
	const r = task(id);

	return onto === 'today' || onto.startsWith('day/') && !r?.dueDate ||
		mayWrite(r?.listId) && (onto.startsWith('day/') || mayWrite(onto));
}

/** Returns the place of a task: a list of the side bar, or between rows.
 * @param {Element | null} over @param {number} y @param {string} id
 * @returns {Place | null} */
function placeOfTask(over, y, id) {
	const drop = over?.closest('[data-drop]'), s = screen(), first = s?.sections[0];

	const onto = drop?.getAttribute('data-drop') ?? '';

	if (drop)
		return canDrop(id, onto) ? { y, left: 0, width: 0, at: 0,
			el: drop.querySelector('.link') ?? drop, onto } : null;
	if (!s?.moves || !first || !over?.closest('main'))
		return null;
	const open = first.rows.filter(r => !r.done);
	const boxes = [...document.querySelectorAll('.rows [data-row]')]
	    .filter(r => open.some(o => o.id === r.getAttribute('data-row')));
	const el = boxes.find(b => y <= b.getBoundingClientRect().bottom) ?? boxes.at(-1);
	if (!el)
		return null;
	const to = placeBeside(el, y, open, el.getAttribute('data-row') ?? '', id);
	return { ...to, left: to.left + 44, width: to.width - 44 };
}

/** @param {string} id @param {Place} to */
function dropTask(id, to) {
	const some = ui.selected.has(id) ? [...ui.selected] : [id];

	if (to.onto === 'today') {
		setMyDay(some, true);
		toastLastChange();
	} else if (to.onto?.startsWith('day/'))
		moveToDay(some, to.onto.slice(4));
	else if (to.onto)
		moveToList(some, to.onto);
	else {
		reorderRow(id, to);
		focusTask(id);
		announce(t('moved', { title: task(id)?.title, at: to.at + 1,
			n: screen()?.sections[0].rows.length ?? 0 }));
	}
}

/** Returns the lists of a group, or those without a group.
 * @param {string | null | undefined} id */
const listsOfGroup = id => lists().filter(l => (group(l.groupId ?? '')?.id ?? null) ===
	(group(id ?? '')?.id ?? null));

/** Returns the place of a list: a group, or between lists.
 * @param {Element | null} over @param {number} y @param {string} id
 * @returns {Place | null} */
function placeOfList(over, y, id) {
	const head = over?.closest('.group');
	const el = over?.closest('[data-list]'), l = list(el?.getAttribute('data-list') ?? '');

	if (head)
		return { y, left: 0, width: 0, at: listsOfGroup(groupIdOf(head)).length, el: head,
			groupId: groupIdOf(head), same: groupIdOf(head) === list(id)?.groupId };
	return el && l ? { ...placeBeside(el, y, listsOfGroup(l.groupId), l.id, id),
		groupId: l.groupId ?? null } : null;
}

/** @param {Element} el */
const groupIdOf = el => el.closest('[data-group]')?.getAttribute('data-group') ?? '';

/** @param {Element | null} over @param {number} y @param {string} id */
const placeOfGroup = (over, y, id) => {
	const el = over?.closest('[data-group]');

	return el ? placeBeside(el, y, groups(), groupIdOf(el), id) : null;
};

/** @param {string} id @param {Partial<Place>} to */
function dropList(id, to) {
	reorderList(id, to, to.groupId);
	announceMove(list(id)?.title, listsOfGroup(list(id)?.groupId), id);
}

/** @param {string} id @param {Partial<Place>} to */
function dropGroup(id, to) {
	reorderGroup(id, to);
	announceMove(group(id)?.title, groups(), id);
}

/** @param {string | undefined} title @param {{id: string}[]} all @param {string} id */
function announceMove(title, all, id) {
	toastLastChange();
	announce(t('moved', { title, at: all.findIndex(r => r.id === id) + 1, n: all.length }));
}

/** @type {Kind[]} */
const KINDS = [
	{ name: 'row', at: placeOfTask, drop: dropTask,
		find: el => el.closest('button, input, label, a') ? null :
		    el.closest('[data-row]'),
		still: (id, touch) => { if (touch) toggleSelected(id);
			else if (writableOrSay([id]).length && !screen()?.moves) showToast(t('order.fixed')); } },
	{ name: 'list', at: placeOfList, drop: dropList, find: el => el.closest('[data-list]') },
	{ name: 'group', at: placeOfGroup, drop: dropGroup,
		find: el => el.closest('.collapse')?.closest('.group') },
];

/** Returns what a drag from an element would move, or null.
 * @param {HTMLElement} target */
export function findDraggable(target) {
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
function moveAmongSiblings(kind, id, by) {
	const all = kind === 'list' ? listsOfGroup(list(id)?.groupId) : groups();
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

/** Moves a list or a group by Alt and an arrow key; returns whether it was one.
 * @param {KeyboardEvent} e */
export function moveByKeys(e) {
	const el = /** @type {HTMLElement} */ (e.target);
	const at = e.altKey && !ui.dialog && el.closest?.('.nav [data-list], .nav [data-group]');
	const by = KEYS[e.key];

	if (!at || !by)
		return false;
	e.preventDefault();
	const { list: one, group: many } = /** @type {HTMLElement} */ (at).dataset;
	moveAmongSiblings(one ? 'list' : 'group', one ?? many ?? '', by);
	focusDrawn(el);
	return true;
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	'list-up': (el, e, id) => { closeDialog(); moveAmongSiblings('list', id, -1); },
	'list-down': (el, e, id) => { closeDialog(); moveAmongSiblings('list', id, 1); },
	'group-up': (el, e, id) => { closeDialog(); moveAmongSiblings('group', id, -1); },
	'group-down': (el, e, id) => { closeDialog(); moveAmongSiblings('group', id, 1); },
}));
