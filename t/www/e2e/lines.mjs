/* What the eye reads first, as lengths and colours: on every screen of tasks, at five
 * widths, text begins on one line and dates end on one, signs stay with the last word
 * of a title, a star that is not set is not drawn, and green is for actions and today. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { browse, call, find, serve, signIn } from './lib/browser.mjs';
import { INSIDE, clear, still } from './lib/screens.mjs';

const WIDTHS = { 320: 640, 360: 740, 768: 1024, 1280: 800, 1680: 1000 };
const SCREENS = ['My Day', 'planned', 'starred', 'all', 'completed', 'a list',
	'a list, completed shown', 'a shared list', 'a tag', 'search, found', 'a task'];

/** What breaks a rule on the screen.
 * @param {any} page @returns {Promise<string[]>} */
const faults = page => page.evaluate(() => {
	const out = [], main = document.getElementById('main');
	const rtl = document.documentElement.dir === 'rtl';
	const shown = s => [...main.querySelectorAll(s)].filter(e => e.checkVisibility());
	/* Where the first letter, or what the text would begin with, is. */
	const start = el => {
		const range = document.createRange();
		const text = document.createTreeWalker(el, NodeFilter.SHOW_TEXT,
			n => n.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP).nextNode();
		/* From right to left, the signs of a title in English are at the edge. */
		range.selectNodeContents(rtl ? el : text ?? el);
		const boxes = [...range.getClientRects()], box = main.getBoundingClientRect();
		const edge = rtl ? Math.max(...boxes.map(b => b.right)) : Math.min(...boxes.map(b => b.left));
		return Math.round(rtl ? box.right - edge : edge - box.left);
	};
	const same = (what, elements, at) => {
		const all = [...new Set(elements.map(at))];
		if (all.length && Math.max(...all) - Math.min(...all) > 1)
			out.push(`${what} at ${all.sort((a, b) => a - b).join(', ')}`);
	};
	/* On a phone the button that opens the lists is before the name. */
	const texts = [...innerWidth < 700 ? [] : shown('.head h1'), ...shown('.row .title'),
		...shown('.section .collapse > span:not(.num, .n)').filter(e => !e.previousElementSibling?.matches(
		    'span:not(.num)'))];
	const quick = document.getElementById('quick');

	same('text begins', texts, start);
	if (quick && innerWidth >= 700 && shown('.row .title').length) {
		const pad = parseFloat(getComputedStyle(quick).paddingInlineStart);
		const box = quick.getBoundingClientRect(), m = main.getBoundingClientRect();
		const at = Math.round(rtl ? m.right - box.right + pad : box.left + pad - m.left);
		if (Math.abs(at - start(shown('.row .title')[0])) > 1)
			out.push(`the line that adds begins at ${at}`);
	}
	/* Beside the title, not below it. */
	same('ends', shown('.row .end').filter(e => e.childElementCount && e.getBoundingClientRect().top <
	    e.parentElement.querySelector('.title').getBoundingClientRect().bottom - 4), e => {
		const b = e.getBoundingClientRect();
		return Math.round(rtl ? b.left : b.right);
	});
	for (const last of shown('.row .last')) {
		const range = document.createRange(), flags = last.querySelector('.flags');
		range.selectNodeContents(last);
		range.setEndBefore(flags);
		const word = [...range.getClientRects()].at(-1), box = flags.getBoundingClientRect();
		if (box.width && (box.top > word.bottom || box.bottom < word.top))
			out.push('signs without a word: ' + last.textContent);
	}
	if (matchMedia('(hover: hover)').matches)
		for (const el of shown('.row:not(.on, :hover, :focus-within) .starry[aria-pressed=false]'))
			if (getComputedStyle(el).opacity !== '0')
				out.push('a star that is not set: ' + el.getAttribute('aria-label'));
	const probe = document.createElement('i');
	probe.style.color = 'var(--accent)';
	document.body.append(probe);
	const green = getComputedStyle(probe).color;
	probe.remove();
	for (const el of shown('.end span:not(.today, .today *), .end .tag, .section .n, .section:not(.today) *'))
		if (getComputedStyle(el).color === green && !el.closest('.today'))
			out.push('green: ' + el.outerHTML.slice(0, 80));
	for (const el of shown('.rows'))
		for (const d of el.querySelectorAll('.when'))
			if (el.dataset.drop?.startsWith('day/') && /\d (?:[A-Z][a-z]{2}|days?)|day\b/.test(
			    d.textContent.replace(d.querySelector('.hush')?.textContent, '')))
				out.push('a day below its own heading: ' + d.textContent);
	return out;
});

test('lines', async t => {
	const server = await serve();

	t.after(() => server.stop());
	for (const [width, height] of Object.entries(WIDTHS))
		for (const dir of ['ltr', 'rtl'])
			await t.test(`${width}, ${dir}`, async t => {
				const phone = +width < 700;
				const b = await browse({ viewport: { width: +width, height },
				    hasTouch: phone, isMobile: phone }), { page } = b;

				t.after(() => b.close());
				await page.addInitScript(dir => document.addEventListener(
					'DOMContentLoaded', () => document.documentElement.dir = dir), dir);
				await signIn(page, server.base);
				const x = await find(page, 'Water the plants');
				await call(page, 'PATCH', x.path, { title: 'Water all the plants on the ' +
				    'balcony and in the kitchen before the sun is up' });
				for (const name of SCREENS)
					await t.test(name, async () => {
						await clear(page, server.base);
						await INSIDE[name](page, server.base);
						await still(page);
						await page.mouse.move(1, 1);
						assert.deepEqual(await faults(page), []);
					});
				await call(page, 'PATCH', x.path, { title: x.title });
				assert.deepEqual(b.complaints, []);
			});
});
