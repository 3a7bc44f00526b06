/*
 * Real providers of OpenID Connect, and what a user does on their pages.  Of each:
 * `path`, where its issuer begins; `secret`, that of the client, which Glewlwyd does
 * not decode (RFC 6749, section 2.3.1); `start(dir, port, ...client)`, a process;
 * `signIn(page, name, shot)` and `signOut(page, shot)`, on its own pages; and
 * `asksAgain(page)`, what is there when it knows nobody.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const top = path.resolve(import.meta.dirname, '../../../..');
const button = (page, name) => page.getByRole('button', { name, exact: true });

/* Glewlwyd is the child of a process that ends it when its standard input ends. */
export const stopProvider = child => child.stdin ? child.stdin.end() : child.kill();

export const providers = {
	'oidc-provider': {
		path: '', secret: 'the secret',
		start: (dir, port, ...client) => spawn('node', [top + '/t/npm/provider.mjs',
			String(port), ...client], { stdio: 'ignore' }),
		signIn: async (page, name, shot = () => 0) => {
			await page.getByLabel('Name').fill(name);
			await shot();
			await button(page, 'Sign in').click();
		},
		asksAgain: page => page.getByLabel('Name'),
		signOut: async (page, shot) => {
			await shot();
			await button(page, 'Yes, sign me out').click();
			await page.getByRole('link', { name: 'Sign in with Example' }).waitFor();
		},
	},
	Glewlwyd: {
		path: '/api/oidc', secret: 'plain',
		start: async (dir, port, ...client) => {
			const child = spawn('perl', [`-I${top}/t/lib`, '-MGlewlwyd', '-e',
				'glewlwyd(@ARGV); syswrite STDOUT, "ready"; <STDIN>',
				dir + '/glewlwyd', String(port), ...client, 'ada'],
			{ stdio: ['pipe', 'pipe', 'inherit'] });

			/* It answers before it knows client and user. */
			await once(child.stdout, 'data');
			return child;
		},
		signIn: async (page, name, shot = () => 0) => {
			await page.getByLabel('Login').fill(name);
			await page.getByLabel('Password').fill('of ' + name);
			await shot();
			await button(page, 'OK').click();
			/* What Docket may see, which it asks each user once. */
			for (const scope of ['email', 'profile'])
				await page.getByLabel(scope, { exact: true }).check();
			await shot();
			await button(page, 'Grant access').click();
			await page.getByRole('button', { name: 'Continue' }).click();
		},
		asksAgain: page => page.getByLabel('Login'),
		signOut: async (page, shot) => {
			await page.getByText('The client Docket wishes you to close').waitFor();
			await shot();
			await page.getByRole('button', { name: 'Logout' }).click();
			await page.getByText('You are disconnected').waitFor();
		},
	},
};
