/*
 * What Thunderbird does with calendars, by the modules that its dialogs and its list
 * of tasks do it with.  It runs inside Thunderbird; thunderbird_client.mjs puts it
 * there.  Calendars and tasks are found by their names.
 */
import { cal } from "resource:///modules/calendar/calUtils.sys.mjs";

/* What was sent: [{method, path, text, status}]. */
let log = [];

function textOf(channel) {
	const stream = channel.QueryInterface(Ci.nsIUploadChannel).uploadStream;

	if (!stream)
		return "";
	const reader = Cc["@mozilla.org/binaryinputstream;1"]
	    .createInstance(Ci.nsIBinaryInputStream);
	stream.QueryInterface(Ci.nsISeekableStream).seek(0, 0);
	reader.setInputStream(stream);
	const text = reader.readBytes(stream.available());
	stream.seek(0, 0);
	return text;
}

/* What the user says to the question whether to overwrite another's change. */
let answer = false;
cal.provider.promptOverwrite = () => answer;
/* Marionette turns it off. */
Services.prefs.setBoolPref("signon.rememberSignons", true);
Services.obs.addObserver(subject => {
	const channel = subject.QueryInterface(Ci.nsIHttpChannel);

	log.push({ method: channel.requestMethod, path: channel.URI.pathQueryRef,
		text: textOf(channel), status: channel.responseStatus });
}, "http-on-examine-response");

const named = name => cal.manager.getCalendars().find(c => c.name === name);
const itemsOf = calendar => calendar.getItemsAsArray(
    Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null);

async function itemOf(name, title) {
	const all = await itemsOf(named(name));
	const found = all.filter(i => i.title === title)
	    .sort((a, b) => a.isCompleted - b.isCompleted)[0];

	if (!found)
		throw new Error(`no ${title} in ${name}, but ${all.map(i => i.title)}`);
	return found;
}

/* As a dialog does it: a copy is changed, and sent. */
async function change(name, title, how) {
	const item = await itemOf(name, title);
	const changed = item.clone();

	how(changed);
	await named(name).modifyItem(changed, item);
	return "changed";
}

const day = date => date ? date.icalString : "";

/* A task or an event: its title, day, state, notes, categories, priority, alarm. */
const said = item => [item.title, day(item.isTodo() ? item.dueDate : item.startDate),
	item.isTodo() && item.isCompleted && "done", item.descriptionText &&
	`(${item.descriptionText})`, ...item.getCategories().sort().map(c => `#${c}`),
	item.priority && `!${item.priority}`, item.getAlarms().length && "alarm"]
    .filter(Boolean).join(" ");

export const commands = {
	/* New Calendar, On the Network, Find Calendars; all are subscribed to.  Their
	 * names. */
	async find(address, user, password) {
		const found = await cal.provider.detection.detect(user, password, address, true,
		    [], {});
		const all = [...found.values()].flat();

		for (const c of all) {
			c.setProperty("cache.enabled", c.getProperty("cache.supported") !== false);
			cal.manager.registerCalendar(c);
		}
		return all.map(c => c.name + (c.readOnly ? " read only" : "")).sort().join("; ");
	},
	calendars: () => cal.manager.getCalendars().map(c => `${c.name}${
		c.getProperty("disabled") ? " disabled" : ""}${
		c.readOnly ? " read only" : ""}`).sort().join("; "),
	/* Synchronize.  It ends later: what it holds by now. */
	async refresh(name) {
		const c = named(name);

		c.refresh();
		return commands.items(name);
	},
	items: async name => (await itemsOf(named(name))).map(said).sort().join("; "),

	async add(name, lines) {
		const parser = Cc["@mozilla.org/calendar/ics-parser;1"]
		    .createInstance(Ci.calIIcsParser);

		parser.parseString(["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VTODO", ...lines,
			"END:VTODO", "END:VCALENDAR", ""].join("\r\n"));
		for (const item of parser.getItems())
			await named(name).addItem(item);
		return "added";
	},
	rename: (name, title, now) => change(name, title, i => {
		i.title = now;
	}),
	describe: (name, title, notes) => change(name, title, i => {
		i.descriptionText = notes;
	}),
	prioritize: (name, title, priority) => change(name, title, i => {
		i.priority = priority;
	}),
	due: (name, title, date) => change(name, title, i => {
		i.dueDate = date ? cal.createDateTime(date) : null;
	}),
	categorize: (name, title, ...categories) => change(name, title, i =>
		i.setCategories(categories)),
	/* The box before a task in the list. */
	complete: (name, title) => change(name, title, i => {
		i.isCompleted = true;
	}),
	reopen: (name, title) => change(name, title, i => {
		i.isCompleted = false;
	}),
	/* The same before one day of a series. */
	async completeOn(name, title, date) {
		const series = await itemOf(name, title);
		const one = series.recurrenceInfo.getOccurrenceFor(cal.createDateTime(date));
		const changed = one.clone();

		changed.isCompleted = true;
		await named(name).modifyItem(changed, one);
		return "changed";
	},
	async remove(name, title) {
		await named(name).deleteItem(await itemOf(name, title));
		return "removed";
	},
	/* Another list chosen in its dialog. */
	async move(name, title, to) {
		const item = await itemOf(name, title);

		await named(to).addItem(item.clone());
		await named(name).deleteItem(item);
		return "moved";
	},
	/* What its user says from now on. */
	overwrite(yes) {
		answer = yes;
		return yes;
	},
	offline(yes) {
		Services.io.offline = yes;
		return Services.io.offline ? "offline" : "online";
	},
	/* The requests since the last call; the text that was put last, in base64, and
	 * its address. */
	sent() {
		const all = log.map(r => `${r.method} ${r.path} ${r.status}`);
		const put = log.filter(r => r.method === "PUT").at(-1);

		log = [];
		return { all, put: put && btoa(put.text), path: put?.path };
	},
};
