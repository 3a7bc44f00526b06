// The English words of dates and times for quick add; forms.js explains them.

const WORK = '(?:weekday|work ?day|working day|business day)';
const EVERY_MONTH = '(?:of (?:the|every|each)|every|each) month', ON = '(?:on )?(?:the )?';
const MONTHLY = '(?:{each} month|monthly)(?: on)? (?:the )?';
const WORK_DAYS = { days: [0, 1, 2, 3, 4] };

/** @type {import('./forms.js').Words} */
export default {
	lang: 'en',
	numbers: ['a|an|one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine',
		'ten', 'eleven', 'twelve'],
	ordinals: ['first|1st', 'second|2nd', 'third|3rd', 'fourth|4th', 'fifth|5th'],
	last: 'last',
	units: ['days?', 'weeks?', 'months?', 'years?'],
	and: 'and (?:every |each |on )?|& ',
	days: ['1 tues', '2 weds', '3 thur', '3 thurs'],
	plurals: ['0 mondays', '1 tuesdays', '2 wednesdays', '3 thursdays', '4 fridays',
		'5 saturdays', '6 sundays'],
	nth: '(?<nth>\\d{1,2}(?=st|nd|rd|th)|first)(?:st|nd|rd|th|)',
	th: 'st|nd|rd|th', of: 'of ',
	on: '(?:on |by |due )?(?:next |this |coming )?', onDate: '(?:on |by |due )?(?:the )?',
	dates: [
		['(?:by |due |later )?today', 0], ['(?:by |due )?(?:tomorrow|tmrw|tmr)', 1],
		['(?:on |by |due )?(?:the )?day after tomorrow', 2],
		['tonight|this evening', { days: 0, about: '19:00' }],
		['this afternoon', { days: 0, about: '15:00' }],
		['(?:on )?{day} next week', 'nextWeekday'], ['next week(?: on)? {day}', 'nextWeekday'],
		['(?:on |by |due )?the {nth}', 'nth'],
		['in {n} {unit}', 'amount'], ['in {n} (?:hours?|hrs?)', 'hours'],
		['in {n} (?:minutes?|mins?)', 'minutes'], ['in half an hour', 'minutes'],
		['(?:by |due )?next week', 'week'], ['(?:by |due )?next month', 'month'],
		['(?:by |due )?next year', 'year'],
		['(?:this|at the|on the|over the|by the) weekend', 'weekend'],
		['(?:by )?next weekend', 'nextWeekend'],
		['(?:(?:at|by) )?(?:the )?end of (?:the |this )?month', 'monthEnd'],
		['(?:(?:at|by) )?(?:the )?end of (?:the |this )?year', 'yearEnd'],
	],
	at: 'at |by |around |@ ?', ampm: true, noon: 'noon|midday',
	parts: [['(?:in the )?morning', '09:00'], ['(?:in the )?afternoon', '15:00'],
		['(?:in the )?evening', '19:00'], ['(?:at )?night', '21:00']],
	each: 'every|each',
	repeats: [
		['daily', { unit: 0 }], ['weekly', { unit: 1 }], ['monthly', { unit: 2 }],
		['yearly|annually', { unit: 3 }],
		['fortnightly|{each} fortnight', { unit: 1, n: 2 }],
		['quarterly|{each} quarter', { unit: 2, n: 3 }],
		['{each} (?:{n} |{ord} )?{unit}', {}],
		['{each} (?:other|alternate) {unit}', { n: 2 }],
		['{each} {part}', { unit: 0 }],
		['{each} (?:{n} |{ord} )?{uweek}(?: on)? {days}', { unit: 1 }],
		['{each} (?:other |alternate ){uweek}(?: on)? {days}', { unit: 1, n: 2 }],
		['weekly(?: on)? {days}', { unit: 1 }],
		['fortnightly(?: on)? {days}', { unit: 1, n: 2 }],
		['{each} {days}', {}], ['(?:on )?{plurals}', {}],
		['{each} (?:other|alternate|second|2nd) {days}', { n: 2 }],
		[`{each} ${WORK}|(?:on )?weekdays`, WORK_DAYS],
		['{each} weekend|(?:on |at )?weekends', { days: [5, 6] }],
		[`{each} {place} {day}(?: ${EVERY_MONTH})?`, {}],
		[`(?:{each} |${ON}){pos} {day} ${EVERY_MONTH}`, {}],
		[MONTHLY + '{pos} {day}', {}],
		['{each} {n} {umonth} on the {pos} {day}', {}],
		['{each} (?:other|second) month on the {pos} {day}', { n: 2 }],
		[`{each} {place} ${WORK}(?: ${EVERY_MONTH})?`, WORK_DAYS],
		[`${ON}{pos} ${WORK} ${EVERY_MONTH}`, WORK_DAYS],
		[`${MONTHLY}{pos} ${WORK}`, WORK_DAYS],
		[`{each} {nth}(?: ${EVERY_MONTH})?`, {}], [`${ON}{nth} ${EVERY_MONTH}`, {}],
		[MONTHLY + '{nth}', {}], ['{each} {n} {umonth} on the {nth}', {}],
		['{each} (?:other|second) month on the {nth}', { n: 2 }],
		[`(?:{each} |${ON})last day ${EVERY_MONTH}|${MONTHLY}last day|{each} last day|` +
		    '{each} month ?end|(?:at )?(?:the )?end (?:of )?(?:every|each) month', { nth: -1 }],
		[`(?:{each} |${ON})first day ${EVERY_MONTH}|${MONTHLY}first day`, { nth: 1 }],
		['{each} {date}', {}], ['(?:{each} year|yearly|annually)(?: on)? (?:the )?{date}', {}],
		['{each} {n} years on (?:the )?{date}', {}],
		['{each} {pos} {day} (?:of|in) {month}', {}],
	],
	done: '(?:after|from)(?: it(?:\'s| is| was))?(?: being)? (?:done|completed|completion|finished)|' +
		'after (?:finishing|completing|i finish)(?: it)?|when done',
	times: '(?:for )?{n} times',
	until: '(?:until|till|til|through|up to) ', since: '(?:from|starting|beginning)(?: on)? ',
	starts: '{each} (?:other|alternate|\\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hours?|minutes?|fortnight|quarter|week(?:day|end)|' +
		'{part}|{month})',
	soft: 'every',
	loose: 'of month|the|a|an|of|from|since|before|after|for|to|and|or|with|about|than|like|as|is|on|in|' +
		'at|by|until|till|through|thru|around|sometime|every|each|other|last|first|past|next|this|that|my|our|your|his|' +
		'her|their|between|good|high|no|&|coming|starting|beginning|{each} day|except|but|not|never|' +
		'only|once|twice|{n} times|\\d+x',
	not: 'day tomorrow|(?:black|good) fri|(?:cyber|easter|whit|blue|manic) mon|' +
		'(?:easter|palm|bloody|super) sun|ash wed|(?:shrove|fat|super) tue|holy (?:sat|thu)',
};
