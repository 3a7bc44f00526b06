// Text with the words of a search marked in it.

import { html } from '../kit.js';

const plain = (/** @type {string} */ s) =>
	s.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a word of a text begins so.
 * @param {string} text @param {string} word folded */
export const begins = (text, word) => plain(text).split(/[^\p{L}\p{N}]+/u)
	.some(w => w.startsWith(word));

/** @param {string} text @param {string[]} words folded ones
 * @returns {any[]} */
export function marked(text, words) {
	return text.split(/(\s+)/).map(part => {
		const from = part.search(/[\p{L}\p{N}]/u);
		const word = words.find(w => from >= 0 &&
			plain(part.slice(from)).startsWith(w));
		return word ? html`${part.slice(0, from)}<mark>${part.slice(from,
			from + word.length)}</mark>${part.slice(from + word.length)}` : part;
	});
}
