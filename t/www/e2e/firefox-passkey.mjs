/* Passkeys, with Firefox's virtual authenticator. */
import test from 'node:test';
import { start } from '../../lib/marionette.mjs';
import { ADA, PASSWORD, profile, remove, serve, until } from './lib/browser.mjs';
import { STEPS } from './lib/passkeys.mjs';

/* In the page.  What is asked for, if it is shown: a button or a field by its name. */
const FIND = `
const [kind, name] = arguments;
const named = e => kind === 'button' ? (e.ariaLabel ?? e.textContent).trim() :
	[...e.labels].map(l => l.textContent.trim()).includes(name) ? name : e.ariaLabel;
return [...document.querySelectorAll(kind)].find(e => e.checkVisibility() &&
	named(e)?.trim() === name) ?? null;`;
const SEES = `
return document.body.innerText.includes(arguments[0]) ||
	[...document.querySelectorAll('[aria-label]')].some(e => e.checkVisibility() &&
	    e.ariaLabel === arguments[0]);`;
const HAS = 'return document.body.textContent.includes(arguments[0]);';
const GONE = 'return !document.querySelector(arguments[0]);';
/* In the browser itself. */
const FORGET = `
const [host, done] = arguments;
Services.clearData.deleteDataFromHost(host, true,
	Ci.nsIClearDataService.CLEAR_COOKIES_AND_SITE_DATA, () => done());`;
const ENTER = '\uE007';

/* Firefox as lib/passkeys.mjs wants it. */
async function firefox(base, { send }) {
	const run = async (script, ...args) =>
		(await send('WebDriver:ExecuteScript', { script, args })).value;
	const { value: authenticatorId } = await send('WebAuthn:AddVirtualAuthenticator', {
		protocol: 'ctap2', transport: 'internal', hasResidentKey: true,
		hasUserVerification: true, isUserVerified: true, isUserConsenting: true });
	const ask = (command, more) => send('WebAuthn:' + command, { authenticatorId, ...more });
	/* What is drawn again between two commands is looked for again. */
	const act = async (kind, name, ...commands) => {
		const end = Date.now() + 15000;
		for (;;) {
			try {
				const found = await run(FIND, kind, name);
				if (!found)
					throw new Error(`no ${kind} ${name}`);
				const [id] = Object.values(found);
				for (const [command, more] of commands)
					await send('WebDriver:' + command, { id, ...more });
				return;
			} catch (e) {
				if (Date.now() > end)
					throw new Error(`${e.message}; there is ` +
						await run('return document.body.innerText'));
			}
		}
	};
	const press = name => act('button', name, ['ElementClick']);
	const type = (text, ...before) => [...before, ['ElementSendKeys', { text }]];
	const go = hash => send('WebDriver:Navigate', { url: base + hash });
	const sees = text => until(() => run(SEES, text), true);

	return { offers: false, go, sees, press,
		signOut: async () => {
			await send('WebDriver:Navigate', { url: 'about:blank' });
			await send('Marionette:SetContext', { value: 'chrome' });
			await send('WebDriver:ExecuteAsyncScript',
				{ script: FORGET, args: [new URL(base).hostname] });
			await send('Marionette:SetContext', { value: 'content' });
			await go('');
		},
		enter: name => act('button', name, ...type(ENTER)),
		fill: (label, text) => act('input', label, ...type(text, ['ElementClear'])),
		submit: label => act('input', label, ...type(ENTER)),
		has: text => until(() => run(HAS, text), true),
		gone: selector => until(() => run(GONE, selector), true),
		credentials: async () => (await ask('GetCredentials')).value,
		verifies: yes => ask('SetUserVerified', { isUserVerified: yes }),
		forgets: () => ask('RemoveAllCredentials'),
		present: () => {},
		sound: () => {} };
}

test('passkeys in Firefox', async t => {
	const server = await serve('/tasks/', {}, [], true);
	const dir = profile();
	const b = await start('firefox-esr', dir, {
		'security.webauth.webauthn_enable_softtoken': true,
		'security.webauth.webauthn_enable_usbtoken': false });

	t.after(async () => {
		await b.stop();
		await server.stop();
		remove(dir);
	});
	const by = await firefox(server.base, b);
	await by.go('');
	await by.fill('E-mail', ADA);
	await by.fill('Password', PASSWORD);
	await by.submit('Password');
	await by.has('Up to date');
	for (const [name, step] of Object.entries(STEPS))
		await t.test(name, () => step(by, server));
});
