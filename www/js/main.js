// Starts the page: words, state, route; one draw a frame; events by data-act.

import { changed, counts, go, me, onChange, onNotice, render, say, set,
	setting, stale, state, t, task, toast, ui } from './kit.js';
import { ACTS } from './acts.js';
import { onKey } from './keys.js';
import { OUTSIDE, parse } from './route.js';
import { typed } from './do/quick.js';
import { screen } from './screen.js';
import { start as startSync } from './start.js';
import { language, loadWords } from './language.js';
import { left } from './session.js';
import { beside, measure, settle } from './settle.js';
import { RARE, app, rare } from './view/app.js';
import { FIXED } from './view/list.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
let screenKey = '', routed = '';

/** The address of the screen before this one. */
const back = () => '#/' + (screenKey.replace(/^list/, 'l') || 'today');

/** The address says what is open; a code in it does not stay there. */
function route() {
	routed = location.href;
	dispatchEvent(new Event('docket-leave'));
	const r = parse(location.hash), shared = new URLSearchParams(location.search);
	const text = ['title', 'text', 'url'].map(k => shared.get(k)).filter(Boolean);

	if (text.length) {
		history.replaceState(null, '', './#/add?text=' +
			encodeURIComponent([...new Set(text)].join(' ')));
		return route();
	}
	if (shared.has('sign-in')) {
		localStorage.removeItem(left());
		history.replaceState(null, '', './' + location.hash);
	}
	if (['reset', 'verify', 'join'].includes(r.name) && r.id)
		history.replaceState(null, '', '#/' + r.name);
	else if (r.id === undefined && r.name === state.route.name && ui.code)
		r.id = ui.code;
	ui.code = ['reset', 'verify', 'join'].includes(r.name) ? r.id : null;
	const same = r.name === state.route.name && r.id === state.route.id &&
		r.part === state.route.part;
	if (!same)
		Object.assign(ui, { focus: null, selected: new Set(), more: false, day: 0,
			wrong: null, reveal: false });
	if (r.name === 'search' && state.route.name !== 'search')
		ui.from = back();
	if (r.name === 'signin' && state.session === 'ended')
		ui.asked ??= back();
	ui.dialog = null;
	state.route = r;
	guard();
	changed();
	if (!same)
		requestAnimationFrame(arrived);
}

/** A new screen begins at its top; the line that adds is ready on wide ones. */
function arrived() {
	const main = document.getElementById('main'), s = screen();

	if (main)
		main.scrollTop = 0;
	const { name, query } = state.route, asked = name === 'add' ? query?.text : null;
	const find = /** @type {any} */ (document.getElementById('search'));
	if (find && document.activeElement !== find) {
		find.value = name === 'search' ? query?.q ?? '' : '';
		if (name === 'search' && !find.value)
			find.focus();
	}
	if (asked) {
		const el = /** @type {HTMLInputElement | null} */ (document.getElementById('quick'));
		if (el)
			el.value = asked;
		typed(asked);
		el?.focus();
	} else if (s && s.adds && innerWidth >= 1100 && state.ready &&
	    document.activeElement === document.body && s.key !== 'today' &&
	    s.sections.every(x => !x.rows.length)) {
		document.getElementById('quick')?.focus();
	}
}

/** Nobody signed in: sign in first, then what was asked for. */
function guard() {
	const { name } = state.route, known = state.session;

	if (known === 'none' && !OUTSIDE.includes(name)) {
		ui.asked ??= location.hash;
		if (ui.code)
			ui.asked = `#/${name}/${ui.code}`;
		history.replaceState(null, '', '#/signin');
		state.route = parse(location.hash);
	} else if (['ok', 'other'].includes(known) &&
	    ['signin', 'signup', 'forgot'].includes(name)) {
		const to = known === 'other' ? '#/review' : ui.asked ?? '#/today';
		ui.asked = null;
		history.replaceState(null, '', to);
		state.route = parse(to);
		requestAnimationFrame(arrived);
		if (state.route.id && state.route.name === 'join') {
			ui.code = state.route.id;
			history.replaceState(null, '', '#/join');
		}
	}
}

/** Sets what is another: styles are computed again even when nothing changes.
 * @param {any} o @param {string} name @param {string} value */
function differ(o, name, value) {
	if (o[name] !== value)
		o[name] = value;
}

