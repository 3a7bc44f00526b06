/*
 * Thunderbird with a profile of its own, driven by Marionette.  Reads a command a line
 * from standard input, each [name, argument ...] in JSON, and answers each with a line
 * of JSON: what thunderbird.sys.mjs says, or {"error": words}.  Two commands are of
 * this program: restart, and stop.
 *
 *	thunderbird_client.mjs PROFILE
 */
import readline from 'node:readline';
import { start } from './marionette.mjs';

const dir = process.argv[2];
const PREFS = { 'mail.provider.suppress_dialog_on_startup': true,
	'mail.spotlight.firstRunDone': true, 'mail.winsearch.firstRunDone': true,
	'mailnews.start_page.enabled': false, 'app.donation.eoy.version.viewed': 999,
	'calendar.timezone.local': 'UTC', 'calendar.timezone.useSystemTimezone': false,
	'calendar.alarms.show': false };
/* The folder of this file is where Thunderbird finds resource://docket. */
const RUN = `
const [dir, name, args, done] = arguments;
const at = Services.io.getProtocolHandler("resource")
    .QueryInterface(Ci.nsIResProtocolHandler);
if (!at.hasSubstitution("docket"))
	at.setSubstitution("docket", Services.io.newURI(dir));
const { commands } = ChromeUtils.importESModule("resource://docket/thunderbird.sys.mjs");
(async () => commands[name](...args))().then(done,
    e => done({ error: String(e.message ?? e) + " " + (e.stack ?? "") }));`;

let thunderbird;

async function begin() {
	thunderbird = await start('thunderbird', dir, PREFS);
	await thunderbird.send('WebDriver:SetTimeouts', { script: 60000 });
	await thunderbird.send('Marionette:SetContext', { value: 'chrome' });
	return 'started';
}
async function end() {
	await thunderbird.stop();
	return 'stopped';
}
const does = async (name, args) => (await thunderbird.send('WebDriver:ExecuteAsyncScript',
	{ script: RUN, args: [new URL('.', import.meta.url).href, name, args] })).value;

await begin();
for await (const line of readline.createInterface({ input: process.stdin })) {
	const [name, ...args] = JSON.parse(line);
	let said;
	try {
		said = name === 'restart' ? await end() && await begin() : await does(name, args);
	} catch (e) {
		said = { error: e.message };
	}
	process.stdout.write(JSON.stringify(said ?? null) + '\n');
}
await end();
