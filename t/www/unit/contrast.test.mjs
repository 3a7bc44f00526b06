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
/* What a share of a colour makes on a ground. */
const mix = (ink, share, ground) => '#' + [1, 3, 5].map(i => Math.round([ink, ground]
    .map(c => parseInt(c.slice(i, i + 2), 16))
    .reduce((a, b) => a * share + b * (1 - share))).toString(16).padStart(2, '0')).join('');
const share = (name) => +new RegExp(`--${name}: color-mix\\([^;]*?([\\d.]+)%, transparent\\)`)
    .exec(css)[1] / 100;

for (const set of [light, dark]) {
	for (const on of ['ground', 'card'])
		set['hover of ' + on] = mix(set.text, share('hover'), set[on]);
	set.pill = mix(set.text, share('pill'), set.ground);
}
const GROUNDS = ['ground', 'side', 'card', 'hover of ground', 'hover of card', 'selected'];
const PAIRS = [['text', 7, GROUNDS], ['dim', 4.5, [...GROUNDS, 'pill']],
	['quiet', 4.5, ['ground', 'side', 'card', 'hover of ground', 'selected']],
	['accent', 4.5, [...GROUNDS, 'soft']], ['late', 4.5, GROUNDS],
	['text', 7, ['soft']], ['edge', 3, GROUNDS.slice(0, 5)],
	['star', 3, GROUNDS], ['on-accent', 4.5, ['accent']],
	['on-toast', 7, ['toast']], ['on-toast-accent', 4.5, ['toast']]];
const atLeast = (name, least, found) => test(name, () => assert.ok(found >= least,
	`${found.toFixed(2)} of ${least}`));

for (const [name, set] of [['light', light], ['dark', dark]])
	for (const [ink, least, grounds] of PAIRS)
		for (const ground of grounds)
			atLeast(`${name}: ${ink} on ${ground}`, least, ratio(set[ink], set[ground]));

/* Eight colours of lists and people: as text on every ground, and on their own wash. */
const tints = [...css.matchAll(/--tint: (#[0-9a-f]{6}); --dark: (#[0-9a-f]{6})/g)];

test('eight tints', () => assert.equal(tints.length, 8));
tints.forEach(([, inLight, inDark], i) => {
	atLeast(`white initials on tint ${i + 1}`, 4.5, ratio(inLight, '#ffffff'));
	for (const [name, set, own] of [['light', light, inLight], ['dark', dark, inDark]]) {
		for (const ground of ['ground', 'side', 'card', 'selected'])
			atLeast(`${name}: tint ${i + 1} on ${ground}`, 4.5, ratio(own, set[ground]));
		for (const ground of ['ground', 'card']) {
			const wash = mix(own, share('wash'), set[ground]);
			atLeast(`${name}: tint ${i + 1} on its wash on ${ground}`, 3, ratio(own, wash));
			atLeast(`${name}: text on wash ${i + 1} on ${ground}`, 7, ratio(set.text, wash));
			atLeast(`${name}: dim on wash ${i + 1} on ${ground}`, 4.5, ratio(set.dim, wash));
		}
	}
});
