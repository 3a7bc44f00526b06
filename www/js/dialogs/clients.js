// Settings: programs that read and change the lists by CalDAV.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { me, requestDraw, state } from '../data/state.js';
import { focusDrawn } from '../page/after-draw.js';
import { fieldError } from '../page/sign-in.js';
import * as online from '../sync/online.js';
import { formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { accountLink, profileOf, syncerSettings } from './client-files.js';
import { attempt, button, download, fetchOnce, itemRow, itemRows, refetch, toggleRow } from
	'./page-parts.js';

/** How long the page waits before it asks again whether a program has called. */
const POLL_MS = 2000;

/** What each program is called.  What its dialogs say is in the words, as steps.KEY: where
 * they are | names of the three fields | what follows. */
const PROGRAMS = /** @type {Record<string, string>} */ ({
	apple: 'iPhone, iPad, Mac',
	android: 'Android',
	thunderbird: 'Thunderbird',
	evolution: 'GNOME Evolution',
	kde: 'KOrganizer, Merkuro',
	home: 'Home Assistant',
	vdirsyncer: 'vdirsyncer, todoman',
});
/** Of a program that has no dialogs. */
const TYPED = '~/.config/vdirsyncer/config||||vdirsyncer discover docket && ' +
	'vdirsyncer sync && vdirsyncer metasync';
/** Parts of what programs call themselves, and what people call them.  Other programs are
 * called what they say before their version.
 * @type {[RegExp, string][]} */
const CALLERS = [[/Thunderbird/, 'Thunderbird'], [/^(iOS|iPadOS|macOS|Mac)\b|remindd|dataaccessd/,
	'Apple'], [/DAVx5|davdroid/i, 'DAVx⁵'], [/DavKDE|KIO|Akonadi/i, 'KOrganizer'],
[/HomeAssistant/, 'Home Assistant']];

/** The token that was made since the page was opened, for a program.
 * @type {{program: string, id: string, token: string, address: string, user: string} | null} */
let made = null;
let stepsHidden = false;
let timer = 0;

addEventListener('docket-leave', () => { made = null; });

/** Returns what called with a token, which is named after the program that it is for.
 * @param {{name: string, lastClient: string | null}} k */
const callerName = ({ name, lastClient: agent }) => !agent ? name :
	CALLERS.find(([part]) => part.test(agent))?.[1] ??
	(/^Mozilla\b/.test(agent) ? name : agent.split(/[/ ]/)[0]);

/** Draws the page again after a while, with the answer of that time. */
function askAgain() {
	timer ||= window.setTimeout(() => {
		timer = 0;
		if (made && document.hidden)
			askAgain();
		else if (made)
			refetch('tokens');
	}, POLL_MS);
}

/** @param {string} label @param {string} value */
const valueRow = (label, value) => html`<div class="item"><div class="grow"><small>${
	label}</small><span class="secret">${value}</span></div>${button(t('copy'), 'copy',
	{ id: value, label: `${t('copy')}: ${label}` })}</div>`;

/** @param {string} text */
const block = text => html`<pre class="secret" tabindex="0">${text}</pre>${button(t('copy'), 'copy',
	{ id: text })}`;

/** What spares typing: a file for Apple's programs, a link for DAVx⁵.
 * @param {any} m */
const shortcut = m => m.program === 'apple' ? html`<p>${t('clients.profileWords')}</p>${
	location.protocol === 'http:' ? html`<p class="wrong">${t('clients.http')}</p>` : nothing}<div
	class="buttons">${button(t('clients.profile'), 'client-profile')}</div>` :
	m.program === 'android' ? html`<p>${t('clients.linkWords')}</p><div class="buttons"><a class="btn"
	href=${accountLink(m)}>${t('clients.link')}</a></div>` : nothing;

/** @param {any} m */
function steps(m) {
	const typed = m.program === 'vdirsyncer';
	const [where, address, user, token, after] = (typed ? TYPED :
		t('steps.' + m.program)).split('|');

	return html`<ol class="steps"><li>${t('clients.open')} <b>${where}</b></li><li>${
		t('clients.enter')}${typed ? block(syncerSettings(m)) : [[address, m.address],
		[user, m.user], [token, m.token]].map(([label, value]) => valueRow(label,
		value))}</li><li>${t('clients.then')} ${typed ? block(after) :
		html`<b>${after}</b>`}</li></ol>`;
}

/** Whether the program has called.
 * @param {any[]} all the tokens */
function calledPart(all) {
	const k = all.find(x => x.id === made?.id);

	if (!k?.lastUsedAt) {
		askAgain();
		return html`<p class="calls" role="status">${t('clients.waiting')}</p>`;
	}
	return html`<p class="calls connected" role="status">${t('clients.connected',
		{ name: callerName(k) })}</p>`;
}

/** @param {any} m @param {any} all */
const madePanel = (m, all) => html`<h2 id="client-made" tabindex="-1">${
	PROGRAMS[m.program] ?? t('clients.other')}</h2><div class="panel form">${shortcut(m)}${steps(m)}<p
	class="hint">${t('tokens.once')}</p>${calledPart(Array.isArray(all) ? all : [])}<div class="buttons">${
	button(t('close'), 'client-done')}</div></div>`;

const choices = () => html`<h2>${t('clients.which')}</h2><div class="panel">${toggleRow(
	t('tokens.steps'), 'client-steps', !stepsHidden)}<div class="programs">${[...Object.keys(PROGRAMS),
	'other'].map(p => button(PROGRAMS[p] ?? t('clients.other'), 'client-make',
	{ id: p }))}</div>${fieldError('form')}</div>`;

/** @param {any} k a token */
const linesOf = k => k.lastUsedAt ? `${callerName(k)} · ${t('devices.used',
	{ at: formatMoment(k.lastUsedAt) })}` : t('tokens.unused');

export function clients() {
	const all = fetchOnce('tokens', online.tokens);
	const own = Array.isArray(all) ? all.filter(k => k.scopes.includes('dav')) : all;

	if (!state.service?.dav)
		return html`<p class="dim">${t('clients.off')}</p>`;
	return html`<p class="dim">${t('clients.words')}</p>${made ? madePanel(made, all) : choices()}<h2>${
		t('clients.yours')}</h2>${itemRows(own, k => itemRow(k.name, linesOf(k), button(t('remove'),
		'client-end', { id: k.id, cls: 'bad' })), t('clients.none'))}`;
}

/** @param {string} program */
async function makeToken(program) {
	const name = PROGRAMS[program] ?? t('clients.other');
	const r = await attempt(() => online.createToken({ name, scopes: ['dav'],
		...(stepsHidden ? { steps: 'hidden' } : {}) }));

	if (!r)
		return;
	made = { program, id: r.id, token: r.token, user: me()?.email ?? '',
		address: new URL(state.service?.dav ?? '', location.href).href };
	refetch('tokens');
	focusDrawn('#client-made');
}

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'client-steps': () => { stepsHidden = !stepsHidden; requestDraw(); },
	'client-make': (el, e, id) => makeToken(id),
	'client-profile': () => made && download('docket.mobileconfig', profileOf(made, me()?.id ?? ''),
		'application/x-apple-aspen-config'),
	'client-done': () => { made = null; requestDraw(); },
	'client-end': async (el, e, id) => {
		await attempt(() => online.deleteToken(id));
		if (made?.id === id)
			made = null;
		refetch('tokens');
	},
}));
