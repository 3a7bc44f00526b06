// Saves the fields of the open task: when they lose the focus, and a second after the
// last key.

import { state, steps, task } from '../data/state.js';
import { addFile } from '../mutations/files.js';
import { changeLost, mergeNotes } from '../mutations/review.js';
import { addStep, addSteps, deleteStep, setStep } from '../mutations/steps.js';
import { setTask } from '../mutations/tasks.js';
import { keepFocus } from '../page/after-draw.js';
import { openDialog } from '../page/ui.js';
import { readPasted } from '../quickadd/paste.js';
import { draftKey } from '../sync/sync.js';

/** Fields with unsaved text, and their records when it was begun.
 * @type {Map<string, {timer: number, el: any, record: any}>} */
const pending = new Map();

/** @type {Record<string, {of: (id: string) => any, now: (id: string) => any,
 *  save: (id: string, v: string) => void}>} */
const FIELDS = {
	title: { of: task, now: id => task(id)?.title, save: (id, v) => v.trim() &&
		setTask([id], { title: v.trim() }) },
	notes: { of: task, now: id => task(id) && (task(id)?.notes ?? ''), save: (id, v) =>
		setTask([id], { notes: v || null }) },
	step: { of: id => findStep(id), now: id => findStep(id)?.title, save: (id, v) =>
		v.trim() ? setStep(id, { title: v.trim() }) : deleteStep(id) },
	/* The line that adds steps; what is left in it becomes one. */
	new: { of: task, now: id => task(id) && '', save: (id, v) => v.trim() &&
		addStep(id, v.trim()) },
};

/** @param {string} id */
export const findStep = id => steps(state.route.task ?? '').find(s => s.id === id);

/** The saved text of a field when the user started to change it.
 * @type {WeakMap<any, string>} */
const savedText = new WeakMap();

/** Returns the text of a field: what the user is typing, else the record's.
 * @param {string} field @param {string} id @param {string} value the record's */
export function fieldValue(field, id, value) {
	const el = /** @type {any} */ (document.activeElement);

	if (el?.dataset?.keep !== field || el.dataset.id !== id)
		return value;
	if (pending.has(field + id) || savedText.get(el) === value)
		return el.value;
	savedText.set(el, value);
	return value;
}

/** Saves a field.  Notes that somebody else changed meanwhile are merged.
 * @param {any} el */
function saveField(el) {
	const { keep: field, id } = el.dataset, f = FIELDS[field], was = savedText.get(el);
	const { record } = pending.get(field + id) ?? {}, text = el.value.trim();

	if (!pending.delete(field + id))
		return;
	if (f.now(id) === undefined) {
		if (record && text && text !== was)
			changeLost(record, { [field === 'notes' ? field : 'title']: text });
		return;
	}
	if (field === 'notes' && was !== undefined && was !== f.now(id))
		el.value = mergeNotes(id, was, el.value);
	else if (f.now(id) !== el.value)
		f.save(id, el.value);
	if (field === 'new')
		el.value = '';
	savedText.set(el, f.now(id));
}

/** @param {any} el */
function scheduleSave(el) {
	const { keep, id } = el.dataset, field = keep + id, begun = pending.get(field);

	clearTimeout(begun?.timer);
	/* A step without a title is deleted, and a new one is added, but not while the user
	 * types. */
	pending.set(field, { el, record: begun?.record ?? FIELDS[keep].of(id),
		timer: keep === 'new' || keep === 'step' && !el.value.trim() ? 0 :
		setTimeout(() => saveField(el), 1000) });
}

/** @param {any} el */
function saveNow(el) {
	clearTimeout(pending.get(el.dataset.keep + el.dataset.id)?.timer);
	saveField(el);
	/* A task must have a title. */
	if (el.id === 'title' && !el.value.trim())
		restoreField(el);
}

/** Saves all fields before they are removed from the page. */
function saveAll() {
	for (const { el } of [...pending.values()])
		saveNow(el);
}

/** Stores unsaved text when the page is hidden, because it may close before IndexedDB has
 * committed what is saved now.  If the record has not changed, the next page saves it. */
