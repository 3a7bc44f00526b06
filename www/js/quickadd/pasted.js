// Reads a pasted text as a file to import: what is a file already, a table, or lines and
// Markdown, of which it makes a table.

import { readPasted } from './paste.js';

/** Counts the fields of a line.
 * @param {string} line @param {string} by */
const countFields = (line, by) => line.replace(/"(?:[^"]|"")*"/g, '').split(by).length;

/** Whether a text is a table: each line has as many fields as the head, whose fields are
 * all there and different.  Behind a comma in prose is a space.
 * @param {string} text */
function isTable(text) {
	const rows = text.replace(/"(?:[^"]|"")*"/g, '""').split('\n').filter(l => l.trim());

	return ['\t', ';', ','].some(by => {
		const head = text.split('\n')[0].split(by).map(f => f.trim());

		return head.length > 1 && rows.length > 1 && head.every(Boolean) &&
			new Set(head).size === head.length &&
			(by === '\t' || !text.split('\n')[0].includes(by + ' ')) &&
			rows.every(l => countFields(l, by) === head.length);
	});
}

/** What an export of another program begins with, and the name of such a file.
 * @type {[RegExp, string][]} */
const FILES = [
	[/^BEGIN:VCALENDAR/i, 'pasted.ics'],
	[/^[{[]\s*["{]/, 'pasted.json'],
	[/^(?:\([A-Z]\) |x \d{4}-\d\d-\d\d )/m, 'pasted.txt'],
];

/** @typedef {{list: string, title: string, done: boolean, starred: boolean, due: string,
 *   dueTime: string, tags: string[], steps: string[], notes: string[]}} Row */

/** The title of an item, and what our own export writes beside it.
 * @param {string} text @param {boolean} done @param {string} list @returns {Row} */
function toRow(text, done, list) {
	/** @type {string[]} */
	const tags = [];
	let rest = text, m;

	while ((m = /^(.*\S)\s+#([^\s#]{1,32})$/u.exec(rest))) {
		tags.unshift(m[2]);
		rest = m[1];
	}
	const due = /^(.*\S) \(due (\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?\)$/.exec(rest);
	const star = /^\*\*(.+)\*\*$/.exec(due?.[1] ?? rest);

	return { list, title: unescape(star?.[1] ?? due?.[1] ?? rest), done, starred: !!star,
		due: due?.[2] ?? '', dueTime: due?.[3] ?? '', tags, steps: [], notes: [] };
}

/** Takes off the backslashes of Markdown.
 * @param {string} text */
const unescape = text => text.replace(/\\([\\*`<[#_])/g, '$1');

/** Makes numbers bullets where the lines are numbered one after the other; "2. May" alone is
 * a title.
 * @param {string[]} lines */
function withoutNumbers(lines) {
	const numbers = lines.map(l => +(/^\s*(\d{1,3})[.)]\s/.exec(l)?.[1] ?? NaN));

	return lines.map((l, i) => numbers[i + 1] === numbers[i] + 1 ||
		numbers[i - 1] === numbers[i] - 1 ? l.replace(/\d{1,3}[.)]/, '-') : l);
}

/** Reads lines and Markdown: a heading names a list, what is indented below a task is a
 * step of it or belongs to its notes.
 * @param {string} text @returns {Row[]} */
export function readLines(text) {
	/** @type {Row[]} */
	const rows = [];
	const lines = withoutNumbers(text.replace(/\r/g, '').split('\n').filter(l => l.trim()));
	let list = '', base = 0;

	for (const line of lines) {
		const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line);
		const indent = (/^\s*/.exec(line)?.[0] ?? '').replace(/\t/g, '    ').length;
		const item = /^\s*[-+*•]\s/.test(line), last = rows.at(-1);
		const [read] = readPasted(line);

		if (heading)
			list = unescape(heading[1]);
		else if (!read)
			continue;
		else if (last && indent > base && item)
			last.steps.push((read.done ? '[x] ' : '[ ] ') + unescape(read.title));
		else if (last && indent > base)
			last.notes.push(unescape(line.trim()));
		else {
			base = indent;
			rows.push(toRow(read.title, read.done, list));
		}
	}
	return rows;
}

/** A field of a table; of what a spreadsheet would take for a formula the import takes the
 * sign off, so it gets one.
 * @param {string} text */
const quote = text => `"${text.replace(/^(?='*[=+@-])/, "'").replace(/"/g, '""')}"`;

/** A tag within a field of tags.
 * @param {string} tag */
const quoteTag = tag => /[",;]/.test(tag) ? `"${tag.replace(/"/g, '""')}"` : tag;

/** @param {Row[]} rows */
const toTable = rows => ['list,title,done,starred,due,dueTime,tags,steps,notes',
	...rows.map(r => [r.list, r.title, r.done ? 'yes' : '', r.starred ? 'yes' : '', r.due,
		r.dueTime, r.tags.map(quoteTag).join(', '), r.steps.join('\n'),
		r.notes.join('\n')].map(quote).join(','))].join('\r\n') + '\r\n';

/** Returns a pasted text as a file: its name and contents; and its form, if that must not
 * be found out.
 * @param {string} pasted @returns {{name: string, text: string, format?: string}} */
export function toFile(pasted) {
	const text = pasted.replace(/\r\n?/g, '\n').trim();
	const known = FILES.find(([begin]) => begin.test(text));

	if (known)
		return { name: known[1], text };
	return { name: 'pasted.csv', text: isTable(text) ? text + '\n' : toTable(readLines(text)),
		format: 'csv' };
}
