// What others did in a shared list since the user has last left it: the setting of the
// list keeps when that was.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { doneOf, me, members, memoize, openOf, setting, state } from '../data/state.js';
import { setSetting } from '../mutations/settings.js';
import { roundButton } from '../page/elements.js';
import { parseRoute } from '../page/route.js';
import { focusTask, setUi, ui } from '../page/ui.js';
import { formatDayOf, formatNames, initials, tintClass } from '../text/format.js';
import { t } from '../text/words.js';

/** @typedef {import('../data/types').Task} Task
 * @typedef {{added: Task[], done: Task[], since: string}} News */

/** Returns what is new in a list; null if nothing is.
 * @type {(id: string) => News | null} */
const newsOf = memoize(id => {
	const since = setting('list/' + id)?.seen, mine = me()?.id;

	if (!since || members(id).length < 2)
		return null;
	const added = openOf(id).filter(r => r.createdAt > since && r.createdBy !== mine);
	const done = doneOf(id).filter(r => (r.completedAt ?? '') > since && r.completedBy !== mine);
	return added.length || done.length ? { added, done, since } : null;
});

/** @param {string} key @param {Task[]} some */
const phrase = (key, some) => some.length ? [t(key, { n: some.length, title: some[0].title })] : [];

/** Draws the line of news above a list.
 * @param {string} id */
function newsLine(id) {
	const news = newsOf(id);

	if (!news)
		return nothing;
	const ids = new Set([...news.added.map(r => r.createdBy), ...news.done.map(r => r.completedBy)]);
	const people = members(id).filter(m => ids.has(m.userId));
	const what = [...phrase('news.added', news.added), ...phrase('news.done', news.done)];
	return html`<div class="bar fresh" role="status">${people.slice(0, 1).map(m => html`<span
		class=${tintClass(m.userId)}><span class="who" aria-hidden="true">${
		initials(m.displayName)}</span></span>`)}<span class="grow" dir="auto"><b>${formatNames(
		people.map(m => m.displayName)) || t('someone')}</b>: ${formatNames(what)}<small> · ${
		t('news.since', { day: formatDayOf(news.since) })}</small></span><button class="btn"
		type="button" data-command="news-show" data-id=${id}>${t('news.show')}</button>${
		roundButton('close', t('close'), 'news-seen', id)}</div>`;
}

/** Remembers that the user has seen a list.
 * @param {string} id */
const setSeen = id => setSetting('list/' + id, { ...setting('list/' + id),
	seen: new Date().toISOString().replace('Z', '000Z') });

/** Remembers it when the user goes to another screen. */
function onLeave() {
	const { name, id } = state.route;

	if (name === 'list' && parseRoute(location.hash).id !== id && members(id).length > 1 &&
	    (newsOf(id) || !setting('list/' + id)?.seen))
		setSeen(id);
}

/** Tells the page what is new, and listens for the user to leave. */
export function startNews() {
	setUi({ newsOf, newsLine });
	addEventListener('docket-leave', onLeave);
}

Object.assign(COMMANDS, /** @type {Record<string, import('../commands/rows.js').Command>} */ ({
	'news-seen': (el, e, id) => setSeen(id),
	'news-show': (el, e, id) => {
		const news = newsOf(id), first = news?.added[0] ?? news?.done[0];
		if (first?.done)
			setUi({ collapsed: { ...ui.collapsed, [`list/${id}/done`]: false } });
		focusTask(first?.id ?? null);
	},
}));
