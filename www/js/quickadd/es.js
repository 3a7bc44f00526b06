// The Spanish words of dates and times for quick add; table.js explains them.

import { table } from './table.js';

export default table({
	lang: 'es', today: 'hoy', tomorrow: 'manana', after: 'pasado manana',
	on: 'el |este |el proximo |proximo ', behind: ' que viene', onDate: 'el |el dia ',
	of: 'de ', th: 'º|°', amount: '(?:en|dentro de) (\\d+|una?) (\\w+)', one: 'una?',
	units: ['dias?', 'semanas?', 'mes|meses'],
	nextWeek: '(?:la )?(?:proxima semana|semana que viene)',
	nextMonth: '(?:el )?(?:proximo mes|mes que viene)',
	at: 'a las? ', noon: 'mediodia|al mediodia', hour: '(\\d{1,2}) ?h',
	every: [['todos los dias|cada dia|diariamente', 'daily'],
		['todas las semanas|cada semana', 'weekly'],
		['cada dia laborable|todos los dias laborables', 'weekdays'],
		['todos los meses|cada mes', 'monthly'],
		['todos los anos|cada ano', 'yearly']],
	everyDay: 'todos los |cada ',
	never: ['dom', 'lun', 'mar', 'mie', 'jue', 'vie', 'sab'],
	also: ['6 sabados', '0 domingos', '0 dom.', '1 lun.', '2 mar.', '3 mie.',
		'4 jue.', '5 vie.', '6 sab.'],
	not: '^(?:(?:la|por|de|esta|cada|una|hasta|del) (?:la )?manana|' +
		'(?:de|hasta|desde|por) hoy|(?:black|santo|viernes) vie|(?:don|santo) domingo|' +
		'(?:de|del) (?:domingo|sabado|lunes|mediodia))',
});
