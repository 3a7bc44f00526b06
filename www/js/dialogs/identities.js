// Settings: identities at the provider of single sign-on.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { state } from '../data/state.js';
import { fieldError, providerProblem } from '../page/sign-in.js';
import { setUi, ui } from '../page/ui.js';
import * as online from '../sync/online.js';
import { formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { button, fetchOnce, itemRow, itemRows, refetch } from './page-parts.js';
import { confirmation, withConfirmation } from './security-parts.js';

/** @param {any} i */
const identity = i => itemRow(state.service?.oidc?.name, t('totp.since', { at: formatMoment(
	i.createdAt) }), button(t('remove'), 'identity-remove', { id: i.id, cls: 'bad' }));

export function identities() {
	const provider = state.service?.oidc ?? {};

	return ui.factor?.again ? confirmation() : html`${providerProblem()}<p class="dim">${
		t('identities.words', provider)}</p>${itemRows(fetchOnce('identities',
		online.identities), identity, t('identities.none'))}${fieldError('form')}<div
		class="buttons">${button(t('identity.add', provider), 'identity-add')}</div>`;
}

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'identity-add': () => withConfirmation(() => online.toProvider()),
	'identity-confirm': () => online.toProvider(true),
	'identity-remove': (el, e, id) => withConfirmation(async () => {
		await online.removeIdentity(id);
		setUi({ factor: null, wrong: null });
		refetch('identities');
	}),
}));
