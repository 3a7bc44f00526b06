// Text as it is compared: without case and accents.

/** @param {string} s */
export const fold = s => s.normalize('NFKD').replace(/\p{M}/gu, '')
	.toLowerCase().replace(/ß/g, 'ss').replace(/ł/g, 'l').replace(/ø/g, 'o')
	.replace(/æ/g, 'ae').replace(/œ/g, 'oe');
