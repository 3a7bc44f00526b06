/* The contrast of every pair of colours that are used together, from the style
 * sheet. */
import test from 'node:test';
import assert from 'node:assert/strict';
import fs from 'node:fs';

const dir = new URL('../../../www/css/', import.meta.url);
const css = fs.readdirSync(dir).map(f => fs.readFileSync(new URL(f, dir), 'utf8')).join('');
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)];
const light = Object.fromEntries(pairs.map(m => [m[1], m[2]]));
const dark = Object.fromEntries(pairs.map(m => [m[1], m[3]]));

const luminance = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const ratio = (a, b) => {
	const [x, y] = [luminance(a), luminance(b)].sort((m, n) => n - m);
	return (x + 0.05) / (y + 0.05);
};
const GROUNDS = ['ground', 'side', 'card', 'hover', 'selected'];
const PAIRS = [['text', 7, GROUNDS], ['dim', 4.5, GROUNDS],
	['accent', 4.5, [...GROUNDS, 'soft']], ['late', 4.5, GROUNDS],
	['text', 7, ['soft']], ['edge', 3, ['ground', 'side', 'card', 'hover']],
	['star', 3, GROUNDS], ['on-accent', 4.5, ['accent']],
	['on-toast', 7, ['toast']], ['on-toast-accent', 4.5, ['toast']]];

for (const [name, set] of [['light', light], ['dark', dark]])
	for (const [ink, least, grounds] of PAIRS)
		for (const ground of grounds)
			test(`${name}: ${ink} on ${ground}`, () => {
				const r = ratio(set[ink], set[ground]);
				assert.ok(r >= least, `${r.toFixed(2)} of ${least}`);
			});

test('initials on the eight tints', () => {
	const tints = [...css.matchAll(/--tint: (#[0-9a-f]{6})/g)].map(m => m[1]);
	assert.equal(tints.length, 8);
	for (const c of tints)
		assert.ok(ratio(c, '#ffffff') >= 4.5, c);
});
