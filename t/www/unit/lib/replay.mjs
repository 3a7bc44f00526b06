// Gives answers of the service to the web app's store.  Standard input: a line of
// JSON for each device, {name, pages: those that it read, fresh: items that a
// new device reads}.  Prints what a device has wrong.

import { createInterface } from 'node:readline';
import { feedToChanges, findOrphans } from '../../../../www/js/data/feed-changes.js';
import { Store } from '../../../../www/js/data/store.js';
import { shown } from './client.mjs';

/** @param {{items: any[], more: boolean}[]} pages */
function read(pages) {
	const s = new Store();

	for (const { items, more } of pages) {
		s.apply(feedToChanges(s, items));
		if (!more)
			s.apply(findOrphans(s));
	}
	const hidden = Object.values(s.hidden).reduce((n, m) => n + m.size, 0);
	return JSON.stringify({ shown: shown(s), hidden }, null, 1).split('\n');
}

for await (const line of createInterface({ input: process.stdin })) {
	const { name, pages, fresh } = JSON.parse(line);
	const have = read(pages), want = read([{ items: fresh, more: false }]);

	if (have.join() !== want.join())
		console.log(`${name}:\n still has ${have.filter(l => !want.includes(l))
			.join(' ')}\n lacks ${want.filter(l => !have.includes(l))
			.join(' ')}`);
}
