// The Portuguese words of dates and times for quick add; table.js explains them.

import { table } from './table.js';

export default table({
	lang: 'pt', today: 'hoje', tomorrow: 'amanha', after: 'depois de amanha',
	on: 'na |no |em |nesta |neste |proxima |proximo |na proxima |no proximo ',
	behind: ' que vem', onDate: 'em |no dia |dia ', of: 'de ', th: 'º|°',
	amount: '(?:em|daqui a|dentro de) (\\d+|uma?) (\\w+)', one: 'uma?',
	units: ['dias?', 'semanas?', 'mes|meses'],
	nextWeek: '(?:na )?(?:proxima semana|semana que vem)',
	nextMonth: '(?:no )?(?:proximo mes|mes que vem)',
	at: 'as |a |ao ', noon: 'meio-dia', hour: '(\\d{1,2}) ?h ?(\\d\\d)?',
	every: [['todos os dias|todo dia|cada dia|diariamente', 'daily'],
		['todas as semanas|toda semana|cada semana|semanalmente', 'weekly'],
		['todos os dias uteis|cada dia util|todo dia util', 'weekdays'],
		['todos os meses|todo mes|cada mes|mensalmente', 'monthly'],
		['todos os anos|todo ano|cada ano|anualmente', 'yearly']],
	everyDay: 'todas as |toda |todo |todos os |cada ',
	never: ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab', 'segunda', 'terca',
		'quarta', 'quinta', 'sexta'],
	also: ['0 dom.', '1 seg.', '2 ter.', '3 qua.', '4 qui.', '5 sex.', '6 sab.',
		'1 segundas-feiras', '2 tercas-feiras', '3 quartas-feiras',
		'4 quintas-feiras', '5 sextas-feiras', '6 sabados', '0 domingos'],
	not: '^(?:(?:de|do|ate|para|por|o) (?:hoje|amanha)|(?:black|santa) sexta|' +
		'(?:de|do|da) (?:domingo|sabado|segunda|meio-dia))',
});
