// Settings: what was done to accounts, one's own, somebody's or everybody's, newest first.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { COMMANDS } from '../commands/commands.js';
import { me } from '../data/state.js';
import { fieldError } from '../page/sign-in.js';
import { deviceName } from '../sync/device-name.js';
import * as online from '../sync/online.js';
import { whatWasDone } from '../text/audit-words.js';
import { formatMoment, formatSize } from '../text/format.js';
import { t } from '../text/words.js';
import { attempt, button, fetchMore, fetchOnce, itemRow, itemRows } from './page-parts.js';
import { confirmedPage } from './security-parts.js';

/** Requests a page of what a key names: activity (one's own), audit (everybody's) or
 * audit/ID (a user's).
 * @param {string} key @param {string} [after] */
const get = (key, after) => key === 'activity' ? online.security(after) :
	online.audit(key.slice('audit/'.length), after);

/** @param {any} x */
const what = x => whatWasDone(x, t);

/** When, how often, to what, from where and who did it.
 * @param {any} x @param {string} [whose] the user whose account it is */
const linesOf = (x, whose) => [formatMoment(x.at), x.detail.count && '× ' + x.detail.count,
	x.detail.quotaBytes && formatSize(x.detail.quotaBytes), x.device && deviceName(x.device),
	x.address, x.actor && x.actor.id !== whose && t('audit.by', { name: x.actor.displayName })]
	.filter(Boolean).join(' · ');

/** Draws the items, and a button for more if there are.
 * @param {string} key @param {any} answer @param {(x: any) => any} row */
const page = (key, answer, row) => html`${itemRows(answer?.items ?? answer, row, t('audit.none'))}${
	answer?.more ? html`<p>${button(t('audit.more'), 'audit-more', { id: key })}</p>${
	fieldError('more')}` : nothing}`;

/** What was done to one's own account. */
export const activity = () => page('activity', fetchOnce('activity', () => get('activity')),
	x => itemRow(what(x), linesOf(x, me()?.id), ''));

/** What was done to all accounts, for administrators. */
export const audit = () => confirmedPage('audit', () => get('audit'), answer =>
	page('audit', answer, x => itemRow([x.user?.displayName, what(x)].filter(Boolean)
	    .join(' · '), linesOf(x, x.user?.id), '')));

/** What was done to somebody's account, for administrators.
 * @param {any} p */
export const auditOf = p => confirmedPage('audit/' + p.id, () => get('audit/' + p.id), answer =>
	page('audit/' + p.id, answer, x => itemRow(what(x), linesOf(x, p.id), '')));

/** @typedef {import('../commands/rows.js').Command} Command */
Object.assign(COMMANDS, /** @type {Record<string, Command>} */ ({
	'audit-more': (el, e, key) => attempt(() => fetchMore(key, after => get(key, after)), '',
		'more'),
}));
