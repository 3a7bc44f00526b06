/* Codes of an authenticator app. */
import { createHmac } from 'node:crypto';

/* RFC 6238, `ahead` steps from now. */
export function codeOf(secret, ahead = 0) {
	const bits = [...secret].map(c => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c)
	    .toString(2).padStart(5, '0')).join('');
	const key = Buffer.from(bits.match(/.{8}/g).map(b => parseInt(b, 2)));
	const counter = Buffer.alloc(8);

	counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + ahead));
	const mac = createHmac('sha1', key).update(counter).digest();
	return String((mac.readUInt32BE(mac.at(-1) & 15) & 0x7fffffff) % 1e6)
	    .padStart(6, '0');
}
