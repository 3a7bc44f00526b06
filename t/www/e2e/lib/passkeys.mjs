/*
 * What is done with passkeys in each browser, in this order: added, used to sign in
 * and to confirm, refused without verification of the user, renamed, removed.
 *
 * A browser is given as
 *	go(hash), signOut()		a page of the app; the app without what it kept
 *	press(name), enter(name)	a button, by the pointer and by the keyboard
 *	fill(label, text), submit(label)
 *	sees(text), has(text)		the page shows it; it is in the page
 *	gone(selector)			nothing of this kind is there
 *	credentials()			[{rpId, isResidentCredential}] of its authenticator
 *	verifies(yes)			whether that can verify who the user is
 *	forgets()			all of its credentials
 *	present(yes)			whether somebody touches it; without effect where
 *					the browser asks before it offers a passkey
 *	offers				whether it does not ask
 *	sound()				rejects if something on the page is wrong
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { ADA, PASSWORD } from './browser.mjs';

async function confirm(b) {
	await b.fill('Password', PASSWORD);
	await b.submit('Password');
}

async function add(b, name) {
	await b.press('Add a passkey');
	if (name)
		await b.fill('Name', name);
	await b.submit('Name');
}

export const STEPS = {
	'one is added after the password was shown': async b => {
		await b.go('#/settings/security');
		await b.sees('No passkeys.');
		await add(b, 'My phone');
		await confirm(b);
		await b.sees('My phone');
		await b.sees('never used');
		const [made] = await b.credentials();
		assert.equal(made.rpId, 'localhost');
		assert.equal(made.isResidentCredential, true);
		await b.sound();
	},
	'the same authenticator adds no other': async b => {
		await add(b);
		await b.sees('in use already');
		await b.press('Cancel');
		assert.equal((await b.credentials()).length, 1);
	},
	'it signs in': async b => {
		await b.present(false);
		await b.signOut();
		await b.sees('Sign in with a passkey');
		await b.sound();
		await b.present(true);
		await b.enter('Sign in with a passkey');
		await b.sees('Add a task');
	},
	'without verification of the user it does not sign in': async b => {
		await b.present(false);
		await b.signOut();
		await b.sees('Sign in with a passkey');
		await b.verifies(false);
		await b.present(true);
		await b.press('Sign in with a passkey');
		await b.sees('No passkey was chosen.');
		await b.verifies(true);
		await b.press('Sign in with a passkey');
		await b.sees('Add a task');
	},
	'it confirms': async b => {
		await b.go('#/settings/security');
		await b.sees('last used');
		await b.press('Rename');
		await b.fill('Name', 'Old phone');
		await b.press('Save');
		await b.sees('Show that it is you');
		await b.sound();
		await b.press('Use a passkey');
		await b.sees('Old phone');
	},
	'it is removed': async b => {
		await b.press('Remove');
		await b.sees('signs nobody in');
		await b.press('Remove');
		await b.sees('No passkeys.');
		await b.present(false);
		await b.signOut();
		await b.sees('Sign in with a passkey');
		await b.present(true);
		await b.press('Sign in with a passkey');
		await b.sees('was not accepted');
		await b.fill('E-mail', ADA);
		await confirm(b);
		await b.sees('Add a task');
	},
	'the browser offers it where it fills the address in': async b => {
		/* What was removed is still there, and could be chosen. */
		await b.forgets();
		await b.go('#/settings/security');
		await add(b);
		await confirm(b);
		await b.sees('never used');
		// The authenticator chooses it: nothing is clicked.
		await b.signOut();
		if (!b.offers)
			await b.press('Sign in with a passkey');
		await b.has('Up to date');
	},
	'without a password it confirms that the account is deleted': async (b, server) => {
		const { status, stderr } = spawnSync('sqlite3', [server.dir + '/data/docket.db',
			`UPDATE user SET password = NULL WHERE email = '${ADA}'`]);

		assert.equal(status, 0, String(stderr));
		await b.go('#/settings/account');
		await b.press('Delete the account');
		await b.press('Continue');
		await b.fill('Type your e-mail address', ADA);
		await b.gone('[data-command=account-delete] [type=password]');
		await b.submit('Type your e-mail address');
		await b.sees('Show that it is you');
		await b.press('Use a passkey');
		await b.sees('on a server of your own');
		assert.match(server.admin('user', 'list').stdout, /grace/);
		assert.doesNotMatch(server.admin('user', 'list').stdout, /ada@/);
	},
};
