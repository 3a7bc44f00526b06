// Settings: passkeys.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { hasFeature } from '../data/state.js';
import { fieldError } from '../page/sign-in.js';
import { setUi, ui } from '../page/ui.js';
import { deviceName } from '../sync/device-name.js';
import { addPasskey, knowsPasskeys, passkeys as listPasskeys, removePasskey, renamePasskey } from
	'../sync/passkeys.js';
import { formatMoment } from '../text/format.js';
import { t } from '../text/words.js';
import { button, fetchOnce, itemRow, itemRows, refetch } from './page-parts.js';
import { form, goOnIfEnrolled, withConfirmation } from './security-parts.js';

/** @param {string} value */
const nameField = value => html`<label class="field"><span>${t('name')}</span><input class="input"
	name="name" required maxlength="100" autocomplete="off" dir="auto" autofocus
	.defaultValue=${value}></label>${fieldError('name')}`;

/** What is being done with passkeys; null: nothing.
 * @param {any} f */
function passkeyPanel(f) {
	if (f?.adding)
		return form(html`<p class="hint">${t('passkey.addWords')}</p>${nameField(deviceName())}`,
			'passkey-create', t('passkey.add'));
	if (f?.rename)
		return form(nameField(f.rename.name), 'passkey-rename', t('save'));
	if (f?.removing)
		return form(html`<p>${t('passkey.removeWords', { name: f.removing.name })}</p>`,
			'passkey-remove', t('remove'), 'bad');
	return null;
}

/** @param {any} k */
const passkeyRow = k => itemRow(k.name, k.lastUsedAt ? t('passkey.used', {
	at: formatMoment(k.createdAt), used: formatMoment(k.lastUsedAt) }) :
	t('passkey.unused', { at: formatMoment(k.createdAt) }), html`${button(t('passkey.rename'),
	'passkey-ask-rename', { id: k.id })}${button(t('remove'), 'passkey-ask-remove',
	{ id: k.id, cls: 'bad' })}`);

/** The button that adds one; nothing where that is not possible. */
export const passkeyAdding = () => hasFeature('passkeys') && knowsPasskeys() ?
	button(t('passkey.add'), 'passkey-ask-add') : nothing;

/** The section of the settings; nothing where passkeys cannot be used. */
export function passkeySection() {
	if (!hasFeature('passkeys'))
		return nothing;
	const all = fetchOnce('passkeys', listPasskeys);

	return html`<h2>${t('passkeys')}</h2><p class="dim">${t('passkeys.words')}</p>${
		passkeyPanel(ui.factor) ?? html`${itemRows(all, passkeyRow, t('passkeys.none'))}<div
		class="buttons">${passkeyAdding()}</div>`}`;
}

/** @param {string} id */
const passkeyOf = id => fetchOnce('passkeys', listPasskeys).find((/** @type {any} */ k) => k.id === id);

/** Does it, and shows the list again.
 * @param {() => Promise<any>} act */
const changePasskeys = act => withConfirmation(async () => {
	await act();
	setUi({ factor: null, wrong: null });
	refetch('passkeys');
});

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'passkey-ask-add': () => setUi({ factor: { adding: true }, wrong: null }),
	'passkey-ask-rename': (el, e, id) => setUi({ factor: { rename: passkeyOf(id) }, wrong: null }),
	'passkey-ask-remove': (el, e, id) => setUi({ factor: { removing: passkeyOf(id) }, wrong: null }),
	'passkey-create': el => {
		const name = el.elements.name.value;

		return changePasskeys(async () => {
			await addPasskey(name);
			await goOnIfEnrolled();
		});
	},
	'passkey-rename': el => {
		const { id } = ui.factor.rename, name = el.elements.name.value;

		return changePasskeys(() => renamePasskey(id, name));
	},
	'passkey-remove': () => {
		const { id } = ui.factor.removing;

		return changePasskeys(() => removePasskey(id));
	},
}));
