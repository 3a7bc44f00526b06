/* What axe-core finds on a page, which must have been opened with bypassCSP: the
 * driver puts axe in. */
import fs from 'node:fs';
import { still } from './screens.mjs';

const axe = fs.readFileSync(new URL('../../../npm/node_modules/axe-core/axe.min.js',
    import.meta.url), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds, and what else is wrong.
 * @param {any} page */
export async function faults(page) {
	await still(page);
	await page.evaluate(axe);
	const r = await page.evaluate(tags => globalThis.axe.run({ runOnly: tags }), RULES);
	const more = await page.evaluate(() => {
		const main = document.getElementById('main'), out = [];
		if (document.documentElement.scrollWidth > innerWidth ||
		    main && main.scrollWidth > main.clientWidth)
			out.push('scrolls sideways');
		for (const d of document.querySelectorAll('dialog, .details'))
			if (d.scrollWidth > d.clientWidth)
				out.push('scrolls sideways: ' + d.className);
		for (const u of document.querySelectorAll('use'))
			if (!document.querySelector(u.getAttribute('href')))
				out.push('no picture ' + u.getAttribute('href'));
		return out;
	});
	return [...r.violations.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 160)} ${
		v.nodes[0].failureSummary.slice(0, 300)}`), ...new Set(more)];
}
