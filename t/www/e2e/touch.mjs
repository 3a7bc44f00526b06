/* What a finger hits is 44 px high, on a phone and on a tablet: on every screen, in
 * pickers and menus, and in the line that adds.  What was read of the line has 36. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, serve, signIn } from './lib/browser.mjs';
import { INSIDE, clear, still } from './lib/screens.mjs';

const SIZES = { phone: { width: 390, height: 844 }, tablet: { width: 1024, height: 768 } };
const SCREENS = Object.keys(INSIDE).filter(name => !/leaves|come back|keyboard|commands/.test(name));
const HIT = 'button, a[href], input:not([type=hidden], [type=file]), select, summary, textarea';

/* What is lower than a finger needs.  A field is hit by what frames it, a box by its
 * label, and what is drawn small by what lies around it. */
const low = page => page.evaluate(hit => {
	const height = el => Math.max(el.getBoundingClientRect().height,
		getComputedStyle(el, '::after').position === 'absolute' ?
		parseFloat(getComputedStyle(el, '::after').height) || 0 : 0);
	const frame = el => el.matches('[type=checkbox], [type=radio]') ? el.closest('label') ??
		document.querySelector(`label[for="${el.id}"]`) ?? el : el.closest('.find, .typed, .time') ?? el;
	const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;

	return [...root.querySelectorAll(hit)].filter(el => el.checkVisibility({ opacityProperty: true,
	    visibilityProperty: true }) && el.getBoundingClientRect().width > 1 &&
	    getComputedStyle(el).pointerEvents !== 'none' && !el.closest('.skip, p') && height(frame(el)) <
	    (el.matches('.chip:not(.choice)') ? 36 : 44) - 0.5)
	    .map(el => `${height(frame(el))}: ${el.outerHTML.slice(0, 140)}`).slice(0, 5);
}, HIT);

for (const [size, viewport] of Object.entries(SIZES))
	test(size, async t => {
		const server = await serve();
		const b = await browse({ viewport, hasTouch: true, isMobile: true }), { page } = b;

		t.after(async () => {
			await b.close();
			await server.stop();
		});
		await signIn(page, server.base);
		for (const name of SCREENS)
			await t.test(name, async () => {
				await clear(page, server.base);
				await INSIDE[name](page, server.base);
				await still(page);
				assert.deepEqual(await low(page), []);
			});
		assert.deepEqual(b.complaints.filter(c => !/status of 404/.test(c)), []);
	});
