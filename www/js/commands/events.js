// Passes events to commands.

import { flushDraw, state } from '../data/state.js';
import { dialogBundle, pageBundle } from '../page/app.js';
import { navigate, openDialog, setUi, ui } from '../page/ui.js';
import { COMMANDS } from './commands.js';
import { onKey } from './keys.js';
import { onInput, setLine, submitLine } from './quick-add.js';

/** Runs the command that data-command names.  A form runs it on submit, a check box on
 * change, everything else on click.
 * @param {Event} e */
function runCommand(e) {
	const el = /** @type {HTMLElement | null} */ (
		/** @type {any} */ (e.target)?.closest?.('[data-command]'));
	const name = el?.getAttribute('data-command');

	if (!el || !name)
		return;
	const box = el instanceof HTMLInputElement && el.type === 'checkbox';
	if ((e.type === 'submit') !== (el.tagName === 'FORM') || (e.type === 'change') !== box)
		return;
	run(name, el, e);
}

/** Runs a command; loads the bundle that has it.
 * @param {string} name @param {HTMLElement} el @param {Event} e */
async function run(name, el, e) {
	for (const bundle of [dialogBundle, pageBundle])
		if (!COMMANDS[name] && !bundle.draw)
			await bundle.load();
	const was = ui.dialog;
	COMMANDS[name]?.(el, e, el.getAttribute('data-id') ?? '');
	/* The next letter belongs to its field. */
	if (ui.dialog !== was)
		flushDraw();
}

/** Opens the list of commands when > is typed in the search.  Text typed until it is
 * open goes into its field.
 * @param {any} el */
function openPalette(el) {
	const d = ui.dialog;

	if (d?.name === 'commands')
		setUi({ dialog: { ...d, q: d.q + el.value } });
	else
		openDialog('commands', { q: el.value.split('>').at(-1) });
	el.value = '';
}

/** Handlers of input events, by data-input. */
const INPUTS = /** @type {Record<string, (el: any, e: any) => void>} */ ({
	quick: el => onInput(el.value),
	search: el => {
		clearTimeout(ui.finding);
		if (ui.dialog || el.value.includes('>'))
			return openPalette(el);
		ui.finding = setTimeout(() => navigate({ name: 'search', query: { q: el.value } },
			{ replace: state.route.name === 'search' }), 60);
	},
	command: el => setUi({ dialog: { ...ui.dialog, q: el.value } }),
	caps: (el, e) => setUi({ caps: e.getModifierState?.('CapsLock') }),
});

/** @param {any} e */
function onInputEvent(e) {
	INPUTS[e.target.dataset.input]?.(e.target, e);
}

/** @param {any} e */
function onKeyDown(e) {
	if (e.target.dataset?.input === 'caps')
		INPUTS.caps(e.target, e);
	onKey(e);
}

/** @type {Record<string, (e: any) => void>} */
const HANDLERS = { click: runCommand, submit: runCommand, change: runCommand,
	input: onInputEvent, keydown: onKeyDown };

/** @param {Event} e */
export const handleEvent = e => HANDLERS[e.type](e);

/** Adds the task that was in the line; what is in it now stays.
 * @param {string} text */
function addEarlyLine(text) {
	const line = /** @type {HTMLInputElement} */ (document.getElementById('quick'));
	const now = line.value;

	setLine(text);
	submitLine();
	setLine(now);
}

/** Handles the events that came before the commands.
 * @param {{e: any, checked: boolean, text: string | null}[]} early with the state of the
 * box, or the text of the line that adds, then */
export function replay(early) {
	for (const { e, checked, text } of early) {
		if (e.type === 'change')
			e.target.checked = checked;
		if (text !== null)
			addEarlyLine(text);
		else
			handleEvent(e);
	}
}
