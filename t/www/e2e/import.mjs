/* Import and export: drop or choose a file, look, choose, import, undo, again; what is
 * pasted; what is wrong with a file; without network. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { faults } from './lib/axe.mjs';
import { browse, call, serve, signIn, until } from './lib/browser.mjs';

const samples = path.resolve(import.meta.dirname, '../../imports');
const read = name => fs.readFileSync(path.join(samples, name));
const button = (page, name) => page.getByRole('button', { name, exact: true });

/* A sample of each form, its name, and whether it was tried. */
const FORMS = [
	['todoist/backup.zip', 'Todoist', true],
	['outlook/english.csv', 'Outlook', false],
	['microsoft-todo/lists.json', 'Microsoft To Do', true],
	['ics/family.ics', 'Calendar (iCalendar)', true],
	['csv/our-own.csv', 'Table (CSV)', true],
];
/* How many tasks a sample has. */
const countOf = file => JSON.parse(read(file + '.expected.json')).lists
	.reduce((n, l) => n + l.tasks.length, 0);
/* What is wrong with a file, and what the page says. */
const WRONG = [
	['deep.json', '['.repeat(10000), 'Docket does not know this file'],
	['open.csv', 'title\n"never closed\n', 'Row 2'],
	['half.json', '{"schemaVersion":"1","tasks":[', 'This file is damaged'],
	['bomb.zip', 'PK\x03\x04 not an archive', 'This file is damaged'],
	['empty.csv', '', 'Docket does not know this file'],
	['picture.png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'Docket does not know this file'],
	['head.csv', 'title,list\n', 'There are no tasks in this file'],
	['events.ics', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fair\nEND:VEVENT\nEND:VCALENDAR\n',
		'There are no tasks in this file'],
];
/* What is never offered for such a file. */
const SENSELESS = '[data-command=import-again], .form [data-import=column], .import-lists:empty, ' +
	'[data-command=import-do]';

const titles = async page => (await call(page, 'GET', '/lists')).items.map(l => l.title).sort();
const choose = (page, name, text) => page.setInputFiles('#import-file', { name,
	mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
const open = async (page, base) => {
	await page.goto(base + '#/settings/import');
	await page.getByRole('heading', { name: 'Imports of the last 30 days' }).waitFor();
};
const figure = (page, name) => page.locator('.figures div').filter({ hasText: name }).locator('dd')
	.textContent();

test('import', async t => {
	const server = await serve('/tasks/'), b = await browse({ bypassCSP: true }), { page } = b;
	const other = button(page, 'Other file');

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await open(page, server.base);
	const before = await titles(page);

	const drop = (text, times = 1) => page.locator('.drop').evaluate((el, [part, n]) => {
		const data = new DataTransfer();

		data.items.add(new File([part.repeat(n)], 'dropped.csv'));
		for (const name of ['dragover', 'drop'])
			el.dispatchEvent(new DragEvent(name, { dataTransfer: data,
				bubbles: true, cancelable: true }));
	}, [text, times]);

	await t.test('a dropped file is looked at; nothing changes', async () => {
		await drop('title,list\nMilk,Errands\n');
		await button(page, 'Import 1 task').waitFor();
		await page.getByRole('checkbox', { name: 'Errands' }).waitFor();
		await button(page, 'Cancel').click();
		await page.locator('.drop').waitFor();
		assert.deepEqual(await titles(page), before);
	});
	for (const [file, form, tried] of FORMS)
		await t.test(file, async () => {
			const n = countOf(file);

			await choose(page, path.basename(file), read(file));
			await button(page, `Import ${n} tasks`).waitFor();
			await page.locator('.import-file').getByText(form).waitFor();
			assert.equal(await page.getByText('never tried on a file').count(), tried ? 0 : 1);
			assert.equal(await figure(page, 'tasks'), String(n));
			assert.deepEqual(await faults(page), []);
			await button(page, `Import ${n} tasks`).click();
			await page.getByText(`${n} tasks were imported.`).first().waitFor();
			assert.deepEqual(await faults(page), []);
			assert.notDeepEqual(await titles(page), before);
			await choose(page, path.basename(file), read(file));
			await page.getByText(`${n} tasks are here already, from an earlier import`).waitFor();
			assert.equal(await page.locator('[data-command=import-do]').count(), 0, 'nothing twice');
			await other.click();
			await button(page, 'Undo').first().click();
			await page.getByText(/^Undone: \d+ records were removed/).waitFor();
			assert.deepEqual(await titles(page), before);
			await other.first().click();
		});
	await t.test('some of the lists, and the rest later', async () => {
		await choose(page, 'two.csv', 'title,list\na,One\nb,One\nc,Two\n');
		await page.getByRole('checkbox', { name: 'One' }).uncheck();
		await button(page, 'Import 1 task').click();
		await page.locator('.kept').getByRole('link', { name: 'Two' }).waitFor();
		assert.deepEqual(await titles(page), [...before, 'Two'].sort());
		await page.getByText('Left out: lists not chosen').waitFor();
		await choose(page, 'two.csv', 'title,list\na,One\nb,One\nc,Two\n');
		await button(page, 'Import 2 tasks').click();
		await page.locator('.kept').getByRole('link', { name: 'One' }).click();
		await page.getByRole('row').filter({ hasText: 'a' }).first().waitFor();
		await open(page, server.base);
		await other.first().click();
		for (const _ of [1, 2]) {
			// Another writer is at work: it is asked again.
			await page.route('**/me/imports/*', r => r.fulfill({ status: 503,
				headers: { 'Retry-After': '1' } }), { times: 1 });
			await button(page, 'Undo').first().click();
			await page.getByText(/^Undone/).waitFor();
			await other.first().click();
		}
		assert.deepEqual(await titles(page), before);
	});
	await t.test('dates that can be read in two orders, by keys alone', async () => {
		const [chooser] = await Promise.all([page.waitForEvent('filechooser'),
			page.locator('[data-command=import-choose]').press('Enter')]);
		await chooser.setFiles({ name: 'dates.csv', mimeType: 'text/csv',
			buffer: Buffer.from('title,due\nMilk,1/2/2027\n') });
		await page.getByRole('alert').getByText('two orders').waitFor();
		assert.deepEqual(await faults(page), []);
		await page.getByLabel('How dates are written').focus();
		await page.keyboard.press('ArrowDown');
		await page.locator('.part').getByText('1 Feb').waitFor();
		await page.getByLabel('How dates are written').selectOption('12/31/2026');
		await page.locator('.part').getByText('2 Jan').waitFor();
		await button(page, 'Import 1 task').focus();
		await page.keyboard.press('Enter');
		await page.getByText('1 task was imported.').first().waitFor();
		await button(page, 'Undo').first().focus();
		await page.keyboard.press('Enter');
		await page.getByText(/^Undone/).waitFor();
		await other.first().click();
	});
	await t.test('columns that are not known', async () => {
		await choose(page, 'columns.csv', 'Was,Farbe,Farbe\nMilch,rot,blau\n');
		await page.getByRole('alert').getByText('Say which one has the titles').waitFor();
		await page.locator('.column-row').nth(0).getByRole('combobox').selectOption('Title');
		await button(page, 'Import 1 task').waitFor();
		await page.locator('summary').getByText('Columns').click();
		await page.locator('.column-row').nth(2).getByRole('combobox').selectOption('Notes');
		await page.getByText('2/3').waitFor();
		await page.getByLabel('List for tasks without one').fill('Einkauf');
		await page.keyboard.press('Tab');
		await page.getByRole('checkbox', { name: 'Einkauf' }).waitFor();
		await button(page, 'Import 1 task').click();
		await page.getByText('1 task was imported.').first().waitFor();
		const l = (await call(page, 'GET', '/lists')).items.find(x => x.title === 'Einkauf');
		assert.equal((await call(page, 'GET', `/lists/${l.id}/tasks`)).items[0].notes, 'blau');
		await button(page, 'Undo').first().click();
		await page.getByText(/^Undone/).waitFor();
		await other.first().click();
	});
	for (const [name, text, says] of WRONG)
		await t.test(name, async () => {
			await choose(page, name, text);
			await page.locator('.imports').getByText(says).first().waitFor({ timeout: 60000 });
			assert.deepEqual(await faults(page), []);
			assert.equal(await page.locator(SENSELESS).count(), 0);
			await other.click();
			assert.deepEqual(await titles(page), before);
		});
	await t.test('on a phone nothing overlaps, and the button leaves room', async () => {
		await page.setViewportSize({ width: 360, height: 740 });
		await choose(page, 'backup.zip', read('todoist/backup.zip'));
		await page.locator('.import-end').waitFor();
		assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('summary')]
			.filter(s => s.scrollHeight > s.clientHeight || s.clientHeight > 44 &&
			    getComputedStyle(s).paddingTop === '0px').map(s => s.textContent)), []);
		assert.ok((await page.locator('.import-end').boundingBox()).height < 130);
		await button(page, 'Cancel').click();
		await page.setViewportSize({ width: 1280, height: 800 });
	});
	await t.test('a file that is too large', async () => {
		await drop('title\n', 5_000_000);
		await page.getByText('The file is too large: at most').waitFor({ timeout: 60000 });
		await other.first().click();
	});
	await t.test('10,000 lines, with progress; a task that was changed stays', async () => {
		const rows = Array.from({ length: 10000 }, (_, i) => `Task ${i},Long,${i % 2 ?
			'yes' : ''}`);

		await choose(page, 'long.csv', ['title,list,done', ...rows].join('\n'));
		await page.getByRole('progressbar').waitFor();
		await button(page, 'Import 10,000 tasks').click({ timeout: 120000 });
		await page.getByRole('progressbar').waitFor();
		await page.getByText('10,000 tasks were imported.').first().waitFor({ timeout: 120000 });
		await page.locator('.kept').getByRole('link', { name: 'Long' }).waitFor();
		const l = (await call(page, 'GET', '/lists')).items.find(x => x.title === 'Long');
		const [first] = (await call(page, 'GET', `/lists/${l.id}/tasks`)).items;
		await call(page, 'PATCH', `/lists/${l.id}/tasks/${first.id}`, { title: 'Mine now' });
		await button(page, 'Undo').first().click();
		await page.getByText('9,999 records were removed').waitFor({ timeout: 120000 });
		await page.locator('.kept').getByText('Mine now').waitFor();
		await call(page, 'DELETE', `/lists/${l.id}`);
		await other.first().click();
	});
	await t.test('what is pasted can be looked at first', async () => {
		const paste = async text => {
			await page.goto(server.base + '#/today');
			// The page that is left still draws; the line is there before and after.
			await page.getByRole('heading', { name: 'My Day', level: 1 }).waitFor();
			await page.getByLabel('Add a task').evaluate((line, s) => {
				const data = new DataTransfer();
				data.setData('text/plain', s);
				line.focus();
				line.dispatchEvent(new ClipboardEvent('paste',
				    { clipboardData: data, bubbles: true, cancelable: true }));
			}, text);
			await button(page, 'Look first…').click();
		};

		for (const [text, lists, n] of [
			['Milk\nBread\nEggs', ['Pasted'], 3],
			['# Shop\n- [ ] Milk\n  - low fat\n# Home\n- [x] Wash', ['Shop', 'Home'], 2],
			['Title,List\nMilk,Shop\nBread,Shop', ['Shop'], 2]]) {
			await paste(text);
			await button(page, `Import ${n} tasks`).waitFor();
			assert.deepEqual(await page.locator('.import-lists .grow').allTextContents(), lists);
			await button(page, `Import ${n} tasks`).click();
			await page.getByText(`${n} tasks were imported.`).first().waitFor();
			await button(page, 'Undo').first().click();
			await page.getByText(/^Undone/).waitFor();
		}
		await other.first().click();
		await until(() => titles(page), before);
	});
	await t.test('exports: every form, one click each', async () => {
		await open(page, server.base);
		const links = page.locator('.imports a[download]');
		const seen = [];

		for (let i = 0; i < await links.count(); i++) {
			const [file] = await Promise.all([page.waitForEvent('download'),
				links.nth(i).click()]);
			seen.push(file.suggestedFilename());
			assert.ok(fs.statSync(await file.path()).size > 100, file.suggestedFilename());
		}
		assert.deepEqual(seen, EXPORTS);
		await page.locator('[data-import=exported]').selectOption('Work');
		await until(() => links.count(), 4);
		assert.match(await links.first().getAttribute('href'), /lists\/[-0-9a-f]{36}\/export/);
		await page.locator('[data-import=exported]').selectOption('');
	});
	await t.test('everything with its files, which comes back', async () => {
		const l = (await call(page, 'GET', '/lists')).items[0];
		const [task] = (await call(page, 'GET', `/lists/${l.id}/tasks`)).items;

		await page.evaluate(async path => {
			const form = new FormData();
			form.set('id', crypto.randomUUID());
			form.set('filename', 'Plan ä.txt');
			form.set('file', new Blob(['Plan of the garden']), 'Plan ä.txt');
			const r = await fetch('./api/v1' + path, { method: 'POST', body: form });
			if (r.status !== 201)
				throw new Error(await r.text());
			dispatchEvent(new Event('focus'));
		}, `/tasks/${task.id}/attachments`);
		await page.goto(server.base + `#/l/${l.id}/t/${task.id}`);
		await page.locator('.file').getByText('Plan ä.txt').waitFor();
		await open(page, server.base);
		const [file] = await Promise.all([page.waitForEvent('download'),
			button(page, 'Download: Docket, with files').click()]);
		const zip = path.join(server.dir, 'back.zip');
		await file.saveAs(zip);
		assert.equal(file.suggestedFilename(), 'docket-export.zip');
		await page.setInputFiles('#import-file', zip);
		await page.locator('.import-file').getByText('Docket').waitFor();
		await page.getByText(/are here already, from an earlier import/).waitFor();
		assert.equal(await page.locator('[data-command=import-do]').count(), 0, 'all is there');
		await other.first().click();
	});
	await t.test('without network the page says so', async () => {
		await b.context.setOffline(true);
		await page.getByText('This needs the network.').first().waitFor();
		assert.equal(await page.locator('.drop, .imports a[download]').count(), 0);
		await b.context.setOffline(false);
		await page.locator('.drop').waitFor();
	});
	assert.deepEqual(b.complaints.filter(c =>
		!/status of (?:4|503)|ERR_INTERNET/.test(c)), []);
});

const EXPORTS = ['docket-export.json', 'docket.zip', 'docket.csv', 'docket.txt', 'docket.md'];
