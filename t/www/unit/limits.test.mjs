// The lengths of texts are in data/limits.js alone.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

test('no other module defines lengths', () => {
	for (const f of ['details', 'menus', 'account', 'sign-up', 'pick-record'])
		assert.doesNotMatch(readFileSync(new URL(`../../../www/js/dialogs/${f}.js`,
		    import.meta.url), 'utf8'), /maxlength="/, f);
});
