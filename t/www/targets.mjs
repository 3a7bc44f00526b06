/* What the app's files may weigh, compressed, in kB of 1,000 bytes. */
import fs from 'node:fs';
import { LANGUAGES } from '../../www/js/text/languages.js';

export const build = process.env.DOCKET_BUILD ??
    new URL('../../build', import.meta.url).pathname;

export const SIZES = [
	['what the first draw needs: the page, its script and style, the worker', 45,
		/^index\.html\.gz$/, /^main-.*\.js\.gz$/, /^app-.*\.css\.gz$/, /^sw\.js\.gz$/],
	['what follows the first draw: the commands, the second style sheet', 39,
		/^bundle-commands-.*\.js\.gz$/, /^later-.*\.css\.gz$/],
	['the bundle of passkeys and notifications', 4, /^bundle-device-.*\.js\.gz$/],
	['the bundle of dialogs', 14, /^bundle-dialogs-.*\.js\.gz$/],
	['the bundle of pickers', 20, /^bundle-pickers-.*\.js\.gz$/],
	['the bundle of pages, with their English words', 27, /^bundle-pages-.*\.js\.gz$/],
	['the bundle of imports, with their English words', 12, /^bundle-imports-.*\.js\.gz$/],
	['the page alone', 14, /^index\.html\.gz$/],
	...LANGUAGES.filter(l => l !== 'en').map(l => [`the words of ${l}`, 14,
		new RegExp(`^words-${l}-.*\\.json\\.gz$`)]),
];

/* The bytes of the built files that a pattern names. */
export const size = patterns => fs.readdirSync(build + '/www')
    .filter(f => patterns.some(p => p.test(f)))
    .reduce((n, f) => n + fs.statSync(build + '/www/' + f).size, 0);
