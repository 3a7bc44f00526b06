// Marks the words of a search in a text.

import { html } from '../../node_modules/lit-html/lit-html.js';

const foldPlain = (/** @type {string} */ s) =>
	s.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a word of a text begins with word.
 * @param {string} text @param {string} word folded */
export const hasWordStarting = (text, word) => foldPlain(text).split(/[^\p{L}\p{N}]+/u)
	.some(w => w.startsWith(word));

/** @param {string} text @param {string[]} words folded ones
 * @returns {any[]} */
export function markWords(text, words) {
	return text.split(/(\s+)/).map(part => {
		const from = part.search(/[\p{L}\p{N}]/u);
		const word = words.find(w => from >= 0 &&
			foldPlain(part.slice(from)).startsWith(w));
		return word ? html`${part.slice(0, from)}<mark>${part.slice(from,
			from + word.length)}</mark>${part.slice(from + word.length)}` : part;
	});
}
