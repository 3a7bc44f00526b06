// Settings of appearance, notifications and data; the page about Docket.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import * as dates from '../data/dates.js';
import { inbox, ownLists } from '../data/inbox.js';
import { list, me, setting, smart, state } from
	'../data/state.js';
import { setNotifications, setProfile, setSetting } from
	'../mutations/settings.js';
import { icon } from '../page/elements.js';
import { errors } from '../page/errors.js';
import { SMART } from '../page/route.js';
import { closeDialog, navigate, setUi, showToast, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatSize } from '../text/format.js';
import { loadWords } from '../text/language.js';
import { LANGUAGES } from '../text/languages.js';
import { t } from '../text/words.js';
import { attempt, button, fetchOnce, itemRow, itemRows, refetch, toggleRow }
	from './page-parts.js';
import { permission, subscribe, subscribed } from './push.js';

const uiSetting = () => setting('ui') ?? {};
/** @param {any} patch */
const storeUiSetting = patch => setSetting('ui', { ...uiSetting(), ...patch });

/** @param {string} label @param {string} key @param {[any, string][]} choices @param {any} now */
const choice = (label, key, choices, now) => html`<label class="field"><span>${label}</span><select
	class="input" data-choice=${key}>${choices.map(([v, words]) => html`<option value=${v}
	?selected=${String(v) === String(now ?? '')}>${words}</option>`)}</select></label>`;

const weekdays = () => [0, 1, 6].map(n => /** @type {[any, string]} */ ([n, new Intl
	.DateTimeFormat(document.documentElement.lang, { weekday: 'long', timeZone: 'UTC' })
	.format(new Date(Date.UTC(2026, 1, 1 + n)))]));

/** @returns {any} */
export const appearance = () => html`<div class="panel form">
	${choice(t('look.theme'), 'theme', [['', t('look.system')], ['light', t('look.light')],
		['dark', t('look.dark')]], uiSetting().theme)}
	${choice(t('look.density'), 'density', [['', t('look.normal')], ['compact',
		t('look.compact')]], uiSetting().density)}
	${choice(t('look.language'), 'language', [['', t('look.system')], ...LANGUAGES.map(l =>
		/** @type {[any, string]} */ ([l, new Intl.DisplayNames([l], { type: 'language' })
		.of(l) ?? l]))], localStorage.getItem('docket-language'))}
	${choice(t('look.week'), 'weekStart', [['', t('look.system')], ...weekdays()],
		uiSetting().weekStart)}
	${choice(t('look.clock'), 'hour12', [['', t('look.system')], ['false', '14:30'],
		['true', '2:30 PM']], uiSetting().hour12)}
	${choice(t('look.inbox'), 'inbox', ownLists().map(l =>
		/** @type {[any, string]} */ ([l.id, l.title])), inbox()?.id)}</div>
	<div class="panel">${toggleRow(t('look.contrast'), 'pref', uiSetting().contrast === 'more', 'contrast')}
	${toggleRow(t('look.keys'), 'pref', uiSetting().keys !== false, 'keys')}</div>
	<h2>${t('look.smart')}</h2><div class="panel">${SMART.map(s => toggleRow(t('smart.' + s),
		'smart-show', !(uiSetting().hidden ?? ['all', 'completed']).includes(s), s))}</div>`;

/** Whether this is an iPhone or an iPad, which calls itself a Macintosh. */
const apple = () => /iPhone|iPad/.test(navigator.userAgent) ||
	navigator.maxTouchPoints > 0 && /Macintosh/.test(navigator.userAgent);

/** Draws the switch of notifications on this device, or why there is none.
 * @returns {any} */
function notificationState() {
	const p = permission();

	if (!state.service?.push || p === 'none')
		return html`<p class="hint">${p === 'none' && apple() ? html`${
			icon('share-ios')} ${t('push.ios')}` : t('push.never')}</p>`;
	if (p === 'denied')
		return html`<p class="hint">${t('push.denied')}</p>`;
	return html`<div class="panel">${itemRow(t('push.here'), t(subscribed() ? 'push.isOn' :
		'push.isOff'), subscribed() ? nothing : button(t('push.on'), 'push-on',
		{ cls: 'main' }))}</div>`;
}

export const notifications = () => html`<div class="panel">${toggleRow(t('notify.reminders'),
	'notify', me()?.notifications?.reminders ?? true, 'reminders')}${toggleRow(
	t('notify.assignments'), 'notify', me()?.notifications?.assignments ?? true,
	'assignments')}</div>${notificationState()}<h2>${t('devices')}</h2>${itemRows(fetchOnce('pushes',
	online.devices), d => itemRow(d.userAgent ?? t('devices.nameless'), '',
	button(t('delete'), 'device-delete', { id: d.id, cls: 'bad' })), t('devices.none'))}`;

