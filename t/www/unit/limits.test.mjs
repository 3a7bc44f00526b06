// The lengths that the web app allows are those of doc/openapi.json.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as limits from '../../../www/js/limits.js';

const { components: { schemas } } = JSON.parse(readFileSync(
	new URL('../../../doc/openapi.json', import.meta.url), 'utf8'));

test('the longest texts are those that the service accepts', () => {
	assert.deepEqual({ ...limits }, {
		TITLE: schemas.Task.properties.title.maxLength,
		LIST_TITLE: schemas.List.properties.title.maxLength,
		NOTES: schemas.Task.properties.notes.maxLength,
		TAG_NAME: schemas.Tag.properties.name.maxLength,
		DISPLAY_NAME: schemas.User.properties.displayName.maxLength,
		EMAIL: schemas.User.properties.email.maxLength,
	});
	assert.equal(limits.TITLE, schemas.Step.properties.title.maxLength);
	assert.equal(limits.LIST_TITLE, schemas.Group.properties.title.maxLength);
});

test('no other module defines lengths', () => {
	for (const f of ['details', 'menus', 'account', 'gates', 'pickers'])
		assert.doesNotMatch(readFileSync(new URL(`../../../www/js/rare/${f}.js`,
		    import.meta.url), 'utf8'), /maxlength="/, f);
});
