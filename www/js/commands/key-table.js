// The table of keys and what they do.  keys.js uses it, and the dialog of `?` shows it.

import { t } from '../text/words.js';

/** @typedef {{keys: string[], command: string, words?: string, shown?: string[],
 *   all?: string[], row?: boolean, arg?: any}} Key */

/** @type {Key[]} */
export const KEYS = [
	{ keys: ['n'], command: 'quick', words: 'quick' },
	{ keys: ['q'], command: 'quickList', words: 'quickList' },
	{ keys: ['/', 'Ctrl+k'], command: 'find', words: 'find' },
	{ keys: ['j', 'ArrowDown'], command: 'step', arg: 1, words: 'next' },
	{ keys: ['k', 'ArrowUp'], command: 'step', arg: -1, words: 'previous' },
	{ keys: ['Home'], command: 'jump', arg: 0, words: 'first' },
	{ keys: ['End'], command: 'jump', arg: -1, words: 'last' },
	{ keys: ['Enter'], command: 'enter', row: true, words: 'open' },
	{ keys: ['Escape'], command: 'escape', words: 'escape' },
	{ keys: ['x'], command: 'pick', words: 'pick' },
	{ keys: ['Shift+ArrowDown'], command: 'extend', arg: 1, words: 'extend',
		all: ['Shift+ArrowDown', 'Shift+ArrowUp'] },
	{ keys: ['Shift+ArrowUp'], command: 'extend', arg: -1 },
	{ keys: ['Ctrl+a'], command: 'all', words: 'all' },
	{ keys: ['Alt+ArrowDown'], command: 'shift', arg: 1, words: 'down' },
	{ keys: ['Alt+ArrowUp'], command: 'shift', arg: -1, words: 'up' },
	{ keys: ['Alt+Home'], command: 'shift', arg: -1e9, words: 'top' },
	{ keys: ['Alt+End'], command: 'shift', arg: 1e9, words: 'bottom' },
	{ keys: ['ArrowLeft', 'ArrowRight'], command: 'week', words: 'days' },
	{ keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], command: 'week', words: 'toDay' },
	{ keys: ['Delete'], command: 'delete', words: 'delete' },
	{ keys: [' '], command: 'done', row: true, words: 'done' },
	{ keys: ['s'], command: 'star', words: 'star' },
	{ keys: ['m'], command: 'day', words: 'day' },
	{ keys: ['d'], command: 'picker', arg: 'due', words: 'due' },
	{ keys: ['t'], command: 'dueToday', words: 'today' },
	{ keys: ['w'], command: 'dueWeek', words: 'week' },
	{ keys: ['r'], command: 'picker', arg: 'remind', words: 'remind' },
	{ keys: ['e'], command: 'notes', words: 'notes' },
	{ keys: ['#'], command: 'picker', arg: 'tags', words: 'tags' },
	{ keys: ['l'], command: 'picker', arg: 'list', words: 'list' },
	{ keys: ['a'], command: 'picker', arg: 'assign', words: 'assign' },
	{ keys: ['z', 'Ctrl+z'], command: 'undo', words: 'undo' },
	{ keys: ['Shift+z', 'Ctrl+Shift+z'], command: 'redo', words: 'redo' },
	{ keys: ['g d', 'g s', 'g p', 'g w', 'g m', 'g a', 'g c'], command: 'goTo', words: 'goTo',
		shown: ['G', 'D S P W M A C'] },
	{ keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], command: 'nth', words: 'nth',
		shown: ['1', '…', '9'] },
	{ keys: ['['], command: 'sidebar', words: 'sidebar' },
	{ keys: ['?'], command: 'help', words: 'help' },
];

const SIGNS = /** @type {Record<string, string>} */ ({ ArrowDown: '↓', ArrowUp: '↑',
	ArrowLeft: '←', ArrowRight: '→' });

/** Returns the label of a key.
 * @param {string} key */
export const keyCap = key => SIGNS[key] ?? (key === ' ' ? t('cap.Space') : key.length === 1 ?
	key.toUpperCase() : t('cap.' + key));

/** Returns the labels of a row's keys.
 * @param {Key} k @returns {string[]} */
export const keyCaps = k => k.shown ?? (k.all ?? k.keys).map(x =>
	x.split('+').map(keyCap).join(' '));
