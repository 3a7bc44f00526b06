// Random UUIDs.

/** @returns {string} a random UUID */
export function uuid() {
	if (typeof crypto.randomUUID === 'function')
		return crypto.randomUUID();
	const b = crypto.getRandomValues(new Uint8Array(16));
	b[6] = b[6] & 15 | 64;
	b[8] = b[8] & 63 | 128;
	return text(b);
}

/** @param {Uint8Array} b */
export const text = b => [...b].map(x => x.toString(16).padStart(2, '0')).join('')
	.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
