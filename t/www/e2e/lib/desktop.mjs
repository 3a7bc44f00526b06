/* A desktop for a browser's notifications: a message bus of its own, and on it
 * desktop.py, which reports what is shown, and clicks. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Runs until stop(); `env` is for the browser. */
export async function desktop() {
	const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'],
		{ stdio: ['ignore', 'pipe', 'ignore'] });
	const address = await new Promise(yes => bus.stdout.once('data', text =>
		yes(String(text).trim())));
	const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: address };
	const shows = spawn('/usr/bin/python3', [import.meta.dirname + '/desktop.py'],
		{ env, stdio: ['pipe', 'pipe', 'inherit'] });
	const lines = createInterface({ input: shows.stdout })[Symbol.asyncIterator]();
	/** @returns {Promise<any>} the next notification that is shown */
	const next = async () => JSON.parse((await lines.next()).value);

	await next();
	return { env, next,
		/** @param {any} n @param {string} [action] one of its buttons */
		click: (n, action) => shows.stdin.write(`${n.id} ${action ?
			n.actions[action] : 'default'}\n`),
		stop: () => [shows, bus].forEach(p => p.kill()) };
}
