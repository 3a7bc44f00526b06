// What pages of forms share: data that is fetched when shown, what went wrong.

import { ACTS, changed, html, menu, nothing, limitsOf, round, set, t, toast, ui, icon }
	from '../kit.js';
import { online } from '../further.js';

/** @type {Map<string, any>} */
const fetched = new Map();
/** What was asked since the page was opened.
 * @type {Set<string>} */
const asked = new Set();

/** What a request answers; null until it does.  The next visit of a page asks
 * again, and meanwhile shows what it had.
 * @param {string} key @param {() => Promise<any>} get @returns {any} */
export function fetching(key, get) {
	if (!asked.has(key)) {
		asked.add(key);
		get().then(v => fetched.set(key, v),
			p => fetched.set(key, { problem: p })).then(changed);
	}
	return fetched.get(key) ?? null;
}

/** Asks again.
 * @param {string} key */
export function stale(key) {
	asked.delete(key);
	changed();
}

/** Nothing of this user stays. */
export function forget() {
	asked.clear();
	fetched.clear();
}

for (const name of ['docket-leave', 'online'])
	addEventListener(name, () => {
		asked.clear();
		Object.assign(ui, { token: null, link: null, leaving: false });
		changed();
	});

/** What went wrong, in words.
 * @param {any} p */
export function why(p) {
	if (p.code === 'rate-limited' && p.retryAfter)
		return t('problem.wait', { n: Math.ceil(p.retryAfter) });
	const words = t('problem.' + p.code, limitsOf());

	return words !== 'problem.' + p.code ? words :
		p.errors?.[0]?.detail ?? p.detail ?? t('problem.other');
}

/** Does what a form asks for; says below its fields what is wrong.
 * @param {() => Promise<any>} fn @param {string} [done] @param {string} [field] */
export async function attempt(fn, done, field = 'form') {
	set({ wrong: null });
	try {
		const r = await fn();
		if (done)
			toast(t(done));
		return r ?? true;
	} catch (/** @type {any} */ p) {
		const at = p.code === 'wrong-password' ? 'password' :
			p.errors?.[0]?.pointer?.slice(1) ?? field;
		set({ wrong: { [at]: why(p), form: at === field || !document.querySelector(
			`[name="${CSS.escape(at)}"]`) ? why(p) : undefined } });
		return null;
	}
}

/** @param {any} list @param {(x: any) => any} row @param {string} none */
export const items = (list, row, none) => list === null ? html`<p class="hint"
	aria-busy="true">…</p>` : list.problem ? html`<p class="hint">${why(list.problem)}</p>` :
	list.length ? html`<div class="panel">${list.map(row)}</div>` :
	html`<p class="hint">${none}</p>`;

/** @param {any} words @param {any} small @param {any} more */
export const item = (words, small, more) => html`<div class="item"><div class="grow"><span
	dir="auto">${words}</span><small>${small}</small></div>${more}</div>`;

/** @param {string} words @param {string} act @param {{id?: string, cls?: string, type?: string}} [how] */
export const button = (words, act, how = {}) => html`<button class="btn ${how.cls ?? ''}"
	type=${how.type ?? 'button'} data-act=${act || nothing} data-id=${how.id ?? nothing}
	>${words}</button>`;

/** @param {any} words @param {string} act @param {boolean} on @param {string} [id] */
export const toggle = (words, act, on, id) => html`<label class="switch"><span
	class="grow">${words}</span><input type="checkbox" data-act=${act}
	data-id=${id ?? nothing} .checked=${on}></label>`;

/** @param {string} title @param {any} body @param {any} [under] */
export const page = (title, body, under = nothing) => html`<div class="column page">
	<div class="top"><div class="head">${menu()}<div class="words"><h1
	dir="auto">${title}</h1></div></div>${under}</div>${body}</div>`;

