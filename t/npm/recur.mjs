/*
 * Recurrence and zones agree with another calendar (Temporal), used in the simplest
 * way: go through the days one by one, and test whether each is in the series.
 *
 * Only clock changes of the past are tested: node has its own copy of the time
 * zones, which can have other future changes than this machine's.
 */
import { Temporal } from "@js-temporal/polyfill";
import { comparer } from "./lib/oracle.mjs";

const { compare, end } = comparer();
const { Instant, PlainDate } = Temporal;
const rules = ["daily", "weekly", "weekdays", "monthly", "yearly"];

/* A calendar of plain records, made by adding one day at a time. */
const calendar = [];
const indexOf = new Map();

for (let d = PlainDate.from("2019-01-01"); d.year < 2106;
    d = d.add({ days: 1 })) {
	indexOf.set(d.toString(), calendar.length);
	calendar.push({
		text: d.toString(), month: d.month, day: d.day,
		dayOfWeek: d.dayOfWeek, daysInMonth: d.daysInMonth,
	});
}

const sameDay = (start, d) => d.day === Math.min(start.day, d.daysInMonth);
const inSeries = {
	daily: () => true,
	weekly: (start, d) => d.dayOfWeek === start.dayOfWeek,
	weekdays: (start, d) => d.dayOfWeek <= 5,
	monthly: sameDay,
	yearly: (start, d) => d.month === start.month && sameDay(start, d),
};

/* Days are places in the calendar. */
function next(rule, start, due, today) {
	let i = Math.max(start, due + 1, today);

	while (!inSeries[rule](calendar[start], calendar[i]))
		i++;
	return i;
}

function recur(rule, start, due, today) {
	const [s, d, t] = [start, due, today].map((i) => calendar[i].text);

	return [`recur ${rule} ${s} ${d} ${t}`,
	    calendar[next(rule, start, due, today)].text];
}

/* Days from the start to the due day, and from that to today. */
const distances = [
	[0, 0], [0, 1], [0, -1], [0, 6], [0, 31], [0, 365], [0, 1500],
	[1, 0], [6, 2], [28, 0], [31, 30], [59, 1], [365, -400], [366, 61],
	[1461, 0],
];

for (const rule of rules) {
	const cases = [];

	for (let start = 0; calendar[start].text < "2034"; start++)
		for (const [due, today] of distances)
			cases.push(recur(rule, start, start + due,
			    Math.max(0, start + due + today)));
	compare(`${rule}, from every day of 2019 to 2033`,
	    5479 * distances.length, cases);
}

/* Done on the day each time, the series counted from its start by Temporal. */
function chain(rule, unit, start, length) {
	const first = PlainDate.from(start);
	const cases = [];
	let due = start;

	for (let n = 1; n <= length; n++) {
		const day = first.add({ [unit]: n }).toString();

		cases.push([`recur ${rule} ${start} ${due} ${due}`, day]);
		due = day;
	}
	return cases;
}

{
	const ends = calendar.filter((d) => d.day >= 28 && d.text < "2025");
	const leap = calendar.filter((d) => d.text.endsWith("-02-29"));

	compare("months from each 28th to 31st", 10000,
	    ends.flatMap((d) => chain("monthly", "months", d.text, 60)));
	compare("years from each 29 February, past 2100", 2000,
	    leap.flatMap((d) => chain("yearly", "years", d.text, 120)));
	compare("weeks", 4000, calendar.slice(0, 14)
	    .flatMap((d) => chain("weekly", "weeks", d.text, 300)));
	compare("days", 4000, chain("daily", "days", "2019-01-01", 4000));
}

