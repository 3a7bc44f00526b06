// The sign-in page: a passkey instead of the password.

import { COMMANDS } from '../commands/commands.js';
import { hasFeature, state } from '../data/state.js';
import { setUi } from '../page/ui.js';
import { knowsPasskeys, signInByPasskey } from '../sync/passkeys.js';
import { t } from '../text/words.js';

const RENEW_MS = 240000;	// a challenge is good for five minutes

/** @type {AbortController | null} the request that the autofill waits for */
let waiting = null;
/** Whether the button asks: in Firefox, what is asked for meanwhile would end that. */
let pressed = false;

/** Lets the browser offer passkeys where it fills the address in, while the sign-in page
 * is open. */
async function offerPasskeys() {
	waiting?.abort();
	waiting = null;
	if (pressed || state.route.name !== 'signin' || !hasFeature('passkeys') || !knowsPasskeys())
		return;
	const mine = waiting = new AbortController();
	if (!await PublicKeyCredential.isConditionalMediationAvailable?.())
		return;
	const timer = setTimeout(() => waiting === mine && offerPasskeys(), RENEW_MS);
	try {
		await signInByPasskey({ mediation: 'conditional', signal: mine.signal });
	} catch (/** @type {any} */ p) {
		if (waiting === mine && p.status === 401)
			setUi({ wrong: { form: t('passkey.wrong') } });
	}
	clearTimeout(timer);
}

/** Begins to offer them, now and whenever the sign-in page is opened. */
export function listenToPasskeys() {
	/* The draw of this frame turns to the sign-in page. */
	requestAnimationFrame(offerPasskeys);
	addEventListener('docket-leave', () => setTimeout(offerPasskeys));
}

COMMANDS['passkey-sign-in'] = async () => {
	if (pressed)
		return;
	pressed = true;
	waiting?.abort();
	waiting = null;
	setUi({ wrong: null });
	try {
		await signInByPasskey();
	} catch (/** @type {any} */ p) {
		setUi({ wrong: { form: p.status === 401 ? t('passkey.wrong') :
			t('problem.' + p.code) } });
	}
	pressed = false;
	offerPasskeys();
};
