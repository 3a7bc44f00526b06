/*
 * The processor time that the page's thread spends on inputs, from Chromium's
 * trace; other load on the machine does not affect it.
 */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline',
	'blink.user_timing'];

/* Every event of the page's main thread while fn runs, oldest first. */
export async function traced(cdp, fn) {
	const events = [];
	const collect = e => events.push(...e.value);
	const end = new Promise(yes => cdp.once('Tracing.tracingComplete', yes));

	cdp.on('Tracing.dataCollected', collect);
	await cdp.send('Tracing.start', { transferMode: 'ReportEvents',
		traceConfig: { includedCategories: CATEGORIES } });
	await fn();
	await cdp.send('Tracing.end');
	await end;
	cdp.off('Tracing.dataCollected', collect);
	const { pid, tid } = events.find(e => e.name === 'FireAnimationFrame') ??
		events.find(e => e.name === 'EventDispatch');
	return events.filter(e => e.pid === pid && e.tid === tid && e.ph === 'X')
	    .sort((a, b) => a.ts - b.ts);
}

/* The longest task of the thread, in ms: what is pressed meanwhile waits for its end. */
export const longest = events => Math.max(0, ...events.filter(e => e.name === 'RunTask')
    .map(e => (e.tdur ?? 0) / 1000));

/* For each keydown: its script and that of the next frame, in ms. */
export function changes(events) {
	const out = [];

	for (const [i, e] of events.entries()) {
		if (e.name !== 'EventDispatch' || e.args.data.type !== 'keydown')
			continue;
		const end = e.ts + e.dur;
		const frame = events.slice(i).find(f =>
			f.name === 'FireAnimationFrame' && f.ts >= end);
		out.push(((e.tdur ?? 0) + (frame?.tdur ?? 0)) / 1000);
	}
	return out;
}

/* For each letter that the search waits for a little: the longest piece of script
 * until the next letter, in ms. */
export function letters(events) {
	const out = [];

	for (const e of events) {
		if (e.name === 'EventDispatch' && e.args.data.type === 'keydown')
			out.push(0);
		if (out.length && /^(?:EventDispatch|FireAnimationFrame|TimerFire)$/.test(e.name))
			out[out.length - 1] = Math.max(out.at(-1), (e.tdur ?? 0) / 1000);
	}
	return out;
}

const FRAME = ['FireAnimationFrame', 'EventDispatch', 'UpdateLayoutTree', 'Layout',
	'PrePaint', 'Paint'];

/* The script, style, layout and painting of each frame, in ms.  A frame begins
 * with what follows the painting of the one before; what runs within another
 * event is part of that. */
export function frames(events) {
	const out = [];
	let end = 0, over = true;

	for (const e of events.filter(e => FRAME.includes(e.name))) {
		if (e.ts < end)
			continue;
		if (over && e.name !== 'Paint')
			out.push(0);
		out[out.length - 1] += (e.tdur ?? 0) / 1000;
		end = e.ts + e.dur;
		over = e.name === 'Paint';
	}
	return out;
}