/* The rare: centuries, and the ends of what there is. */
compare("far years", 8, [
	["recur monthly 0001-01-31 0001-01-31 0001-01-31", "0001-02-28"],
	["recur yearly 1896-02-29 1899-02-28 1899-02-28", "1900-02-28"],
	["recur yearly 1896-02-29 1900-02-28 1900-02-28", "1901-02-28"],
	["recur yearly 1996-02-29 1999-02-28 1999-02-28", "2000-02-29"],
	["recur daily 0001-01-01 0001-01-01 9999-12-31", "9999-12-31"],
	["recur monthly 9999-11-30 9999-11-30 9999-11-30", "9999-12-30"],
	["recur monthly 9999-11-30 9999-12-30 9999-12-30", "-"],
	["recur yearly 2024-02-29 9999-02-28 9999-02-28", "-"],
]);

/* Before this year's end every node that is still about knows the changes. */
const LAST_YEAR = 2022;
/* The year from which on the changes are looked at. */
const zones = {
	"Europe/Berlin": "2019", "America/New_York": "2019",
	"Australia/Lord_Howe": "2019", "Pacific/Apia": "2009",
	"Africa/Casablanca": "2018", "Asia/Kathmandu": "1985",
	"America/St_Johns": "2019", "Pacific/Chatham": "2019",
};

/* The moments at which the clock changes, and one at which it does not. */
function changes(zone) {
	const found = [Instant.from("2024-06-01T00:00Z")];
	let at = Instant.from(`${zones[zone]}-01-01T00:00Z`)
	    .toZonedDateTimeISO(zone);

	for (;;) {
		at = at.getTimeZoneTransition("next");
		if (at === null || at.year > LAST_YEAR)
			return found;
		found.push(at.toInstant());
	}
}

const usec = (instant) => instant.epochMilliseconds * 1000;
const clockTime = (wall) =>
	((wall.hour * 60 + wall.minute) * 60 + wall.second) * 1000000;

function local(zone, instant) {
	const wall = instant.toZonedDateTimeISO(zone).toPlainDateTime();

	return [`local ${zone} ${usec(instant)}`,
	    `${wall.toPlainDate()} ${clockTime(wall)}`];
}

/* `wall` as if it were UTC: those in gaps come by as well. */
function moment(zone, instant) {
	const wall = instant.toZonedDateTimeISO("UTC").toPlainDateTime();
	const there = wall.toZonedDateTime(zone,
	    { disambiguation: "compatible" });

	return [`moment ${zone} ${wall.toPlainDate()} ${clockTime(wall)}`,
	    String(usec(there.toInstant()))];
}

/* The reminder `days` later, for a task due `ahead` days after it. */
function reminder(zone, instant, days, ahead) {
	const wall = instant.toZonedDateTimeISO(zone).toPlainDateTime();
	const due = wall.toPlainDate().add({ days: ahead });
	const there = wall.add({ days }).toZonedDateTime(zone,
	    { disambiguation: "compatible" });

	return [`reminder ${zone} ${usec(instant)} ${due} ${due.add({ days })}`,
	    String(usec(there.toInstant()))];
}

/* Every half hour, Lord Howe's step, of a day and a half on both sides. */
const around = Array.from({ length: 145 }, (_, i) => i * 30 - 72 * 30);

for (const zone of Object.keys(zones)) {
	const at = changes(zone).flatMap((change) =>
	    around.map((minutes) => change.add({ minutes })));
	/* What the clock shows about then, by the offset after the change. */
	const walls = changes(zone).flatMap((change) =>
	    around.map((minutes) => change.add({
		minutes: minutes + change.toZonedDateTimeISO(zone)
		    .offsetNanoseconds / 6e10 })));

	compare(`${zone}: what the clock shows`, 290,
	    at.map((instant) => local(zone, instant)));
	compare(`${zone}: when the clock shows it`, 290,
	    walls.map((instant) => moment(zone, instant)));
	compare(`${zone}: reminders from a change`, 580, at.flatMap((instant) =>
	    [[1, 0], [31, -2]].map(([days, ahead]) =>
		reminder(zone, instant, days, ahead))));
	compare(`${zone}: reminders to a change`, 580, at.flatMap((instant) =>
	    [[1, 1], [7, 0], [30, 3]].map(([days, ahead]) => reminder(zone,
		instant.subtract({ hours: 24 * days }), days, ahead))));
}

end();
