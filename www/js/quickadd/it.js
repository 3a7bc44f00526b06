// The Italian words of dates and times for quick add; forms.js explains them.

const WORK = 'giorn[oi] (?:lavorativ[oi]|ferial[ei])';
const MONTH = '(?:del mese|di ogni mese|di tutti i mesi|ogni mese|al mese)';
const MONTHLY = "(?:ogni mese|tutti i mesi|mensilmente) (?:il |la |l')?";
const WORK_DAYS = { days: [0, 1, 2, 3, 4] };

/** @type {import('./forms.js').Words} */
export default {
	lang: 'it',
	numbers: ['un[oa]?', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove',
		'dieci', 'undici', 'dodici'],
	ordinals: ['prim[oaie]|1[oa°]', 'second[oaie]|2[oa°]', 'terz[oaie]|3[oa°]',
		'quart[oaie]|4[oa°]', 'quint[oaie]|5[oa°]'],
	last: 'ultim[oaie]',
	units: ['giorn[oi]', 'settiman[ae]', 'mes[ei]', 'ann[oi]'],
	and: '(?:e |& )?(?:il |la |di |ogni |tutti i )?',
	never: ['dom', 'lun', 'mar', 'mer', 'gio', 'ven', 'sab'],
	plurals: ['5 sabati', '6 domeniche'],
	nth: '(?<nth>\\d{1,2}|primo)[oa°]?', th: 'o|°',
	on: "(?:questo |questa |al piu tardi |(?:entro e )?non oltre |entro |entro il |non oltre |per questo )?(?:prossim[oa] |il prossimo |la prossima )?",
	behind: ' prossim[oa]',
	onDate: "(?:al piu tardi (?:il )?|entro e non oltre il |il |l'|entro il |entro l'|entro |non oltre il |per il )?",
	dates: [
		['(?:entro )?oggi', 0], ['(?:entro )?domani', 1], ['(?:entro )?dopodomani|dopo domani', 2],
		['stasera|questa sera', { days: 0, about: '19:00' }],
		['stanotte', { days: 0, about: '22:00' }],
		['questo pomeriggio|oggi pomeriggio', { days: 0, about: '15:00' }],
		['stamattina|questa mattina', { days: 0, about: '09:00' }],
		["(?:il |entro il )(?<nth>\\d{1,2})", 'nth'],
		['(?:tra|fra) {n} {unit}', 'amount'], ["(?:tra|fra) un'ora", 'hours'],
		['(?:tra|fra) {n} ore', 'hours'], ['(?:tra|fra) {n} (?:minut[oi]|min\\.?)', 'minutes'],
		["(?:tra|fra) (?:mezz'ora|mezzora)", 'minutes'],
		['{day} della (?:prossima settimana|settimana prossima)', 'nextWeekday'],
		['la (?:prossima settimana|settimana prossima) (?:di )?{day}', 'nextWeekday'],
		['(?:la )?(?:prossima settimana|settimana prossima)', 'week'],
		['(?:il )?(?:prossimo mese|mese prossimo)', 'month'],
		["(?:il prossimo anno|l'anno prossimo|anno prossimo|prossimo anno)", 'year'],
		['(?:questo|nel|entro il) (?:weekend|fine settimana)', 'weekend'],
		['(?:il )?prossimo (?:weekend|fine settimana)', 'nextWeekend'],
		['(?:a |entro |entro la )?fine (?:del )?mese', 'monthEnd'],
		["(?:a |entro |entro la )?fine (?:dell')?anno", 'yearEnd'],
	],
	at: "alle ore |alle |all'|ore |verso le |(?:circa|intorno) alle ", bare: "alle |alle ore |ore |verso le ",
	noon: 'mezzogiorno|a mezzogiorno',
	hour: '(?<h>\\d{1,2})(?:[:.](?<min>\\d\\d))? ?(?:h)',
	parts: [['(?:di |la |in )?mattina|del mattino|al mattino|mattino', '09:00'],
		['(?:di |del |nel |il |al )?pomeriggio', '15:00'],
		['(?:di |la |alla )?sera', '19:00']],
	each: 'ogni|tutti i|tutti gli|tutte le',
	repeats: [
		['quotidianamente|giornalmente', { unit: 0 }], ['settimanalmente', { unit: 1 }],
		['mensilmente', { unit: 2 }], ['annualmente', { unit: 3 }],
		['ogni trimestre|trimestralmente', { unit: 2, n: 3 }],
		['ogni semestre|ogni sei mesi', { unit: 2, n: 6 }],
		['ogni quindici giorni', { unit: 1, n: 2 }],
		['{each} (?:{n} )?{unit}', {}], ['a giorni alterni|un giorno si e uno no', { unit: 0, n: 2 }],
		['a settimane alterne|una settimana si e una no', { unit: 1, n: 2 }],
		['a mesi alterni|un mese si e uno no', { unit: 2, n: 2 }],
		['ogni {part}', { unit: 0 }], ['tutte le mattine', { unit: 0, about: '09:00' }],
		['tutti i pomeriggi', { unit: 0, about: '15:00' }],
		['tutte le sere', { unit: 0, about: '19:00' }],
		['{each} (?:{n} )?{uweek} (?:di |il |la )?{days}', { unit: 1 }],
		['a settimane alterne (?:di |il |la )?{days}', { unit: 1, n: 2 }],
		['{each} {days}', {}], ['tutti i {plurals}', {}], ['tutte le {plurals}', {}],
		['(?:il|la) {days}', {}], ['di {days}', {}],
		['un[oa]? {days} si e un[oa] no', { n: 2 }], ['una? {days} su due', { n: 2 }],
		[`(?:ogni|tutti i|nei) ${WORK}|dal lunedi al venerdi|in settimana`, WORK_DAYS],
		['ogni (?:weekend|fine settimana)|tutti i (?:weekend|fine settimana)|nei (?:weekend|fine settimana)|' +
		    'il (?:weekend|fine settimana)', { days: [5, 6] }],
		[`(?:ogni |il |la |l')?{pos} {day} ${MONTH}`, {}], ['ogni {pos} {day}', {}],
		[MONTHLY + '{pos} {day}', {}], ["ogni {n} mesi (?:il |la |l'){pos} {day}", {}],
		['a mesi alterni il {pos} {day}', { n: 2 }],
		[`(?:ogni |il |l')?{pos} ${WORK} ${MONTH}`, WORK_DAYS],
		[`${MONTHLY}{pos} ${WORK}`, WORK_DAYS],
		['ogni {nth} del mese', {}], [`il {nth} ${MONTH}`, {}], [MONTHLY + '{nth}', {}],
		['ogni {n} mesi il {nth}', {}], ['a mesi alterni il {nth}', { n: 2 }],
		[`(?:l'|ogni )?ultimo giorno ${MONTH}|${MONTHLY}ultimo giorno|a fine di ogni mese|` +
		    'alla fine di ogni mese|ogni fine mese', { nth: -1 }],
		[`(?:il )?primo giorno ${MONTH}`, { nth: 1 }],
		['ogni {date}', {}], ["(?:ogni anno|tutti gli anni|annualmente) (?:il |l'){date}", {}],
		['ogni {n} anni il {date}', {}],
		["(?:ogni |il |la |l'){pos} {day} di {month}", {}],
	],
	done: "dopo (?:aver(?:lo|la)? (?:fatt[oa]|finit[oa]|completat[oa])|il completamento)|dal completamento|" +
		'una volta (?:fatt[oa]|finit[oa]|completat[oa])',
	times: '(?:per )?{n} volte',
	until: "(?:fino al |fino all'|fino alla |fino a |sino al )",
	since: "(?:a partire da |a partire dal |a partire dall'|da |dal |dall'|iniziando il )",
	starts: '{each} (?:ore?|minut[oi]|trimestre|semestre|quindici|weekend|fine|mattina|mattine|' +
		'pomeriggio|sera|sere|\\d+|due|tre|quattro|{month})|una? (?:{unit}|{day}) (?:si|su)|' +
		'a (?:giorni|settimane|mesi) altern[ie]|tutt[ie] (?:{n} )?(?:{unit}|{day}|\\d|mattine|sere|pomeriggi)',
	soft: 'ogni',
	loose: "tardi|piu|oltre|circa|intorno|tutt[ie]|una? (?:{unit}|{day})(?: si| su| si e)?(?: una?| due)?|a (?:giorni|settimane|mesi)(?: altern[ie])?|" +
		"il|lo|la|l'|i|gli|le|un|uno|una|di|del|dello|della|dell'|dei|delle|degli|a|al|allo|alla|" +
		"ai|alle|da|dal|dalla|in|nel|nella|nei|con|su|sul|sulla|per|tra|fra|e|ed|o|che|come|dopo|" +
		'prima|senza|entro|fino|sino|oltre|verso|questo|questa|quel|quello|quella|prossim[oa]|' +
		'scors[oa]|mio|mia|tuo|tua|suo|sua|nostro|alle ore|l.ultim[oa]|partire|iniziando|santo|buon|no|si|&|fine|lavorativo|feriale|alterni|alterne|' +
		'giorni|feriali|tranne|eccetto|salvo|non|mai|solo|{n} volte|\\d+x',
	not: 'black ven',
};
