/*
 * What tsdav does with a service, its texts read by ical.js: prints a line for each
 * step.
 *
 *	node tsdav.mjs URL ADDRESS TOKEN
 */
import ICAL from "ical.js";
import { createDAVClient } from "tsdav";

const [serverUrl, username, password] = process.argv.slice(2);
const client = await createDAVClient({ serverUrl, authMethod: "Basic",
    credentials: { username, password }, defaultAccountType: "caldav" });
const say = (...words) => console.log(...words);
const filters = { "comp-filter": { _attributes: { name: "VCALENDAR" },
    "comp-filter": { _attributes: { name: "VTODO" } } } };
const objects = (calendar) => client.fetchCalendarObjects({ calendar, filters });
const todo = (o) => new ICAL.Component(ICAL.parse(o.data))
    .getFirstSubcomponent("vtodo");
const text = (...lines) => ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y",
    "BEGIN:VTODO", "UID:ts-1", ...lines, "END:VTODO", "END:VCALENDAR", ""]
    .join("\r\n");

const before = await client.fetchCalendars();
say("lists", before.map((c) => c.displayName).sort().join(", "));
say("components", [...new Set(before.flatMap((c) => c.components))].join());
await client.makeCalendar({ url: new URL("by-tsdav/", client.account?.homeUrl ??
    before[0].url.replace(/[^/]+\/$/, "")).href, props: {
    displayname: "By tsdav" } });
let list = (await client.fetchCalendars()).find((c) =>
    c.displayName === "By tsdav");
const made = await client.createCalendarObject({ calendar: list,
    filename: "ts 1.ics", iCalString: text("SUMMARY:Öl\\, blau",
    "DUE;VALUE=DATE:20300102", "X-KEPT:yes") });
say("made", made.status, made.headers.get("etag") !== null);
let [o] = await objects(list);
say("read", todo(o).getFirstPropertyValue("summary"),
    todo(o).getFirstPropertyValue("due").toString(),
    todo(o).getFirstPropertyValue("x-kept"));
const updated = await client.updateCalendarObject({ calendarObject: { ...o,
    data: o.data.replace("SUMMARY:", "PRIORITY:1\r\nSUMMARY:") } });
say("updated", updated.status);
const stale = await client.updateCalendarObject({ calendarObject: o });
say("an old version", stale.status);
list = { ...list, objects: await objects(list),
    objectMultiGet: client.calendarMultiGet };
const after = await client.createCalendarObject({ calendar: list,
    filename: "ts-2.ics", iCalString: text("SUMMARY:Two").replace("ts-1", "ts-2") });
say("another", after.status);
const sync = await client.smartCollectionSync({ collection: list,
    method: "webdav", detailedResult: true });
say("changes", sync.objects.created.length, sync.objects.updated.length,
    sync.objects.deleted.length);
[o] = (await objects(list)).filter((x) => x.data.includes("UID:ts-1"));
say("deleted", (await client.deleteCalendarObject({ calendarObject: o })).status);
say("left", (await objects(list)).map((x) =>
    todo(x).getFirstPropertyValue("summary")).join());
