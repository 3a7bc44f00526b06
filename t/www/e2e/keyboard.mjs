/* From signing up to signing out with the keyboard only: after every key the focus
 * is visible, and Tab reaches nothing twice.  Enlarged to 400 %, the focused element
 * is not covered. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { ADA, PASSWORD, browse, row, serve, signIn } from './lib/browser.mjs';

/* The focused element, and whether the focus is visible: in the window, with an
 * outline, a shadow, or a caret in a field. */
const look = () => {
	const el = document.activeElement, b = el?.getBoundingClientRect();
	const marks = [el, el?.closest('.find, .quick form')].filter(Boolean).some(x => {
		const c = getComputedStyle(x);
		return c.outlineStyle !== 'none' && parseFloat(c.outlineWidth) > 0 ||
			c.boxShadow !== 'none';
	});
	return { box: [b.left, b.top, b.width, b.height], marks, name: el === document.body ? '' : `${el.tagName} ${el.id || el.name || el
	    .getAttribute('aria-label') || el.textContent.trim().slice(0, 40)}`,
		id: el.id, row: el.closest('[data-row]')?.querySelector('.title')?.textContent,
		seen: el !== document.body && marks && b.width > 0 && b.height > 0 &&
		    b.bottom > 0 && b.top < innerHeight && b.right > 0 && b.left < innerWidth };
};

test('everything works with the keyboard', async t => {
	const server = await serve('/', { DOCKET_REGISTRATION: 'open' }), b = await browse();
	const { page } = b;
	let at = {};

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	const press = async (...keys) => {
		for (const k of keys) {
			await page.keyboard.press(k);
			for (let i = 0; i < 20; i++) {
				await page.waitForTimeout(40);
				at = await page.evaluate(look);
				if (at.seen)
					break;
			}
			assert.ok(at.seen, `after ${k} the focus is seen: ${at.name || 'nowhere'}`);
		}
	};
	/* Tab till something has the focus; nothing has it twice. */
	const tabTo = async (name, key = 'Tab') => {
		const had = new Set();
		let left = false;
		for (let i = 0; i < 60; i++) {
			await page.keyboard.press(key);
			await page.waitForTimeout(40);
			at = await page.evaluate(look);
			/* Behind the last comes the browser itself, once. */
			if (!at.name && !left) {
				left = true;
				continue;
			}
			assert.ok(at.seen, `the focus is seen: ${JSON.stringify(at)}`);
			const again = await page.evaluate(() => {
				const el = document.activeElement, was = el.dataset.tabbed;
				el.dataset.tabbed = 'yes';
				return was;
			});
			if (at.name.includes(name))
				break;
			assert.ok(!again, 'twice on ' + at.name);
			had.add(at.name);
		}
		await page.evaluate(() => document.querySelectorAll('[data-tabbed]')
		    .forEach(e => delete e.dataset.tabbed));
		assert.ok(at.name.includes(name), `${name} is among ${[...had].join(', ')}`);
	};
	const type = text => page.keyboard.type(text);
	const sent = () => page.waitForFunction(() => !document.querySelector('.unsent') &&
		/Up to date/.test(document.body.innerText));

	await page.goto(server.base);
	await page.getByRole('button', { name: 'Sign in' }).waitFor();
	await t.test('signing up', async () => {
		await tabTo('Create an account');
		await page.keyboard.press('Enter');
		await page.getByLabel('Your name').waitFor();
		await tabTo('displayName');
		await type('Eve');
		await tabTo('email');
		await type('eve@example.org');
		await tabTo('password');
		await type('correct horse battery');
		await press('Tab');
		assert.match(at.name, /Show the password/);
		await press('Shift+Tab');
		await page.keyboard.press('Enter');
		await page.getByText('A fresh day').waitFor();
		await page.getByText('Up to date').waitFor({ state: 'attached' });
	});
	await t.test('the first task', async () => {
		await press('n');
		await type('My first task today #first');
		await press('Enter');
		await row(page, 'My first task').waitFor();
		await page.keyboard.press('Escape');
		await press('Home', 'Enter');
		await page.getByRole('button', { name: 'Due Today' }).waitFor();
		await page.keyboard.press('Escape');
		await sent();
	});
	await t.test('every part of the settings, and signing out', async () => {
		await tabTo('Settings');
		await page.keyboard.press('Enter');
		for (const part of ['Security', 'Password', 'Devices', 'Connections',
		    'Calendar feeds', 'Tokens', 'Notifications', 'Appearance', 'Data', 'Bin',
		    'About', 'Account']) {
			await tabTo('A ' + part);
			await page.keyboard.press('Enter');
			await page.locator('.tabs [aria-current=page], .tabs [aria-current=true], ' +
			    '.views [aria-current=page]').filter({ hasText: part }).waitFor();
		}
		await tabTo('Sign out');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
	});
	await t.test('signing in', async () => {
		await tabTo('email');
		await type(ADA);
		await press('Tab');
		await type(PASSWORD);
		await page.keyboard.press('Enter');
		await page.getByText('Up to date').waitFor({ state: 'attached' });
	});
	await t.test('to a list, by Tab', async () => {
		await tabTo('Home');
		await page.keyboard.press('Enter');
		await row(page, 'Water').waitFor();
	});
	await t.test('rows', async () => {
		await press('Home', 'j', 'k', 'End', 'ArrowUp', 's', 'm', 't', 'Alt+ArrowUp',
			'Alt+ArrowDown', 'x', 'j', 'x', 'Escape');
		await press('Space', 'z', 'Delete', 'z');
		assert.ok(at.row, 'on a row');
	});
	await t.test('adding', async () => {
		await press('n');
		await type('By the keyboard tomorrow');
		await press('Enter');
		await row(page, 'By the keyboard').waitFor();
		await page.keyboard.press('Escape');
		await press('Home');
		assert.equal(at.row, 'By the keyboard');
	});
	await t.test('dialogs return the focus', async () => {
		for (const key of ['d', 'r', 'l', '#', '?']) {
			await press(key);
			await press('Escape');
			assert.equal(at.row, 'By the keyboard', 'after ' + key);
		}
		await press('d');
		assert.match(at.name, /^INPUT Date/, 'what comes first has the focus');
		await type('today');
		await page.keyboard.press('Enter');
		await page.waitForFunction(() => !document.querySelector('dialog[open]'));
		at = await page.evaluate(look);
		assert.equal(at.row, 'By the keyboard');
		await row(page, 'By the keyboard').getByText('Today').waitFor();
	});
	await t.test('a task', async () => {
		await press('Enter', 'Enter');
		await page.waitForFunction(() => document.activeElement.id === 'title');
		await type(' alone');
		await page.keyboard.press('Enter');
		await row(page, 'By the keyboard alone').waitFor();
		await tabTo('step-new');
		await type('One step');
		await press('Enter');
		await tabTo('notes');
		await type('A note');
		await tabTo('Delete');
		await page.keyboard.press('Escape');
		await page.waitForFunction(() => !document.querySelector('.details'));
		at = await page.evaluate(look);
		assert.equal(at.row, 'By the keyboard alone');
		await row(page, '0 of 1').waitFor();
	});
	await t.test('places', async () => {
		for (const keys of [['g', 'p'], ['g', 's'], ['g', 'd'], ['2']]) {
			for (const k of keys)
				await page.keyboard.press(k);
			await page.waitForTimeout(100);
			await press('Home');
			assert.ok(at.row);
		}
		await press('/');
		await type('keyboard');
		await row(page, 'By the keyboard alone').waitFor();
		await press('ArrowDown');
		assert.equal(at.row, 'By the keyboard alone');
		await press('Delete');
		await page.keyboard.press('Escape');
	});
	await t.test('a list made', async () => {
		await tabTo('New list');
		await press('Enter');
		await type('Typed');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Typed' }).waitFor();
	});
	await t.test('settings, and signing out', async () => {
		await tabTo('Settings');
		await page.keyboard.press('Enter');
		await page.getByText('Your name').waitFor();
		await tabTo('Sign out');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
	});
	assert.deepEqual(b.complaints, []);
});

