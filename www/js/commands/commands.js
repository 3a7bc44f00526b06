// The commands that clicks and forms give: data-command names one of this table.

import { state } from '../data/state.js';
import { signIn } from '../sync/sign-in.js';
import { t } from '../text/words.js';
import { closeDialog, focusTask, navigate, openDialog, setUi, ui } from
	'../page/ui.js';
import { addTitle, quickAddCommands } from './quick-add.js';
import { rowCommands, undoLast } from './rows.js';

/** @typedef {import('./rows.js').Command} Command */

/** @param {any} f the fields of the form */
async function submitSignIn(f) {
	const { ticket } = ui;

	setUi({ wrong: null });
	try {
		await signIn(ticket ? { ticket, code: f.code.value } :
			{ email: f.email.value.trim(), password: f.password.value });
		setUi({ ticket: null });
	} catch (/** @type {any} */ p) {
		setUi(p.ticket ? { ticket: p.ticket } : { wrong: { form: p.code === 'rate-limited' ? t('problem.wait',
			{ n: Math.ceil(p.retryAfter ?? 60) }) : t(ticket && p.status === 401 ? 'code.wrong' : 'problem.' + p.code) } });
	}
}

/** Of lists and of the page.
 * @type {Record<string, Command>} */
const PAGE = {
	undo: () => undoLast(),
	redo: () => undoLast(true),
	skip: () => document.getElementById('main')?.focus(),
	'sign-in': el => submitSignIn(el.elements),
	'sign-in-again': () => setUi({ ticket: null, wrong: null }),
	'toast-close': () => setUi({ toast: null }),
	search: el => { const q = el.querySelector('input').value;
		navigate({ name: 'search', query: { q } },
			{ replace: state.route.name === 'search' });
		focusTask(null); },
	'search-clear': el => { const field = el.form.querySelector('input');
		field.value = '';
		field.focus();
		field.dispatchEvent(new Event('input', { bubbles: true })); },
	'search-add': () => addTitle(state.route.query?.q ?? ''),
	settings: () => navigate('#/settings/account'),
	lists: () => navigate('#/lists'),
	'day-back': () => setUi({ day: ui.day + 1 }),
	options: el => openDialog('options', { at: el.getBoundingClientRect() }),
	share: (el, e, id) => { closeDialog(); navigate(`#/l/${id}/share`); },
	'list-new': () => openDialog('list-edit', {}),
	'list-rename': (el, e, id) => openDialog('list-edit', { id }),
	reveal: () => setUi({ reveal: !ui.reveal }),
};

/** Every command, by the name in data-command; the bundle of dialogs adds its own.
 * @type {Record<string, Command>} */
export const COMMANDS = { ...rowCommands, ...quickAddCommands, ...PAGE };
