// The German words of dates and times for quick add; table.js explains them.

import { table } from './table.js';

export default table({
	lang: 'de', today: 'heute', tomorrow: 'morgen', after: 'ubermorgen',
	on: 'am |nachsten |nachste |kommenden ', onDate: 'am ',
	amount: 'in (\\d+|einem|einer) (\\w+)', one: 'einem|einer',
	units: ['tag|tagen?', 'wochen?', 'monat|monaten?'],
	nextWeek: 'nachste woche', nextMonth: 'nachsten monat',
	at: 'um ', noon: 'mittags?', hour: '(\\d{1,2})(?:[:.](\\d\\d))? ?uhr',
	every: [['jeden tag|taglich', 'daily'], ['jede woche|wochentlich', 'weekly'],
		['jeden werktag|werktags', 'weekdays'],
		['jeden monat|monatlich', 'monthly'],
		['jedes jahr|jahrlich', 'yearly']],
	everyDay: 'jeden ', never: ['so', 'do', 'mi', 'di', 'sa', 'mo', 'fr'],
	also: ['1 mo.', '6 sonnabend', '2 di.', '3 mi.', '4 do.', '5 fr.', '6 sa.', '0 so.'],
	not: '^(?:(?:guten|am|von|bis|vom|jeden|schonen|gegen|der) morgen|' +
		'(?:von|bis|der|fur|noch) heute|schwarzer frei|black frei)',
});
