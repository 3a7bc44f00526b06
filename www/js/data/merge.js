// Merges two changes of the same task: line by line for notes, field by field for the
// rest.  Pure.

/** @typedef {import('./types').Op} Op
 * @typedef {import('./types').Conflict} Conflict */

/** The line between two versions of a text. */
export const MARKER = '– – –';

/** Returns for each line of a its index in b, or -1: the longest common subsequence.
 * @param {string[]} a @param {string[]} b @returns {number[]} */
function matchLines(a, b) {
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

/** Merges two changed versions of a text line by line.  Where both changed the same
 * lines, both versions stay, theirs first.
 * @param {string | null} base @param {string | null} mine
 * @param {string | null} theirs @returns {{text: string, conflict: boolean}} */
export function mergeText(base, mine, theirs) {
	const lines = (/** @type {string | null} */ s) => s ? s.split('\n') : [];
	const b = lines(base), m = lines(mine), t = lines(theirs);
	const inM = matchLines(b, m), inT = matchLines(b, t);
	/** @type {string[]} */
	const out = [];
	let conflict = false, i = 0, j = 0, k = 0;

	for (;;) {
		let next = i;
		while (next < b.length && (inM[next] < 0 || inT[next] < 0))
			next++;
		const ej = next < b.length ? inM[next] : m.length;
		const ek = next < b.length ? inT[next] : t.length;
		conflict = mergeRegion(b.slice(i, next), m.slice(j, ej), t.slice(k, ek),
		    out) || conflict;
		if (next === b.length)
			return { text: out.join('\n'), conflict };
		out.push(b[next]);
		i = next + 1, j = ej + 1, k = ek + 1;
	}
}

/** Merges the lines between two lines that all versions have, and appends them to out.
 * @param {string[]} b @param {string[]} m @param {string[]} t
 * @param {string[]} out @returns {boolean} whether both changed it */
function mergeRegion(b, m, t, out) {
	const same = (/** @type {string[]} */ x, /** @type {string[]} */ y) =>
		x.length === y.length && x.every((l, i) => l === y[i]);

	if (same(m, t) || same(b, m))
		out.push(...t);
	else if (same(b, t))
		out.push(...m);
	else {
		out.push(...t, MARKER, ...m);
		return true;
	}
	return false;
}

/** Fields that are one value: who changes one of them, sends all. */
export const WHOLE_VALUES = [['dueDate', 'dueTime', 'dueZone'],
	['recurrence', 'recurrenceRule', 'recurrenceFrom']];

/** Values of which the later change wins, as the devices timed it. */
const LAST_WRITER_WINS = [['title'], ['starred'], ['reminderAt'], ['assigneeId'], ['rotation'],
	...WHOLE_VALUES];

/** Returns the values of a PATCH, as their fields, that somebody else changed after it was
 * created.  Theirs win.
 * @param {Op} op @param {any} now the record that the service sent last
 * @returns {string[][]} */
export function overriddenValues(op, now) {
	if (op.method !== 'PATCH' || op.target.kind !== 'task' || !now || !op.base ||
	    !(op.at < now.updatedAt))
		return [];
	return LAST_WRITER_WINS.map(fields => fields.filter(f => f in op.body)).filter(fields =>
		fields.some(f => f in op.base && !isSameValue(f, now[f], op.base[f])) &&
		fields.some(f => !isSameValue(f, now[f], op.body[f])));
}

/** Whether two values of a field are the same; instants can be written in two ways.
 * @param {string} field @param {any} a @param {any} b */
const isSameValue = (field, a, b) => String(a ?? '') === String(b ?? '') ||
	field === 'reminderAt' && !!a && !!b && Date.parse(a) === Date.parse(b);

/** Merges a PATCH of notes with what somebody else wrote since.
 * @param {Op} op @param {any} now the task that the service sent last
 * @returns {Conflict | {merged: string | null} | null} null: nobody changed them */
export function mergeNotesPatch(op, now) {
	if (!op.body || !('notes' in op.body) || !op.base || !now ||
	    (now.notesUpdatedAt ?? null) === (op.base.notesUpdatedAt ?? null) ||
	    (now.notes ?? null) === (op.body.notes ?? null) ||
	    (now.notes ?? null) === (op.base.notes ?? null))
		return null;
	const { text, conflict } = mergeText(op.base.notes, op.body.notes, now.notes);
	if (!conflict)
		return { merged: text || null };
	return { taskId: op.target.id, base: op.base.notes ?? '',
	    mine: op.body.notes ?? '', theirs: now.notes ?? '', by: null, merged: text };
}