/* What has the focus, and whether something else lies over its middle or its
 * lower edge. */
const covered = () => {
	const el = document.activeElement, b = el.getBoundingClientRect();
	const over = y => {
		const top = document.elementFromPoint(b.left + b.width / 2,
		    Math.max(0, Math.min(innerHeight - 1, y)));
		return el.contains(top) || top?.contains(el) && top.closest('.row, .reveal, .typed');
	};
	return el === document.body || over(b.top + b.height / 2) && over(b.bottom - 3) ?
		null : el.outerHTML.slice(0, 200);
};

test('enlarged to 400 %', async t => {
	const server = await serve(), b = await browse({ viewport: { width: 320,
	    height: 256 }, deviceScaleFactor: 4 }), { page } = b;
	const press = async (...keys) => {
		for (const k of keys) {
			await page.keyboard.press(k);
			await page.waitForTimeout(100);
			assert.equal(await page.evaluate(covered), null, 'after ' + k);
		}
	};
	const tabs = n => press(...Array(n).fill('Tab'));

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await page.goto(server.base);
	await page.getByRole('button', { name: 'Sign in' }).waitFor();
	await tabs(5);
	await signIn(page, server.base);
	await t.test('rows', () => press('Home', 'j', 'j', 'j', 'k', 'k', 'End', 'Home'));
	await t.test('a dialog', async () => {
		await press('d');
		await tabs(8);
		await press('Escape');
	});
	await t.test('a task', async () => {
		await press('Enter');
		await tabs(24);
		await press('Escape');
		assert.ok(await page.evaluate(() => document.activeElement.closest('.row')),
		    'and back on its row');
	});
	await t.test('lists', async () => {
		await page.goto(server.base + '#/lists');
		await tabs(16);
	});
	await t.test('settings', async () => {
		await page.goto(server.base + '#/settings/account');
		await page.getByText('Your name').waitFor();
		await tabs(30);
	});
	assert.deepEqual(b.complaints, []);
});
