// The Portuguese words of dates and times for quick add; forms.js explains them.

const WORK = 'dias? (?:util|uteis)';
const MONTH = '(?:do mes|de cada mes|de todo mes|de todos os meses|todo mes|cada mes)';
const MONTHLY = '(?:todo mes|todos os meses|cada mes|mensalmente) (?:no |na )?(?:dia )?';
const WORK_DAYS = { days: [0, 1, 2, 3, 4] };

/** @type {import('./forms.js').Words} */
export default {
	lang: 'pt',
	numbers: ['uma?', 'dois|duas', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove',
		'dez', 'onze', 'doze', 'treze', 'catorze|quatorze', 'quinze'],
	ordinals: ['primeir[oa]s?|1[oa°]', 'segund[oa]s?|2[oa°]', 'terceir[oa]s?|3[oa°]',
		'quart[oa]s?|4[oa°]', 'quint[oa]s?|5[oa°]'],
	last: 'ultim[oa]s?',
	units: ['dias?', 'semanas?', 'mes|meses', 'anos?'],
	and: '(?:e |& )?(?:na |no |as |aos |toda |todo |todas as )?',
	never: ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'],
	plurals: ['0 segundas', '1 tercas', '2 quartas', '3 quintas', '4 sextas', '5 sabados',
		'6 domingos', '0 segundas-feiras', '1 tercas-feiras', '2 quartas-feiras',
		'3 quintas-feiras', '4 sextas-feiras'],
	nth: '(?<nth>\\d{1,2}|primeiro)[o°]?', th: 'o|°', of: 'de ',
	on: '(?:(?:no maximo ate|o mais tardar) (?:na |no )?|na |no |nesta |neste |esta |este |ate |ate a |ate o |ate ao )?(?:proxim[oa] )?',
	behind: ' que vem| proxim[oa]',
	onDate: '(?:(?:no maximo ate|ate no maximo|o mais tardar) (?:o dia |dia |em |a )?|em |no dia |dia |ate |ate o dia |ate ao dia |ate dia |a )?',
	dates: [
		['(?:ate )?hoje', 0], ['(?:ate )?amanha', 1], ['(?:ate )?depois de amanha', 2],
		['hoje (?:a|de) noite|esta noite', { days: 0, about: '20:00' }],
		['hoje (?:a|de) tarde|esta tarde', { days: 0, about: '15:00' }],
		['hoje de manha|esta manha', { days: 0, about: '09:00' }],
		['(?:no dia |dia |ate o dia |ate ao dia |ate dia )(?<nth>\\d{1,2})', 'nth'],
		['(?:em|daqui a|dentro de) {n} {unit}', 'amount'],
		['(?:em|daqui a|dentro de) {n} (?:horas?|h)', 'hours'],
		['(?:em|daqui a|dentro de) {n} (?:minutos?|min\\.?)', 'minutes'],
		['(?:em|daqui a|dentro de) meia hora', 'minutes'],
		['(?:na )?{day} da (?:proxima semana|semana que vem)', 'nextWeekday'],
		['(?:na )?(?:proxima semana|semana que vem) (?:na )?{day}', 'nextWeekday'],
		['(?:na |ate a )?(?:proxima semana|semana que vem)', 'week'],
		['(?:no )?(?:proximo mes|mes que vem)', 'month'],
		['(?:no )?(?:proximo ano|ano que vem)', 'year'],
		['(?:neste|no|este) fim de semana', 'weekend'],
		['(?:no )?(?:proximo fim de semana|fim de semana que vem)', 'nextWeekend'],
		['(?:no |ate o |ate ao )?(?:fim|final) do mes', 'monthEnd'],
		['(?:no |ate o |ate ao )?(?:fim|final) do ano', 'yearEnd'],
	],
	at: 'as |a |ao |(?:la )?pelas |por volta das ', bare: 'as |pelas ', noon: 'meio-dia|ao meio-dia',
	hour: '(?<h>\\d{1,2}) ?(?:h|horas) ?(?<min>\\d\\d)?',
	parts: [['(?:de|da|pela) manha', '09:00'], ['(?:a|da|de|pela) tarde', '15:00'],
		['(?:a|da|de) noite', '20:00']],
	each: 'tod[oa]|todos os|todas as|cada|a cada',
	repeats: [
		['diariamente', { unit: 0 }], ['semanalmente', { unit: 1 }],
		['mensalmente', { unit: 2 }], ['anualmente', { unit: 3 }],
		['quinzenalmente|a cada quinzena', { unit: 1, n: 2 }],
		['trimestralmente|(?:todo|a cada|cada) trimestre', { unit: 2, n: 3 }],
		['semestralmente|(?:todo|a cada|cada) semestre', { unit: 2, n: 6 }],
		['{each} (?:{n} )?{unit}', {}], ['de {n} em (?:\\d+|dois|duas|tres|quatro|cinco|seis|dez|quinze) {unit}', {}],
		['dia sim,? dia nao', { unit: 0, n: 2 }], ['semana sim,? semana nao', { unit: 1, n: 2 }],
		['mes sim,? mes nao', { unit: 2, n: 2 }],
		['toda manha|todas as manhas', { unit: 0, about: '09:00' }],
		['toda tarde|todas as tardes', { unit: 0, about: '15:00' }],
		['toda noite|todas as noites', { unit: 0, about: '20:00' }],
		['{each} (?:{n} )?{uweek} (?:na |no |as |aos )?{days}', { unit: 1 }],
		['a cada {n} {uweek} (?:as |aos ){plurals}', { unit: 1 }],
		['semana sim,? semana nao na {days}', { unit: 1, n: 2 }],
		['{each} {days}', {}], ['(?:todas as|todos os|as|aos|nas|nos) {plurals}', {}],
		['{day} sim,? (?:terca|segunda|quarta|quinta|sexta|sabado|domingo)(?:-feira)? nao', { n: 2, unit: 1 }],
		[`(?:todos os|todo|cada|nos|em|aos) ${WORK}|de segunda a sexta(?:-feira)?`, WORK_DAYS],
		['todo fim de semana|todos os fins de semana|(?:aos|nos) fins de semana|cada fim de semana',
		    { days: [5, 6] }],
		[`(?:tod[oa] |na |no )?{pos} {day} ${MONTH}`, {}], ['tod[oa] {place} {day}', {}],
		[MONTHLY + '{pos} {day}', {}], ['a cada {n} meses na {pos} {day}', {}],
		[`(?:todo |no )?{pos} ${WORK} ${MONTH}`, WORK_DAYS],
		[`${MONTHLY}{pos} ${WORK}`, WORK_DAYS],
		['(?:todo |todos os )dias? {nth}(?: de cada mes| do mes)?', {}],
		[`(?:no |em )?(?:dia )?{nth} ${MONTH}`, {}], [MONTHLY + '{nth}', {}],
		['a cada {n} meses no dia {nth}', {}],
		[`(?:no |todo )?ultimo dia ${MONTH}|${MONTHLY}ultimo dia|(?:no|ao) (?:fim|final) de cada mes|` +
		    'todo (?:fim|final) de mes', { nth: -1 }],
		[`(?:no )?primeiro dia ${MONTH}`, { nth: 1 }],
		['(?:todo dia |todo |cada ){date}', {}],
		['(?:todo ano|todos os anos|cada ano|anualmente) (?:em |no dia |a )?{date}', {}],
		['a cada {n} anos em {date}', {}],
		['(?:tod[oa] |na |no ){pos} {day} de {month}', {}],
	],
	done: '(?:depois de|apos) (?:feit[oa]|fazer|concluir|concluid[oa]|terminar|terminad[oa]|completar)|' +
		'apos a conclusao|(?:depois|apos) que (?:for )?(?:feit[oa]|concluid[oa])',
	times: '(?:por )?{n} vezes',
	until: '(?:ate (?:a |o |ao )?)',
	since: '(?:a partir de |a partir da |a partir do |desde |desde a |comecando (?:na |no |em ))',
	starts: '{each} (?:horas?|minutos?|trimestre|semestre|quinzena|fim de|manha|tarde|noite|\\d+|' +
		'duas|dois|tres|quatro|{month})|(?:todos|todas) (?:os |as )?(?:{n} )?(?:{unit}|{day}|{plurals}|\\d|manhas|tardes|noites)|' +
		'(?:dia|semana|mes|{day}) sim|de (?:\\d+|duas|dois|tres) em|a {n} {unit}',
	soft: 'a cada',
	loose: 'maximo|tardar|volta|(?:dia|semana|mes|{day}) sim(?: dia| semana| mes| {day})?|de {n}(?: em(?: {n})?)?|tod[oa]s?|' +
		'de mes|o|a|os|as|um|uma|de|do|da|dos|das|em|no|na|nos|nas|ao|aos|por|pelo|pela|para|com|sem|e|ou|' +
		'que|como|desde|apos|antes|depois|ate|sobre|entre|este|esta|esse|essa|proxim[oa]|passad[oa]|nest[ea]|(?:hoje|amanha|no|{day}) (?:a )?(?:noite|tarde)|' +
		'ultim[oa]|meu|minha|seu|sua|nosso|partir|comecando|sim|nao|santa|&|vem|util|dia|fim|final|cada|fins|' +
		'do mes|dias|uteis|exceto|menos|salvo|nunca|so|{n} vezes|\\d+x',
	not: 'black sex|santa sex',
};
