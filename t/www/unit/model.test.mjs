// Two pages and a service act at random: in the end all agree, and nothing that was
// on the disk is missing.  WALKS: how many walks; the seed of one that fails is
// printed, and WALK runs it again.

import test from 'node:test';
import { walk } from './lib/walk.mjs';

const one = process.env.WALK, walks = +(process.env.WALKS ?? 300);

test(`${one ?? walks} walks`, async () => {
	for (let seed = one ? +one : 1; seed <= (one ? +one : walks); seed++)
		try {
			await walk(seed);
		} catch (e) {
			/** @type {any} */ (e).message = `WALK=${seed}: ` +
			    /** @type {any} */ (e).message;
			throw e;
		}
});
