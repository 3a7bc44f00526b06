// Which requests go out next.  Pure.

/** @typedef {import('./types').Op} Op
 * @typedef {import('./http.js').Answer} Answer */

export const MANY = 4;		// at once; more than that go as a batch
const BATCH = 100, BYTES = 512 * 1024;

/** Whether an op makes its record.
 * @param {Op} op */
export const creates = op => op.method === 'POST' &&
	!/\/(restore|move)$/.test(op.path) && op.forward.some(e => e.put);

/** What may be sent now: nothing overtakes what it shares a record with.
 * @param {Op[]} ops waiting, in order @returns {Op[]} */
export function ready(ops) {
	/** @type {Set<string>} */
	const writes = new Set();
	/** @type {Set<string>} */
	const reads = new Set();
	const out = [];

	for (const op of ops) {
		const held = op.writes.some(k => writes.has(k) || reads.has(k)) ||
		    op.reads.some(k => writes.has(k));
		op.writes.forEach(k => writes.add(k));
		op.reads.forEach(k => reads.add(k));
		if (!held)
			out.push(op);
	}
	return out;
}

/** What goes into one batch: the first in order, up to one whose form follows
 * from the answer to another of them.
 * @param {Op[]} ops waiting, in order @returns {Op[]} */
export function batch(ops) {
	/** @type {Set<string>} */
	const writes = new Set();
	const out = [];
	let bytes = 0;

	for (const op of ops) {
		bytes += JSON.stringify(op.body)?.length ?? 0;
		if (out.length === BATCH || bytes > BYTES || follows(op, writes))
			break;
		op.writes.forEach(k => writes.add(k));
		if (/\/move$/.test(op.path))
			writes.add('moved ' + op.target.id);
		out.push(op);
	}
	return out;
}

/** @param {Op} op @param {Set<string>} writes by those before it */
function follows(op, writes) {
	const wrote = op.writes.some(k => writes.has(k));

	return op.method === 'UPLOAD' || writes.has('moved ' + op.target.id) ||
	    op.reads.some(k => k.startsWith('tag/') && writes.has(k)) ||
	    wrote && (op.target.kind === 'taskTags' ||
	    op.method === 'PATCH' && !!op.body && 'notes' in op.body);
}

/** What an answer means for the op that it answers: done; gone: done, it was so
 * already; quiet: nothing to say; stale: once more after a pull; ended: the
 * session; retry; failed.
 * @param {Op} op @param {Answer} a */
export function outcome(op, a) {
	if (a.status >= 200 && a.status < 300)
		return 'done';
	if (a.status === 401)
		return 'ended';
	if (a.status === 0 || a.status === 429 || a.status === 408 ||
	    a.status === 424 || a.status >= 500 && a.status !== 507)
		return 'retry';
	if (a.status === 404 && op.method === 'DELETE')
		return 'gone';
	if (/\/rank$/.test(op.path) && (a.status === 404 ||
	    a.code === 'invalid-neighbors'))
		return 'quiet';
	if ((a.status === 412 || a.code === 'unknown-tag' ||
	    a.code === 'invalid-neighbors') && (op.stale ?? 0) < 5)
		return 'stale';
	return 'failed';
}

/** How long to wait after so many failures, in seconds.
 * @param {number} n from 1 @param {number | null} least what the service said
 * @param {number} random in [0, 1) */
export const pause = (n, least, random) =>
	Math.max(least ?? 0, Math.min(60, 2 ** (n - 1)) * (0.5 + random / 2));
