// Draws the menus of lists, groups, tags and tasks.

import { html, nothing } from '../../node_modules/lit-html/lit-html.js';
import { keyCap } from '../commands/key-table.js';
import { SORTS } from '../data/indices.js';
import { mayWrite, writable } from '../data/roles.js';
import { group, list, setting, state, task } from '../data/state.js';
import { tasksToReopen } from '../mutations/copies.js';
import { findTag } from '../mutations/tags.js';
import { VIEWS } from '../page/head.js';
import { t } from '../text/words.js';
import { option } from './page-parts.js';

export const SORT_NAMES = Object.keys(SORTS);

/** Draws the menu of a list or a smart list.
 * @param {any} d */
function options(d) {
	const id = state.route.name === 'list' ? state.route.id : null;
	const set = (id && setting('list/' + id)) || {};
	const sorts = id ? html`<hr>${SORT_NAMES.map(s => option('sort', t('sort.' + s), 'sort',
		{ id: s, on: (set.sort ?? 'own') === s }))}<hr>${option('hide-done',
		t(set.hideCompleted ? 'completed.show' : 'completed.hide'), 'done')}` : nothing;
	const owner = id && list(id)?.role === 'owner';
	const label = state.route.name === 'tag' && findTag(state.route.id ?? '');

	/* On a phone the head has no place for all three. */
	const views = innerWidth < 700 && VIEWS.includes(state.route.name) ? html`${VIEWS.map(v => option('view',
		t('view.' + (v === 'planned' ? 'list' : v)), 'calendar', { id: v,
		on: v === state.route.name }))}<hr>` : nothing;

	return { title: t('list.options'), cls: 'menu-pop', body: html`<div class="options">${views}
		${id ? html`${option('list-edit', t('list.edit'), 'edit', { id })}
		${option('share', t('share'), 'users', { id })}${option('list-up',
		t('move.up'), 'up', { id })}${option('list-down', t('move.down'), 'lower',
		{ id })}${option('list-copy', t('copy.make'), 'copy', { id })}${
		mayWrite(id) && tasksToReopen(id).length ? option('list-again', t('list.again'), 'undo', { id }) :
		nothing}${sorts}<hr>` : label ? html`${option('tag-edit', t('tag.rename'),
		'edit', { id: label.id })}<hr>` : nothing}
		${option('print', t('print'), 'print')}${option('keys', t('keys'), 'key', { key: '?' })}
		${owner ? html`<hr>${option('list-delete', t('list.delete'), 'trash',
		{ id, cls: 'bad' })}` : label ? html`<hr>${option('tag-delete', t('tag.delete'),
		'trash', { id: label.id, cls: 'bad' })}` : nothing}</div>` };
}

/** @param {any} d */
const groupMenu = d => ({ title: group(d.id)?.title, cls: 'menu-pop',
	body: html`<div class="options">${option('group-edit', t('group.rename'), 'edit',
	{ id: d.id })}${option('group-up', t('move.up'), 'up', { id: d.id })}${
	option('group-down', t('move.down'), 'lower', { id: d.id })}${option('group-delete', t('group.delete'), 'trash',
	{ id: d.id, cls: 'bad' })}</div>` });

/** Draws the menu of a task, which can do what dragging does.
 * @param {any} d */
function taskMenu(d) {
	const done = d.ids.every((/** @type {string} */ id) => task(id)?.done);
	const may = writable(d.ids).length > 0;
	const moves = html`${option('up', t('move.up'), 'up')}${option('down', t('move.down'), 'lower')}`;

	return { title: task(d.ids[0])?.title, cls: 'menu-pop',
		body: html`<div class="options">${option('open', t('open'), 'note', { id: d.ids[0] })}
		${option('select', t('select'), 'done', { id: d.ids[0] })}
		${may ? option('done', t(done ? 'reopen' : 'done'), 'check', { key: keyCap(' ') }) : nothing}
		${option('my-day', t('myDay.toggle'), 'sun', { key: 'M' })}${may ? html`
		${option('due', t('due.add'), 'calendar', { key: 'D' })}
		${option('remind', t('remind'), 'bell', { key: 'R' })}<hr>${moves}
		${option('move', t('move.to'), 'move', { key: 'L' })}
		${option('task-copy', t('copy.make'), 'copy')}<hr>
		${option('delete', t('delete'), 'trash', { cls: 'bad' })}` : html`${
		option('tags', t('tags.edit'), 'tag', { key: '#' })}${
		state.route.name === 'today' ? html`<hr>${moves}` : nothing}`}</div>` };
}

export const dialogs = { options, group: groupMenu, task: taskMenu };
