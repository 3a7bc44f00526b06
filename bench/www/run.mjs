/*
 * make bench-www: the size of the app and its speed with 10,000 tasks, compared
 * with the targets.
 *
 *	node bench/www/run.mjs [ROUNDS]
 *
 * Real docket-serve, real data, Debian's Chromium.  What is measured once a
 * round is shown as the median of the rounds and their range; what is measured
 * for each input, as the share named.  "script" is processor time of the page's
 * thread, which a busy machine does not lengthen; "ms" alone is by the clock, and
 * the last line tells by how much the clock ran ahead of the processor.
 */
import { serve } from '../../t/www/e2e/lib/browser.mjs';
import { SIZES, size } from '../../t/www/targets.mjs';
import { TASKS, fill } from './data.mjs';
import * as measure from './page.mjs';

const rounds = +(process.argv[2] || 5);
let short = 0;

const at = (values, share) => values.toSorted((a, b) => a - b)
    [Math.min(values.length - 1, Math.floor(values.length * share))];

/* A line: the figure that counts, its target, others worth knowing. */
function line(what, figure, target, unit, more = '') {
	const ok = figure <= target;

	short += !ok;
	console.log(`${what.padEnd(54)} ${figure.toFixed(1).padStart(8)} ` +
		`${String(target).padStart(6)} ${unit.padEnd(9)} ${ok ? 'reached' :
		'SHORT  '} ${more}`);
}

const range = values => `${Math.round(Math.min(...values))} to ${
	Math.round(Math.max(...values))}`;
const median = (what, values, target, unit) =>
	line(what, at(values, .5), target, unit, range(values) +
		(at(values, .5) > target && Math.min(...values) <= target ?
		', reached at best' : ''));
const share = (what, values, part, target, unit) =>
	line(`${what}, p${part * 100}`, at(values, part), target, unit,
		`p50 ${at(values, .5).toFixed(1)}, of ${values.length}`);

/* How much longer things take by the clock than they keep the processor. */
function busy() {
	const cpu = process.cpuUsage(), begun = performance.now();

	for (let n = 0; performance.now() - begun < 300; n++);
	const { user, system } = process.cpuUsage(cpu);
	return (performance.now() - begun) * 1000 / (user + system);
}

async function repeated(n, fn) {
	const out = [];

	for (let i = 0; i < n; i++)
		out.push(await fn());
	return out;
}

async function syncs(base) {
	let b;
	const ms = await repeated(rounds, async () => {
		await b?.close();
		const r = await measure.firstSync(base);
		b = r.b;
		return r.ms;
	});

	return { b, ms };
}

console.log(`${''.padEnd(54)}   figure target`);
for (const [name, most, ...patterns] of SIZES)
	line(name, size(patterns) / 1000, most, 'kB gz');
const server = await serve(), load = [busy()];
try {
	await fill(server.base);
	console.log(`With ${TASKS} tasks:`);
	const { b, ms } = await syncs(server.base);

	median('first sync', ms, 1000, 'ms');
	load.push(busy());
	line('requests to the first draw', b.requests, 4, '');
	median('start', await repeated(rounds, () => measure.start(b)), 300, 'ms');
	await measure.throttle(b, 4);
	median('start, CPU/4', await repeated(rounds, () => measure.start(b)), 600, 'ms');
	load.push(busy());
	await measure.throttle(b, 1);
	line('heap', await measure.heap(b), 40, 'MB');
	await measure.openLongest(b);
	line('rows in the page', await measure.rowsInPage(b), Math.ceil(800 / 56) + 16, '');
	share('one change', await measure.change(b, 40 * rounds), .95, 8, 'ms script');
	share('input to its frame', await measure.inputs(b, 20 * rounds), .98, 32, 'ms');
	share('a letter in the search', await measure.searching(b), .98, 50, 'ms script');
	await measure.throttle(b, 4);
	for (const name of measure.ACT_NAMES)
		median(`longest task, ${name}, CPU/4`, await repeated(rounds, () =>
		    measure.longestTask(b, name)), 100, 'ms script');
	await measure.openLongest(b);
	share('scrolling, a frame, CPU/4', await measure.scrolling(b), .98, 32, 'ms script');
	await measure.openLongest(b);
	share('input to its frame, CPU/4', await measure.inputs(b, 20 * rounds), .98,
		150, 'ms');
	await measure.throttle(b, 1);
	await measure.openLongest(b);
	const sent = await measure.sending(b);
	line('100 changes made offline: requests', sent.requests, 2, '');
	line('100 changes made offline: sent', sent.ms, 1000, 'ms');
	const all = await measure.sendingAll(b);
	line('10,000 changes: sent', all.ms * 10000 / all.n, 20000, 'ms', `of ${all.n}`);
	load.push(busy());
	await b.close();
} finally {
	await server.stop();
}
console.log(`Short: ${short}.  The clock ran ${range(load.map(n => n * 100))
	.replace(/\d+/g, n => (n / 100).toFixed(1))} times as long as the processor.`);
