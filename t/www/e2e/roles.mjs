/* What owners, members and viewers of a list are offered: every command that is on the
 * screen is in the table, and those that write the list are there for whoever may write
 * it, and for nobody else. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { KEYS } from '../../../www/js/commands/key-table.js';
import { ADA, GRACE, browse, call, openList, row, serve, signIn, until } from './lib/browser.mjs';

/* The commands that write the list, and where they are. */
const WRITES = {
	row: ['tick', 'star'],
	'the list': ['add', 'quick-due', 'quick-remind', 'quick-list'],
	details: ['tick', 'star', 'move', 'due', 'due-clear', 'repeat', 'remind', 'assign', 'attach', 'step-add',
		'step-tick', 'step-up', 'step-delete', 'delete'],
	menu: ['done', 'due', 'remind', 'up', 'down', 'move', 'task-copy', 'delete'],
	'menu of the list': ['list-again'],
	selection: ['done', 'star-all', 'due', 'move', 'delete'],
	palette: ['due', 'remind', 'repeat', 'star-all', 'done', 'task-copy', 'move', 'assign',
		'delete', 'list-again'],
};
/* Those of the owner alone. */
const OWNS = { 'the list': ['list-rename'], details: ['file-delete'], 'menu of the list': ['list-delete'],
	palette: ['list-delete'] };
/* The others: they read, or change only what the user has of the list. */
const FREE = {
	row: ['row'],
	'the list': ['lists', 'share', 'options', 'collapse', 'news-show', 'news-seen'],
	details: ['my-day', 'my-day-clear', 'tags', 'close'],
	menu: ['dialog-close', 'open', 'select', 'my-day', 'tags'],
	'menu of the list': ['dialog-close', 'list-edit', 'share', 'list-up', 'list-down',
		'list-copy', 'sort', 'hide-done', 'print', 'keys'],
	selection: ['my-day', 'tags', 'task-menu', 'select-end'],
	palette: ['my-day', 'tags', 'list-new', 'group-new', 'undo', 'redo', 'print', 'keys',
		'list-edit', 'share', 'list-copy', 'sort', 'hide-done', 'theme'],
};
/* The keys that write. */
const KEY_WRITES = ['quick', 'quickList', 'shift', 'delete', 'done', 'star', 'picker due',
	'dueToday', 'dueWeek', 'picker remind', 'notes', 'picker list', 'picker assign'];
const SAYS = 'You can only read this list.';
/* Where the commands of a surface are, and how it is opened on the open list. */
const SURFACES = {
	row: ['[data-row]:has-text("Pack")', () => {}],
	'the list': ['main .top, main .section', () => {}],
	details: ['.details', async page => {
		await row(page, 'Pack').locator('.title').click();
		await page.locator('.details').waitFor();
	}],
	menu: ['dialog', async page => {
		await row(page, 'Pack').click({ button: 'right' });
		await page.locator('dialog[open]').waitFor();
	}],
	'menu of the list': ['dialog', async page => {
		await page.getByRole('button', { name: 'List options' }).click();
		await page.locator('dialog[open]').waitFor();
	}],
	selection: ['.bulk', async page => {
		await row(page, 'Pack').click({ modifiers: ['Control'] });
		await page.locator('.bulk').waitFor();
	}],
	palette: ['dialog .options', async page => {
		await row(page, 'Pack').focus();
		await page.locator('#search').focus();
		await page.keyboard.type('>');
		await page.locator('dialog[open] .option').first().waitFor();
	}],
};

/* The commands of a surface that can be used, each once. */
const commands = (page, where) => page.locator(where).evaluateAll(all => [...new Set(
	all.flatMap(el => [el, ...el.querySelectorAll('[data-command]')])
	    .filter(el => el.dataset.command && !el.matches(':disabled'))
	    .map(el => el.dataset.command !== 'command' ? el.dataset.command :
		el.dataset.id.startsWith('#') ? '' : el.dataset.id.split(' ')[0]))].filter(Boolean).sort());

const clear = async (page, list) => {
	for (let i = 0; i < 3; i++)
		await page.keyboard.press('Escape');
	await page.locator('dialog').waitFor({ state: 'detached' });
	await page.evaluate(id => { location.hash = '#/l/' + id; }, list);
	await page.locator('.details, .bulk').waitFor({ state: 'detached' });
	await row(page, 'Pack').waitFor();
};

