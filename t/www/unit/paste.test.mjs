// Pasted lists: bullets and check marks go, what is checked is done.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readPasted } from '../../../www/js/quickadd/paste.js';

/** A pasted text, and what each line says; a checked one begins with "done ".
 * @type {[string, string[]][]} */
const TEXTS = [
	['Milk\n\n  Bread  \r\nEggs', ['Milk', 'Bread', 'Eggs']],
	...['-', '*', '+', '•', '‣', '◦', '⁃', '∙', '·', '–', '—', '▪', '●', '○'].map(b =>
		/** @type {[string, string[]]} */ ([`${b} Flour\n  ${b}  Salt`, ['Flour', 'Salt']])),
	...['[ ]', '[]', '☐', '◻', '⬜', '- [ ]', '* ☐', '• [ ]'].map(b =>
		/** @type {[string, string[]]} */ ([`${b} Flour\n${b} Salt`, ['Flour', 'Salt']])),
	...['[x]', '[X]', '☑', '☑️', '☒', '✓', '✔', '✔️', '✅', '- [x]', '* ✓'].map(b =>
		/** @type {[string, string[]]} */ ([`${b} Flour\nSalt`, ['done Flour', 'Salt']])),
	['☑Flour\n☐Salt', ['done Flour', 'Salt']],
	['1. Wash\n2. Dry\n3. Fold', ['Wash', 'Dry', 'Fold']],
	['4) Wash\n5) Dry', ['Wash', 'Dry']],
	['1. Wash\n1. Dry', ['1. Wash', '1. Dry']],
	['2. Mai Geburtstag\n7. Mai Umzug', ['2. Mai Geburtstag', '7. Mai Umzug']],
	['-5 degrees\n*bold*\n–quiet', ['-5 degrees', '*bold*', '–quiet']],
	['x Flour\nX Salt', ['x Flour', 'X Salt']],
	['-\n*\n[ ]\nLeft', ['Left']],
	['- Flour', ['Flour']],
	['', []],
];

for (const [text, want] of TEXTS)
	test(JSON.stringify(text), () => assert.deepEqual(readPasted(text).map(l =>
	    (l.done ? 'done ' : '') + l.title), want));
