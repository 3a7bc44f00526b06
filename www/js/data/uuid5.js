// UUIDs of names, the same on every device.

import { text } from './uuid.js';

/** Returns the UUIDv5 of a name.  It has a SHA-1 of its own because crypto.subtle needs
 * https.
 * @param {string} space @param {string} name */
export function uuid5(space, name) {
	const bytes = space.replace(/-/g, '').match(/../g) ?? [];
	const b = sha1(Uint8Array.from([...bytes.map(h => parseInt(h, 16)),
	    ...new TextEncoder().encode(name)])).slice(0, 16);

	b[6] = b[6] & 15 | 80;
	b[8] = b[8] & 63 | 128;
	return text(b);
}

const rotate = (/** @type {number} */ x, /** @type {number} */ n) =>
	x << n | x >>> 32 - n;

/** @param {Uint8Array} data */
function sha1(data) {
	const size = (data.length + 8 >> 6) + 1 << 6;
	const view = new DataView(new ArrayBuffer(size));
	const h = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];

	data.forEach((x, i) => view.setUint8(i, x));
	view.setUint8(data.length, 128);
	view.setUint32(size - 4, data.length * 8);
	for (let at = 0; at < size; at += 64)
		block(h, view, at);
	h.forEach((x, i) => view.setUint32(i * 4, x));
	return new Uint8Array(view.buffer, 0, 20);
}

/** @param {number[]} h @param {DataView} view @param {number} at */
function block(h, view, at) {
	/** @type {number[]} */
	const w = [];
	let [a, b, c, d, e] = h;

	for (let i = 0; i < 80; i++) {
		w[i] = i < 16 ? view.getInt32(at + i * 4) :
		    rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
		const [f, k] = i < 20 ? [b & c | ~b & d, 0x5a827999] :
		    i < 40 ? [b ^ c ^ d, 0x6ed9eba1] :
		    i < 60 ? [b & c | b & d | c & d, 0x8f1bbcdc] :
		    [b ^ c ^ d, 0xca62c1d6];
		const t = rotate(a, 5) + f + e + k + w[i] | 0;
		[a, b, c, d, e] = [t, a, rotate(b, 30), c, d];
	}
	[a, b, c, d, e].forEach((x, i) => h[i] = h[i] + x | 0);
}
