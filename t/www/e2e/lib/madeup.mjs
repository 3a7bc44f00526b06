/*
 * A made-up language, for tests of what the page draws: every text of the table
 * is 40 % longer, without a letter of English, and between brackets.  What it
 * does not cover is not from the table; a bracket that is not seen is cut off.
 */
import fs from 'node:fs';

const english = JSON.parse(fs.readFileSync(new URL(
    '../../../../www/words/en.json', import.meta.url), 'utf8'));
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'åƀçđéƒğĥîĵķļɱñöþɋŕšŧûṽŵẋýžÅƁÇĐÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŦÛṼŴẊÝŽ'];
const letters = new Map([...PLAIN].map((c, i) => [c, ACCENTED[i]]));

/** @param {string} text English, perhaps with holes */
export const madeUp = text => `[${text.replace(/\{\w+\}|[a-zA-Z]/g, c =>
	letters.get(c) ?? c)}${' ···'.repeat(Math.ceil(text.length / 10))}]`;

/** The table of words, as JSON. */
export const table = () => JSON.stringify(Object.fromEntries(Object.entries(english)
    .map(([key, text]) => [key, madeUp(text)])));

/** What is drawn wrongly: text that is cut off, text that is not from the table,
 * what covers something else, what must be scrolled sideways.  A file's text keeps
 * its lines, and scrolls within itself if the keyboard can reach it.
 * @param {any} page @param {string[]} known texts of the user, and names by Intl */
export const wrong = (page, known) => page.evaluate(inPage, known);

/** @param {string[]} known */
function inPage(known) {
	const out = new Set();
	const dialog = document.querySelector('dialog[open]');
	const root = dialog ?? document.body;
	const all = [...root.querySelectorAll('*')].filter(el => el.checkVisibility({
		opacityProperty: true, visibilityProperty: true }) && !el.closest('.hush, .skip'));
	const short = el => el.outerHTML.replace(/<!--.*?-->/g, '').replace(/\s+/g, ' ')
	    .slice(0, 150);
	const style = el => getComputedStyle(el);
	const FILE = 'pre[tabindex="0"]';

	if (document.documentElement.scrollWidth > innerWidth)
		out.add('the page scrolls sideways');
	for (const el of all)
		if (/auto|scroll/.test(style(el).overflowX) &&
		    el.scrollWidth > el.clientWidth + 1 &&
		    !el.matches(`input, textarea, select, ${FILE}`))
			out.add('scrolls sideways: ' + short(el));

	/* Text that is not from the table: what is left of it without that of the user,
	 * and without the made-up words. */
	const foreign = text => {
		for (const k of known)
			text = text.replaceAll(k, ' ');
		return text.match(/[a-zA-Z]{2,}/g);
	};
	const says = [...root.querySelectorAll('*')].filter(el => !el.matches(
	    'svg *, script, style, noscript, .secret, mark, .title *')).flatMap(el => [
		...el.matches('.title, :has(> mark)') ? [el.textContent] :
		    [...el.childNodes].filter(n => n.nodeType === 3).map(n => n.nodeValue),
		...['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription',
		    'aria-description'].map(a => el.getAttribute(a) ?? '')]
	    .map(text => ({ el, text })));
	says.push({ el: document.head, text: document.title });
	for (const { el, text } of says)
		if (foreign(text))
			out.add(`not from the table: ${foreign(text)}: ${short(el)}`);

	/* What of a box is seen within the boxes that cut it off. */
	const seen = (el, box, own) => {
		let { left, right, top, bottom } = box;
		for (let up = own ? el : el.parentElement; up; up = up.parentElement) {
			const s = style(up), r = up.getBoundingClientRect();
			if (s.overflowX !== 'visible') {
				left = Math.max(left, r.left);
				right = Math.min(right, r.right);
			}
			if (s.overflowY !== 'visible') {
				top = Math.max(top, r.top);
				bottom = Math.min(bottom, r.bottom);
			}
			if (s.position === 'fixed')
				break;
		}
		return { left, right, top, bottom };
	};
	const scrolls = el => {
		for (let up = el; up; up = up.parentElement)
			if (/auto|scroll/.test(style(up).overflowY) &&
			    up.scrollHeight > up.clientHeight)
				return true;
		return false;
	};
	const texts = all.flatMap(el => [...el.childNodes].filter(n => n.nodeType === 3 &&
	    n.nodeValue.trim() && !el.closest('svg, select, textarea')).map(n => {
		const range = document.createRange();
		range.selectNodeContents(n);
		return { el, n, boxes: [...range.getClientRects()].filter(r => r.width > 1) };
	}));
	for (const { el, n, boxes } of texts) {
		if (!/[[\]]/.test(n.nodeValue) || el.matches(FILE))
			continue;
		const cut = boxes.some(b => {
			const s = seen(el, b, true);
			return s.left > b.left + 1 || s.right < b.right - 1 || b.left < -1 ||
			    b.right > innerWidth + 1 || !scrolls(el) &&
			    (s.top > b.top + 3 || s.bottom < b.bottom - 3);
		});
		if (cut && !el.closest('[data-row], .rows'))
			out.add('cut off: ' + short(el));
	}
	const pen = document.createElement('canvas').getContext('2d');
	const wide = (el, text) => {
		pen.font = style(el).font;
		return pen.measureText(text).width;
	};
	for (const el of all) {
		const s = style(el), inner = el.clientWidth - parseFloat(s.paddingLeft) -
		    parseFloat(s.paddingRight);
		const text = el.tagName === 'SELECT' ? el.selectedOptions[0]?.text :
			el.tagName === 'INPUT' && !el.value ? el.placeholder : '';
		if (text && wide(el, text) > inner + 1)
			out.add(`cut off: ${Math.round(wide(el, text))} of ${Math.round(inner)}: ${
				short(el)}`);
	}

	/* Two things that one can press or read, in one place.  What is fixed lies over
	 * what scrolls below it. */
	const layer = el => {
		for (let up = el; up; up = up.parentElement)
			if (/fixed|sticky/.test(style(up).position) || up.matches('.offer, dialog'))
				return up;
		return null;
	};
	const things = [...all.filter(el => el.matches('button, a[href], input, select,' +
	    ' textarea') && !el.matches('.reveal *, .tick *, .switch *, .quick .typed *, .find *'))
	    .map(el => ({ el, box: seen(el, el.getBoundingClientRect(), false) })),
	    ...texts.filter(x => !x.el.closest('.mirror')).flatMap(({ el, boxes }) =>
		boxes.map(b => ({ el, box: seen(el, b, true), text: true })))]
	    .map(x => ({ ...x, layer: layer(x.el) }))
	    .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2);
	things.forEach((a, i) => things.slice(i + 1).forEach(b => {
		const w = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
		const h = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
		const lines = a.text && b.text ? 5 : 2;
		if (a.layer === b.layer && w > 2 && h > lines && a.el !== b.el &&
		    !a.el.contains(b.el) && !b.el.contains(a.el))
			out.add(`over each other: ${short(a.el)} ${short(b.el)}`);
	}));
	return [...out];
}
