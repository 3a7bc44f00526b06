// The Italian words of dates and times for quick add; table.js explains them.

import { table } from './table.js';

export default table({
	lang: 'it', today: 'oggi', tomorrow: 'domani', after: 'dopodomani',
	on: 'il |questo |questa |prossimo |prossima ', behind: ' prossim[oa]',
	onDate: "il |l'", th: 'º|°',
	amount: '(?:tra|fra) (\\d+|una?) (\\w+)', one: 'una?',
	units: ['giorn[oi]', 'settiman[ae]', 'mes[ei]'],
	nextWeek: '(?:la )?(?:prossima settimana|settimana prossima)',
	nextMonth: '(?:il )?(?:prossimo mese|mese prossimo)',
	at: "alle |all'|alle ore |ore ", noon: 'mezzogiorno|a mezzogiorno', hour: '(?:ore )(\\d{1,2})',
	every: [['ogni giorno|tutti i giorni|quotidianamente', 'daily'],
		['ogni settimana|tutte le settimane', 'weekly'],
		['ogni giorno feriale|tutti i giorni feriali', 'weekdays'],
		['ogni mese|tutti i mesi', 'monthly'],
		['ogni anno|tutti gli anni', 'yearly']],
	everyDay: 'ogni ',
	never: ['dom', 'lun', 'mar', 'mer', 'gio', 'ven', 'sab'],
	also: ['0 dom.', '1 lun.', '2 mar.', '3 mer.', '4 gio.', '5 ven.', '6 sab.'],
	not: '^(?:(?:di|da|per|del|il) (?:oggi|domani)|(?:black|santo) ven|' +
		'(?:di|del|della) (?:domenica|sabato|lunedi|mezzogiorno))',
});
