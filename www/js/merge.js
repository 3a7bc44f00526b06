// What merges how when two have changed the same.  Pure.

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').Conflict} Conflict */

/** Stands alone on a line between two versions. */
export const MARK = '– – –';

/** Lines of b that stand in a too: for each line of a its place in b, or -1.
 * @param {string[]} a @param {string[]} b @returns {number[]} */
function matches(a, b) {
	const out = new Array(a.length).fill(-1);
	let from = 0, ea = a.length, eb = b.length;

	for (; from < ea && from < eb && a[from] === b[from]; from++)
		out[from] = from;
	for (; ea > from && eb > from && a[ea - 1] === b[eb - 1]; )
		out[--ea] = --eb;
	const n = ea - from, m = eb - from;
	if (n * m > 4e6)
		return out;
	const best = new Uint16Array((n + 1) * (m + 1)), w = m + 1;
	for (let i = n - 1; i >= 0; i--)
		for (let j = m - 1; j >= 0; j--)
			best[i * w + j] = a[from + i] === b[from + j] ?
			    best[(i + 1) * w + j + 1] + 1 :
			    Math.max(best[(i + 1) * w + j], best[i * w + j + 1]);
	for (let i = 0, j = 0; i < n && j < m; )
		if (a[from + i] === b[from + j])
			out[from + i++] = from + j++;
		else if (best[(i + 1) * w + j] >= best[i * w + j + 1])
			i++;
		else
			j++;
	return out;
}

/** Merges two texts that come from one, line by line; if they clash both are kept,
 * theirs first.
 * @param {string | null} base @param {string | null} mine
 * @param {string | null} theirs @returns {{text: string, clash: boolean}} */
export function mergeText(base, mine, theirs) {
	const lines = (/** @type {string | null} */ s) => s ? s.split('\n') : [];
	const b = lines(base), m = lines(mine), t = lines(theirs);
	const inM = matches(b, m), inT = matches(b, t);
	/** @type {string[]} */
	const out = [];
	let clash = false, i = 0, j = 0, k = 0;

	for (;;) {
		let next = i;
		while (next < b.length && (inM[next] < 0 || inT[next] < 0))
			next++;
		const ej = next < b.length ? inM[next] : m.length;
		const ek = next < b.length ? inT[next] : t.length;
		clash = region(b.slice(i, next), m.slice(j, ej), t.slice(k, ek),
		    out) || clash;
		if (next === b.length)
			return { text: out.join('\n'), clash };
		out.push(b[next]);
		i = next + 1, j = ej + 1, k = ek + 1;
	}
}

/** What stands between two lines that all have.
 * @param {string[]} b @param {string[]} m @param {string[]} t
 * @param {string[]} out @returns {boolean} whether both changed it */
function region(b, m, t, out) {
	const same = (/** @type {string[]} */ x, /** @type {string[]} */ y) =>
		x.length === y.length && x.every((l, i) => l === y[i]);

	if (same(m, t) || same(b, m))
		out.push(...t);
	else if (same(b, t))
		out.push(...m);
	else {
		out.push(...t, MARK, ...m);
		return true;
	}
	return false;
}

/** Fields whose later change counts, by the clock of whoever made it. */
const LATER = ['title', 'dueDate', 'starred', 'reminderAt', 'assigneeId'];

/** Which fields of a PATCH somebody else has changed since, and later than it
 * was made: theirs are kept.
 * @param {Op} op @param {any} now the record as the service last told
 * @returns {string[]} */
export function outdone(op, now) {
	if (op.method !== 'PATCH' || op.target.kind !== 'task' || !now || !op.base ||
	    !(op.at < now.updatedAt))
		return [];
	return LATER.filter(f => f in op.body && f in op.base &&
	    !alike(f, now[f], op.base[f]) && !alike(f, now[f], op.body[f]));
}

/** Instants are the same in whatever form.
 * @param {string} field @param {any} a @param {any} b */
const alike = (field, a, b) => (a ?? null) === (b ?? null) ||
	field === 'reminderAt' && !!a && !!b && Date.parse(a) === Date.parse(b);

/** What becomes of a PATCH of notes.
 * @param {Op} op @param {any} now the task as the service last told
 * @returns {Conflict | {merged: string | null} | null} null: nothing happened */
export function notesMerge(op, now) {
	if (!op.body || !('notes' in op.body) || !op.base || !now ||
	    (now.notesUpdatedAt ?? null) === (op.base.notesUpdatedAt ?? null) ||
	    (now.notes ?? null) === (op.body.notes ?? null) ||
	    (now.notes ?? null) === (op.base.notes ?? null))
		return null;
	const { text, clash } = mergeText(op.base.notes, op.body.notes, now.notes);
	if (!clash)
		return { merged: text || null };
	return { taskId: op.target.id, base: op.base.notes ?? '',
	    mine: op.body.notes ?? '', theirs: now.notes ?? '', by: null, merged: text };
}
