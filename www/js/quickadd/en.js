// The English words of dates and times for quick add; table.js explains them.

import { table } from './table.js';

export default table({
	lang: 'en', today: 'today', tomorrow: 'tomorrow', on: 'on |next ',
	onDate: 'on ', of: 'of ', th: 'st|nd|rd|th',
	amount: 'in (\\d+|a|an|one) (\\w+)', one: 'a|an|one',
	units: ['days?', 'weeks?', 'months?'],
	nextWeek: 'next week', nextMonth: 'next month',
	at: 'at ', noon: 'noon', half: true,
	every: [['every day|daily', 'daily'], ['every week|weekly', 'weekly'],
		['every weekday', 'weekdays'], ['every month|monthly', 'monthly'],
		['every year|yearly', 'yearly']],
	everyDay: 'every ', also: ['2 tues', '4 thur', '4 thurs', '3 weds'],
	not: '^(?:(?:black|good) fri|(?:cyber|easter|whit|blue|manic) mon|' +
		'(?:easter|palm|bloody|super) sun|ash wed|(?:shrove|fat|super) tue|' +
		'holy (?:sat|thu)|(?:of|after|usa|than|like|about|until|from) to|' +
		'(?:the|high|at) (?:daily|weekly|monthly|noon)|' +
		'(?:with|the|of|our) (?:sun|sat|mon|wed)$)',
});
