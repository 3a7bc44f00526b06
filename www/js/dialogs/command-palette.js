// The command palette, which `>` in the search opens: screens and commands by name.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { mayWrite, writable } from '../data/roles.js';
import { list, listsInOrder, setting, state, task } from '../data/state.js';
import { tasksToReopen } from '../mutations/copies.js';
import { SMART } from '../page/route.js';
import { closeDialog, navigate, setUi, targetTasks, ui } from
	'../page/ui.js';
import { foldCase } from '../text/fold-case.js';
import { t } from '../text/words.js';
import { SORT_NAMES } from './menus.js';
import { option } from './page-parts.js';
import { settingsPages } from './settings.js';

/** A screen, or a command and its argument.
 * @typedef {{words: string, pic: string, to?: string, command?: string, id?: string}} Command
 * @typedef {[command: string, key: string, pic: string, id?: string]} Row */

/** Commands on the focused task.
 * @type {Row[]} */
const ON_TASK = [['due', 'due.add', 'calendar'], ['remind', 'remind', 'bell'],
	['repeat', 'repeat', 'repeat'], ['my-day', 'myDay.toggle', 'sun'],
	['star-all', 'star.it', 'star'], ['done', 'done', 'check'],
	['task-copy', 'copy.make', 'copy'], ['move', 'move.to', 'move'], ['tags', 'tags', 'tag'], ['assign', 'assign', 'user'],
	['delete', 'delete', 'trash']];
/** Those that change only what the user has of a task. */
const OWN = ['my-day', 'tags'];
/** @type {Row[]} */
const ANYWHERE = [['list-new', 'list.new', 'plus'], ['group-new', 'group.new', 'group'],
	['undo', 'undo', 'undo'], ['redo', 'key.redo', 'right'], ['print', 'print', 'print'],
	['keys', 'keys', 'key']];
/** @type {Row[]} */
const THEMES = [['theme', 'look.light', 'sliders', 'light'],
	['theme', 'look.dark', 'sliders', 'dark'], ['theme', 'look.system', 'sliders', '']];

/** Commands on the open list.
 * @returns {Row[]} */
function onList() {
	const l = list(state.route.name === 'list' ? state.route.id : '');

	return l ? [['list-edit', 'list.edit', 'edit', l.id], ['share', 'share', 'users', l.id],
		['list-copy', 'copy.make', 'copy', l.id], ...mayWrite(l.id) && tasksToReopen(l.id).length ?
			[/** @type {Row} */ (['list-again', 'list.again', 'undo', l.id])] : [],
		...SORT_NAMES.map(s => /** @type {Row} */ (['sort', 'sort.' + s, 'sort', s])),
		['hide-done', setting('list/' + l.id)?.hideCompleted ? 'completed.show' :
		    'completed.hide', 'done'],
		...l.role === 'owner' ? [/** @type {Row} */ (['list-delete', 'list.delete',
		    'trash', l.id])] : []] : [];
}

/** @param {Row[]} rows @param {string} [before] @param {string} [after] @returns {Command[]} */
const named = (rows, before = '', after = '') => rows.map(([command, key, pic, id]) =>
	({ command, pic, id, words: before + t(key) + after }));

/** @param {string} to @param {string} pic @param {string} words @returns {Command} */
const place = (to, pic, words) => ({ to: '#/' + to, pic, words });

/** @returns {Command[]} */
function allCommands() {
	const some = targetTasks().filter(id => task(id));
	const title = some.length === 1 ? ': ' + task(some[0])?.title : '';

	return [...named(ANYWHERE), ...SMART.map(s => place(s, 'right', t('smart.' + s))),
		...['week', 'month'].map(v => place(v, 'calendar',
			`${t('smart.planned')}: ${t('view.' + v)}`)),
		...listsInOrder().map(l => place('l/' + l.id, 'list', l.title)),
		...some.length ? named(ON_TASK.filter(([name]) => writable(some).length ||
			OWN.includes(name)), '', title) : [], ...named(onList()),
		...named(THEMES, t('look.theme') + ': '), place('trash', 'trash', t('page.trash')),
		...settingsPages().map(s => place('settings/' + s, 'sliders',
			t('settings') + ': ' + t('set.' + s)))];
}

/** @param {Command} c */
const keyOf = c => c.to ?? `${c.command} ${c.id ?? ''}`;

/** Returns the commands whose names match every typed word.
 * @param {string} q */
function findCommands(q) {
	const wanted = foldCase(q).split(/\s+/).filter(Boolean);

	return allCommands().filter(c => wanted.every(w => (' ' + foldCase(c.words)
	    .replace(/[^\p{L}\p{N}]+/gu, ' ')).includes(' ' + w)));
}

/** @param {Command | undefined} c */
function runCommand(c) {
	if (!c)
		return;
	const row = /** @type {HTMLElement | null} */ (ui.focus &&
		document.querySelector(`[data-row="${ui.focus}"]`));
	closeDialog();
	ui.back = row;		// not the search, where the next keys would be typed
	if (c.to)
		return navigate(c.to);
	COMMANDS[c.command ?? '']?.(row ?? document.body, null, c.id ?? '');
	if (ui.dialog)
		ui.dialog.back = row;
	else if (row)
		setUi({ wanted: ui.focus });
}

/** @param {any} d */
function palette(d) {
	const found = findCommands(d.q);

	return { title: t('commands'), cls: 'wide', body: html`<form
		data-command="command-first"><label class="field"><span class="hush">${t('commands')}</span><input
		class="input" id="command" type="text" autofocus autocomplete="off" autocapitalize="none"
		data-input="command" .defaultValue=${d.q}></label></form><div class="options">${
		found.map(c => option('command', c.words, c.pic, { id: keyOf(c) }))}${found.length ?
		nothing : html`<p class="hint" role="status">${t('commands.none')}</p>`}</div>` };
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	command: (el, e, id) => runCommand(allCommands().find(c => keyOf(c) === id)),
	'command-first': () => runCommand(findCommands(ui.dialog?.q ?? '')[0]),
}));

/** Moves the focus in the list by arrow keys.
 * @param {KeyboardEvent} e */
function moveInList(e) {
	const by = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0;
	const some = [...by && ui.dialog ? document.querySelectorAll(
		'dialog[data-dialog=commands] :is(#command, .option)') : []];
	const at = some.indexOf(/** @type {Element} */ (e.target));

	if (at < 0)
		return;
	e.preventDefault();
	/** @type {HTMLElement | undefined} */ (some[at + by])?.focus();
}

/** @param {HTMLElement} root */
export function listenToPalette(root) {
	root.addEventListener('keydown', moveInList);
	root.addEventListener('focusin', e => {
		const el = /** @type {any} */ (e.target);
		if (el.id === 'command')
			el.setSelectionRange(el.value.length, el.value.length);
	});
}

export const dialogs = { commands: palette };