test('owners, members and viewers', async t => {
	const server = await serve(), ada = await browse(), grace = await browse();
	const refused = [];

	t.after(async () => {
		await ada.close();
		await grace.close();
		await server.stop();
	});
	await signIn(ada.page, server.base, ADA);
	await signIn(grace.page, server.base, GRACE);
	const list = (await call(ada.page, 'GET', '/lists')).items
	    .find(l => l.title === 'Journey').id;
	const { id: me } = await call(grace.page, 'GET', '/me');
	const become = role => call(ada.page, 'PATCH', `/lists/${list}/members/${me}`, { role });
	const readOnly = page => page.getByText('Read only');

	for (const [role, b] of [['owner', ada], ['member', grace], ['viewer', grace]]) {
		const { page } = b;
		const may = role !== 'viewer';

		if (role === 'viewer') {
			await become('viewer');
			grace.page.on('response', r => r.status() === 403 && refused.push(r.url()));
		}
		/* The last key of the role before has opened a dialog. */
		await page.keyboard.press('Escape');
		await openList(page, 'Journey');
		await row(page, 'Pack').waitFor();
		await until(() => readOnly(page).count(), may ? 0 : 1);
		for (const [surface, [where, open]] of Object.entries(SURFACES))
			await t.test(`${role}: ${surface}`, async () => {
				const own = role === 'owner' ? OWNS[surface] ?? [] : [];
				const writes = [...may ? WRITES[surface] : [], ...own];

				await clear(page, list);
				await open(page);
				await until(async () => (await commands(page, where)).filter(c =>
					!FREE[surface].includes(c)).sort(), [...new Set(writes)].sort());
				assert.equal(await page.locator(where).locator(
					':is(textarea, input:not([hidden])):not([readonly], :disabled, #command)')
				    .count() > 0, may && ['row', 'the list', 'details'].includes(surface),
				'fields that can be changed');
			});
		for (const { keys, command, arg } of KEYS)
			await t.test(`${role}: the key ${keys[0]}`, async () => {
				const name = command === 'picker' ? `picker ${arg}` : command;

				await clear(page, list);
				await row(page, 'Pack').focus();
				await page.evaluate(() => document.querySelector('.toasts [data-command=toast-close]')
					?.click());
				await page.locator('.toast').waitFor({ state: 'detached' });
				await page.keyboard.press(keys[0] === 'g d' ? 'x' : keys[0].replace('Ctrl', 'Control')
				    .replace(/^ $/, 'Space'));
				await page.waitForTimeout(60);
				const said = await page.locator('.toast').filter({ hasText: SAYS }).count();
				assert.equal(said > 0, !may && KEY_WRITES.includes(name));
				if (may && KEY_WRITES.includes(name) && !name.startsWith('quick') && name !== 'notes') {
					await page.keyboard.press('Escape');
					await page.keyboard.press('z');
				}
			});
	}
	await t.test('nothing of a viewer is sent that the service would refuse', () =>
		assert.deepEqual(refused, []));
	await t.test('a change that waited is refused, and the review has it', async () => {
		const { page, context } = grace;

		await become('member');
		await clear(page, list);
		await until(() => readOnly(page).count(), 0);
		await context.setOffline(true);
		await row(page, 'Pack').focus();
		await page.keyboard.press('s');
		await become('viewer');
		await context.setOffline(false);
		await page.getByRole('link', { name: 'Look' }).or(page.locator('a[href="#/review"]'))
		    .first().click();
		await page.getByText(SAYS).filter({ visible: true }).first().waitFor();
	});
	await t.test('a role that the app does not know reads only', async t => {
		const c = await browse();

		t.after(() => c.close());
		await become('member');
		await c.context.route('**/me/changes*', async route => {
			const r = await route.fetch();
			await route.fulfill({ response: r, body: (await r.text())
			    .replaceAll('"role":"member"', '"role":"auditor"') });
		});
		await signIn(c.page, server.base, GRACE);
		await openList(c.page, 'Journey');
		await row(c.page, 'Pack').waitFor();
		await readOnly(c.page).waitFor();
		await until(() => c.page.locator(':is([data-command=tick], [data-command=star]):not(:disabled)')
		    .count(), 0);
		assert.equal(await c.page.locator('#quick').count(), 0);
	});
});
