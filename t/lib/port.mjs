/* A port that nobody uses: t/lib/Port.pm says why it is none of the kernel's.  Processes
 * begin far apart. */
import { createServer } from 'node:net';

const FIRST = 10000, MANY = 20000;
let next = 97 * process.pid;

const isFree = port => new Promise(yes => {
	const s = createServer().once('error', () => yes(false));

	s.listen(port, '0.0.0.0', () => s.close(() => yes(true)));
});

export async function freePort() {
	for (let i = 0; i < MANY; i++) {
		const port = FIRST + next++ % MANY;
		if (await isFree(port))
			return port;
	}
	throw new Error('no port is free');
}
