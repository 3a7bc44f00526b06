// Forgets what belongs to the screen that is left.

import { state } from '../data/state.js';
import { SIGNED_OUT } from './route.js';
import { ui } from './ui.js';

/** Leads from the task that was open to its row, also after a reload.
 * @param {string | undefined} id */
function leaveTask(id) {
	if (id)
		ui.focus ??= id;
	if (id && document.activeElement?.id === 'main')
		ui.wanted ??= ui.focus;
}

/** Prepares for the next address, and notes where to go back to.
 * @param {import('./route.js').Route} r the next @param {boolean} same screen
 * @param {() => string} previousAddress */
export function leaveScreen(r, same, previousAddress) {
	if (!same)
		Object.assign(ui, { focus: null, selected: new Set(), more: false, day: 0, month: null,
			wrong: null, reveal: false, quick: { ...ui.quick, to: null } });
	/* What tells of tasks must not stay over the sign-in. */
	if (SIGNED_OUT.includes(r.name) && !SIGNED_OUT.includes(state.route.name))
		ui.toast = null;
	if (r.name === 'search' && state.route.name !== 'search')
		ui.from = previousAddress();
	if (r.name === 'signin' && state.session === 'ended')
		ui.asked ??= previousAddress();
	ui.dialog = null;
	if (same && !r.task)
		leaveTask(state.route.task);
}
