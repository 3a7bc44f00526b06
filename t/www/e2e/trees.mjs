/*
 * What a screen reader gets: Chromium's accessibility tree of some screens, as
 * text, compared with t/www/trees.  ACCEPT=1 stores the present trees: read the
 * difference before you commit it.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { browse, serve, signIn } from './lib/browser.mjs';
import { INSIDE, OUTSIDE, clear, still } from './lib/screens.mjs';

const kept = name => new URL(`../trees/${name.replace(/\W+/g, '-')}.txt`, import.meta.url);
const SCREENS = ['My Day', 'a list, completed shown', 'planned', 'a task',
	'several selected', 'adding, with words read', 'adding, with names offered',
	'search, found', 'sharing a list', 'settings: look', 'settings: account',
	'due date', 'tags', 'menu of a task', 'commands', 'keyboard'];
const STATES = ['checked', 'pressed', 'expanded', 'selected', 'disabled', 'level',
	'invalid', 'modal', 'required', 'multiselectable', 'haspopup', 'keyshortcuts'];
/* Dates are about today. */
const DAY = new RegExp('\\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:s|nes|rs|ur)?(?:day)?' +
	'(?: \\d{1,2})?(?: (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*)?' +
	'(?: \\d{4})?(?![a-z])', 'g');

/** What a node says, without what its text repeats.
 * @param {any} n */
function line(n) {
	const states = (n.properties ?? []).filter(p => STATES.includes(p.name) &&
		![false, 'false', ''].includes(p.value.value))
	    .map(p => p.value.value === true || p.value.value === 'true' ? p.name :
		`${p.name}=${p.value.value}`);
	const said = [n.name?.value, n.value?.value && `[${n.value.value}]`,
		n.description?.value && `(${n.description.value})`, states.join(' ')];

	return [n.role.value, ...said.filter(Boolean)].join(' ').replace(/\s+/g, ' ')
	    .replace(DAY, 'DAY').replace(/\d{4}-\d\d-\d\d/, 'DAY');
}

/** The tree as text, an indented line for each node that means something.
 * @param {any[]} nodes */
function text(nodes) {
	const by = new Map(nodes.map(n => [n.nodeId, n])), out = [];
	const walk = (n, depth, above) => {
		const role = n.role?.value, name = n.name?.value ?? '';
		const plain = n.ignored || ['none', 'generic', 'InlineTextBox'].includes(role) &&
			!name || role === 'StaticText' && above.includes(name.trim()) ||
			role === 'InlineTextBox';

		if (!plain)
			out.push('  '.repeat(depth) + line(n));
		/* The parts of a date's field are the browser's. */
		for (const id of role === 'Date' ? [] : n.childIds ?? [])
			if (by.has(id))
				walk(by.get(id), depth + !plain, plain ? above : name);
	};

	walk(nodes[0], 0, '');
	return out.join('\n') + '\n';
}

test('accessibility trees', async t => {
	const server = await serve(), b = await browse(), { page } = b;
	const cdp = await b.context.newCDPSession(page);
	const same = async name => {
		await still(page);
		const now = text((await cdp.send('Accessibility.getFullAXTree')).nodes);
		if (process.env.ACCEPT)
			fs.writeFileSync(kept(name), now);
		assert.equal(now, fs.readFileSync(kept(name), 'utf8'));
	};

	t.after(async () => {
		await b.close();
		await server.stop();
	});
	await page.goto(server.base);
	await page.getByRole('button', { name: 'Sign in' }).waitFor();
	await t.test('sign in', async () => {
		await OUTSIDE['sign in'](page, server.base);
		await same('sign in');
	});
	await signIn(page, server.base);
	for (const name of SCREENS)
		await t.test(name, async () => {
			await clear(page, server.base);
			await INSIDE[name](page, server.base);
			await same(name);
		});
	assert.deepEqual(b.complaints, []);
});
