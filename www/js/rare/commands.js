// The commands that `>` in the search lists: places and actions, by name.

import { ACTS, about, closeDialog, fold, go, html, inOrder, openDialog, set, t, task, ui }
	from '../kit.js';
import { option } from './dialog.js';

/** @typedef {{words: string, pic: string, to?: string, act?: string}} Command */

const SMART = ['today', 'starred', 'planned', 'mine', 'all', 'completed'];
const SETTINGS = ['account', 'password', 'devices', 'tokens', 'notifications', 'look',
	'data', 'about'];
/** Actions on the focused task: act, key of its words, icon. */
const OF_TASK = [['due', 'due.add', 'calendar'], ['remind', 'remind', 'bell'],
	['repeat', 'repeat', 'repeat'], ['my-day', 'myDay.toggle', 'sun'],
	['star-all', 'star.it', 'star'], ['done', 'done', 'check'],
	['move', 'move.to', 'move'], ['tags', 'tags', 'tag'], ['assign', 'assign', 'user'],
	['delete', 'delete', 'trash']];
const ACT = [['list-new', 'list.new', 'plus'], ['group-new', 'group.new', 'group'],
	['undo', 'undo', 'back'], ['print', 'print', 'print'], ['keys', 'keys', 'key']];

/** @returns {Command[]} */
function all() {
	const some = about().filter(id => task(id));
	const title = some.length === 1 ? ': ' + task(some[0])?.title : '';

	return [...ACT.map(([act, key, pic]) => ({ act, pic, words: t(key) })),
		...SMART.map(s => ({ to: '#/' + s, pic: 'right', words: t('smart.' + s) })),
		...inOrder().map(l => ({ to: '#/l/' + l.id, pic: 'list', words: l.title })),
		...(some.length ? OF_TASK.map(([act, key, pic]) =>
			({ act, pic, words: t(key) + title })) : []),
		{ to: '#/trash', pic: 'trash', words: t('page.trash') },
		...SETTINGS.map(s => ({ to: '#/settings/' + s, pic: 'sliders',
			words: t('settings') + ': ' + t('set.' + s) }))];
}

/** The commands in which every typed word begins a word.
 * @param {string} q */
function found(q) {
	const wanted = fold(q).split(/\s+/).filter(Boolean);

	return all().filter(c => wanted.every(w => (' ' + fold(c.words)
	    .replace(/[^\p{L}\p{N}]+/gu, ' ')).includes(' ' + w)));
}

/** @param {Command | undefined} c */
function run(c) {
	if (!c)
		return;
	const row = /** @type {HTMLElement | null} */ (ui.focus &&
		document.querySelector(`[data-row="${ui.focus}"]`));
	closeDialog();
	if (c.to)
		return go(c.to);
	ACTS[c.act ?? '']?.(row ?? document.body, null, '');
	if (ui.dialog)
		ui.dialog.back = row;
	else if (row)
		set({ wanted: ui.focus });
}

/** @param {any} d */
const commands = d => ({ title: t('commands'), cls: 'wide', body: html`<form
	data-act="command-first"><label class="field"><span class="hush">${t('commands')}</span><input
	class="input" id="command" type="text" autofocus autocomplete="off" autocapitalize="none"
	data-input="command" .defaultValue=${d.q}></label></form><div class="options">${
	found(d.q).map(c => option('command', c.words, c.pic, { id: c.to ?? c.act }))}</div>` });

Object.assign(ACTS, /** @type {Record<string, (el: any, e: any, id: string) => any>} */ ({
	command: (el, e, id) => run(all().find(c => (c.to ?? c.act) === id)),
	'command-first': () => run(found(ui.dialog?.q ?? '')[0]),
}));

/** Arrow keys move through the list.
 * @param {KeyboardEvent} e */
function step(e) {
	const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0;
	const some = [...by && ui.dialog ? document.querySelectorAll(
		'dialog[data-dialog=commands] :is(#command, .option)') : []];
	const at = some.indexOf(/** @type {Element} */ (e.target));

	if (at < 0)
		return;
	e.preventDefault();
	/** @type {HTMLElement | undefined} */ (some[at + by])?.focus();
}

/** `>` in the search opens the commands. What is typed before the dialog is open
 * gets there, too, and what is typed then goes behind it.
 * @param {HTMLElement} root */
export function listening(root) {
	root.addEventListener('keydown', step);
	root.addEventListener('focusin', e => {
		const el = /** @type {any} */ (e.target);
		if (el.id === 'command')
			el.setSelectionRange(el.value.length, el.value.length);
	});
	root.addEventListener('input', e => {
		const el = /** @type {any} */ (e.target), d = ui.dialog;
		const open = d?.name === 'commands';

		if (el.id === 'command')
			return set({ dialog: { ...d, q: el.value } });
		if (el.id !== 'search' || !open && !el.value.includes('>'))
			return;
		e.stopImmediatePropagation();
		if (open)
			set({ dialog: { ...d, q: d.q + el.value } });
		else
			openDialog('commands', { q: el.value.split('>').at(-1) });
		el.value = '';
	}, true);
}

export const dialogs = { commands };
