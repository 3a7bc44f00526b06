// Parts that pages of forms share: fetched data, problems, rows, buttons.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { listsInOrder, requestDraw } from '../data/state.js';
import { icon } from '../page/elements.js';
import { menuButton } from '../page/head.js';
import { fieldError } from '../page/sign-in.js';
import { setUi, showToast, ui } from '../page/ui.js';
import { fileLimits } from '../text/format.js';
import { t } from '../text/words.js';

/** @type {Map<string, any>} */
const fetched = new Map();
/** The keys that were requested since the page was opened.
 * @type {Set<string>} */
const asked = new Set();

/** Returns the answer to a request, null until there is one.  The next visit of the page
 * requests it again, and shows the old answer until then.
 * @param {string} key @param {() => Promise<any>} get @returns {any} */
export function fetchOnce(key, get) {
	if (!asked.has(key)) {
		asked.add(key);
		get().then(v => fetched.set(key, v),
			p => fetched.set(key, { problem: p })).then(requestDraw);
	}
	return fetched.get(key) ?? null;
}

/** Requests the next page of a listing, and adds its items to those that are there.
 * @param {string} key @param {(after: string) => Promise<any>} get */
export async function fetchMore(key, get) {
	const had = fetched.get(key), r = await get(had.next);

	fetched.set(key, { ...r, items: [...had.items, ...r.items] });
	requestDraw();
}

/** Requests it again.
 * @param {string} key */
export function refetch(key) {
	asked.delete(key);
	requestDraw();
}

/** Forgets all answers. */
export function clearFetched() {
	asked.clear();
	fetched.clear();
}

for (const name of ['docket-leave', 'online'])
	addEventListener(name, () => {
		asked.clear();
		Object.assign(ui, { token: null, link: null, leaving: false, factor: null,
			person: null });
		requestDraw();
	});

/** Returns the text of a problem.
 * @param {any} p @param {string} [file] the file that it is about */
export function problemText(p, file) {
	if (p.code === 'rate-limited' && p.retryAfter)
		return t('problem.wait', { n: Math.ceil(p.retryAfter) });
	const words = t('problem.' + p.code, fileLimits(file));

	return words !== 'problem.' + p.code ? words :
		p.errors?.[0]?.detail ?? p.detail ?? t('problem.other');
}

/** Submits a form, and shows problems below its fields.
 * @param {() => Promise<any>} fn @param {string} [done] @param {string} [field] */
export async function attempt(fn, done, field = 'form') {
	const { form } = /** @type {any} */ (document.activeElement) ?? {};

	setUi({ wrong: null });
	try {
		const r = await fn();
		if (done)
			showToast(t(done));
		return r ?? true;
	} catch (/** @type {any} */ p) {
		const at = p.code === 'wrong-password' ?
			form?.querySelector('[autocomplete=current-password]')?.name ?? 'password' :
			p.errors?.[0]?.pointer?.slice(1) ?? field;
		setUi({ wrong: { [at]: problemText(p), form: at === field || !document.querySelector(
			`[name="${CSS.escape(at)}"]`) ? problemText(p) : undefined } });
		return null;
	}
}

/** @param {any} list @param {(x: any) => any} row @param {string} none */
export const itemRows = (list, row, none) => list === null ? html`<p class="hint"
	aria-busy="true">…</p>` : list.problem ? html`<p class="hint">${problemText(list.problem)}</p>` :
	list.length ? html`<div class="panel">${list.map(row)}</div>` :
	html`<p class="hint">${none}</p>`;

/** @param {any} words @param {any} small @param {any} more */
export const itemRow = (words, small, more) => html`<div class="item"><div class="grow"><span
	dir="auto">${words}</span><small>${small}</small></div>${more}</div>`;

/** @param {any} words @param {string} command
 * @param {{id?: string, cls?: string, type?: string, label?: string}} [how] */
export const button = (words, command, how = {}) => html`<button class="btn ${how.cls ?? ''}"
	type=${how.type ?? 'button'} data-command=${command || nothing} data-id=${how.id ?? nothing}
	aria-label=${how.label ?? nothing}>${words}</button>`;

/** @param {any} words @param {string} command @param {boolean} on @param {string} [id] */
export const toggleRow = (words, command, on, id) => html`<label class="switch"><span
	class="grow">${words}</span><input type="checkbox" data-command=${command}
	data-id=${id ?? nothing} .checked=${on}></label>`;

/** Draws a choice in a form.
 * @param {string} name @param {string} label @param {[any, string][]} choices
 * @param {string} [command] */
export const choiceField = (name, label, choices, command) => html`<label class="field"><span>${
	label}</span><select class="input" name=${name} data-input=${command ?? nothing}>${
	choices.map(([v, words]) => html`<option value=${v}>${words}</option>`)}</select></label>`;

/** Draws the choice of what becomes of the lists that a leaver shares. */
export const sharedChoice = () => html`<fieldset><legend class="hush">${
	t('account.shared')}</legend>${['hand-over', 'delete'].map((v, i) => html`<label
	class="radio"><input type="radio" name="shared" value=${v} ?checked=${!i}><span>${
	t('shared.' + v)}</span></label>`)}</fieldset>`;

/** Draws the lists to which something can be limited.
 * @param {string} command @param {Set<string>} chosen ids */
export const listChoices = (command, chosen) => html`<div role="group" aria-label=${t('lists')}><span
	class="caption">${t('lists')}</span><p class="hint">${t('tokens.lists')}</p>${listsInOrder().map(l =>
	toggleRow(l.title, command, chosen.has(l.id), l.id))}</div>${fieldError('listIds/0')}`;

/** Names the lists to which something is limited.
 * @param {string[]} ids */
export const titlesOf = ids => listsInOrder().filter(l => ids.includes(l.id)).map(l => l.title)
    .join(', ') || t('tokens.noList');

/** Saves a file.
 * @param {string} name @param {any} value its text, or what becomes JSON
 * @param {string} [type] */
export function download(name, value, type = 'application/json') {
	const a = document.createElement('a');

	a.href = URL.createObjectURL(new Blob([typeof value === 'string' ? value :
		JSON.stringify(value, null, 1)], { type }));
	a.download = name;
	a.click();
	setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

/** @param {string} title @param {any} body @param {any} [under] */
export const formPage = (title, body, under = nothing) => html`<div class="column page">
	<div class="top"><div class="head">${menuButton()}<div class="words"><h1
	dir="auto">${title}</h1></div></div>${under}</div>${body}</div>`;

/** Draws one line of a menu.
 * @param {string} command @param {any} words @param {string} [pic]
 * @param {{id?: string, on?: boolean, cls?: string, key?: string}} [more] */
export const option = (command, words, pic, more = {}) => html`<button
	class="option ${more.cls ?? ''}" type="button" data-command=${command}
	data-id=${more.id ?? nothing} aria-pressed=${more.on ?? nothing}>${
	pic ? icon(pic) : nothing}<span dir="auto">${words}</span>${
	more.key ? html`<kbd>${more.key}</kbd>` : nothing}</button>`;
