// The Dutch words of dates and times for quick add; table.js explains them.

import { table } from './table.js';

export default table({
	lang: 'nl', today: 'vandaag', tomorrow: 'morgen', after: 'overmorgen',
	on: 'op |volgende |komende |aanstaande ', onDate: 'op ', th: 'e|ste|de',
	amount: 'over (\\d+|een) (\\w+)', one: 'een',
	units: ['dag|dagen', 'week|weken', 'maand|maanden'],
	nextWeek: 'volgende week', nextMonth: 'volgende maand',
	at: 'om ', noon: '12 uur', hour: '(\\d{1,2})(?:[:.](\\d\\d))? ?uur',
	every: [['elke dag|iedere dag|dagelijks', 'daily'],
		['elke week|iedere week|wekelijks', 'weekly'],
		['elke werkdag|iedere werkdag', 'weekdays'],
		['elke maand|iedere maand|maandelijks', 'monthly'],
		['elk jaar|ieder jaar|jaarlijks', 'yearly']],
	everyDay: 'elke |iedere ', never: ['zo', 'do', 'vr', 'za', 'ma', 'di', 'wo'],
	also: ['0 zo.', '1 ma.', '2 di.', '3 wo.', '4 do.', '5 vr.', '6 za.'],
	not: '^(?:(?:van|voor|tot|goede|goeie|de|over) (?:morgen|vandaag)|' +
		'(?:goede|black) vrijdag|(?:van|de) (?:zondag|zaterdag|maandag))',
});
