/*
 * Creates 10,000 tasks of Ada's through the service: one list holds half of them,
 * twenty share the rest.  One in five is done, one in four has a date, one in
 * five notes, one in eight steps, one in ten a tag.
 */
import { randomUUID } from 'node:crypto';
import { ADA, PASSWORD } from '../../t/www/e2e/lib/browser.mjs';

export const TASKS = +(process.env.TASKS ?? 10000);
export const LIST = 'Everything';
const LISTS = 21, ROWS = 100, MOST = 20000;
const VERBS = ['Call', 'Write to', 'Ask', 'Buy something for', 'Visit', 'Thank'];
const NAMES = ['the landlord', 'Grace', 'the school', 'Jürgen', 'the library',
	'the neighbours', 'the bicycle shop', 'Aunt Ida'];

/* Something that differs from one i to the next. */
const some = (words, i) => words[i * 7 % words.length];
const day = i => new Date(Date.now() + (i % 90 - 20) * 864e5).toISOString().slice(0, 10);

const task = (i, tags) => ({
	id: randomUUID(), title: `${some(VERBS, i)} ${some(NAMES, i >> 2)} (${i})`,
	position: 'bottom', starred: i % 20 === 0,
	dueDate: i % 4 === 0 ? day(i) : null,
	notes: i % 5 === 0 ? 'Before noon, by telephone.\nThe number is on the fridge, '
	    + `beside the calendar; the reference is ${i}.` : null,
	tagIds: i % 10 === 0 ? [some(tags, i)] : [],
	steps: i % 8 === 0 ? ['Find the number', 'Call'].map(title =>
	    ({ id: randomUUID(), title })) : [],
});

/* A function that makes requests in Ada's name, and her cookie. */
async function session(base) {
	const headers = { 'Content-Type': 'application/json' };
	const ask = async (method, path, body) => {
		const r = await fetch(base + 'api/v1' + path, { method, headers,
			body: JSON.stringify(body) });
		if (!r.ok)
			throw new Error(`${method} ${path}: ${r.status} ${await r.text()}`);
		return r;
	};
	const r = await ask('POST', '/sessions', { email: ADA, password: PASSWORD });

	headers.Authorization = `Bearer ${(await r.json()).token}`;
	return ask;
}

/* Sends again what a busy machine refused for the moment. */
async function batch(ask, requests) {
	const { responses } = await (await ask('POST', '/batch', { requests })).json();
	const again = requests.filter((_, i) => responses[i].status === 503);
	const bad = responses.find(x => x.status >= 300 && x.status !== 503);

	if (again.length)
		await batch(ask, again);
	if (bad)
		throw new Error(`batch: ${bad.status} ${JSON.stringify(bad.body)}`);
}

export async function fill(base) {
	const ask = await session(base);
	const post = (path, body) => ({ method: 'POST', path, body });
	const lists = Array.from({ length: LISTS }, randomUUID);
	const tags = Array.from({ length: 5 }, randomUUID);

	await batch(ask, lists.map((id, i) => post('/lists',
	    { id, title: i ? `Project ${i}` : LIST })));
	await batch(ask, tags.map((id, i) => post('/me/tags', { id, name: `tag${i}` })));
	for (let i = 0; i < TASKS; i += ROWS) {
		const tasks = Array.from({ length: ROWS }, (_, j) => task(i + j, tags));
		const home = (_, j) => lists[j % 2 || i >= MOST ? 1 + (i + j) % (LISTS - 1) : 0];
		await batch(ask, tasks.map((t, j) => post(`/lists/${home(t, j)}/tasks`, t)));
		await batch(ask, tasks.flatMap((t, j) => j % 5 ? [] : [{ method: 'PATCH',
			path: `/lists/${home(t, j)}/tasks/${t.id}`, body: { done: true } }]));
	}
}
