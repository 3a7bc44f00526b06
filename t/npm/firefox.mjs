/*
 * A reminder, from the task to the screen: a real Firefox subscribes at a
 * stand-in push service, Docket's programs push to that, and Firefox says
 * whether it could decrypt what came, and shows it to its service worker.
 *
 * The stand-in implements the part of Mozilla's WebSocket protocol that a browser
 * uses: hello, register, notification, ack.  The code of an ack is 100 if the
 * message was delivered, and 101 if it could not be decrypted.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import WebSocket from "ws";
import { tap } from "./lib/document.mjs";
import { certificate, directory, listen, service } from "./lib/push.mjs";

const build = process.env.DOCKET_BUILD ??
    fileURLToPath(new URL("../../build", import.meta.url));
const t = tap();
const data = join(directory, "data");
const certified = certificate("firefox");
const events = [];	/* what happened, and who waits for it */
const waiting = [];

function happened(name, value) {
	const i = waiting.findIndex((w) => w.name === name);

	if (i === -1)
		events.push({ name, value });
	else
		waiting.splice(i, 1)[0].resolve(value);
}

/* The next event of that name; an error after two minutes. */
function next(name) {
	const i = events.findIndex((e) => e.name === name);

	if (i !== -1)
		return Promise.resolve(events.splice(i, 1)[0].value);
	return new Promise((resolve, reject) => {
		waiting.push({ name, resolve });
		setTimeout(() => reject(new Error(`no ${name} came`)),
		    120000).unref();
	});
}

/* The push service: WebSocket to the browser, HTTPS to those who push. */
const channels = new Map();
const sockets = createServer();
const port = await listen(sockets);
new WebSocket.Server({ server: sockets }).on("connection", (socket) => {
	socket.on("message", (text) => {
		const said = JSON.parse(text);
		const answer = { messageType: said.messageType, status: 200 };

		if (said.messageType === "hello")
			socket.send(JSON.stringify({ ...answer, use_webpush:
			    true, uaid: randomUUID().replaceAll("-", "") }));
		else if (said.messageType === "register") {
			channels.set(said.channelID, socket);
			socket.send(JSON.stringify({ ...answer,
				channelID: said.channelID, pushEndpoint:
				`https://127.0.0.1:${pushPort}/` +
				said.channelID }));
		} else if (said.messageType === "ack")
			happened("ack", said.updates[0].code);
	});
});
const pushes = service(certified, (request, body, response) => {
	const channelID = request.url.slice(1);

	channels.get(channelID)?.send(JSON.stringify({
		messageType: "notification", channelID,
		version: randomUUID().replaceAll("-", ""),
		data: body.toString("base64url"), ttl: 60,
		headers: { encoding: request.headers["content-encoding"] },
	}));
	response.writeHead(channels.has(channelID) ? 201 : 404);
	response.end();
});
const pushPort = await listen(pushes);

/* The page that subscribes, and its worker. */
const page = (key) => `<!doctype html><title>Docket</title><script>
const say = (what, value) => fetch("/" + what, { method: "POST",
	body: JSON.stringify(value) });
(async () => {
	await navigator.serviceWorker.register("/worker.js");
	const there = await navigator.serviceWorker.ready;
	/* Before the browser is up, a subscription may never come about. */
	for (let mine; mine === undefined; )
		await Promise.race([there.pushManager.subscribe({
			userVisibleOnly: true, applicationServerKey: "${key}" })
			.then((s) => say("subscribed", mine = s)),
		    new Promise((go) => setTimeout(go, 3000))]);
})().catch((e) => say("failed", String(e)));
</script>`;
const worker = `self.addEventListener("push", (event) => event.waitUntil(
	fetch("/shown", { method: "POST", body: event.data.text() })));`;
const site = createServer((request, response) => {
	let body = "";

	request.on("data", (part) => body += part);
	request.on("end", () => {
		if (request.method === "POST")
			happened(request.url.slice(1), JSON.parse(body));
		response.writeHead(200, { "content-type":
		    request.url === "/worker.js" ? "text/javascript" :
		    "text/html" });
		response.end(request.method === "POST" ? "" :
		    request.url === "/worker.js" ? worker :
		    page(applicationKey));
	});
});
const sitePort = await listen(site);

/* Docket, by its programs. */
const env = { PATH: process.env.PATH, DOCKET_CONF: "/dev/null",
	DOCKET_DATA: data, DOCKET_PUSH_ALLOW: "127.0.0.1",
	DOCKET_VAPID_SUBJECT: "mailto:ada@example.org",
	CURL_CA_BUNDLE: certified.file };
