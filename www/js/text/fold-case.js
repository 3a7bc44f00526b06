// Removes case and accents from a text, for comparisons.

/** Whether a text has only letters that are compared as they are; most have.
 * @param {string} s */
export const isPlain = s => /^[\x00-\x7f]*$/.test(s);

/** @param {string} s */
export const foldCase = s => isPlain(s) ? s.toLowerCase() : s.normalize('NFKD').replace(/\p{M}/gu, '')
	.toLowerCase().replace(/ß/g, 'ss').replace(/ł/g, 'l').replace(/ø/g, 'o')
	.replace(/æ/g, 'ae').replace(/œ/g, 'oe');
