// The Polish words of dates and times for quick add; forms.js explains them.

const WORK = '(?:dzien roboczy|dni robocze|dnia roboczego)';
const MONTH = '(?:miesiaca|kazdego miesiaca|w miesiacu|co miesiac)';
const MONTHLY = '(?:co miesiac|kazdego miesiaca|miesiecznie) (?:w )?';
const WORK_DAYS = { days: [0, 1, 2, 3, 4] };

/** @type {import('./forms.js').Words} */
export default {
	lang: 'pl',
	numbers: ['jeden|jedna|jedno', 'dwa|dwie|dwoch', 'trzy|trzech', 'cztery', 'piec', 'szesc',
		'siedem', 'osiem', 'dziewiec', 'dziesiec', 'jedenascie', 'dwanascie'],
	ordinals: ['pierwsz(?:y|a|e|ego|ej)|1\\.', 'drug(?:i|a|ie|iego|iej)|2\\.',
		'trzec(?:i|ia|ie|iego|iej)|3\\.', 'czwart(?:y|a|e|ego|ej)|4\\.',
		'piat(?:y|a|e|ego|ej)|5\\.'],
	last: 'ostatni(?:a|e|ego|ej)?',
	units: ['dzien|dni|dnia', 'tydzien|tygodnie|tygodni|tygodnia',
		'miesiac|miesiace|miesiecy|miesiaca', 'rok|roku|lata|lat'],
	and: '(?:i |oraz |& )?(?:w |we |w kazdy |w kazda |kazdy |kazda |co )?',
	days: ['0 poniedzialku', '1 wtorku', '2 srode', '2 srody', '3 czwartku', '4 piatku',
		'5 sobote', '5 soboty', '6 niedziele', '6 niedzieli', '6 niedz', '0 pon'],
	never: ['sie', 'sob', 'pt', 'sr', 'czw', 'wt', 'niedz', 'pon', 'soboty', 'niedzieli', 'srody',
		'poniedzialku', 'wtorku', 'czwartku', 'piatku'],
	plurals: ['0 poniedzialki', '1 wtorki', '2 srody', '3 czwartki', '4 piatki', '5 soboty'],
	nth: '(?<nth>\\d{1,2}(?=\\.)|pierwszego)\\.?',
	on: '(?:najpozniej (?:w |we )?|w |we |w ten |we ten )?(?:najblizsz[yae] |przyszl[yae] |nastepn[yae] )?',
	onDate: '(?:najpozniej (?:do )?|do |na )?',
	dates: [
		['dzis|dzisiaj|do dzis', 0], ['jutro|do jutra', 1], ['pojutrze|do pojutrza', 2],
		['(?:dzis|dzisiaj) wieczorem', { days: 0, about: '19:00' }],
		['(?:dzis|dzisiaj) po poludniu', { days: 0, about: '15:00' }],
		['(?:dzis|dzisiaj) rano', { days: 0, about: '09:00' }],
		['do (?:najblizsz(?:ego|ej) |przyszl(?:ego|ej) )?{day}', 'weekday'],
		['(?:do )?(?<nth>\\d{1,2})\\.', 'nth'],
		['za {n} {unit}', 'amount'], ['za {unit}', 'amount'],
		['za {n} (?:godziny|godzin|h)', 'hours'], ['za godzine', 'hours'],
		['za {n} (?:minut|minuty|min\\.?)', 'minutes'], ['za pol godziny', 'minutes'],
		['(?:we? )?{day} w (?:przyszlym|nastepnym) tygodniu', 'nextWeekday'],
		['w (?:przyszlym|nastepnym) tygodniu (?:we? )?{day}', 'nextWeekday'],
		['(?:w )?(?:przyszlym tygodniu|nastepnym tygodniu)|(?:przyszly|nastepny) tydzien', 'week'],
		['(?:w )?(?:przyszlym miesiacu|nastepnym miesiacu)|(?:przyszly|nastepny) miesiac', 'month'],
		['(?:w )?(?:przyszlym roku|nastepnym roku)|przyszly rok', 'year'],
		['w (?:ten |najblizszy )?weekend|do weekendu', 'weekend'],
		['w (?:przyszly|nastepny) weekend', 'nextWeekend'],
		['(?:do|pod|na) (?:konca|koniec) (?:tego )?miesiaca|koniec miesiaca', 'monthEnd'],
		['(?:do|pod|na) (?:konca|koniec) (?:tego )?roku|koniec roku', 'yearEnd'],
	],
	at: 'o |o godz\\. |o godzinie |od |okolo |kolo ', bare: 'o |o godz\\. |o godzinie ',
	noon: 'w poludnie|poludnie',
	hour: '(?<h>\\d{1,2})(?:[:.](?<min>\\d\\d))? ?(?:godz\\.?)',
	parts: [['rano|z rana', '09:00'], ['po poludniu', '15:00'], ['wieczorem', '19:00'],
		['w nocy', '22:00']],
	each: 'co|w kazd[yae]|kazd(?:y|a|e|ego|ej)',
	repeats: [
		['codziennie|co dzien', { unit: 0 }], ['cotygodniowo', { unit: 1 }],
		['miesiecznie|comiesiecznie', { unit: 2 }], ['rocznie|corocznie', { unit: 3 }],
		['co kwartal|kwartalnie', { unit: 2, n: 3 }], ['co pol roku', { unit: 2, n: 6 }],
		['{each} {unit}', {}], ['co {n} {unit}', {}], ['(?:co|w kazdy) {ord} {unit}', {}],
		['co (?:rano|ranek)|kazdego ranka', { unit: 0, about: '09:00' }],
		['co wieczor|kazdego wieczoru', { unit: 0, about: '19:00' }],
		['co {n} {uweek} (?:we? )?{days}', { unit: 1 }],
		['co (?:{ord} )?{uweek} (?:we? )?{days}', { unit: 1 }],
		['(?:co|w kazd[yae]|kazd(?:y|a|e|ego|ej)) {days}', {}],
		['we? {plurals}', {}],
		['co (?:drugi|druga|2\\.) {days}', { n: 2 }],
		[`(?:co|w|w kazdy|kazdego) ${WORK}|od poniedzialku do piatku|od pon\\.? do pt\\.?`, WORK_DAYS],
		['(?:co|w kazdy) weekend|w weekendy|w soboty i (?:w )?niedziele', { days: [5, 6] }],
		[`(?:w |we |w kazd[yae] |co )?{pos} {day} ${MONTH}`, {}],
		['w kazd[yae] {pos} {day}', {}], [MONTHLY + '{pos} {day}', {}],
		['co {n} miesiace w {pos} {day}', {}],
		[`(?:w |w kazdy )?{pos} ${WORK} ${MONTH}`, WORK_DAYS],
		[`${MONTHLY}{pos} ${WORK}`, WORK_DAYS],
		['kazdego {nth}(?: dnia)?(?: miesiaca)?', {}],
		['{nth}(?: dnia)? kazdego miesiaca', {}], ['{nth}(?: dnia)? miesiaca', {}],
		['(?:co miesiac|kazdego miesiaca) {nth}(?: dnia)?', {}],
		['co {n} {umonth} {nth}(?: dnia)?', {}], ['co drugi miesiac {nth}(?: dnia)?', { n: 2 }],
		[`(?:w )?ostatni(?:ego)? (?:dzien|dnia) ${MONTH}|${MONTHLY}ostatniego dnia|` +
		    '(?:pod|na) koniec kazdego miesiaca', { nth: -1 }],
		[`pierwsz(?:ego dnia|y dzien) ${MONTH}`, { nth: 1 }],
		['kazdego {date}', {}], ['(?:co roku|co rok|corocznie) {date}', {}],
		['co {n} lat {date}', {}], ['w {pos} {day} {month}', {}],
	],
	done: '(?:po|od) (?:wykonaniu|wykonania|zrobieniu|zrobienia|ukonczeniu|ukonczenia|zakonczeniu|odhaczeniu)|' +
		'gdy zrobione',
	times: '{n} razy', until: 'do ', since: '(?:od |poczawszy od |zaczynajac od )', govern: 'do ',
	starts: '{each} (?:godzine|godziny|minute|kwartal|pol|weekend|rano|wieczor|\\d+ |{n} (?:{unit}|godzin)|{month})|' +
		'w (?:kazd[yae]) ',
	soft: 'w kazd[yae]|kazdego',
	loose: 'najpozniej|w (?:i )?(?:{plurals}|wieczorem)|od {day}(?: {day})?|co|{each} {n}|co drug(?:i|a)|w|we|z|ze|na|do|od|o|po|przed|za|przy|u|i|oraz|a|albo|lub|dla|bez|' +
		'nad|pod|przez|jak|niz|nie|ten|ta|to|te|tej|tego|moj|moja|twoj|nasz|zeszl[yae]|ubiegl[yae]|' +
		'przyszl[yae]|nastepn[yae]|najblizsz[yae]|wielki|wielka|czarny|godz\\.|godzinie|&|koniec|konca|' +
		'pol|razy|dzien|robocze|roboczy|dnia|poczawszy|kazdego|dni|roboczego|okolo|lepsze|' +
		'oprocz|procz|nigdy|tylko|{n} razy|\\d+x',
	not: 'black pia',
};
