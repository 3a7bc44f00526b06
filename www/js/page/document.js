// Updates what is outside the page's body: title, badge, theme, language.

import { counts, list, setting, state } from '../data/state.js';
import { language, t } from '../text/words.js';
import { ui } from './ui.js';

/** Sets a property if its value differs.  The browser computes styles again even when
 * a property is set to the value it has.
 * @param {any} o @param {string} name @param {string} value */
function setIfChanged(o, name, value) {
	if (o[name] !== value)
		o[name] = value;
}

/** @param {import('./screen.js').Screen | null} s */
export function updateDocument(s) {
	const n = state.user ? counts().today : 0;
	const name = s?.name ?? list(state.route.id ?? '')?.title ??
		t('page.' + (state.route.name ?? 'today'));
	const look = setting('ui') ?? {}, html = document.documentElement;

	for (const key of ['theme', 'density', 'contrast'])
		setIfChanged(html.dataset, key, look[key] ?? '');
	setIfChanged(html, 'lang', language());
	const title = `${n ? `(${n}) ` : ''}${name} – Docket`;
	if (ui.title !== title) {
		ui.title = title;
		/* Both are calls to other processes, which would delay this frame. */
		setTimeout(() => {
			document.title = title;
			/** @type {any} */ (navigator).setAppBadge?.(n).catch(() => {});
		});
	}
}