/** The title, the badge, the looks: what is not in the page's body.
 * @param {import('./screen.js').Screen | null} s */
function around(s) {
	const n = state.user ? counts().today : 0;
	const name = s ? s.name : t('page.' + (state.route.name ?? 'today'));
	const look = setting('ui') ?? {}, html = document.documentElement;

	for (const key of ['theme', 'density', 'contrast'])
		differ(html.dataset, key, look[key] ?? '');
	differ(html, 'lang', language());
	screenKey = s?.key ?? screenKey;
	const title = `${n ? `(${n}) ` : ''}${name} – Docket`;
	if (ui.title !== title) {
		ui.title = title;
		/* Other processes are told, which need not keep this frame waiting. */
		setTimeout(() => {
			document.title = title;
			/** @type {any} */ (navigator).setAppBadge?.(n).catch(() => {});
		});
	}
}

function draw() {
	guard();
	measure();
	const s = [...OUTSIDE, ...RARE].includes(state.route.name) ? null : screen();
	render(app(s), root);
	stale.clear();
	around(s);
	settle();
}

/** @param {Event} e @param {string} type */
function act(e, type) {
	const el = /** @type {HTMLElement} */ (e.target)?.closest?.('[data-act]');
	const name = el?.getAttribute('data-act');

	if (!el || !name || !ACTS[name])
		return;
	const box = el instanceof HTMLInputElement && el.type === 'checkbox';
	if ((type === 'submit') !== (el.tagName === 'FORM') || (type === 'change') !== box)
		return;
	if (type === 'submit')
		e.preventDefault();
	ACTS[name](el, e, el.getAttribute('data-id') ?? '');
}

/** Text as it is typed. */
const INPUTS = /** @type {Record<string, (el: any, e: any) => void>} */ ({
	quick: el => typed(el.value),
	search: el => {
		clearTimeout(ui.finding);
		ui.finding = setTimeout(() => go({ name: 'search', query: { q: el.value } },
			{ replace: state.route.name === 'search' }), 60);
	},
	caps: (el, e) => set({ caps: e.getModifierState?.('CapsLock') }),
});

/** Of what is in the page. */
function listen() {
	for (const name of ['click', 'submit', 'change'])
		root.addEventListener(name, e => act(e, name));
	root.addEventListener('input', e => {
		const el = /** @type {any} */ (e.target);
		INPUTS[el.dataset.input]?.(el, e);
	});
	root.addEventListener('focusin', e => {
		const row = /** @type {HTMLElement} */ (e.target).closest('[data-row]');
		if (row && ui.focus !== row.getAttribute('data-row'))
			set({ focus: row.getAttribute('data-row') });
	});
	root.addEventListener('scroll', e => {
		const el = /** @type {any} */ (e.target);
		if (el.id === 'quick')
			beside(el);
		if (el.id === 'main' && Math.abs(el.scrollTop - ui.top) >= FIXED &&
		    root.querySelector('.fixed'))
			changed();
	}, { capture: true, passive: true });
}

/** Of keys, of the address, of the window. */
function listenAround() {
	addEventListener('keydown', e => {
		if (e.target instanceof HTMLInputElement && e.target.dataset.input === 'caps')
			INPUTS.caps(e.target, e);
		onKey(e);
	});
	addEventListener('docket-route', route);
	/* Browsers send both for a new address; a dialog can be opened in between. */
	for (const name of ['popstate', 'hashchange'])
		addEventListener(name, () => location.href !== routed && route());
	addEventListener('resize', changed);
	addEventListener('beforeprint', () => {
		ui.printing = true;
		draw();
	});
	addEventListener('afterprint', () => set({ printing: false }));
}

ACTS.skip = (el, e) => { e.preventDefault(); document.getElementById('main')?.focus(); };

let loading = false;
rare.load = async () => {
	if (loading)
		return;
	loading = true;
	try {
		const { begin } = await import('./later.js');
		rare.pages = await begin(root);
	} catch {
		toast(t('needsNetwork'));
	}
	loading = false;
	changed();
};

// The disk is read while the page is drawn for the first time.
const started = startSync();
await loadWords();
onChange(draw);
onNotice(n => import('./later.js').then(m => m.noticed(n), () => {}));
listen();
listenAround();
route();
draw();
started.then(() => rare.load());
