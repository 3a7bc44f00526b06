// Starts the page and draws it at most once a frame.  It passes events to the bundle of
// commands, which is loaded after the first draw; those that come earlier wait for it.

import { render } from '../node_modules/lit-html/lit-html.js';
import { isComplete, onChange, onNotice, requestDraw, setting, state } from './data/state.js';
import { afterDraw, beforeDraw, listenToFocus, scrollMirror } from './page/after-draw.js';
import { dialogBundle, drawApp, importBundle, pageBundle } from './page/app.js';
import { updateDocument } from './page/document.js';
import { leaveScreen } from './page/leave-screen.js';
import { rowHeight } from './page/list.js';
import { pickerBundle } from './page/load-pickers.js';
import { CODES, parseRoute, SIGNED_OUT } from './page/route.js';
import { screen } from './page/screen.js';
import { invitation } from './page/sign-in.js';
import { changedTasks, setUi, showToast, ui } from './page/ui.js';
import { start } from './sync/start.js';
import { signedOutKey } from './sync/sync.js';
import { loadWords } from './text/language.js';
import { t } from './text/words.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
let screenKey = '', routed = '';

/** The address of the screen before this one. */
const previousAddress = () => '#/' + (screenKey.replace(/^list/, 'l') || 'today');

/** Applies the parameters before the #: a text that another program shares, or the end
 * of signing out. */
function readParameters() {
	const shared = new URLSearchParams(location.search);
	const text = ['title', 'text', 'url'].map(k => shared.get(k)).filter(Boolean);

	if (text.length)
		history.replaceState(null, '', './#/add?text=' +
			encodeURIComponent([...new Set(text)].join(' ')));
	else if (shared.has('sign-in')) {
		localStorage.removeItem(signedOutKey());
		history.replaceState(null, '', './' + location.hash);
	}
}

/** Opens what the address names.  A code is removed from the address; the state of the
 * page keeps it. */
function route() {
	readParameters();
	routed = location.href;
	dispatchEvent(new Event('docket-leave'));
	const [, back, what] = /^#\/(problem|second-factor)\/([\w-]+)/.exec(location.hash) ?? [];

	/* From the provider of single sign-on. */
	if (back) {
		history.replaceState(null, '', '#/signin');
		route();
		ui[back === 'problem' ? 'problem' : 'ticket'] = what;
		return;
	}
	const r = parseRoute(location.hash);

	if (CODES.includes(r.name) && r.id)
		history.replaceState({ code: r.id }, '', '#/' + r.name);
	ui.code = CODES.includes(r.name) ? r.id ??= history.state?.code : null;
	ui.asked ??= history.state?.asked ?? null;
	const same = r.name === state.route.name && r.id === state.route.id &&
		r.part === state.route.part;
	leaveScreen(r, same, previousAddress);
	state.route = r;
	guard();
	/* Now, so that the frame has less to do. */
	screen();
	requestDraw();
	if (!same)
		requestAnimationFrame(onArrival);
}

/** Scrolls a new screen to its top.  On wide windows an empty list focuses the line
 * that adds tasks. */
function onArrival() {
	const main = document.getElementById('main'), s = screen();

	if (main)
		main.scrollTop = 0;
	const { name, query, id } = state.route, asked = name === 'add' ? query?.text : null;
	/* They have the form of a new list. */
	if (name === 'lists')
		for (const bundle of [dialogBundle, pageBundle])
			bundle.load();
	ui.toDay = ['week', 'month'].includes(name) && !id;
	if (ui.toDay)
		requestDraw();
	const find = /** @type {any} */ (document.getElementById('search'));
	if (find && document.activeElement !== find) {
		find.value = name === 'search' ? query?.q ?? '' : '';
		if (name === 'search' && !find.value)
			find.focus();
	}
	if (asked) {
		const el = /** @type {HTMLInputElement | null} */ (document.getElementById('quick'));
		if (el) {
			el.value = asked;
			el.dispatchEvent(new Event('input', { bubbles: true }));
			el.focus();
		}
	} else if (s?.list && innerWidth >= 1100 && isComplete() &&
	    [document.body, main].includes(/** @type {any} */ (document.activeElement)) &&
	    s.sections.every(x => !x.rows.length)) {
		document.getElementById('quick')?.focus();
	}
}

/** Sends a user who is not signed in to the sign-in page, and afterwards to the page
 * they asked for. */
function guard() {
	const { name } = state.route, known = state.session;

	if (known === 'none' && !SIGNED_OUT.includes(name)) {
		ui.asked ??= location.hash;
		if (ui.code)
			ui.asked = `#/${name}/${ui.code}`;
		history.replaceState({ asked: ui.asked }, '', invitation() ? '#/signup' : '#/signin');
		state.route = parseRoute(location.hash);
	} else if (['ok', 'other'].includes(known) &&
	    ['signin', 'signup', 'forgot'].includes(name)) {
		const to = known === 'other' ? '#/review' : ui.problem ?
			'#/settings/identities' : ui.asked ?? '#/today';
		ui.asked = null;
		history.replaceState(null, '', to);
		state.route = parseRoute(to);
		requestAnimationFrame(onArrival);
		if (state.route.id && state.route.name === 'join') {
			ui.code = state.route.id;
			history.replaceState({ code: ui.code }, '', '#/join');
		}
	}
}

