// Which words are shown: those chosen, else those the browser asks for.

import { choose, language, setWords } from './words.js';

export { language };
export const HAVE = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
/** @type {any[]} the bundle has the English words here */
const built = ["DOCKET_WORDS"];

/** @param {string} path */
const fetched = async path => (await fetch(path)).json();

/** The language that was chosen, or that is asked for. */
export const wanted = () => choose([localStorage.getItem('docket-language') ?? '',
	...navigator.languages].filter(Boolean), HAVE);

/** @type {Record<string, string>} */
let words = {};
/** English ones that the further script brings.
 * @type {Record<string, string> | undefined} */
let more;

/** @param {Record<string, string> | undefined} some */
export function addWords(some) {
	more = some;
	setWords(words = { ...more, ...words }, language());
}

export async function loadWords() {
	const english = built[1] ?? await fetched('words/en.json');
	const lang = wanted();

	setWords(words = { ...more, ...english }, 'en');
	if (lang !== 'en')
		try {
			const theirs = await fetched(`words/${lang}.json`);
			setWords(words = { ...words, ...theirs }, lang);
		} catch { /* English it is */ }
}
