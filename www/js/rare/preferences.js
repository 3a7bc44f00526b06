// Settings of how it looks, tells and keeps.

import { ACTS, closeDialog, dates, go, html, icon, inOrder, list, loadWords, me, nothing, set, setting,
	smart, state, t, toast, ui, HAVE, size } from '../kit.js';
import { actions, errors, online } from '../further.js';
import { attempt, button, fetching, item, items, stale, toggle } from './page.js';
import { permission, subscribe, subscribed } from './push.js';

const SMART = ['today', 'starred', 'planned', 'mine', 'all', 'completed'];
const ui_ = () => setting('ui') ?? {};
/** @param {any} patch */
const keep = patch => actions.setSetting('ui', { ...ui_(), ...patch });

/** @param {string} label @param {string} key @param {[any, string][]} choices @param {any} now */
const choice = (label, key, choices, now) => html`<label class="field"><span>${label}</span><select
	class="input" data-choice=${key}>${choices.map(([v, words]) => html`<option value=${v}
	?selected=${String(v) === String(now ?? '')}>${words}</option>`)}</select></label>`;

const weekdays = () => [0, 1, 6].map(n => /** @type {[any, string]} */ ([n, new Intl
	.DateTimeFormat(document.documentElement.lang, { weekday: 'long', timeZone: 'UTC' })
	.format(new Date(Date.UTC(2026, 1, 1 + n)))]));

/** @returns {any} */
export const look = () => html`<div class="panel form">
	${choice(t('look.theme'), 'theme', [['', t('look.system')], ['light', t('look.light')],
		['dark', t('look.dark')]], ui_().theme)}
	${choice(t('look.density'), 'density', [['', t('look.normal')], ['compact',
		t('look.compact')]], ui_().density)}
	${choice(t('look.language'), 'language', [['', t('look.system')], ...HAVE.map(l =>
		/** @type {[any, string]} */ ([l, new Intl.DisplayNames([l], { type: 'language' })
		.of(l) ?? l]))], localStorage.getItem('docket-language'))}
	${choice(t('look.week'), 'weekStart', [['', t('look.system')], ...weekdays()],
		ui_().weekStart)}
	${choice(t('look.clock'), 'hour12', [['', t('look.system')], ['false', '14:30'],
		['true', '2:30 PM']], ui_().hour12)}
	${choice(t('look.inbox'), 'inbox', [['', t('look.inboxFirst')], ...inOrder().map(l =>
		/** @type {[any, string]} */ ([l.id, l.title]))], ui_().inbox)}</div>
	<div class="panel">${toggle(t('look.contrast'), 'pref', ui_().contrast === 'more', 'contrast')}
	${toggle(t('look.keys'), 'pref', ui_().keys !== false, 'keys')}</div>
	<h2>${t('look.smart')}</h2><div class="panel">${SMART.map(s => toggle(t('smart.' + s),
		'smart-show', !(ui_().hidden ?? ['all', 'completed']).includes(s), s))}</div>`;

/** An iPad calls itself a Macintosh, which has no touch screen. */
const apple = () => /iPhone|iPad/.test(navigator.userAgent) ||
	navigator.maxTouchPoints > 0 && /Macintosh/.test(navigator.userAgent);

/** How notifications are turned on here, or why they cannot be.
 * @returns {any} */
function here() {
	const p = permission();

	if (!state.service?.push || p === 'none')
		return html`<p class="hint">${p === 'none' && apple() ? html`${
			icon('share-ios')} ${t('push.ios')}` : t('push.never')}</p>`;
	if (p === 'denied')
		return html`<p class="hint">${t('push.denied')}</p>`;
	return html`<div class="panel">${item(t('push.here'), t(subscribed() ? 'push.isOn' :
		'push.isOff'), subscribed() ? nothing : button(t('push.on'), 'push-on',
		{ cls: 'main' }))}</div>`;
}

export const notifications = () => html`<div class="panel">${toggle(t('notify.reminders'),
	'notify', me()?.notifications?.reminders ?? true, 'reminders')}${toggle(
	t('notify.assignments'), 'notify', me()?.notifications?.assignments ?? true,
	'assignments')}</div>${here()}<h2>${t('devices')}</h2>${items(fetching('pushes',
	online.devices), d => item(d.userAgent ?? t('devices.nameless'), '',
	button(t('delete'), 'device-delete', { id: d.id, cls: 'bad' })), t('devices.none'))}`;

