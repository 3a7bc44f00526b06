// Removes case and accents from a text, for comparisons.

/** @param {string} s */
export const foldCase = s => s.normalize('NFKD').replace(/\p{M}/gu, '')
	.toLowerCase().replace(/ß/g, 'ss').replace(/ł/g, 'l').replace(/ø/g, 'o')
	.replace(/æ/g, 'ae').replace(/œ/g, 'oe');