if (process.env.DOCKET_SANDBOX)
	env.DOCKET_SANDBOX = process.env.DOCKET_SANDBOX;
const run = (program, args, input = "") => execFileSync(
    join(build, "bin", program), args, { env, input, encoding: "utf8" });

run("docket-admin", ["-q", "migrate"]);
run("docket-admin", ["-q", "user", "add", "ada@example.org", "--verified",
    "--password-stdin"], "correct horse battery\n");
const applicationKey = run("docket-admin", ["-q", "vapid"]).trim();

/* One request by environment: the JSON of its answer. */
function call(program, method, path, body, token) {
	const text = JSON.stringify(body);
	const out = execFileSync(join(build, "cgi-bin", program), [], {
		input: text, encoding: "utf8", env: { ...env,
			REQUEST_METHOD: method, REQUEST_URI: `/api/v1${path}`,
			REMOTE_ADDR: "127.0.0.1", HTTP_HOST: "localhost",
			CONTENT_TYPE: "application/json",
			CONTENT_LENGTH: String(Buffer.byteLength(text)),
			...token && { HTTP_AUTHORIZATION: `Bearer ${token}` },
		} });

	return JSON.parse(out.slice(out.indexOf("\r\n\r\n") + 4));
}

function startFirefox() {
	const profile = join(directory, "profile");
	const prefs = {
		"app.update.enabled": false,
		"browser.shell.checkDefaultBrowser": false,
		"datareporting.policy.dataSubmissionEnabled": false,
		"dom.push.connection.enabled": true,
		"dom.push.serverURL": `ws://127.0.0.1:${port}/`,
		"dom.push.testing.allowInsecureServerURL": true,
		"dom.push.testing.ignorePermission": true,
		"network.proxy.type": 0,
		"permissions.default.desktop-notification": 1,
		"toolkit.telemetry.enabled": false,
	};

	mkdirSync(profile);
	writeFileSync(join(profile, "user.js"), Object.entries(prefs).map(
	    ([name, value]) => `user_pref("${name}", ` +
	    `${JSON.stringify(value)});\n`).join(""));
	return spawn("firefox-esr", ["--headless", "--no-remote", "--profile",
	    profile, `http://127.0.0.1:${sitePort}/`], { stdio: "ignore",
		env: { PATH: process.env.PATH, HOME: directory,
			MOZ_CRASHREPORTER_DISABLE: "1" } });
}

const firefox = startFirefox();
try {
	const device = await Promise.race([next("subscribed"),
	    next("failed").then((why) => { throw new Error(why); })]);

	t.say(device.endpoint.startsWith("https://127.0.0.1:"),
	    "Firefox has subscribed");
	const { token } = call("sign-in", "POST", "/sessions", { email:
	    "ada@example.org", password: "correct horse battery" });
	const { endpoint, keys } = device;
	const registered = call("notifications", "POST",
	    "/me/push-subscriptions", { endpoint, keys }, token);

	t.say(registered.deviceSubscribed === true, "and is registered");
	const [list, task] = [randomUUID(), randomUUID()];

	call("lists", "POST", "/lists", { id: list, title: "Home" }, token);
	call("tasks", "POST", `/lists/${list}/tasks`, { id: task,
		title: "Müll \u{1f600}" }, token);
	call("tasks", "PATCH", `/lists/${list}/tasks/${task}`, { reminderAt:
	    new Date(Date.now() - 1000).toISOString() }, token);
	/* The push service is this process: it is not to be stopped. */
	const { stdout: said } = await promisify(execFile)(
	    join(build, "bin/docket-remind"), [], { env });

	t.say(said.startsWith("1 sent"), "docket-remind has sent it", [said]);
	const code = await next("ack");

	t.say(code === 100, "Firefox has decrypted it", [`code ${code}`]);
	const shown = await next("shown");

	t.say(shown.title === "Müll \u{1f600}" && shown.taskId === task &&
	    shown.type === "reminder", "and shows it",
	    [JSON.stringify(shown)]);
} catch (e) {
	t.say(false, "no error", [String(e), existsSync(join(directory,
	    "profile", "times.json")) ? "Firefox ran" : "Firefox did not run"]);
} finally {
	firefox.kill("SIGTERM");
	await new Promise((resolve) => firefox.once("exit", resolve));
	for (const server of [sockets, pushes, site])
		server.close();
}
t.end();
process.exit();
