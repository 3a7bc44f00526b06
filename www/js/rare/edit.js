// Fields of the open task: saved on leaving them and after a second of rest.

import { openDialog, state, steps, task } from '../kit.js';
import { actions, draft } from '../further.js';

/** What is typed and not saved yet, by field.
 * @type {Map<string, {timer: number, el: any}>} */
const pending = new Map();

/** @type {Record<string, {now: (id: string) => any, save: (id: string, v: string) => void}>} */
const FIELDS = {
	title: { now: id => task(id)?.title, save: (id, v) => v.trim() &&
		actions.setTask([id], { title: v.trim() }) },
	notes: { now: id => task(id) && (task(id)?.notes ?? ''), save: (id, v) =>
		actions.setTask([id], { notes: v || null }) },
	step: { now: id => stepOf(id)?.title, save: (id, v) => v.trim() ?
		actions.setStep(id, { title: v.trim() }) : actions.deleteStep(id) },
};

/** @param {string} id */
export const stepOf = id => steps(state.route.task ?? '').find(s => s.id === id);

/** What the record said when the text of a field began to differ from it.
 * @type {WeakMap<any, string>} */
const stood = new WeakMap();

/** What a field shows: while somebody types in it, its own; what another has
 * changed meanwhile, if nothing is typed.
 * @param {string} keep @param {string} id @param {string} value the record's */
export function own(keep, id, value) {
	const el = /** @type {any} */ (document.activeElement);

	if (el?.dataset?.keep !== keep || el.dataset.id !== id)
		return value;
	if (pending.has(keep + id) || stood.get(el) === value)
		return el.value;
	stood.set(el, value);
	return value;
}

/** Of notes that another has changed since, both changes are kept.
 * @param {any} el */
function save(el) {
	const { keep, id } = el.dataset, f = FIELDS[keep], was = stood.get(el);

	if (!pending.delete(keep + id) || f.now(id) === undefined)
		return;
	if (keep === 'notes' && was !== undefined && was !== f.now(id))
		el.value = actions.mergeNotes(id, was, el.value);
	else if (f.now(id) !== el.value)
		f.save(id, el.value);
	stood.set(el, f.now(id));
}

/** @param {any} el */
function later(el) {
	const key = el.dataset.keep + el.dataset.id;

	clearTimeout(pending.get(key)?.timer);
	/* A step without a title goes, but not while it is written. */
	pending.set(key, { el, timer: el.dataset.keep === 'step' && !el.value.trim() ? 0 :
		setTimeout(() => save(el), 1000) });
}

/** @param {any} el */
function now(el) {
	clearTimeout(pending.get(el.dataset.keep + el.dataset.id)?.timer);
	save(el);
	/* There is no task without a title. */
	if (el.id === 'title' && !el.value.trim())
		restore(el);
}

/** All of them, before what they stand in goes. */
function flush() {
	for (const { el } of [...pending.values()])
		now(el);
}

/** The page goes, perhaps before the disk has what is saved now: the next page
 * saves it, unless it was saved or is another by then.  A page that comes back has
 * saved it itself. */
function leave() {
	if (pending.size)
		localStorage.setItem(draft(), JSON.stringify([...pending.values()].map(({ el:
		    { dataset: { keep, id }, value } }) => [keep, id, FIELDS[keep].now(id), value])));
	flush();
}

/** Saves what the page before left. */
function resume() {
	for (const [keep, id, was, value] of JSON.parse(localStorage.getItem(draft()) ?? '[]'))
		if (FIELDS[keep].now(id) === was)
			FIELDS[keep].save(id, value);
	localStorage.removeItem(draft());
}

/** @param {any} el */
function restore(el) {
	const { keep, id } = el.dataset;

	clearTimeout(pending.get(keep + id)?.timer);
	pending.delete(keep + id);
	el.value = FIELDS[keep]?.now(id) ?? '';
}

/** Enter, Escape and Backspace in a field that is kept.
 * @param {any} el @param {KeyboardEvent} e @returns {boolean} whether it was one */
function key(el, e) {
	if (e.key === 'Escape') {
		if (el.dataset.keep === 'notes')
			now(el);
		else
			restore(el);
		el.blur();
		return true;
	}
	if (e.key === 'Enter' && el.dataset.keep !== 'notes' && !e.isComposing) {
		now(el);
		if (el.dataset.keep === 'step')
			document.getElementById('step-new')?.focus();
		else
			el.blur();
		return true;
	}
	if (e.key === 'Backspace' && el.dataset.keep === 'step' && !el.value) {
		actions.deleteStep(el.dataset.id);
		document.getElementById('step-new')?.focus();
		return true;
	}
	return false;
}

/** @param {any} files */
function attach(files) {
	for (const f of files ?? [])
		actions.addFile(state.route.task ?? '', f);
}

/** Many lines in the line that adds: they are asked about.
 * @param {ClipboardEvent} e @param {string} text */
function pastedLines(e, text) {
	const lines = text.split(/\r?\n/).map(l => l.trim()).filter(Boolean);

	if (lines.length < 2)
		return;
	e.preventDefault();
	openDialog('paste', { lines });
}

/** What is pasted: lines become steps, files hang on the task.
 * @param {ClipboardEvent} e */
function pasted(e) {
	const el = /** @type {any} */ (e.target);
	const text = e.clipboardData?.getData('text/plain').trim() ?? '';

	if (el.id === 'quick')
		pastedLines(e, text);
	else if (el.id === 'step-new' && text.includes('\n')) {
		e.preventDefault();
		actions.pasteSteps(state.route.task ?? '', text);
	} else if (el.closest('.details'))
		attach(e.clipboardData?.files);
}

/** @param {HTMLElement} root */
export function edits(root) {
	const kept = (/** @type {(el: any, e: any) => void} */ fn) =>
		(/** @type {Event} */ e) => /** @type {any} */ (e.target).dataset?.keep &&
		    fn(e.target, e);

	root.addEventListener('focusin', kept(el => stood.set(el, el.value)));
	root.addEventListener('input', kept(later));
	root.addEventListener('focusout', kept(now));
	root.addEventListener('keydown', kept((el, e) => {
		if (key(el, e))
			e.preventDefault();
	}));
	root.addEventListener('change', e => {
		const el = /** @type {any} */ (e.target);
		if (el.id === 'file') {
			attach(el.files);
			el.value = '';
		}
	});
	root.addEventListener('paste', pasted);
	addEventListener('docket-leave', flush);
	addEventListener('visibilitychange', () => document.visibilityState === 'hidden' ?
		leave() : localStorage.removeItem(draft()));
	addEventListener('pagehide', leave);
	resume();
}
