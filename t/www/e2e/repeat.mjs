/* Repetitions, times and turns: typed, picked, said in words, and completed, with and
 * without the network. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { GRACE, browse, call, find, goOffline, openHome, openList, row, serve, signIn, until }
	from './lib/browser.mjs';

const DAY = 864e5;
const plus = days => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
/* The next date of a weekday after today, 0 is Sunday. */
const next = weekday => plus((weekday - new Date().getUTCDay() + 6) % 7 + 1);
const dialog = (page, name) => page.locator(`dialog[data-dialog=${name}][open]`);
const toast = page => page.locator('.toast').textContent();

test('repetitions and times', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const add = async line => {
		await page.locator('#quick').fill(line);
		await page.locator('.chips').waitFor();
		await page.keyboard.press('Enter');
	};
	const fields = async title => {
		const { dueDate, dueTime, recurrence, recurrenceRule, recurrenceFrom } =
			await find(page, title) ?? {};
		return [dueDate, dueTime, recurrence, recurrenceRule, recurrenceFrom];
	};
	const open = async title => {
		await row(page, title).first().click();
		await page.getByRole('complementary', { name: 'Task details' }).waitFor();
	};
	const property = name => page.locator('.details').getByRole('button', { name });

	await openHome(t, b, server);

	await t.test('a line says when, and how often', async () => {
		await page.locator('#quick').fill('Bins every other Tuesday 9:00');
		await page.getByRole('button', { name: /^Every 2 weeks/ }).waitFor();
		await page.keyboard.press('Enter');
		await until(() => fields('Bins'), [next(2), '09:00', null, 'FREQ=WEEKLY;INTERVAL=2', 'due']);
		await row(page, 'Bins').getByText('9:00').waitFor();
		assert.equal((await find(page, 'Bins')).reminderAt, `${next(2)}T09:00:00.000000Z`);
		await add('Filter every 3 days after done');
		await until(() => fields('Filter'), [plus(0), null, null, 'FREQ=DAILY;INTERVAL=3',
		    'completion']);
		await add('Course every Tuesday and Thursday 6 times');
		await until(async () => (await fields('Course'))[3], 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6');
	});
	await t.test('what it cannot read to its end stays in the title, and is named', async () => {
		await page.locator('#quick').fill('Howl every other full moon');
		await page.getByText('Not understood: every other full moon').waitFor();
		assert.equal(await page.locator('.chips').count(), 0);
		await page.keyboard.press('Enter');
		await row(page, 'Howl every other full moon').waitFor();
		await until(() => fields('Howl every other full moon'), [null, null, null, null, 'due']);
	});
	await t.test('the repetition is a sentence to fill in', async () => {
		await open('Fix the garden gate');
		await property('Repeat').click();
		const d = dialog(page, 'repeat');
		await d.getByRole('spinbutton', { name: 'Number' }).fill('2');
		await d.getByRole('combobox', { name: 'Unit' }).selectOption('months');
		await d.getByRole('combobox', { name: 'Which' }).selectOption('on the last');
		await d.getByRole('combobox', { name: 'Weekdays' }).selectOption('Friday');
		await d.getByRole('button', { name: 'day done' }).click();
		await d.getByRole('combobox', { name: 'Ends' }).selectOption('after');
		await d.getByRole('spinbutton', { name: 'Times' }).fill('5');
		await d.getByText('Every 2 months on the last Friday, 5 times, from the day it is done').waitFor();
		assert.equal(await d.getByRole('listitem').count(), 5);
		await d.getByRole('button', { name: 'Save' }).click();
		await until(() => fields('Fix the garden gate'), [plus(0), null, null,
		    'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;COUNT=5', 'completion']);
		await property(/^Repeat Every 2 months on the last Friday/).waitFor();
	});
	await t.test('the five words are first; the sentence says what is set', async () => {
		await property(/^Repeat /).click();
		const d = dialog(page, 'repeat');
		assert.equal(await d.getByRole('spinbutton', { name: 'Number' }).inputValue(), '2');
		assert.equal(await d.getByRole('combobox', { name: 'Which' }).inputValue(), '-1');
		await d.getByRole('button', { name: 'Every weekday', exact: true }).click();
		await until(async () => (await fields('Fix the garden gate')).slice(2),
		    ['weekdays', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'due']);
		await page.keyboard.press('Escape');
	});
	await t.test('completing says when it is due next, as the picker did', async () => {
		await open('Bins');
		await property(/^Repeat /).click();
		const dates = await dialog(page, 'repeat').getByRole('listitem').allTextContents();
		await page.keyboard.press('Escape');
		await dialog(page, 'repeat').waitFor({ state: 'detached' });
		await page.locator('.details').getByRole('checkbox', { name: 'Bins' }).check();
		await until(() => toast(page).then(x => x.includes(`Next: ${dates[1]}`)), true);
		await until(async () => (await call(page, 'GET', '/me/tasks?done=false')).items
		    .filter(x => x.title === 'Bins').map(x => [x.dueDate, x.dueTime]), [[plus(
			(Date.parse(next(2)) - Date.parse(plus(0))) / DAY + 14), '09:00']]);
		await page.getByRole('button', { name: 'Undo' }).click();
		await until(() => fields('Bins'), [next(2), '09:00', null, 'FREQ=WEEKLY;INTERVAL=2', 'due']);
	});
	await t.test('the date picker has a native time', async () => {
		await open('Pick up the parcel');
		await property(/^Due/).click();
		const d = dialog(page, 'due');
		await d.getByLabel('Time').fill('15:30');
		await d.getByLabel('Time').press('Enter');
		await until(async () => (await fields('Pick up the parcel')).slice(0, 2), [plus(1), '15:30']);
		await row(page, 'parcel').getByText('Tomorrow 15:30').waitFor();
		await property(/^Due Tomorrow .* 15:30/).waitFor();
	});
	await t.test('a day is sorted by time, tasks without one last', async () => {
		for (const [title, dueTime] of [['Late', '21:00'], ['Early', '07:00'], ['Whenever', null]])
			await call(page, 'POST', '/lists/' + (await find(page, 'Bins')).listId + '/tasks',
			    { id: crypto.randomUUID(), title, dueDate: plus(1), ...dueTime ? { dueTime } : {} });
		await call(page, 'POST', '/lists/' + (await find(page, 'Bins')).listId + '/tasks',
		    { id: crypto.randomUUID(), title: 'There', dueDate: plus(1), dueTime: '12:00', dueZone: 'Asia/Tokyo' });
		await page.goto(server.base + '#/planned');
		await page.evaluate(() => dispatchEvent(new Event('focus')));
		await row(page, 'There').getByText('12:00 Tokyo').waitFor();
		const titles = await page.locator('.row .title').allTextContents();
		assert.deepEqual(titles.filter(x => ['Late', 'Early', 'There', 'Pick up the parcel',
		    'Whenever'].includes(x)), ['Early', 'There', 'Pick up the parcel', 'Late', 'Whenever']);
	});
	assert.deepEqual(b.complaints, []);
});

