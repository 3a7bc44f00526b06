// Writes zip archives (APPNOTE.TXT of PKWARE) whose files are stored as they are.

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
	for (let i = 0; i < 8; i++)
		n = n & 1 ? n >>> 1 ^ 0xedb88320 : n >>> 1;
	return n;
});

/** The checksum CRC-32 of some bytes.
 * @param {Uint8Array} bytes */
export function crc32(bytes) {
	let c = ~0;

	for (const b of bytes)
		c = c >>> 8 ^ TABLE[(c ^ b) & 255];
	return ~c >>> 0;
}

/** Numbers of 2 or 4 bytes as bytes, the lowest first.
 * @param {[size: number, value: number][]} fields */
const pack = fields => fields.flatMap(([size, value]) =>
	Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) & 255));

/** The time and the day as MS-DOS had them, in UTC.
 * @param {Date} at */
const time = at => at.getUTCHours() << 11 | at.getUTCMinutes() << 5 | at.getUTCSeconds() >> 1;
/** @param {Date} at */
const day = at => at.getUTCFullYear() - 1980 << 9 | at.getUTCMonth() + 1 << 5 | at.getUTCDate();

/** The most bytes and files of an archive that needs no zip64. */
export const ZIP_BYTES = 0xffffffff, ZIP_FILES = 0xffff;

/** Returns the parts of an archive, in their order.
 * @param {{name: string, at: Date, bytes: Uint8Array}[]} files at: not before 1980 */
export function makeZip(files) {
	/** @type {Uint8Array[]} */
	const parts = [], ends = [];
	let at = 0;

	for (const f of files) {
		const name = new TextEncoder().encode(f.name);
		/* Version 2.0; names are UTF-8; stored. */
		const what = pack([[2, 20], [2, 0x800], [2, 0], [2, time(f.at)], [2, day(f.at)],
			[4, crc32(f.bytes)], [4, f.bytes.length], [4, f.bytes.length],
			[2, name.length], [2, 0]]);

		parts.push(Uint8Array.from([...pack([[4, 0x04034b50]]), ...what]), name, f.bytes);
		ends.push(Uint8Array.from([...pack([[4, 0x02014b50], [2, 20]]), ...what,
			...pack([[2, 0], [2, 0], [2, 0], [4, 0], [4, at]])]), name);
		at += 30 + name.length + f.bytes.length;
	}
	const size = ends.reduce((n, p) => n + p.length, 0);
	return [...parts, ...ends, Uint8Array.from(pack([[4, 0x06054b50], [2, 0], [2, 0],
		[2, files.length], [2, files.length], [4, size], [4, at], [2, 0]]))];
}
