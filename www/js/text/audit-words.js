// The words of the audit.

/** What was done, as its subject and what became of that: keys of words.  What is not here
 * has words of its own, audit.NAME.
 * @type {Record<string, [subject: string, became: string]>} */
export const PAIRS = {
	'sign-in-refused': ['set.security', 'audit.refused'],
	'second-factor-refused': ['people.factor', 'audit.refused'],
	'password-changed': ['set.password', 'audit.changed'],
	'email-changed': ['email', 'audit.changed'],
	'totp-on': ['totp', 'audit.added'],
	'totp-off': ['totp', 'audit.removed'],
	'passkey-added': ['passkeys', 'audit.added'],
	'passkey-removed': ['passkeys', 'audit.removed'],
	'identity-added': ['set.identities', 'audit.added'],
	'identity-removed': ['set.identities', 'audit.removed'],
	'token-made': ['set.tokens', 'audit.added'],
	'token-ended': ['set.tokens', 'audit.removed'],
	'account-made': ['set.account', 'audit.added'],
	'second-factor-removed-by-administrator': ['people.factor', 'audit.removed'],
	'user-removed': ['set.account', 'audit.removed'],
};

/** What was done, in words.
 * @param {{what: string, detail: any}} x
 * @param {(key: string, values?: any) => string} t */
export function whatWasDone({ what, detail }, t) {
	const [subject, became] = PAIRS[what] ?? [];

	return subject && became ? t('audit.pair', { subject: t(subject), became: t(became) }) :
		t('audit.' + (what === 'admin-changed' && !detail.admin ? 'admin-ended' : what));
}
