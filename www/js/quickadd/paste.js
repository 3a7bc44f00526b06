// Reads a pasted list: what each line says, without the signs that make it a line of a
// list.

/* A bullet is followed by a space; a check mark may touch the text. */
const BULLET = /^(?:[-+*•‣◦⁃∙·–—▪▫●○➤]|\d{1,3}[.)])(?:\s+|$)/u;
const OPEN = /^(?:\[\s?\]|[☐◻⬜□])\s*/u, DONE = /^(?:\[[xX✓✔]\]|[☑☒✓✔✅])\uFE0F?\s*/u;
const NUMBER = /^(\d{1,3})[.)]\s/;

/** Returns the lines that say something.  A number is taken for a bullet only where
 * they are numbered one after the other.
 * @param {string} text @returns {{title: string, done: boolean}[]} */
export function readPasted(text) {
	const lines = text.split(/\r?\n/).map(l => l.trim()).filter(Boolean);
	const first = +(NUMBER.exec(lines[0] ?? '')?.[1] ?? NaN);
	const numbered = lines.length > 1 && lines.every((l, i) =>
		+(NUMBER.exec(l)?.[1] ?? NaN) === first + i);

	return lines.map(l => {
		const rest = !numbered && NUMBER.test(l) ? l : l.replace(BULLET, '');
		return { title: rest.replace(OPEN, '').replace(DONE, '').trim(),
			done: DONE.test(rest) };
	}).filter(l => l.title);
}
