// Decides what an answer of the service means for its operation.  Pure.

/** @typedef {import('../data/types').Op} Op
 * @typedef {import('../data/types').Answer} Answer */

/** The code of every answer until the user has set up a second factor. */
export const MUST_ENROL = 'second-factor-needed';

/** Whether an operation creates its record.
 * @param {Op} op */
export const isCreation = op => op.method === 'POST' &&
	!/\/(restore|move)$/.test(op.path) && op.forward.some(e => e.put);

/** Returns what an answer means for its operation.  done; quiet: refused, but
 * nothing is lost; stale: try again after a pull; ended: the session has ended;
 * retry: try again later; failed: refused.
 * @param {Op} op @param {Answer} a */
export function classifyAnswer(op, a) {
	if (a.status >= 200 && a.status < 300)
		return 'done';
	if (a.status === 401 || a.code === MUST_ENROL)
		return 'ended';
	if (a.status === 0 || a.status === 429 || a.status === 408 ||
	    a.status === 424 || a.status >= 500 && a.status !== 507)
		return 'retry';
	if (a.status === 404 && op.method === 'DELETE')
		return 'done';
	if (/\/rank$/.test(op.path) && (a.status === 404 ||
	    a.code === 'invalid-neighbors'))
		return 'quiet';
	if ((a.status === 412 || a.code === 'unknown-tag' ||
	    a.code === 'invalid-neighbors') && (op.stale ?? 0) < 5)
		return 'stale';
	return 'failed';
}

/** Returns how many seconds to wait after n failures.
 * @param {number} n from 1 @param {number | null} least Retry-After
 * @param {number} random in [0, 1) */
export const retryDelay = (n, least, random) =>
	Math.max(least ?? 0, Math.min(60, 2 ** (n - 1)) * (0.5 + random / 2));