test('turns in a shared list', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const other = await browse();

	t.after(async () => {
		await b.close();
		await other.close();
		await server.stop();
	});
	await signIn(page, server.base);
	await openList(page, 'Journey');
	await row(page, 'Pack').first().click();
	await page.locator('.details').getByRole('button', { name: /^Repeat/ }).click();
	const turns = dialog(page, 'repeat').getByRole('group', { name: 'Take turns' });
	await turns.getByRole('button', { name: /^Grace/ }).click();
	await turns.getByText('Choose two people or more.').waitFor();
	await turns.getByRole('button', { name: /^Ada/ }).click();
	await turns.getByRole('button', { name: /^Ada.*, turn 2$/ }).waitFor();
	await dialog(page, 'repeat').getByRole('button', { name: 'Save' }).click();
	await page.getByText(/Take turns: Grace.*, Ada/).waitFor();
	await until(async () => (await find(page, 'Pack')).rotation?.length, 2);
	const [first, second] = (await find(page, 'Pack')).rotation;
	await page.getByRole('checkbox', { name: 'Pack' }).first().check();
	const turn = async p => (await call(p, 'GET', '/me/tasks?done=false')).items
	    .find(x => x.title === 'Pack')?.assigneeId;
	await until(() => turn(page), first);
	await signIn(other.page, server.base, GRACE);
	await openList(other.page, 'Journey');
	await row(other.page, 'Pack').getByRole('checkbox').first().check();
	await until(() => turn(other.page), second);
	assert.deepEqual([...b.complaints, ...other.complaints], []);
});

test('without the network', async t => {
	const server = await serve('/tasks/'), b = await browse(), { page } = b;

	await openHome(t, b, server);
	await goOffline(page, server);
	await page.keyboard.press('n');
	await page.keyboard.type('Bins every other Tuesday');
	await page.getByRole('button', { name: /^Every 2 weeks/ }).waitFor();
	await page.keyboard.press('Enter');
	await row(page, 'Bins').getByText('Tuesday').waitFor();
	await row(page, 'Bins').getByRole('checkbox').check();
	const following = row(page, 'Bins').filter({ has: page.locator('input:not(:checked)') });
	await following.waitFor();
	await following.click();
	await page.locator('#title').fill('Bins and paper');
	await page.locator('#title').press('Enter');
	await row(page, 'Bins and paper').waitFor();
	const id = await page.locator('.details').getAttribute('data-task');
	await server.start();
	await page.evaluate(() => dispatchEvent(new Event('online')));
	await page.getByText('Up to date').waitFor({ state: 'attached' });
	await until(async () => (await call(page, 'GET', '/me/tasks?done=false')).items
	    .filter(x => x.title.startsWith('Bins')).map(x => [x.id, x.title, x.recurrenceRule]),
	    [[id, 'Bins and paper', 'FREQ=WEEKLY;INTERVAL=2']]);
	assert.equal(await row(page, 'Bins and paper').count(), 1);
	assert.deepEqual(b.complaints.filter(c => !/ERR_CONNECTION_REFUSED|ERR_FAILED|from the Manifest/
		.test(c)), []);
});

test('in German', async t => {
	const server = await serve(), b = await browse({ locale: 'de-DE' }), { page } = b;

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await page.goto(server.base);
	await page.getByLabel('E-Mail').fill('ada@example.org');
	await page.locator('[type=password]').fill('try-docket-now');
	await page.keyboard.press('Enter');
	await page.locator('#quick').waitFor();
	await page.locator('#quick').fill('Müll jeden letzten Werktag im Monat um 7 Uhr');
	await page.getByRole('button', { name: /^Jeden Monat am letzten Werktag/ }).waitFor();
	await page.keyboard.press('Enter');
	await until(async () => (await find(page, 'Müll'))?.recurrenceRule,
	    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1');
	await page.locator('#quick').fill('Müll jeden zweiten Vollmond');
	await page.getByText('Nicht verstanden: jeden zweiten Vollmond').waitFor();
	assert.deepEqual(b.complaints, []);
});
