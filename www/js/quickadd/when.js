// Turns numbers of a line into dates and times.

import { dateOf } from '../data/dates.js';

/** Returns the next date of a day and month, from today on; or that of a year.
 * @param {number} d @param {number} m @param {{today: string}} c
 * @param {number} [y] */
export function dayMonth(d, m, c, y) {
	const year = y ?? +c.today.slice(0, 4);
	const date = dateOf(year < 100 ? 2000 + year : year, m, d);

	if (y !== undefined || date && date >= c.today)
		return date;
	for (let n = 1; n <= 8; n++) {
		const next = dateOf(year + n, m, d);
		if (next)
			return next;
	}
	return null;
}

/** Returns HH:MM, or null if it is not a time.
 * @param {number} h @param {number} m @param {string} [half] a or p */
export function clock(h, m, half) {
	if (half && (h < 1 || h > 12))
		return null;
	const hour = half ? h % 12 + (half === 'p' ? 12 : 0) : h;

	return hour < 24 && m < 60 ? String(hour).padStart(2, '0') + ':' +
	    String(m).padStart(2, '0') : null;
}
