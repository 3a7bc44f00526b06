/* Settings, Clients and Calendar feeds: real programs are set up with what the page shows,
 * as it stands there, and the page says that they have called. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { ADA, browse, call, openList, row, serve, signIn, until } from './lib/browser.mjs';

const button = (page, name) => page.getByRole('button', { name, exact: true });

/* Runs a program in a home of its own: its output. */
const run = (home, input, ...command) => new Promise((yes, no) => {
	const child = spawn(command[0], command.slice(1), { env: { PATH: '/usr/bin:/bin',
		LANG: 'C.UTF-8', TZ: 'UTC', HOME: home } });
	let out = '';

	for (const stream of [child.stdout, child.stderr])
		stream.on('data', text => out += text);
	child.stdin.on('error', () => {});
	child.stdin.end(input);
	child.on('close', status => status ? no(new Error(`${command}: ${out}`)) : yes(out));
});
const python = (home, script, ...args) => run(home, script, '/usr/bin/python3', '-', ...args);

/* PROPFIND by a program that knows these: the status. */
const ask = async (address, user, token) => (await fetch(address, { method: 'PROPFIND',
	headers: { Authorization: 'Basic ' + Buffer.from(`${user}:${token}`).toString('base64'),
	    Depth: '0' } })).status;

const choose = async (page, name) => {
	await button(page, name).click();
	await page.getByRole('heading', { name, exact: true }).waitFor();
	await page.locator('.steps').waitFor();
};
/* What the steps say to fill in. */
const values = page => page.locator('.steps .item .secret').allTextContents();
const connected = (page, name) =>
	page.getByRole('status').getByText(`Connected: ${name}, just now`).waitFor();
const task = (list, title) => `
import sys, caldav
address, user, token = sys.argv[1:]
home = caldav.DAVClient(address, username=user, password=token).principal()
lists = {c.name: c for c in home.calendars()}
lists[${JSON.stringify(list)}].save_todo(summary=${JSON.stringify(title)})
`;

