// Settings, Security: the authenticator app and its recovery codes; passkeys.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { codeField, fieldError, signedOutPage } from '../page/sign-in.js';
import { setUi, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { attempt, button, download, fetchOnce, itemRow, itemRows, refetch } from './page-parts.js';
import { passkeyAdding, passkeySection } from './passkeys.js';
import { confirmation, form, withConfirmation } from './security-parts.js';

/** @param {any} s the secret that is being set up */
const setUpForm = s => form(html`<p>${t('totp.enter')}</p>${s.picture ? html`<img class="qr"
	src=${s.picture} alt=${t('totp.qr')}>` : nothing}<p class="secret">${
	s.secret.match(/.{4}/g).join(' ')}</p><div class="buttons">${button(t('copy'), 'copy',
	{ id: s.secret })}<a class="btn" href=${s.uri}>${t('totp.open')}</a></div>${codeField()}`,
'factor-set-up', t('totp.on'));

/** @param {string[]} codes */
const codesPanel = codes => html`<div class="panel form"><p>${t('totp.codes')}</p>${
	codes.map(c => html`<p class="secret">${c}</p>`)}<div class="buttons">${button(t('copy'), 'copy',
	{ id: codes.join('\n') })}${button(t('save'), 'factor-save')}${button(t('print'), 'print')}${
	button(t('close'), 'factor-cancel')}</div></div>`;

/** @param {any} s how the user signs in */
function factorPanel(s) {
	if (ui.factor?.secret)
		return setUpForm(ui.factor);
	if (ui.factor?.codes)
		return codesPanel(ui.factor.codes);
	if (ui.factor?.ending)
		return form(html`<p class="hint">${t('totp.endWords')}</p>${codeField()}`,
			'factor-end', t('totp.end'), 'bad');
	return html`<div class="panel">${itemRow(t('totp'), s.totp ? t('totp.since',
		{ at: formatMoment(s.totp.enabledAt) }) : t('totp.none'), s.totp ?
		button(t('totp.end'), 'factor-ask-end', { cls: 'bad' }) :
		button(t('totp.begin'), 'factor-begin'))}${s.totp ? itemRow(t('totp.left',
		{ n: s.recoveryCodes }), t('totp.leftWords'), button(t('totp.new'),
		'factor-codes')) : nothing}</div>${ui.factor ? nothing : fieldError('form')}`;
}

export function security() {
	const s = fetchOnce('security', online.security);

	if (ui.factor?.again)
		return confirmation();
	return html`<p class="dim">${t('totp.words')}</p>${s && !s.problem ? factorPanel(s) :
		itemRows(s, x => x, '')}${passkeySection()}`;
}

/** What the user can choose from who must set up a second factor. */
const enrolChoices = () => html`<p class="dim">${t('enrol.words')}</p>${button(t('totp'),
	'factor-begin', { cls: 'main' })}${passkeyAdding()}${fieldError('form')}`;

/** Draws the page for whoever must set up a second factor before anything else. */
export const enrol = () => signedOutPage(t('enrol'), html`${ui.factor?.again ? confirmation() :
	ui.factor?.adding ? passkeySection() : ui.factor ? factorPanel({}) : enrolChoices()}<div
	class="others"><a href="#/signin" data-command="sign-out">${t('signOut')}</a></div>`);

const begin = async () => {
	const s = await online.beginTotp();
	const picture = s.qr && URL.createObjectURL(new Blob([s.qr], { type: 'image/svg+xml' }));

	setUi({ factor: { ...s, picture }, wrong: null });
};
const newCodes = async () => setUi({ factor: { codes: (await online.newRecoveryCodes())
	.recoveryCodes }, wrong: null });

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'factor-begin': () => withConfirmation(begin),
	'factor-codes': () => withConfirmation(newCodes),
	'factor-ask-end': () => setUi({ factor: { ending: true }, wrong: null }),
	'factor-save': () => download('docket-recovery-codes.txt', ui.factor.codes.join('\n') + '\n',
		'text/plain'),
	'factor-set-up': async el => {
		const r = await attempt(() => online.confirmTotp(el.elements.code.value));

		if (r) {
			setUi({ factor: { codes: r.recoveryCodes } });
			refetch('security');
		}
	},
	'factor-end': el => {
		const code = el.elements.code.value;

		return withConfirmation(async () => {
			await online.endTotp(code);
			setUi({ factor: null, wrong: null });
		});
	},
}));
