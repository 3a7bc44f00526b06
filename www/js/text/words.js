// Texts of the page by their keys.  {name} is a placeholder; a key with plural forms
// has one entry for each, as Intl.PluralRules names them.

/** @type {Record<string, string>} */
let words = {};
let current = 'en';
/** @type {Intl.PluralRules} */
let rules = new Intl.PluralRules('en');

/** @param {Record<string, string>} entries @param {string} lang */
export function setWords(entries, lang) {
	words = entries;
	current = lang;
	rules = new Intl.PluralRules(lang);
}

/** Returns the language of the words. */
export const language = () => current;

/** Translates a key.
 * @param {string} key @param {Record<string, any>} [holes] the placeholders; n chooses
 * the plural form
 * @returns {string} */
export function t(key, holes = {}) {
	const text = typeof holes.n === 'number' ?
	    words[key + '.' + rules.select(holes.n)] ?? words[key + '.other'] ??
	    words[key] : words[key];

	return !text?.includes('{') ? text ?? key : text.replace(/\{(\w+)\}/g, (_, name) =>
	    name === 'n' && typeof holes.n === 'number' ? formatNumber(holes.n) :
	    String(holes[name] ?? ''));
}

/** @type {Map<string, Intl.NumberFormat>} */
const numbers = new Map();

/** @param {number} n */
function formatNumber(n) {
	let f = numbers.get(current);

	if (!f)
		numbers.set(current, f = new Intl.NumberFormat(current));
	return f.format(n);
}

/** Returns the first wanted language that is available, else English.
 * @param {readonly string[]} wanted @param {string[]} have */
export function chooseOf(wanted, have) {
	for (const w of wanted)
		for (const l of [w, w.split('-')[0]])
			if (have.includes(l))
				return l;
	return 'en';
}