function storeDrafts() {
	if (pending.size)
		localStorage.setItem(draftKey(), JSON.stringify([...pending.values()].map(({ el:
		    { dataset: { keep: field, id }, value } }) =>
			[field, id, FIELDS[field].now(id), value])));
	saveAll();
}

const forgetDrafts = () => localStorage.removeItem(draftKey());

/** Saves the text that the previous page stored. */
function saveDrafts() {
	for (const [field, id, was, value] of
	    JSON.parse(localStorage.getItem(draftKey()) ?? '[]'))
		if (FIELDS[field].now(id) === was && !(field === 'new' &&
		    steps(id).some(s => s.title === value.trim())))
			FIELDS[field].save(id, value);
	forgetDrafts();
}

/** @param {any} el */
function restoreField(el) {
	const { keep: field, id } = el.dataset;

	clearTimeout(pending.get(field + id)?.timer);
	pending.delete(field + id);
	el.value = FIELDS[field]?.now(id) ?? '';
}

/** Handles Enter, Escape and Backspace in a field.
 * @param {any} el @param {KeyboardEvent} e @returns {boolean} whether it was one */
function handleKey(el, e) {
	if (e.key === 'Escape') {
		if (el.dataset.keep === 'notes')
			saveNow(el);
		else
			restoreField(el);
		keepFocus(el);
		return true;
	}
	if (e.key === 'Enter' && el.dataset.keep !== 'notes' && !e.isComposing) {
		saveNow(el);
		if (/step|new/.test(el.dataset.keep))
			document.getElementById('step-new')?.focus();
		else
			keepFocus(el);
		return true;
	}
	if (e.key === 'Backspace' && el.dataset.keep === 'step' && !el.value) {
		deleteStep(el.dataset.id);
		document.getElementById('step-new')?.focus();
		return true;
	}
	return false;
}

/** @param {any} files */
function attachFiles(files) {
	for (const f of files ?? [])
		addFile(state.route.task ?? '', f);
}

/** Asks what to do with several lines pasted into the line that adds tasks.  Of one line
 * it takes what is in front of it.
 * @param {ClipboardEvent} e @param {string} text */
function pasteLines(e, text) {
	const lines = readPasted(text), el = /** @type {HTMLInputElement} */ (e.target);

	if (lines.length > 1)
		openDialog('paste', { lines, text });
	else if (lines.length && lines[0].title !== text) {
		el.setRangeText(lines[0].title, el.selectionStart ?? 0, el.selectionEnd ?? 0, 'end');
		el.dispatchEvent(new Event('input', { bubbles: true }));
	} else
		return;
	e.preventDefault();
}

/** Handles pasted lines, which become steps, and files, which are attached.
 * @param {ClipboardEvent} e */
function onPaste(e) {
	const el = /** @type {any} */ (e.target);
	const text = e.clipboardData?.getData('text/plain').trim() ?? '';

	if (el.id === 'quick')
		pasteLines(e, text);
	else if (el.id === 'step-new' && text.includes('\n')) {
		e.preventDefault();
		addSteps(state.route.task ?? '', readPasted(text));
	} else if (el.closest('.details'))
		attachFiles(e.clipboardData?.files);
}

/** @param {HTMLElement} root */
export function listenToFields(root) {
	const inField = (/** @type {(el: any, e: any) => void} */ fn) =>
		(/** @type {Event} */ e) => /** @type {any} */ (e.target).dataset?.keep &&
		    fn(e.target, e);

	root.addEventListener('focusin', inField(el => savedText.set(el, el.value)));
	root.addEventListener('input', inField(scheduleSave));
	root.addEventListener('focusout', inField(saveNow));
	root.addEventListener('keydown', inField((el, e) => {
		if (handleKey(el, e))
			e.preventDefault();
	}));
	root.addEventListener('change', e => {
		const el = /** @type {any} */ (e.target);
		if (el.id === 'file') {
			attachFiles(el.files);
			el.value = '';
		}
	});
	root.addEventListener('paste', onPaste);
	addEventListener('docket-leave', saveAll);
	addEventListener('visibilitychange', () => document.visibilityState === 'hidden' ?
		storeDrafts() : forgetDrafts());
	addEventListener('pagehide', storeDrafts);
	saveDrafts();
}
