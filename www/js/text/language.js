// Loads the words of the chosen language, or of one that the browser asks for.

import { LANGUAGES } from './languages.js';
import { chooseOf, language, setWords } from './words.js';

/** @type {any[]} www/bundle writes the English words here */
const builtIn = ["DOCKET_WORDS"];

/** @param {string} path */
const fetchJson = async path => (await fetch(path)).json();

/** Returns the chosen language, else the browser's. */
const chooseLanguage = () => chooseOf([localStorage.getItem('docket-language') ?? '',
	...navigator.languages].filter(Boolean), LANGUAGES);

/** @type {Record<string, string>} */
let words = {};
/** English words that other bundles bring.
 * @type {Record<string, string>} */
let moreWords = {};

/** @param {Record<string, string> | undefined} some */
export function addWords(some) {
	moreWords = { ...moreWords, ...some };
	setWords(words = { ...moreWords, ...words }, language());
}

export async function loadWords() {
	const english = builtIn[1] ?? await fetchJson('words/en.json');
	const lang = chooseLanguage();

	setWords(words = { ...moreWords, ...english }, 'en');
	if (lang !== 'en')
		try {
			const theirs = await fetchJson(`words/${lang}.json`);
			setWords(words = { ...words, ...theirs }, lang);
		} catch { /* English stays */ }
}
