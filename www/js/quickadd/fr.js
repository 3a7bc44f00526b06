// The French words of dates and times for quick add; table.js explains them.

import { table } from './table.js';

export default table({
	lang: 'fr', today: "aujourd['’]hui", tomorrow: 'demain',
	after: 'apres-demain', on: 'le |ce ', behind: ' prochain', onDate: 'le ',
	th: 'er', amount: 'dans (\\d+|un|une) (\\w+)', one: 'un|une',
	units: ['jours?', 'semaines?', 'mois'],
	nextWeek: '(?:la )?semaine prochaine', nextMonth: '(?:le )?mois prochain',
	at: 'a ', noon: 'midi', hour: '(\\d{1,2}) ?h ?(\\d\\d)?',
	every: [['tous les jours|chaque jour|quotidiennement', 'daily'],
		['toutes les semaines|chaque semaine', 'weekly'],
		['tous les jours ouvres|chaque jour ouvre', 'weekdays'],
		['tous les mois|chaque mois', 'monthly'],
		['tous les ans|chaque annee', 'yearly']],
	everyDay: 'tous les |chaque ', never: ['dim', 'lun', 'mar', 'mer', 'jeu', 'ven', 'sam'],
	also: ['1 lundis', '2 mardis', '3 mercredis', '4 jeudis', '5 vendredis',
		'6 samedis', '0 dimanches', '0 dim.', '1 lun.', '2 mar.', '3 mer.',
		'4 jeu.', '5 ven.', '6 sam.'],
	not: "^(?:(?:de|d['’]|pour|jusqu['’]a|que|apres) (?:demain|aujourd)|" +
		'(?:black|vendredi) ven|du midi|le midi|(?:de|du) (?:midi|samedi|dimanche))',
});
