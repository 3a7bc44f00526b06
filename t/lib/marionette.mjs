/*
 * Drives Firefox, or another program of Mozilla, by Marionette, which is in each of
 * them: TCP, each message its length in bytes, a colon, and JSON.  A request is
 * [0, id, command, parameters], an answer [1, id, error or null, result].  The
 * commands are those of WebDriver, and WebAuthn's, and setContext "chrome" leads to
 * the program's own modules.
 * https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/* Its own sandbox does not start in a container. */
const ENV = { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC',
	MOZ_CRASHREPORTER_DISABLE: '1', MOZ_DISABLE_CONTENT_SANDBOX: '1',
	MOZ_DISABLE_SOCKET_PROCESS_SANDBOX: '1' };
/* Nothing is asked of other hosts. */
const PREFS = { 'marionette.port': 0, 'network.proxy.type': 0,
	'app.update.enabled': false, 'browser.shell.checkDefaultBrowser': false,
	'datareporting.policy.dataSubmissionEnabled': false,
	'toolkit.telemetry.enabled': false };
const START = 120000;	/* ms, on a busy machine */

const pause = ms => new Promise(yes => setTimeout(yes, ms));

/* The messages in what came so far, and the rest. */
function split(bytes) {
	const messages = [];

	for (;;) {
		const colon = bytes.indexOf(':');
		const end = colon + 1 + Number(bytes.subarray(0, Math.max(colon, 0)));
		if (colon === -1 || bytes.length < end)
			return [messages, bytes];
		messages.push(JSON.parse(bytes.subarray(colon + 1, end)));
		bytes = bytes.subarray(end);
	}
}

/* A session on that port: send() answers with a command's result, or throws what
 * the program says is wrong. */
async function connect(port) {
	const socket = net.connect(port, '127.0.0.1');
	const waiting = new Map();
	let bytes = Buffer.alloc(0), messages, last = 0;
	const fail = e => {
		waiting.forEach(w => w.no(e ?? new Error('Marionette: it has ended')));
		waiting.clear();
	};
	const greeted = new Promise((yes, no) => waiting.set('greeting', { yes, no }));

	socket.on('data', more => {
		[messages, bytes] = split(Buffer.concat([bytes, more]));
		for (const m of messages) {
			const [, id, error, result] = Array.isArray(m) ? m :
				[1, 'greeting', null, m];
			const w = waiting.get(id);
			waiting.delete(id);
			if (error)
				w?.no(new Error(`${w.name}: ${error.error}: ${error.message}`));
			else
				w?.yes(result);
		}
	}).on('error', fail).on('close', () => fail());
	await greeted;
	const send = (name, parameters = {}) => new Promise((yes, no) => {
		const text = JSON.stringify([0, ++last, name, parameters]);
		waiting.set(last, { name, yes, no });
		socket.write(`${Buffer.byteLength(text)}:${text}`);
	});

	await send('WebDriver:NewSession', {});
	return { send, end: () => socket.destroy() };
}

/* Starts the program with a profile in `dir`, which may be one that it has used
 * before: send(command, parameters), and stop(), which lets it save what it has. */
export async function start(program, dir, prefs = {}, env = {}) {
	const active = path.join(dir, 'MarionetteActivePort');

	fs.mkdirSync(dir, { recursive: true });
	fs.rmSync(active, { force: true });
	fs.writeFileSync(path.join(dir, 'user.js'), Object.entries({ ...PREFS, ...prefs })
	    .map(([k, v]) => `user_pref("${k}", ${JSON.stringify(v)});\n`).join(''));
	const child = spawn(program, ['--headless', '--no-remote', '--marionette',
		'--remote-allow-system-access', '--profile', dir], { stdio: 'ignore', env: { ...ENV, HOME: dir, ...env } });
	const ended = new Promise(yes => child.once('exit', yes).once('error', yes));
	const until = Date.now() + START;

	while (!fs.existsSync(active) || !fs.readFileSync(active, 'utf8')) {
		if (child.exitCode !== null || Date.now() > until) {
			child.kill('SIGKILL');
			throw new Error(`${program} does not start`);
		}
		await pause(100);
	}
	const { send, end } = await connect(Number(fs.readFileSync(active, 'utf8')));
	return { send, stop: async () => {
		await send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {});
		end();
		const late = setTimeout(() => child.kill('SIGKILL'), 20000);
		await ended;
		clearTimeout(late);
	} };
}
