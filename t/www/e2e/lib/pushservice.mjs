/*
 * A stand-in for the push service that Chromium uses: devices check in and
 * register by HTTP, and keep a connection (MCS) for messages; senders push by
 * HTTPS.  It implements only what the browser uses.  Messages are protobuf, and
 * passed on as they came; only the browser can decrypt them.
 */
import { execFileSync } from 'node:child_process';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTls } from 'node:tls';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const VERSION = 41;
const PING = 0, ACK = 1, LOGIN = 2, LOGGED_IN = 3, DATA = 8;

/** A number, seven bits a byte.
 * @param {number | bigint} n */
function varint(n) {
	const out = [];
	let rest = BigInt(n);

	for (; rest > 127n; rest >>= 7n)
		out.push(Number(rest & 127n) | 128);
	return Buffer.from([...out, Number(rest)]);
}

/** Fields of a message: a number, eight bytes, or text and bytes.
 * @param {number} key @param {number} n */
const number = (key, n) => Buffer.concat([varint(key << 3), varint(n)]);
/** @param {number} key @param {bigint} n */
function eight(key, n) {
	const b = Buffer.alloc(8);

	b.writeBigUInt64LE(n);
	return Buffer.concat([varint(key << 3 | 1), b]);
}
/** @param {number} key @param {string | Buffer} value */
function bytes(key, value) {
	const b = Buffer.from(value);

	return Buffer.concat([varint(key << 3 | 2), varint(b.length), b]);
}

/** @param {import('node:net').Server} server @returns {Promise<number>} its port */
const listen = server => new Promise(yes => server.listen(0, '127.0.0.1',
	() => yes(/** @type {any} */ (server.address()).port)));

/** @param {any} request @returns {Promise<Buffer>} */
async function body(request) {
	const parts = [];

	for await (const part of request)
		parts.push(part);
	return Buffer.concat(parts);
}

/** A certificate for this host, that is its own authority.
 * @param {string} dir */
function certificate(dir) {
	const key = path.join(dir, 'push.key'), cert = path.join(dir, 'push.pem');

	execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt',
		'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert,
		'-days', '2', '-subj', '/CN=127.0.0.1', '-addext',
		'subjectAltName=IP:127.0.0.1'], { stdio: 'ignore' });
	return { file: cert, key: fs.readFileSync(key), cert: fs.readFileSync(cert) };
}

/** One device's connection: messages in, by their tags.
 * @param {any} socket @param {(tag: number) => void} told */
function connection(socket, told) {
	let rest = Buffer.alloc(0), begun = false;

	socket.on('error', () => {});
	socket.on('data', part => {
		rest = Buffer.concat([rest, part]);
		if (!begun) {
			begun = true;
			rest = rest.subarray(1);
			socket.write(Buffer.from([VERSION]));
		}
		for (;;) {
			let n = 0, i = 1;
			do
				n |= (rest[i] & 127) << 7 * (i - 1);
			while (rest[i++] & 128);
			if (rest.length < 2 || rest.length < i + n)
				return;
			told(rest[0]);
			rest = rest.subarray(i + n);
		}
	});
}

/** Runs until stop().  `flags` make a browser use it, `ca` is the certificate that
 * who pushes must trust, and `here(endpoint)` the address of a subscription here. */
export async function pushService() {
	const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'docket-push-'));
	const authority = certificate(dir), { key, cert } = authority;
	/** @type {Map<string, any>} what was registered, by its token */
	const tokens = new Map();
	/** @type {any} */
	let device = null, count = 0;
	/** @type {Buffer[]} what no device was there for */
	const waiting = [];
	const send = (tag, message) => device.write(Buffer.concat([Buffer.from([tag]),
		varint(message.length), message]));
	const deliver = message => device ? send(DATA, message) : waiting.push(message);

	const web = createHttp(async (request, response) => {
		const form = new URLSearchParams(String(await body(request)));
		if (request.url === '/checkin')
			return response.end(Buffer.concat([number(1, 1), eight(7, 1234567n),
				eight(8, 7654321n)]));
		const token = 'token' + ++count;
		tokens.set(token, Object.fromEntries(form));
		return response.end('token=' + token);
	});
	const mcs = createTls({ key, cert }, socket => connection(socket, tag => {
		if (tag === LOGIN) {
			device = socket;
			socket.once('close', () => device = device === socket ? null : device);
			send(LOGGED_IN, Buffer.concat([bytes(1, 'here'), number(8, Date.now())]));
			waiting.splice(0).forEach(deliver);
		} else if (tag === PING)
			send(ACK, Buffer.alloc(0));
	}));
	const pushes = createHttps({ key, cert }, async (request, response) => {
		const to = tokens.get(String(request.url).slice(1)), text = await body(request);
		response.writeHead(to ? 201 : 404).end();
		if (to)
			deliver(Buffer.concat([bytes(3, to.sender), bytes(5, to.app),
				...Object.entries({ subtype: to['X-subtype'], 'content-encoding':
				    request.headers['content-encoding'] ?? '' }).map(([k, v]) =>
				    bytes(7, Buffer.concat([bytes(1, k), bytes(2, v)]))),
				bytes(9, 'message' + ++count), bytes(21, text)]));
	});
	const [webPort, mcsPort, pushPort] = await Promise.all([web, mcs, pushes].map(listen));

	return {
		ca: authority.file,
		flags: [`--gcm-checkin-url=http://127.0.0.1:${webPort}/checkin`,
			`--gcm-registration-url=http://127.0.0.1:${webPort}/register`,
			`--gcm-mcs-endpoint=https://127.0.0.1:${mcsPort}`,
			'--ignore-certificate-errors'],
		here: (/** @type {string} */ endpoint) =>
			`https://127.0.0.1:${pushPort}/${endpoint.split('/').at(-1)}`,
		stop: () => {
			device?.destroy();
			for (const s of [web, mcs, pushes]) {
				s.close();
				/** @type {any} */ (s).closeAllConnections?.();
			}
			fs.rmSync(dir, { recursive: true });
		},
	};
}