/** Returns how many tasks the clean-up would delete.
 * @param {string} [until] */
const countCleanable = until => smart('completed').filter(r => list(r.listId)?.role === 'owner' &&
	(!until || (r.completedAt ?? r.updatedAt).slice(0, 10) < until)).length;

export const data = () => html`<div class="panel">${itemRow(t('page.trash'), t('trash.words'),
	html`<a class="btn" href="#/trash">${t('open')}</a>`)}</div>
	<h2>${t('completed')}</h2><div class="panel">${toggleRow(html`${t('data.auto')}<small>${
	t('found', { n: countCleanable(dates.addDays(state.today, -30)) })}</small>`, 'auto-delete',
	me()?.autoDeleteCompleted ?? false)}${itemRow(t('data.clean'), html`${t('found',
	{ n: countCleanable() })}. ${t('data.cleanWords')}`,
	button(t('data.cleanDo'), 'clean', { cls: 'bad' }))}</div>
	<p class="hint">${ui.room ? t('data.room', { size: formatSize(ui.room) }) : (measureStorage(), nothing)}</p>`;

/** Measures the storage that the page uses. */
const measureStorage = () => void navigator.storage?.estimate?.().then(e => e.usage &&
	setUi({ room: e.usage }));

const bookmarklet = () => `javascript:location.href='${location.href.split('#')[0]
	}#/add?text='+encodeURIComponent(document.title+' '+location.href)`;

export const about = () => html`<div class="panel">${itemRow('Docket', t('about.version',
	{ page: 'DOCKET_BUILD', server: state.service?.version ?? '?' }), nothing)}${
	itemRow(t('keys'), t('about.keys'), button(t('open'), 'keys'))}${itemRow(t('about.source'),
	t('about.licence'), nothing)}</div><h2>${t('about.mark')}</h2><p class="dim">${
	t('about.markWords')}</p><p class="secret">${bookmarklet()}</p>${button(t('copy'),
	'copy', { id: bookmarklet() })}<h2>${t('about.report')}</h2><p class="dim">${
	t('about.reportWords')}</p>${button(t('about.reportCopy'), 'copy', { id: report() })}`;

const report = () => JSON.stringify({ page: 'DOCKET_BUILD', server: state.service?.version,
	browser: navigator.userAgent, errors }, null, 1);

/** @param {any} el */
function onChoice(el) {
	const key = el.dataset.choice, v = el.value;

	if (key === 'language') {
		localStorage.setItem('docket-language', v);
		setSetting('language', v || null).then(loadWords).then(() => location.reload());
	} else if (key === 'inbox')
		setSetting('inbox', v);
	else
		storeUiSetting({ [key]: v === '' ? undefined : v === 'true' ? true : v === 'false' ? false :
			key === 'weekStart' ? +v : v });
}

/** @param {HTMLElement} root */
export const listenToChoices = root => root.addEventListener('change', e => {
	const el = /** @type {any} */ (e.target);

	if (el.dataset.choice)
		onChoice(el);
	else if (el.dataset.change)
		COMMANDS[el.dataset.change](el, e, el.dataset.id ?? '');
	else if (el.dataset.input === 'zone')
		setProfile({ timeZone: el.value });
	else if (el.dataset.input === 'token-may')
		COMMANDS['token-may'](el, e, '');
});

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	pref: (el, e, id) => storeUiSetting(id === 'contrast' ? { contrast: el.checked ? 'more' :
		undefined } : { [id]: el.checked }),
	theme: (el, e, id) => storeUiSetting({ theme: id || undefined }),
	'smart-show': (el, e, id) => { const now = uiSetting().hidden ?? ['all', 'completed'];
		storeUiSetting({ hidden: el.checked ? now.filter((/** @type {string} */ x) => x !== id) :
			[...now, id] }); },
	notify: (el, e, id) => setNotifications({ [id]: el.checked }),
	'push-on': async () => { closeDialog(); await attempt(subscribe); refetch('pushes'); },
	'device-delete': async (el, e, id) => { await attempt(() => online.deleteDevice(id));
		refetch('pushes'); },
	'auto-delete': el => setProfile({ autoDeleteCompleted: el.checked }),
	clean: async () => { const r = await attempt(online.cleanUp);
		if (r) showToast(t('data.cleaned', { n: r.removed ?? 0 }),
			{ command: 'trash', label: t('page.trash') }); },
	trash: () => { setUi({ toast: null }); navigate('#/trash'); },
}));