function draw() {
	guard();
	beforeDraw();
	const s = screen();
	render(drawApp(s), root);
	changedTasks.clear();
	screenKey = s?.key ?? screenKey;
	updateDocument(s);
	afterDraw();
}

/** The bundle of commands; null until it is loaded.
 * @type {typeof import('./bundle-commands.js') | null} */
let commands = null;
/** Events that wait for it, with the state of the box or the text of the line then.
 * @type {{e: Event, checked: boolean, text: string | null}[]} */
const early = [];

const FIELD = 'input:not([type=checkbox]), textarea, select';

/** Keeps an event until there are commands.  What is typed after N or / goes into the
 * field at once.
 * @param {any} e */
function keepEvent(e) {
	const line = /** @type {any} */ (document.getElementById('quick'));
	const field = e.key === 'n' ? line : document.getElementById('search');
	const added = e.type === 'submit' && e.target.contains(line);

	if (e.type === 'keydown' && /^[n/]$/.test(e.key) && !e.target.matches(FIELD) &&
	    !e.ctrlKey && !e.metaKey && !e.altKey && setting('ui')?.keys !== false &&
	    field?.getClientRects().length) {
		e.preventDefault();
		field.focus();
	} else if (e.key !== 'Enter' || e.target !== line)
		early.push({ e, checked: e.target.checked, text: added ? line.value : null });
	if (added)
		line.value = '';
}

/** @param {Event} e */
function onEvent(e) {
	if (e.type === 'submit' || e.type === 'click' && /** @type {any} */ (e.target)
	    .closest('a[data-command]'))
		e.preventDefault();
	if (commands)
		commands.handleEvent(e);
	else
		keepEvent(e);
}

/** Listens to events in the page. */
function listenToPage() {
	for (const name of ['click', 'submit', 'change', 'input'])
		root.addEventListener(name, onEvent);
	/* The buttons of the line move when it gets the focus: not while one is pressed. */
	root.addEventListener('mousedown', e => /** @type {Element} */ (e.target)
		.closest('.with') && e.preventDefault());
	root.addEventListener('focusin', e => {
		const row = /** @type {HTMLElement} */ (e.target).closest('[data-row]');
		if (row && ui.focus !== row.getAttribute('data-row'))
			setUi({ focus: row.getAttribute('data-row') });
	});
	root.addEventListener('scroll', e => {
		const el = /** @type {any} */ (e.target);
		if (el.id === 'quick')
			scrollMirror(el);
		if (el.id === 'main' && Math.abs(el.scrollTop - ui.top) >= rowHeight() &&
		    root.querySelector('.fixed'))
			requestDraw();
	}, { capture: true, passive: true });
}

/** Listens to keys, to the address and to the window. */
function listenToWindow() {
	addEventListener('keydown', onEvent);
	addEventListener('docket-route', route);
	/* Browsers send both events for a new address; a dialog can open in between. */
	for (const name of ['popstate', 'hashchange'])
		addEventListener(name, () => location.href !== routed && route());
	addEventListener('resize', requestDraw);
	addEventListener('beforeprint', () => {
		ui.printing = true;
		draw();
	});
	addEventListener('afterprint', () => setUi({ printing: false }));
}

/** Sets how a bundle is loaded, once at a time.
 * @param {import('./page/app.js').Bundle} bundle @param {() => Promise<any>} load */
function loadsBy(bundle, load) {
	/** @type {Promise<void> | null} */
	let loading = null;

	bundle.load = () => loading ??= load().then(draw => { bundle.draw = draw; },
	    () => showToast(t('needsNetwork'))).then(() => {
		loading = null;
		requestDraw();
	});
}

pickerBundle.load = () => import('./bundle-pickers.js');

/** Adds the style sheet of what is not in the first draw. */
function loadSheet() {
	document.head.append(Object.assign(document.createElement('link'),
		{ rel: 'stylesheet', href: './later.css' }));
}

/** Loads the bundle of commands, again until that succeeds, and goes on with sync. */
async function loadCommands() {
	const m = await import('./bundle-commands.js').catch(() => null);

	if (!m)
		return void setTimeout(loadCommands, 3000);
	await started;
	const connected = m.connect(root);
	commands = m;
	m.replay(early.splice(0));
	await connected;
	requestDraw();
}

loadsBy(dialogBundle, async () =>
	(await import('./bundle-dialogs.js')).startDialogs(root));
loadsBy(pageBundle, async () => (await import('./bundle-pages.js')).startPages(root));
loadsBy(importBundle, async () => (await import('./bundle-imports.js')).startImports(root));

// The replica is read while the page is drawn for the first time.
const started = start();
await loadWords();
onChange(draw);
onNotice(n => import('./bundle-pages.js').then(m => m.showNotice(n), () => {}));
listenToPage();
listenToWindow();
listenToFocus();
setTimeout(() => setUi({ slow: true }), 4000);
route();
draw();
/* The first draw does not wait for these. */
setTimeout(() => {
	loadSheet();
	loadCommands();
});
