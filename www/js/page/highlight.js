// Highlights the words of a search in a text.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { foldCase } from '../text/fold-case.js';

const WORD = /([\p{L}\p{N}\p{M}]+)/u;

/** Whether a word of a text begins with word.
 * @param {string} text @param {string} word folded */
export const hasWordStarting = (text, word) => text.split(WORD)
	.some(w => foldCase(w).startsWith(word));

/** @param {string} text @param {string[]} words folded ones
 * @returns {any[]} */
export function highlightWords(text, words) {
	const out = [];
	let rest = '';

	for (const part of text.split(WORD)) {
		const word = words.find(w => foldCase(part).startsWith(w));
		/* Folded, ß has two letters. */
		let n = 0;
		while (word && foldCase(part.slice(0, n)).length < word.length)
			n++;
		if (word)
			out.push(rest, html`<mark>${part.slice(0, n)}</mark>`);
		rest = word ? part.slice(n) : rest + part;
	}
	return [...out, rest];
}
