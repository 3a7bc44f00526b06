// One of several tabs uses the network.

import test from 'node:test';
import assert from 'node:assert/strict';
import { Tabs } from '../../../www/js/sync/tabs.js';

/** One lock, as navigator.locks gives it: to one at a time. */
class Locks {
	/** @type {Promise<any> | null} */
	held = null;

	/** @param {string} _ @param {{ifAvailable?: boolean}} how
	 * @param {(lock: any) => any} work */
	async request(_, how, work) {
		await null;
		if (this.held && how.ifAvailable)
			return work(null);
		while (this.held)
			await this.held;
		return this.held = Promise.resolve(work({}))
		    .finally(() => this.held = null);
	}
}

test('the first tab leads, the second when that is closed', async t => {
	const had = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
	Object.defineProperty(globalThis, 'navigator',
	    { configurable: true, value: { locks: new Locks() } });
	t.after(() => had ? Object.defineProperty(globalThis, 'navigator', had) :
	    delete (/** @type {any} */ (globalThis)).navigator);
	/** @type {string[]} */
	const leads = [];
	const one = new Tabs('n', () => {}, () => leads.push('one'));
	await one.decided;
	assert.deepEqual(leads, ['one']);

	const two = new Tabs('n', () => {}, () => leads.push('two'));
	await two.decided;
	assert.deepEqual(leads, ['one']);
	one.close();
	await new Promise(yes => setTimeout(yes, 10));
	assert.deepEqual(leads, ['one', 'two']);
	two.close();
});