test('programs that people already use', async t => {
	const server = await serve('/tasks/'), b = await browse();
	const { page } = b, home = server.dir + '/home';
	const settings = async part => {
		await page.goto(server.base + '#/settings/look');
		await page.goto(server.base + '#/settings/' + part);
		await page.getByText(part === 'feeds' ? 'A calendar feed is' :
			'Programs that you already').waitFor();
	};
	let told;

	fs.mkdirSync(home);
	t.after(async () => {
		await b.close();
		await server.stop();
		assert.deepEqual(b.complaints, []);
	});
	await b.context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await signIn(page, server.base);

	await t.test('vdirsyncer and todoman, by what is copied', async () => {
		await settings('clients');
		await choose(page, 'vdirsyncer, todoman');
		await page.getByText('Waiting for the program').waitFor();
		const file = await page.locator('.steps b').textContent();
		const [text, command] = await page.locator('.steps pre').allTextContents();
		const path = file.replace('~', home);
		fs.mkdirSync(path.replace(/[^/]+$/, ''), { recursive: true });
		fs.writeFileSync(path, text);
		await run(home, 'y\n'.repeat(20), 'sh', '-c', command);
		await connected(page, 'vdirsyncer');
		fs.mkdirSync(home + '/.config/todoman');
		fs.writeFileSync(home + '/.config/todoman/config.py',
			`path = "${home}/.local/share/docket/*"\ntime_format = "%H:%M"\n`);
		await run(home, '', 'todoman', 'new', '-l', 'Home', 'Feed the cat');
		await openList(page, 'Home');
		await page.waitForTimeout(500);
		await run(home, '', 'sh', '-c', 'vdirsyncer sync');
		/* Without a signal the app asks every 15 seconds. */
		await row(page, 'Feed the cat').waitFor({ timeout: 5000 });
	});
	await t.test('what a program changes is in the open app at once', async t => {
		await settings('clients');
		await choose(page, 'Another program');
		told = await values(page);
		assert.equal(told[1], ADA);
		await python(home, task('Work', 'Call the plumber'), ...told);
		await connected(page, 'Another program');
		await openList(page, 'Work');
		await row(page, 'Call the plumber').waitFor();
		const seen = page.evaluate(() => new Promise(yes => new MutationObserver((_, o) => {
			if (document.body.textContent.includes('Thank the plumber'))
				yes(Date.now()), o.disconnect();
		}).observe(document.body, { subtree: true, childList: true, characterData: true })));
		await python(home, task('Work', 'Thank the plumber'), ...told);
		const made = Date.parse((await call(page, 'GET', '/search?q=Thank%20plumber'))
			.items[0].createdAt);
		t.diagnostic(`seen ${await seen - made} ms after it was made`);
		assert.ok(await seen - made < 5000);
	});
	await t.test('by the keyboard alone, and the clipboard', async () => {
		await settings('clients');
		await button(page, 'Thunderbird').focus();
		await page.keyboard.press('Enter');
		await page.locator('.steps').waitFor();
		await until(() => page.evaluate(() => document.activeElement.textContent),
			'Thunderbird');
		for (const [i, label] of ['Location', 'Username', 'Password'].entries()) {
			await page.keyboard.press('Tab');
			assert.equal(await page.evaluate(() => document.activeElement.ariaLabel),
				'Copy: ' + label);
			await page.keyboard.press('Enter');
			await until(() => page.evaluate(() => navigator.clipboard.readText()),
				(await values(page))[i]);
		}
	});
	await t.test('a profile for Apple’s programs', async () => {
		await settings('clients');
		await choose(page, 'iPhone, iPad, Mac');
		const [address, user, token] = await values(page);
		const waiting = page.waitForEvent('download');
		await button(page, 'Download the profile').click();
		const file = await waiting;
		assert.match(file.suggestedFilename(), /\.mobileconfig$/);
		const profile = JSON.parse(await python(home, `
import json, plistlib, sys
print(json.dumps(plistlib.load(open(sys.argv[1], 'rb'), fmt=plistlib.FMT_XML)))
`, await file.path()));
		const [account] = profile.PayloadContent;
		for (const p of [profile, account]) {
			assert.equal(p.PayloadVersion, 1);
			assert.match(p.PayloadUUID, /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
			assert.match(p.PayloadIdentifier, /^127\.0\.0\.1\.docket\./);
		}
		assert.notEqual(profile.PayloadIdentifier, account.PayloadIdentifier);
		assert.equal(profile.PayloadType, 'Configuration');
		assert.equal(account.PayloadType, 'com.apple.caldav.account');
		assert.equal(account.CalDAVUsername, user);
		assert.equal(account.CalDAVPassword, undefined, 'it has no password');
		assert.equal(await ask(`http${account.CalDAVUseSSL ? 's' : ''}://${
			account.CalDAVHostName}:${account.CalDAVPort}${account.CalDAVPrincipalURL}`,
		user, token), 207, 'it leads to the principal');
		assert.equal(await ask(address, user, token), 207);
	});
	await t.test('a link for DAVx⁵', async () => {
		await settings('clients');
		await choose(page, 'Android');
		const link = await page.getByRole('link', { name: 'Open in DAVx⁵' })
		    .getAttribute('href');
		const [, scheme, user, token, rest] = /^(\w+):\/\/([^:@]+):([^:@]+)@(.*)$/.exec(link);
		assert.equal(scheme, 'caldav', 'for http; davx5 is for https');
		assert.equal(await ask('http://' + rest, decodeURIComponent(user), token), 207);
	});
	await t.test('steps can be hidden', async () => {
		await settings('clients');
		await page.getByLabel('Show steps as tasks').uncheck();
		await choose(page, 'GNOME Evolution');
		assert.deepEqual((await call(page, 'GET', '/me/tokens')).items.filter(k =>
			k.steps === 'hidden').map(k => k.name), ['GNOME Evolution']);
		assert.equal(await ask(...await values(page)), 207);
	});
	await t.test('one program is ended alone', async () => {
		assert.equal(await ask(...told), 207);
		const other = page.locator('.item').filter({ hasText: 'Another program' });
		await other.getByRole('button', { name: 'Remove' }).click();
		await other.waitFor({ state: 'detached' });
		assert.equal(await ask(...told), 401);
		await run(home, '', 'sh', '-c', 'vdirsyncer sync');
	});
	await t.test('a calendar feed', async () => {
		await settings('feeds');
		await page.getByLabel('Name').fill('Kitchen');
		await page.getByLabel('Home').check();
		await page.getByLabel('Name').press('Enter');
		const url = await page.locator('.secret').textContent();
		await page.getByText('Whoever has it can read these tasks').waitFor();
		assert.equal(await page.getByRole('link', { name: 'Open in the calendar' })
		    .getAttribute('href'), url.replace('http', 'webcal'));
		const read = await fetch(url);
		assert.equal(read.headers.get('Content-Type'), 'text/calendar; charset=utf-8');
		assert.match(await read.text(), /X-WR-CALNAME:Kitchen\r\n[^]*BEGIN:VEVENT/);
		await page.locator('[data-command=feed-done]').click();
		await page.getByText('Events · Home · ').waitFor();
		assert.ok(!(await page.content()).includes(url.split('/').at(-2)),
			'the link is shown once');
		await button(page, 'Delete').click();
		await page.getByText('No calendar feeds.').waitFor();
		assert.equal((await fetch(url)).status, 404);
	});
});
