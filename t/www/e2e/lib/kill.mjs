/* A browser that is killed, and what that leaves on its disk. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The browser's first process and all that it started.
 * @param {string} dir its profile @returns {number[]} */
function processes(dir) {
	const all = fs.readdirSync('/proc').filter(p => /^\d+$/.test(p)).flatMap(p => {
		try {
			const stat = fs.readFileSync(`/proc/${p}/stat`, 'utf8');
			return [{ pid: +p, parent: +stat.slice(stat.lastIndexOf(')') + 4)
				.split(' ')[0], line: fs.readFileSync(`/proc/${p}/cmdline`, 'utf8') }];
		} catch {
			return [];
		}
	});
	const mine = new Set(all.filter(p => p.line.includes('--user-data-dir=' + dir))
	    .map(p => p.pid));

	for (let size = 0; size !== mine.size;) {
		size = mine.size;
		all.filter(p => mine.has(p.parent)).forEach(p => mine.add(p.pid));
	}
	return [...mine];
}

/** Every one at once, with no chance to write anything.
 * @param {any} b what browse() gave @param {string} dir its profile */
export async function kill(b, dir) {
	const pids = processes(dir);
	const gone = new Promise(yes => b.context.once('close', yes));

	assert.ok(pids.length > 1);
	const socket = fs.readlinkSync(path.join(dir, 'SingletonSocket'));
	execFileSync('sh', ['-c', 'kill -9 "$@" 2>/dev/null; true', 'sh', ...pids.map(String)]);
	fs.rmSync(path.dirname(socket), { recursive: true, force: true });
	await gone;
}

/** What a kill between two writes leaves in the log of the browser's databases:
 * the head of a record, without the rest.  What was committed is not touched.
 * @param {string} dir the browser's profile */
export function tear(dir) {
	const top = dir + '/Default/IndexedDB';
	const log = fs.readdirSync(top, { recursive: true }).filter(f => /\.log$/.test(f));

	assert.equal(log.length, 1);
	fs.appendFileSync(path.join(top, log[0]), Buffer.from([1, 2, 3, 4, 100, 0, 1]));
}
