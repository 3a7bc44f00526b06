// The French words of dates and times for quick add; forms.js explains them.

const WORK = 'jours? (?:ouvres?|ouvrables?)';
const MONTH = '(?:du mois|de chaque mois|de tous les mois|chaque mois|tous les mois)';
const MONTHLY = '(?:tous les mois|chaque mois) le ';
const WORK_DAYS = { days: [0, 1, 2, 3, 4] };

/** @type {import('./forms.js').Words} */
export default {
	lang: 'fr',
	numbers: ['une?', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix',
		'onze', 'douze'],
	ordinals: ['premi(?:er|ere|ers)|1er', 'deuxiemes?|seconde?s?|2e|2eme', 'troisiemes?|3e|3eme',
		'quatriemes?|4e|4eme', 'cinquiemes?|5e|5eme'],
	last: 'derni(?:er|ere|ers)',
	units: ['jours?', 'semaines?', 'mois', 'ans?|annees?'],
	and: '(?:et |& )?(?:le |les |tous les |chaque )?',
	never: ['dim', 'lun', 'mar', 'mer', 'jeu', 'ven', 'sam'],
	plurals: ['0 lundis', '1 mardis', '2 mercredis', '3 jeudis', '4 vendredis', '5 samedis',
		'6 dimanches'],
	nth: '(?<nth>\\d{1,2}|premier)(?:er)?', th: 'er',
	on: "(?:ce |d'ici |d'ici a |au plus tard |avant )?", behind: ' prochain',
	onDate: "(?:le |d'ici le |d'ici au |au plus tard le |avant le |pour le )?",
	dates: [
		["aujourd'hui", 0], ["(?:d'ici (?:a )?|avant )?demain", 1],
		['apres[- ]demain', 2], ['ce soir', { days: 0, about: '19:00' }],
		['cet? apres[- ]midi', { days: 0, about: '15:00' }],
		['ce matin', { days: 0, about: '09:00' }],
		["(?:le |d'ici le |d'ici au |au plus tard le |avant le )(?<nth>\\d{1,2})", 'nth'],
		['dans {n} {unit}', 'amount'], ['dans {n} heures?', 'hours'],
		['dans {n} (?:minutes?|min\\.?|mn)', 'minutes'],
		['dans une demi[- ]heure', 'minutes'],
		['{day} de la semaine prochaine', 'nextWeekday'],
		['la semaine prochaine {day}', 'nextWeekday'],
		['(?:la )?semaine prochaine', 'week'], ['(?:le )?mois prochain', 'month'],
		["(?:l')?(?:annee prochaine|an prochain)", 'year'],
		['ce week-?end', 'weekend'], ['(?:le )?week-?end prochain', 'nextWeekend'],
		["(?:a la |d'ici la |d'ici |avant la )?fin (?:du|de ce) mois", 'monthEnd'],
		["(?:a la |d'ici la |d'ici |avant la )?fin (?:de l'|d')annee", 'yearEnd'],
	],
	at: 'a |vers |autour de |aux alentours de |des ', noon: 'midi',
	hour: '(?<h>\\d{1,2}) ?(?:h|heures?) ?(?<min>\\d\\d)?',
	parts: [['(?:le |du |dans la )?(?:matin|matinee)', '09:00'],
		["(?:dans )?(?:l'|de l')?apres[- ]midi", '15:00'],
		['(?:le |du |en )?(?:soir|soiree)', '19:00']],
	each: 'tous les|toutes les|chaque',
	repeats: [
		['quotidiennement', { unit: 0 }], ['hebdomadairement', { unit: 1 }],
		['mensuellement', { unit: 2 }], ['annuellement', { unit: 3 }],
		['(?:tous les|chaque) trimestres?|trimestriellement', { unit: 2, n: 3 }],
		['(?:tous les|chaque) semestres?', { unit: 2, n: 6 }],
		['{each} (?:{n} )?{unit}', {}], ['tous les (?:15|quinze) jours', { unit: 1, n: 2 }],
		['une? {unit} sur deux', { n: 2 }], ['une? {unit} sur {n}', {}],
		['{each} {part}s?', { unit: 0 }],
		['{each} (?:{n} )?{uweek} (?:le )?{days}', { unit: 1 }],
		['une semaine sur deux (?:le )?{days}', { unit: 1, n: 2 }],
		['tous les (?:15|quinze) jours le {days}', { unit: 1, n: 2 }],
		['{each} {days}', {}], ['(?:tous )?les {plurals}', {}], ['le {days}', {}],
		['un {days} sur deux', { n: 2 }], ['un {days} sur {n}', {}],
		[`(?:tous les|chaque) ${WORK}|en semaine|du lundi au vendredi`, WORK_DAYS],
		['(?:tous les|chaque|les) week-?ends?|le week-?end', { days: [5, 6] }],
		[`(?:chaque |le |tous les )?{pos} {day}s? ${MONTH}`, {}],
		['(?:chaque |tous les ){pos} {day}s?', {}],
		[MONTHLY + '{pos} {day}', {}], ['tous les {n} mois le {pos} {day}', {}],
		['un mois sur deux le {pos} {day}', { n: 2 }],
		[`(?:chaque |le |tous les )?{pos} ${WORK} ${MONTH}`, WORK_DAYS],
		[`${MONTHLY}{pos} ${WORK}`, WORK_DAYS],
		['(?:tous les |chaque ){nth} du mois', {}], [`le {nth} ${MONTH}`, {}],
		[MONTHLY + '{nth}', {}], ['tous les {n} mois le {nth}', {}],
		['un mois sur deux le {nth}', { n: 2 }],
		[`(?:le |chaque )?dernier jour ${MONTH}|${MONTHLY}dernier jour|` +
		    '(?:a la )?fin de chaque mois|chaque fin de mois|tous les derniers jours du mois',
		    { nth: -1 }],
		[`(?:le )?premier jour ${MONTH}`, { nth: 1 }],
		['(?:tous les |chaque ){date}', {}],
		['(?:tous les ans|chaque annee|annuellement) le {date}', {}],
		['tous les {n} ans le {date}', {}],
		["(?:chaque |le |tous les ){pos} {day}s? (?:de |d'){month}", {}],
	],
	done: "apres (?:l'avoir (?:fait|finie?|terminee?)|realisation|achevement|execution)|" +
		'une fois (?:faite?|finie?|terminee?)',
	times: '{n} fois',
	until: "(?:jusqu'au |jusqu'a (?:la )?|jusqu'en )",
	since: '(?:a partir (?:du |de |d\')|a compter (?:du |de |d\')|des (?:le )?)',
	starts: '(?:tous|toutes) (?:{n} )?(?:{unit}|{day}|{plurals}|{part}s?|\\d+)|' +
		'une? (?:{unit}|{day}|week-?end) sur|tous les quinze|(?:chaque|tous les|toutes les) (?:heures?|' +
		'minutes?|trimestres?|semestres?|week-?ends?|{part}s?|(?:\\d+|deux|trois|quatre|six|huit))|' +
		'chaque {month}',
	soft: 'chaque',
	loose: 'de mois|une? (?:{unit}|{safe}) (?:sur )?{n}|une? sur {n}|tous|toutes|sur|le|la|les|l|un|une|des|du|de|d|au|aux|a|en|et|ou|pour|par|' +
		'avec|sans|dans|depuis|apres|avant|vers|que|comme|sous|chez|mon|ma|mes|ton|ta|tes|son|' +
		"sa|ses|notre|votre|leur|ce|cet|cette|ces|d'ici|tard|prochaine?|dernier|derniere|&|" +
		"alentours|autour|fin|week-?end|partir|compter|jusqu'a|jusqu'au|entre|plus|" +
		'du mois|sauf|excepte|hormis|pas|jamais|seulement|{n} fois|\\d+x',
	not: 'black ven|vendredi ven',
};
