// The German words of dates and times for quick add; forms.js explains them.

const WORK = '(?:werktag|arbeitstag|wochentag)';
const MONTH = '(?:des monats|im monat|jede[ns] monats|eines jede[ns] monats|jeden monat)';
const MONTHLY = '(?:jeden monat|monatlich|immer) (?:am |zum )';
const WORK_DAYS = { days: [0, 1, 2, 3, 4] };

/** @type {import('./forms.js').Words} */
export default {
	lang: 'de',
	numbers: ['eine[mnrs]?|ein', 'zwei', 'drei', 'vier', 'funf', 'sechs', 'sieben', 'acht',
		'neun', 'zehn', 'elf', 'zwolf'],
	ordinals: ['erste[nrs]?|1\\.', 'zweite[nrs]?|2\\.', 'dritte[nrs]?|3\\.',
		'vierte[nrs]?|4\\.', 'funfte[nrs]?|5\\.'],
	last: 'letzte[nrs]?',
	units: ['tag|tagen?', 'wochen?', 'monate?n?', 'jahre?n?'],
	and: 'und (?:am |jeden |immer )?|u\\. |& ',
	days: ['5 sonnabend'],
	never: ['so', 'do', 'mi', 'di', 'sa', 'mo', 'fr'],
	plurals: ['0 montags', '1 dienstags', '2 mittwochs', '3 donnerstags', '4 freitags',
		'5 samstags', '5 sonnabends', '6 sonntags'],
	nth: '(?<nth>\\d{1,2}(?=\\.)|ersten)\\.?',
	on: '(?:am |bis |bis zum |(?:bis )?spatestens (?:am |bis |bis zum )?|ab |diesen |an diesem )?(?:nachste[nr] |kommende[nr] )?',
	onDate: '(?:(?:bis )?spatestens (?:am |bis |bis zum )?|am |bis zum |bis |zum |den )?',
	dates: [
		['(?:bis )?heute', 0], ['(?:bis )?morgen', 1], ['(?:bis )?ubermorgen', 2],
		['nachste woche (?:am )?{day}', 'nextWeekday'],
		['(?:am |bis zum |zum )(?<nth>\\d{1,2})\\.', 'nth'],
		['in {n} {unit}', 'amount'], ['in {n} stunden?', 'hours'],
		['in {n} (?:minuten?|min\\.?)', 'minutes'],
		['in einer halben stunde|in ner halben stunde', 'minutes'],
		['(?:bis )?nachste woche|kommende woche', 'week'],
		['(?:bis )?nachsten monat|kommenden monat', 'month'],
		['(?:bis )?nachstes jahr|kommendes jahr', 'year'],
		['(?:am|dieses|an diesem|ubers|bis zum) wochenende', 'weekend'],
		['(?:am )?nachste[sn] wochenende', 'nextWeekend'],
		['(?:bis )?(?:ende des monats|ende monat|monatsende)|(?:bis )?zum monatsende|' +
		    'bis ende des monats', 'monthEnd'],
		['(?:bis )?(?:ende des jahres|jahresende)|(?:bis )?zum jahresende', 'yearEnd'],
	],
	attached: [['abend', '19:00'], ['nachmittag', '15:00'], ['mittag', '12:00'],
		['vormittag|morgen|fruh', '09:00']],
	at: 'um |ab |(?:so )?gegen |(?:circa|ca\\.|etwa|ungefahr) (?:um )?', bare: 'um ', halfTo: 'halb', noon: '12 uhr mittags',
	hour: '(?<h>\\d{1,2})(?:[:.](?<min>\\d\\d))? ?(?:uhr|h)(?: (?<min2>\\d\\d))?',
	parts: [['fruh|in der fruh|(?:am )?vormittag|morgens|vormittags|(?:am )?morgen', '09:00'],
		['(?:am )?mittag|mittags', '12:00'],
		['(?:am )?nachmittag|nachmittags', '15:00'], ['(?:am )?abend|abends', '19:00']],
	each: 'jede[nsr]?|alle',
	repeats: [
		['taglich', { unit: 0 }], ['wochentlich', { unit: 1 }],
		['monatlich', { unit: 2 }], ['jahrlich', { unit: 3 }],
		['14-tagig|vierzehntagig|zweiwochentlich', { unit: 1, n: 2 }],
		['zweimonatlich', { unit: 2, n: 2 }],
		['vierteljahrlich|quartalsweise|jedes quartal|jedes vierteljahr', { unit: 2, n: 3 }],
		['halbjahrlich|jedes halbe jahr|jedes halbjahr', { unit: 2, n: 6 }],
		['jede[ns]? (?:{ord} )?{unit}', {}], ['alle {n} {unit}', {}],
		['jeden {part}', { unit: 0 }],
		['jede (?:{ord} )?woche (?:am |jeden )?{days}', { unit: 1 }],
		['alle {n} wochen (?:am |jeden |immer )?{days}', { unit: 1 }],
		['alle {n} wochen (?:immer )?{plurals}', { unit: 1 }],
		['wochentlich (?:am )?{days}', { unit: 1 }],
		['jede (?:{ord} )?woche {plurals}', { unit: 1 }],
		['14-tagig (?:am )?{days}', { unit: 1, n: 2 }],
		['jede[nsr]? {days}', {}], ['(?:immer )?{plurals}', {}], ['immer am {days}', {}],
		['jeden (?:zweiten|2\\.) {days}', { n: 2 }],
		[`jeden ${WORK}|werktags|wochentags|an werktagen|(?:von )?montags? bis freitags?|mo[-–]fr`,
		    WORK_DAYS],
		['jedes wochenende|an wochenenden|immer am wochenende|wochenends', { days: [5, 6] }],
		[`jeden {place} {day}(?: ${MONTH})?`, {}],
		[`(?:jeden |am |immer am )?{pos} {day} ${MONTH}`, {}],
		[MONTHLY + '{pos} {day}', {}],
		['alle {n} monate am {pos} {day}', {}],
		['jeden zweiten monat am {pos} {day}', { n: 2 }],
		[`jeden {place} ${WORK}(?: ${MONTH})?`, WORK_DAYS],
		[`(?:am |immer am )?{pos} ${WORK} ${MONTH}`, WORK_DAYS],
		[`${MONTHLY}{pos} ${WORK}`, WORK_DAYS],
		[`jeden {nth}(?: ${MONTH})?`, {}],
		[`(?:am |zum |immer am |immer zum ){nth} (?:jede[ns] monats|eines jede[ns] monats|des monats|im monat|jeden monat)`, {}],
		[MONTHLY + '{nth}', {}], ['alle {n} monate am {nth}', {}],
		['jeden zweiten monat am {nth}', { n: 2 }],
		[`(?:jeden |am |immer am )?letzte[nr] tag ${MONTH}|${MONTHLY}(?:letzten(?: tag)?|monatsende|ende)|` +
		    'jeden monatsletzten|(?:immer )?am (?:monatsletzten|monatsende)|jedes monatsende', { nth: -1 }],
		[`(?:am |immer am |jeden )?erste[nr] tag ${MONTH}|(?:immer )?am monatsanfang|am monatsersten|jeden monatsersten`,
		    { nth: 1 }],
		['jede[nsr]? {date}', {}], ['(?:jedes jahr|jahrlich|immer) am {date}', {}],
		['alle {n} jahre am {date}', {}],
		['(?:jeden |jedes jahr am |immer am ){pos} {day} im {month}', {}],
	],
	done: '(?:nach|ab) (?:der |dem )?(?:erledigung|fertigstellung|erledigen|abschluss|abhaken)|' +
		'nachdem (?:es|sie|er) erledigt ist|wenn erledigt',
	times: '(?:insgesamt )?{n} ?(?:mal|x)',
	until: '(?:bis zum |bis )', since: '(?:ab dem |ab |beginnend am |beginnend mit dem |angefangen am )',
	starts: '{each} (?:stunden?|minuten?|quartal|halbe|werktag|wochenende|(?:\\d+|zwei|drei) ' +
		'(?:stunden|minuten))|jeden (?:{month}|morgen|abend|vormittag|nachmittag|mittag)',
	soft: 'jede[nsr]?',
	loose: 'spatestens|circa|ca\\.|etwa|ungefahr|von|vom|fur|der|die|das|den|dem|des|seit|vor|nach|gegen|wegen|zum|zur|zu|im|in|an|am|' +
		'auf|aus|bei|mit|und|oder|als|wie|ab|bis|um|ein|eine[nmrs]?|immer|andere[nrs]?|' +
		'vorige[nrs]?|vergangene[nrs]?|guten|schonen|schwarzer|black|noch|uber|ohne|&|jede[mrsn]?|' +
		'nachste[nrs]?|kommende[nrs]?|diese[nrsm]?|alle|monats|jahres|werktag|arbeitstag|beginnend|angefangen|insgesamt|halben|' +
		'ausser|nicht|nie|nur|{n} mal|\\S+mal|\\d+x',
	not: 'schwarzer frei|black frei',
};