/** How many tasks the clean-up would delete: those completed up to then.
 * @param {string} [until] */
const cleaned = until => smart('completed').filter(r => list(r.listId)?.role === 'owner' &&
	(!until || (r.completedAt ?? r.updatedAt).slice(0, 10) < until)).length;

export const data = () => html`<div class="panel">${item(t('data.export'),
	t('data.exportWords'), html`<a class="btn" href=${online.exportUrl()}
	download="docket.json">${t('download')}</a>`)}${item(t('page.trash'), t('trash.words'),
	html`<a class="btn" href="#/trash">${t('open')}</a>`)}</div>
	<h2>${t('completed')}</h2><div class="panel">${toggle(html`${t('data.auto')}<small>${
	t('found', { n: cleaned(dates.addDays(state.today, -30)) })}</small>`, 'auto-delete',
	me()?.autoDeleteCompleted ?? false)}${item(t('data.clean'), html`${t('found',
	{ n: cleaned() })}. ${t('data.cleanWords')}`,
	button(t('data.cleanDo'), 'clean', { cls: 'bad' }))}</div>
	<p class="hint">${ui.room ? t('data.room', { size: size(ui.room) }) : (room(), nothing)}</p>`;

/** What the page takes of this device. */
const room = () => void navigator.storage?.estimate?.().then(e => e.usage &&
	set({ room: e.usage }));

const bookmarklet = () => `javascript:location.href='${location.href.split('#')[0]
	}#/add?text='+encodeURIComponent(document.title+' '+location.href)`;

export const about = () => html`<div class="panel">${item('Docket', t('about.version',
	{ page: 'DOCKET_BUILD', server: state.service?.version ?? '?' }), nothing)}${
	item(t('keys'), t('about.keys'), button(t('open'), 'keys'))}${item(t('about.source'),
	t('about.licence'), nothing)}</div><h2>${t('about.mark')}</h2><p class="dim">${
	t('about.markWords')}</p><p class="secret">${bookmarklet()}</p>${button(t('copy'),
	'copy', { id: bookmarklet() })}<h2>${t('about.report')}</h2><p class="dim">${
	t('about.reportWords')}</p>${button(t('about.reportCopy'), 'copy', { id: report() })}`;

const report = () => JSON.stringify({ page: 'DOCKET_BUILD', server: state.service?.version,
	browser: navigator.userAgent, errors }, null, 1);

/** @param {any} el */
function chosen(el) {
	const key = el.dataset.choice, v = el.value;

	if (key === 'language') {
		localStorage.setItem('docket-language', v);
		loadWords().then(() => location.reload());
	} else
		keep({ [key]: v === '' ? undefined : v === 'true' ? true : v === 'false' ? false :
			key === 'weekStart' ? +v : v });
}

/** @param {HTMLElement} root */
export const choices = root => root.addEventListener('change', e => {
	const el = /** @type {any} */ (e.target);

	if (el.dataset.choice)
		chosen(el);
	else if (el.dataset.input === 'zone')
		actions.setProfile({ timeZone: el.value });
});

/** @typedef {(el: any, e: any, id: string) => any} Act */
Object.assign(ACTS, /** @type {Record<string, Act>} */ ({
	pref: (el, e, id) => keep(id === 'contrast' ? { contrast: el.checked ? 'more' :
		undefined } : { [id]: el.checked }),
	'smart-show': (el, e, id) => { const now = ui_().hidden ?? ['all', 'completed'];
		keep({ hidden: el.checked ? now.filter((/** @type {string} */ x) => x !== id) :
			[...now, id] }); },
	notify: (el, e, id) => actions.setNotifications({ [id]: el.checked }),
	'push-on': async () => { closeDialog(); await attempt(subscribe); stale('pushes'); },
	'device-delete': async (el, e, id) => { await attempt(() => online.deleteDevice(id));
		stale('pushes'); },
	'auto-delete': el => actions.setProfile({ autoDeleteCompleted: el.checked }),
	clean: async () => { const r = await attempt(online.cleanUp);
		if (r) toast(t('data.cleaned', { n: r.removed ?? 0 }),
			{ act: 'bin', label: t('page.trash') }); },
	bin: () => { set({ toast: null }); go('#/trash'); },
}));
