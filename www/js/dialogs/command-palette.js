// The command palette, which `>` in the search opens: screens and commands by name.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { listsInOrder, task } from '../data/state.js';
import { closeDialog, navigate, setUi, targetTasks, ui } from
	'../page/ui.js';
import { foldCase } from '../text/fold-case.js';
import { t } from '../text/words.js';
import { option } from './page-parts.js';

/** @typedef {{words: string, pic: string, to?: string, command?: string}} Command */

const SMART = ['today', 'starred', 'planned', 'mine', 'all', 'completed'];
const SETTINGS = ['account', 'password', 'devices', 'tokens', 'notifications', 'look',
	'data', 'about'];
/** Commands on the focused task: name, key of its words, icon. */
const TASK_COMMANDS = [['due', 'due.add', 'calendar'], ['remind', 'remind', 'bell'],
	['repeat', 'repeat', 'repeat'], ['my-day', 'myDay.toggle', 'sun'],
	['star-all', 'star.it', 'star'], ['done', 'done', 'check'],
	['move', 'move.to', 'move'], ['tags', 'tags', 'tag'], ['assign', 'assign', 'user'],
	['delete', 'delete', 'trash']];
const COMMAND_ROWS = [['list-new', 'list.new', 'plus'], ['group-new', 'group.new', 'group'],
	['undo', 'undo', 'back'], ['print', 'print', 'print'], ['keys', 'keys', 'key']];

/** @returns {Command[]} */
function allCommands() {
	const some = targetTasks().filter(id => task(id));
	const title = some.length === 1 ? ': ' + task(some[0])?.title : '';

	return [...COMMAND_ROWS.map(([command, key, pic]) => ({ command, pic, words: t(key) })),
		...SMART.map(s => ({ to: '#/' + s, pic: 'right', words: t('smart.' + s) })),
		...['week', 'month'].map(v => ({ to: '#/' + v, pic: 'calendar', words:
			`${t('smart.planned')}: ${t('view.' + v)}` })),
		...listsInOrder().map(l => ({ to: '#/l/' + l.id, pic: 'list', words: l.title })),
		...(some.length ? TASK_COMMANDS.map(([command, key, pic]) =>
			({ command, pic, words: t(key) + title })) : []),
		{ to: '#/trash', pic: 'trash', words: t('page.trash') },
		...SETTINGS.map(s => ({ to: '#/settings/' + s, pic: 'sliders',
			words: t('settings') + ': ' + t('set.' + s) }))];
}

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
	if (c.to)
		return navigate(c.to);
	COMMANDS[c.command ?? '']?.(row ?? document.body, null, '');
	if (ui.dialog)
		ui.dialog.back = row;
	else if (row)
		setUi({ wanted: ui.focus });
}

/** @param {any} d */
const palette = d => ({ title: t('commands'), cls: 'wide', body: html`<form
	data-act="command-first"><label class="field"><span class="hush">${t('commands')}</span><input
	class="input" id="command" type="text" autofocus autocomplete="off" autocapitalize="none"
	data-input="command" .defaultValue=${d.q}></label></form><div class="options">${
	findCommands(d.q).map(c => option('command', c.words, c.pic, { id: c.to ?? c.command }))}</div>` });

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	command: (el, e, id) => runCommand(allCommands().find(c => (c.to ?? c.command) === id)),
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
