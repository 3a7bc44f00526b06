// The Polish words of dates and times for quick add; table.js explains them.

import { table } from './table.js';

export default table({
	lang: 'pl', today: 'dzisiaj|dzis', tomorrow: 'jutro', after: 'pojutrze',
	on: 'w |we |w najblizszy |w najblizsza |w przyszly |w przyszla |w nastepny |w nastepna ',
	onDate: '',
	amount: 'za (\\d+|jeden)? ?(\\w+)', one: 'jeden|',
	units: ['dzien|dni', 'tydzien|tygodnie|tygodni', 'miesiac|miesiace|miesiecy'],
	nextWeek: '(?:w )?(?:przyszlym tygodniu|nastepnym tygodniu)|(?:przyszly|nastepny) tydzien',
	nextMonth: '(?:w )?(?:przyszlym miesiacu|nastepnym miesiacu)|(?:przyszly|nastepny) miesiac',
	at: 'o |o godz\\. |o godzinie ', noon: 'w poludnie|poludnie',
	hour: '(?:godz\\. |godzinie )(\\d{1,2})(?::(\\d\\d))?',
	every: [['codziennie|kazdego dnia', 'daily'],
		['co tydzien|kazdego tygodnia|cotygodniowo', 'weekly'],
		['w dni robocze|kazdego dnia roboczego', 'weekdays'],
		['co miesiac|kazdego miesiaca', 'monthly'], ['co rok|co roku', 'yearly']],
	everyDay: 'co |w kazdy |w kazda |kazdy |kazda ',
	never: ['sob', 'pt', 'sr', 'czw', 'wt', 'niedz', 'pon'],
	also: ['3 srode', '6 sobote', '0 niedziele', '0 niedz.', '1 pon.', '2 wt.',
		'3 sr.', '4 czw.', '5 pt.', '6 sob.'],
	not: '^(?:(?:na|do|od|o|lepsze|czarny|black|wielki) (?:jutro|dzis|dzisiaj|piatek)|' +
		'(?:na|do|od) (?:poludnie|sobote|niedziele)|wielka (?:sobota|niedziela))',
});
