// The Spanish words of dates and times for quick add; forms.js explains them.

const WORK = 'dias? (?:laborables?|habil|habiles)';
const MONTH = '(?:del mes|de cada mes|de todos los meses|cada mes)';
const MONTHLY = '(?:cada mes|todos los meses|mensualmente) (?:el )?(?:dia )?';
const WORK_DAYS = { days: [0, 1, 2, 3, 4] };

/** @type {import('./forms.js').Words} */
export default {
	lang: 'es',
	numbers: ['una?|un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve',
		'diez', 'once', 'doce', 'trece', 'catorce', 'quince'],
	ordinals: ['primer(?:o|a|os)?|1[oª]?\\.?', 'segund(?:o|a|os)|2[oª]\\.?', 'tercer(?:o|a|os)?',
		'cuart(?:o|a|os)', 'quint(?:o|a|os)'],
	last: 'ultim(?:o|a|os)',
	units: ['dias?', 'semanas?', 'mes|meses', 'anos?'],
	and: '(?:y |& )?(?:el |los |cada |todos los )?',
	days: ['5 sabados', '6 domingos'],
	never: ['dom', 'lun', 'mar', 'mie', 'jue', 'vie', 'sab'],
	plurals: ['0 lunes', '1 martes', '2 miercoles', '3 jueves', '4 viernes', '5 sabados',
		'6 domingos'],
	nth: '(?<nth>\\d{1,2}|primero)(?:o|°)?', th: 'o|°', of: 'de ',
	on: '(?:el |este |antes del |a mas tardar el )?(?:proximo )?', behind: ' que viene| proximo',
	onDate: '(?:el |el dia |antes del |a mas tardar el |para el )?',
	dates: [
		['(?:para )?hoy', 0], ['manana|antes de manana', 1], ['pasado manana', 2],
		['esta noche|hoy (?:por|en) la noche', { days: 0, about: '21:00' }],
		['esta tarde|hoy (?:por|en) la tarde', { days: 0, about: '15:00' }],
		['esta manana', { days: 0, about: '09:00' }],
		['(?:el |el dia |antes del |a mas tardar el )(?<nth>\\d{1,2})', 'nth'],
		['(?:en|dentro de) {n} {unit}', 'amount'],
		['(?:en|dentro de) {n} horas?', 'hours'],
		['(?:en|dentro de) {n} (?:minutos?|min\\.?)', 'minutes'],
		['(?:en|dentro de) media hora', 'minutes'],
		['(?:el )?{day} de la (?:semana que viene|proxima semana)', 'nextWeekday'],
		['la (?:semana que viene|proxima semana) (?:el )?{day}', 'nextWeekday'],
		['(?:la )?(?:proxima semana|semana que viene)', 'week'],
		['(?:el )?(?:proximo mes|mes que viene)', 'month'],
		['(?:el )?(?:proximo ano|ano que viene)', 'year'],
		['(?:este|el) fin de semana|este finde', 'weekend'],
		['(?:el )?(?:proximo fin de semana|fin de semana que viene)', 'nextWeekend'],
		['(?:a |antes de )?(?:fin|final|finales|fines) de(?:l)? (?:este )?mes', 'monthEnd'],
		['(?:a |antes de )?(?:fin|final|finales|fines) de(?:l)? (?:este )?ano', 'yearEnd'],
	],
	at: 'a las? |a eso de las |sobre las |hacia las |alrededor de las ', bare: 'a las? ',
	noon: 'mediodia|al mediodia|a mediodia',
	hour: '(?<h>\\d{1,2})(?:[:.](?<min>\\d\\d))? ?(?:h|hs|horas)',
	parts: [['(?:por|de|en) la manana', '09:00'], ['(?:por|de|en) la tarde', '15:00'],
		['(?:por|de|en) la noche', '21:00']],
	each: 'cada|todos los|todas las',
	repeats: [
		['diariamente|a diario', { unit: 0 }], ['semanalmente', { unit: 1 }],
		['mensualmente', { unit: 2 }], ['anualmente', { unit: 3 }],
		['quincenalmente|cada quincena', { unit: 1, n: 2 }],
		['trimestralmente|(?:cada trimestre|todos los trimestres)', { unit: 2, n: 3 }],
		['semestralmente|cada semestre', { unit: 2, n: 6 }],
		['{each} (?:{n} )?{unit}', {}], ['dia por medio|un dia si y otro no', { unit: 0, n: 2 }],
		['una semana si y otra no', { unit: 1, n: 2 }], ['un mes si y otro no', { unit: 2, n: 2 }],
		['cada manana|todas las mananas', { unit: 0, about: '09:00' }],
		['cada tarde|todas las tardes', { unit: 0, about: '15:00' }],
		['cada noche|todas las noches', { unit: 0, about: '21:00' }],
		['{each} (?:{n} )?{uweek} (?:el |los |en )?{days}', { unit: 1 }],
		['(?:el |los ){days} cada {n} semanas', { unit: 1 }],
		['semanalmente (?:el |los ){days}', { unit: 1 }],
		['una semana si y otra no el {days}', { unit: 1, n: 2 }],
		['{each} {days}', {}], ['los {plurals}', {}],
		['un {days} si y otro no', { n: 2 }],
		['(?:los )?{plurals} alternos', { n: 2 }], ['un {days} de cada dos', { n: 2 }],
		[`(?:cada|todos los|los) ${WORK}|entre semana|de lunes a viernes`, WORK_DAYS],
		['(?:cada fin|todos los fines|los fines) de semana', { days: [5, 6] }],
		[`(?:cada |el |todos los )?{pos} {day} ${MONTH}`, {}],
		['cada {pos} {day}', {}], [MONTHLY + '{pos} {day}', {}],
		['cada {n} meses el {pos} {day}', {}],
		[`(?:cada |el )?{pos} ${WORK} ${MONTH}`, WORK_DAYS],
		[`${MONTHLY}{pos} ${WORK}`, WORK_DAYS],
		['(?:cada |todos los )(?:dia )?{nth}(?: del mes| de mes| de cada mes)?', {}],
		[`(?:el )?(?:dia )?{nth} ${MONTH}`, {}], [MONTHLY + '{nth}', {}],
		['cada {n} meses el (?:dia )?{nth}', {}],
		[`(?:el )?ultimo dia ${MONTH}|${MONTHLY}ultimo(?: dia)?|a (?:fin|final|finales) de cada mes|` +
		    'cada (?:fin|final) de mes', { nth: -1 }],
		[`(?:el )?primer dia ${MONTH}`, { nth: 1 }],
		['(?:cada |todos los ){date}', {}],
		['(?:todos los anos|cada ano|anualmente) el (?:dia )?{date}', {}],
		['cada {n} anos el {date}', {}],
		['(?:cada |el ){pos} {day} de {month}', {}],
	],
	done: '(?:despues de|tras) (?:hacer(?:lo|la)|completar(?:lo|la)?|terminar(?:lo|la)?)|al completar(?:lo|la)?|' +
		'una vez (?:hech|completad|terminad)[oa]',
	times: '{n} veces',
	until: '(?:hasta el |hasta la |hasta )',
	since: '(?:a partir del |a partir de |desde el |desde |empezando el |comenzando el )',
	starts: '(?:todos|todas) (?:{n} )?(?:{unit}|{day}|\\d+)|una? (?:{unit}|{day}) si|' +
		'{each} (?:horas?|minutos?|trimestre|semestre|quince|quincena|fin de|manana|tarde|noche|' +
		'\\d+|dos|tres|{month})|una? {day} de cada',
	soft: 'cada',
	loose: 'alrededor|(?:fin|fines) de|de mes|una? (?:{unit}|{day})(?: de| si| de cada| si y| y)?(?: {n}| otr[oa])?|no|otr[oa]|' +
		'dos|si|todos|todas|el|la|los|las|un|una|unos|de|del|al|a|en|y|e|o|u|por|para|con|sin|' +
		'desde|tras|antes|despues|hasta|sobre|entre|como|que|mi|mis|tu|tus|su|sus|nuestro|este|' +
		'esta|estos|ese|esa|esos|proximo|proxima|pasado|pasada|el dia|laborable|habil|final|finales|partir|tardar|empezando|' +
		'comenzando|viernes santo|don|santo|mas|&|viene|semana|vez|veces|' +
		'del mes|excepto|menos|salvo|nunca|solo|{n} veces|\\d+x',
	not: 'black vie|don domingo',
};
