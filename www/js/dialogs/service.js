// Settings, for administrators: the state of the service.

import { html } from '../../node_modules/lit-html/lit-html.js';
import { state } from '../data/state.js';
import * as online from '../sync/online.js';
import { formatSize } from '../text/format.js';
import { t } from '../text/words.js';
import { itemRow, itemRows } from './page-parts.js';
import { confirmedPage } from './security-parts.js';

/** @param {any} c what was checked */
const check = c => itemRow(t('check.' + c.name), t(c.state === 'ok' ? 'check.ok' :
	'check.bad.' + c.name), c.state === 'ok' ? '' : html`<b class=${
	c.state === 'fault' ? 'wrong' : ''}>${t('check.' + c.state)}</b>`);

/** @param {any} s */
const parts = s => !s || s.problem ? itemRows(s, x => x, '') : html`<h2>${
	t('service.checks')}</h2>${itemRows(s.checks, check, '')}<h2>${t('set.service')}</h2><div class="panel">${
	itemRow(t('service.version'), s.version, '')}${itemRow(t('set.people'), s.users, '')}${
	itemRow(t('files'), formatSize(s.bytes), '')}${itemRow(t('service.features'),
	state.service?.features?.join(' · '), '')}</div>`;

export const service = () => confirmedPage('service', online.serviceState, parts);
