// Storage that the browser does not clear.

import test from 'node:test';
import assert from 'node:assert/strict';

test('installing the app asks the browser not to clear what it keeps', async () => {
	const window = new EventTarget();
	let asked = 0;

	globalThis.addEventListener = window.addEventListener.bind(window);
	Object.defineProperty(globalThis, 'navigator', { configurable: true,
	    value: { storage: { persist: async () => asked++ } } });
	const { requestPersistence } = await import('../../../www/js/replica/storage.js');
	requestPersistence();
	assert.equal(asked, 0, 'there is nothing to lose');
	window.dispatchEvent(new Event('appinstalled'));
	window.dispatchEvent(new Event('appinstalled'));
	assert.equal(asked, 1);
});
