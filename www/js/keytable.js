// The keys: what does what.  keys.js obeys this table, and `?` shows it.

import { t } from './words.js';

/** @typedef {{keys: string[], act: string, words?: string, shown?: string[],
 *   all?: string[], row?: boolean, arg?: any}} Key */

/** @type {Key[]} */
export const KEYS = [
	{ keys: ['n'], act: 'quick', words: 'quick' },
	{ keys: ['q'], act: 'quickList', words: 'quickList' },
	{ keys: ['/', 'Ctrl+k'], act: 'find', words: 'find' },
	{ keys: ['j', 'ArrowDown'], act: 'step', arg: 1, words: 'next' },
	{ keys: ['k', 'ArrowUp'], act: 'step', arg: -1, words: 'previous' },
	{ keys: ['Home'], act: 'jump', arg: 0, words: 'first' },
	{ keys: ['End'], act: 'jump', arg: -1, words: 'last' },
	{ keys: ['Enter'], act: 'enter', row: true, words: 'open' },
	{ keys: ['Escape'], act: 'escape', words: 'escape' },
	{ keys: ['x'], act: 'pick', words: 'pick' },
	{ keys: ['Shift+ArrowDown'], act: 'extend', arg: 1, words: 'extend',
		all: ['Shift+ArrowDown', 'Shift+ArrowUp'] },
	{ keys: ['Shift+ArrowUp'], act: 'extend', arg: -1 },
	{ keys: ['Ctrl+a'], act: 'all', words: 'all' },
	{ keys: ['Alt+ArrowDown'], act: 'shift', arg: 1, words: 'down' },
	{ keys: ['Alt+ArrowUp'], act: 'shift', arg: -1, words: 'up' },
	{ keys: ['Alt+Home'], act: 'shift', arg: -1e9, words: 'top' },
	{ keys: ['Alt+End'], act: 'shift', arg: 1e9, words: 'bottom' },
	{ keys: ['Delete'], act: 'delete', words: 'delete' },
	{ keys: [' '], act: 'done', row: true, words: 'done' },
	{ keys: ['s'], act: 'star', words: 'star' },
	{ keys: ['m'], act: 'day', words: 'day' },
	{ keys: ['d'], act: 'picker', arg: 'due', words: 'due' },
	{ keys: ['t'], act: 'dueToday', words: 'today' },
	{ keys: ['w'], act: 'dueWeek', words: 'week' },
	{ keys: ['r'], act: 'picker', arg: 'remind', words: 'remind' },
	{ keys: ['e'], act: 'notes', words: 'notes' },
	{ keys: ['#'], act: 'picker', arg: 'tags', words: 'tags' },
	{ keys: ['l'], act: 'picker', arg: 'list', words: 'list' },
	{ keys: ['a'], act: 'picker', arg: 'assign', words: 'assign' },
	{ keys: ['z', 'Ctrl+z'], act: 'undo', words: 'undo' },
	{ keys: ['Shift+z', 'Ctrl+Shift+z'], act: 'redo', words: 'redo' },
	{ keys: ['g d', 'g s', 'g p', 'g m', 'g a', 'g c'], act: 'goTo', words: 'goTo',
		shown: ['G', 'D S P M A C'] },
	{ keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], act: 'nth', words: 'nth',
		shown: ['1', '…', '9'] },
	{ keys: ['['], act: 'sidebar', words: 'sidebar' },
	{ keys: ['?'], act: 'help', words: 'help' },
];

const SIGNS = /** @type {Record<string, string>} */ ({ ArrowDown: '↓', ArrowUp: '↑' });

/** What is printed on a key.
 * @param {string} key */
const cap = key => SIGNS[key] ?? (key === ' ' ? t('cap.Space') : key.length === 1 ?
	key.toUpperCase() : t('cap.' + key));

/** How a row of the table shows its keys.
 * @param {Key} k @returns {string[]} */
export const shown = k => k.shown ?? (k.all ?? k.keys).map(x =>
	x.split('+').map(cap).join(' '));
