// Dates over all month ends, the days on which clocks change, and three zones.

import test from 'node:test';
import assert from 'node:assert/strict';
import { Temporal } from
	'../../npm/node_modules/@js-temporal/polyfill/dist/index.esm.js';
import { addDays, addMonths, dateOf, fromDay, isDate, isZone, nextWeekday, toDay,
	today, toInstant, wallClock, weekday, weekOfYear, weekStart } from '../../../www/js/data/dates.js';

const plain = (/** @type {string} */ s) => Temporal.PlainDate.from(s);

test('days, months and weekdays of every day of nine years', () => {
	for (let d = toDay('2023-12-25'), n = 0; n < 3300; n++, d++) {
		const s = fromDay(d), p = plain(s);
		assert.equal(toDay(s), d);
		assert.equal(weekOfYear(s), p.weekOfYear);
		assert.ok(isDate(s));
		assert.equal(weekday(s), p.dayOfWeek % 7);
		assert.equal(addDays(s, 45), p.add({ days: 45 }).toString());
		for (const m of [-13, -1, 1, 11, 12])
			assert.equal(addMonths(s, m), p.add({ months: m }).toString());
	}
});

test('invalid dates are refused', () => {
	for (const s of ['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '26-01-01',
		'2026-04-31', ''])
		assert.ok(!isDate(s), s);
	assert.equal(dateOf(2026, 2, 29), null);
	assert.equal(dateOf(2028, 2, 29), '2028-02-29');
});

test('the coming weekday is found; today\'s own is in a week', () => {
	assert.equal(nextWeekday('2026-11-21', 6), '2026-11-28');
	assert.equal(nextWeekday('2026-11-21', 0), '2026-11-22');
	assert.equal(nextWeekday('2026-11-21', 1), '2026-11-23');
});

test('instants and wall clocks in three zones, over the days clocks change', () => {
	for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])
		for (const month of ['03', '04', '10', '11'])
			for (let d = 1; d <= 30; d++)
				for (const time of ['00:00', '01:30', '02:00', '02:30', '03:00',
					'12:00', '23:59']) {
					const date = `2026-${month}-${String(d).padStart(2, '0')}`;
					const z = plain(date).toZonedDateTime({ timeZone: zone,
						plainTime: time });
					assert.equal(Date.parse(toInstant(date, time, zone)),
					    z.epochMilliseconds, zone + date + time);
					const w = wallClock(z.epochMilliseconds, zone);
					assert.equal(w[0], z.toPlainDate().toString());
					assert.equal(w[1], z.toPlainTime().toString().slice(0, 5));
				}
});

test('today is the zone\'s; unknown zones are refused; weeks begin as set', () => {
	const at = Date.parse('2026-11-21T23:30:00Z');

	assert.equal(today('UTC', at), '2026-11-21');
	assert.equal(today('Europe/Berlin', at), '2026-11-22');
	assert.equal(today('America/New_York', at), '2026-11-21');
	assert.ok(isZone('Europe/Berlin') && !isZone('Mars/Olympus'));
	assert.equal(weekStart('de-DE'), 1);
	assert.equal(weekStart('en-US'), 0);
});
