/*
 * The sender works with other people's receivers: web-push-testing, which checks
 * VAPID and decrypts, and Node's HTTP/2 with http_ece.  It survives everything that
 * a push service can do, and reaches no address that it must not.
 */
import { createPublicKey, verify } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tap } from "./lib/document.mjs";
import { certificate, device, keys, listen, message, send, service, silent }
    from "./lib/push.mjs";

const require = createRequire(import.meta.url);
const ece = require("http_ece");
const { PushApiModel } = require("web-push-testing/src/PushApiModel.js");
const FakeService = require("web-push-testing/src/server.js");

const t = tap();
const vapid = keys(), phone = device();
const ours = certificate("ours"), other = certificate("other");
const minutes = (n) => new Date(Date.now() + n * 60000).toUTCString();

function test(name, faults) {
	t.say(faults.length === 0, name, faults.slice(0, 10));
}

/* Faults of results by their tags: "OUTCOME STATUS", and what more is said. */
function compare(results, wanted) {
	const faults = [];

	for (const [tag, want, more = () => true] of wanted) {
		const got = results.filter((r) => r.tag === tag);

		if (got.length !== 1)
			faults.push(`${tag}: ${got.length} results`);
		else if (`${got[0].outcome} ${got[0].status}` !== want ||
		    !more(got[0]))
			faults.push(`${tag}: not ${want}: ` +
			    JSON.stringify(got[0]));
	}
	return faults;
}

/* The claims of a request's token, once it verifies; else throws. */
function claims({ headers }) {
	const [, head, body, signature, key] =
	    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/
		.exec(headers.authorization);
	const point = Buffer.from(key, "base64url");
	const jwk = { kty: "EC", crv: "P-256",
		x: point.subarray(1, 33).toString("base64url"),
		y: point.subarray(33).toString("base64url") };

	if (key !== vapid.public || !verify("sha256",
	    Buffer.from(`${head}.${body}`),
	    { key: createPublicKey({ key: jwk, format: "jwk" }),
		dsaEncoding: "ieee-p1363" },
	    Buffer.from(signature, "base64url")))
		throw new Error("the token does not verify");
	return JSON.parse(Buffer.from(body, "base64url"));
}

function decrypt(body, to) {
	return ece.decrypt(body, { version: "aes128gcm",
		privateKey: to.pair, authSecret: to.authSecret }).toString();
}

/* Many messages: all of each request is looked at. */
async function many() {
	const count = 2500, faults = [], seen = new Set(), tokens = new Set();
	const urgencies = ["very-low", "low", "normal", "high"];
	const devices = Array.from({ length: 7 }, device);
	const payload = (i) => `{"title":"Nr ${i} ${"\u00e4".repeat(i % 400)}"}`;
	const server = service(ours, (request, body, response) => {
		const i = Number(request.url.slice(3)), h = request.headers;
		const want = { ":method": "POST", ttl: String(i * 60),
			urgency: urgencies[i % 4],
			topic: i % 3 === 0 ? undefined : `topic_-${i}`,
			"content-encoding": "aes128gcm",
			"content-type": "application/octet-stream" };

		try {
			if (decrypt(body, devices[i % 7]) !== payload(i))
				faults.push(`${i}: other words`);
		} catch (e) {
			faults.push(`${i}: ${e.message}`);
		}
		if ((body.length - 86 - 16) % 512 !== 0)
			faults.push(`${i}: ${body.length} bytes`);
		for (const [name, value] of Object.entries(want))
			if (h[name] !== value)
				faults.push(`${i}: ${name}: ${h[name]}`);
		if (request.httpVersion !== "2.0")
			faults.push(`${i}: HTTP/${request.httpVersion}`);
		if (!tokens.has(h.authorization)) {
			const { aud, exp, sub } = claims(request);
			const hours = (exp - Date.now() / 1000) / 3600;

			if (aud !== `https://127.0.0.1:${port}` ||
			    sub !== "mailto:push@example.org" ||
			    hours > 12 || hours < 11)
				faults.push(`${i}: ${aud} ${sub} ${hours} h`);
		}
		tokens.add(h.authorization);
		seen.add(i);
		response.writeHead(201).end();
	});
	const port = await listen(server);
	const lines = Array.from({ length: count }, (_, i) => message(i,
	    `https://127.0.0.1:${port}/p/${i}`, devices[i % 7], payload(i),
	    { ttl: i * 60, urgency: urgencies[i % 4],
		topic: i % 3 === 0 ? "-" : `topic_-${i}` }));
	const { results } = await send(lines, { vapid, ca: ours.file,
		allow: [`127.0.0.1:${port}`] });

	server.close();
	test("each of many arrives as it was sent", faults);
	test("each is sent", results.filter((r) => r.outcome !== "sent")
	    .map((r) => JSON.stringify(r)));
	test("each once", [[results.length, "results"], [seen.size, "seen"],
	    [server.requests, "requests"]].filter(([n]) => n !== count));
	test("over few connections", server.connections <= 5 ? [] :
	    [server.connections]);
	test("with one token", tokens.size === 1 ? [] : [tokens.size]);
}

/* The npm package's own push service, which speaks plain HTTP/1.1. */
async function fake() {
	const model = new PushApiModel(), log = console.log;
	const server = new FakeService(model, 0);
	const subscribe = (key) => model.subscribe({ userVisibleOnly: "true",
		applicationServerKey: key });

	console.log = console.error = () => {};
	server.startServer();
	await new Promise((r) => server._server.on("listening", r));
	const { port } = server._server.address();
	model.notifyUrl = `http://127.0.0.1:${port}/notify/`;
	const [right, wrong, ended] = await Promise.all([
	    subscribe(vapid.public), subscribe(keys().public),
	    subscribe(vapid.public)]);
	const line = (tag, s) => message(tag, s.endpoint,
	    { public: s.keys.p256dh, auth: s.keys.auth }, "Water the plants");

	model.expireSubscription(ended.clientHash);
	const { results } = await send([line("right", right),
	    line("wrong", wrong), line("ended", ended)],
	    { vapid, allow: [`127.0.0.1:${port}`] });
	const got = [right, wrong, ended].map((s) =>
	    model.getNotifications({ clientHash: s.clientHash }).messages);

	server._server.close();
	console.log = log;
	test("web-push-testing accepts and refuses", compare(results, [
	    ["right", "sent 201"], ["wrong", "refused 400"],
	    ["ended", "gone 410"]]));
	test("web-push-testing decrypts", JSON.stringify(got) ===
	    '[["Water the plants"],[],[]]' ? [] : [JSON.stringify(got)]);
}

/* What a service may answer: path, headers, and what we make of it. */
const answers = [
	[200, {}, "sent 200"], [201, {}, "sent 201"], [202, {}, "sent 202"],
	[204, {}, "sent 204"], [404, {}, "gone 404"], [410, {}, "gone 410"],
	[429, {}, "later 429", (r) => r.retry === 0],
	[429, { "retry-after": "120" }, "later 429", (r) => r.retry === 120],
	[429, { "retry-after": "0" }, "later 429", (r) => r.retry === 0],
	[429, { "retry-after": "-5" }, "later 429", (r) => r.retry === 0],
	[429, { "retry-after": "soon" }, "later 429", (r) => r.retry === 0],
	/* More than libcurl can count: as if nothing was said. */
	[429, { "retry-after": "99999999999999999999" }, "later 429",
	    (r) => r.retry === 0],
	[429, { "retry-after": "86401" }, "later 429", (r) => r.retry === 86400],
	[503, { "retry-after": minutes(60) }, "later 503",
	    (r) => r.retry > 3000 && r.retry <= 3600],
	[503, { "retry-after": minutes(-60) }, "later 503", (r) => r.retry === 0],
	[503, { "retry-after": minutes(99999) }, "later 503",
	    (r) => r.retry === 86400],
	[500, {}, "later 500"], [502, {}, "later 502"], [599, {}, "later 599"],
	[400, {}, "refused 400", (r) => r.said === "why: 400 here"],
	[402, {}, "refused 402"], [405, {}, "refused 405"],
	[408, {}, "later 408"], [413, {}, "refused 413"], [425, {}, "later 425"],
	[431, {}, "refused 431"], [499, {}, "refused 499"],
	[401, {}, "our-fault 401"], [403, {}, "our-fault 403"],
];
/* Redirects, to where it could go on. */
for (const status of [300, 301, 302, 303, 307, 308])
	answers.push([status, { location: "/plain" }, `refused ${status}`]);

async function outcomes() {
	const trap = silent(), trapped = await listen(trap);
	const respond = (request, body, response) => {
		const i = Number(request.url.slice(1));
		const [status, headers] = answers[i] ?? [299, {}];

		response.writeHead(status, headers);
		response.end(status === 204 ? undefined :
		    `why:\n${status}\u007fhere`);
	};
	const faults = [];

	answers.push([302, { location: `http://127.0.0.1:${trapped}/` },
	    "refused 302"], [307, { location: `https://127.0.0.1:${trapped}/` },
	    "refused 307"]);
	for (const [name, protocols] of [["HTTP/2", ["h2"]],
	    ["HTTP/1.1", ["http/1.1"]]]) {
		const server = service(ours, respond, protocols);
		const port = await listen(server);
		const { results } = await send(answers.map((_, i) => message(i,
		    `https://127.0.0.1:${port}/${i}`, phone, "x")),
		    { vapid, ca: ours.file, allow: ["127.0.0.1"] });

		server.close();
		test(`${name}: each answer is understood`, compare(results,
		    answers.map(([, , want, more], i) =>
			[String(i), want, more])));
		if (server.requests !== answers.length)
			faults.push(`${name}: ${server.requests} requests`);
	}
	trap.close();
	if (trap.connections > 0)
		faults.push(`${trap.connections} to the trap`);
	test("no redirect is followed", faults);
}

/*
 * Services that do not do as they should, beside one that does.  This takes as
 * long as the sender waits; nothing else here does.
 */
async function bad() {
	const pit = silent(), pitted = await listen(pit);
	const dead = silent(), gone = await listen(dead);
	const held = [];
	const server = service(ours, (request, body, response) => {
		const [, what] = request.url.split("/");
		const more = () => {
			while (!response.destroyed && response.write(
			    Buffer.alloc(4096, "x")))
				;
			response.once("drain", more);
		};

		({
			good: () => response.writeHead(201).end(),
			never: () => held.push(response),
			half: () => response.writeHead(201).write("so"),
			endless: () => { response.writeHead(201); more(); },
			large: () => { response.writeHead(500); more(); },
			reset: () => response.stream.close(2),
			drop: () => response.stream.session.destroy(),
		})[what]();
	});
	const port = await listen(server);
	const at = `https://127.0.0.1:${port}`;
	const line = (tag, url, to = phone) => message(tag, url, to, "x");
	const pits = Array.from({ length: 300 }, (_, i) =>
	    line(`pit${i}`, `https://127.0.0.1:${pitted}/${i}`));
	const goods = Array.from({ length: 300 }, (_, i) =>
	    line(`good${i}`, `${at}/good/${i}`));

	await new Promise((r) => dead.close(r));
	const { results, took } = await send([
	    line("never", `https://never.push.test:${port}/never`),
	    line("half", `https://half.push.test:${port}/half`),
	    line("slow", "https://slow.test/"),
	    ...pits,
	    line("endless", `https://endless.push.test:${port}/endless`),
	    line("large", `https://large.push.test:${port}/large`),
	    line("reset", `https://reset.push.test:${port}/reset`),
	    line("drop", `https://drop.push.test:${port}/drop`),
	    line("dead", `https://127.0.0.1:${gone}/`),
	    line("nobody", "https://nobody.test/"),
	    line("key", `${at}/good/key`, { ...phone, public: vapid.auth }),
	    line("auth", `${at}/good/auth`, { ...phone, auth: "AAAA" }),
	    line("name", `https://elsewhere.test:${port}/good`),
	    ...goods], { vapid, ca: ours.file, allow: ["127.0.0.1"],
		hosts: { "slow.test": "", "elsewhere.test": "127.0.0.1",
		    ...Object.fromEntries(["never", "half", "endless", "large",
			"reset", "drop"].map((s) => [`${s}.push.test`,
			"127.0.0.1"])) } });
	const place = (tag) => results.findIndex((r) => r.tag === tag);
	const firstBad = Math.min(...["never", "half", "slow", "pit0"].map(place));

	pit.close();
	held.forEach((r) => r.destroy());
	server.close();
	test("each failure is reported", compare(results, [
	    ["never", "later 0", (r) => /in time/.test(r.why)],
	    ["half", "sent 201"], ["endless", "sent 201"],
	    ["large", "later 500", (r) => r.said === "x".repeat(200)],
	    ["reset", "later 0"], ["drop", "later 0"], ["dead", "later 0"],
	    ["slow", "later 0"], ["nobody", "later 0"],
	    ["key", "refused 0"], ["auth", "refused 0"],
	    ["name", "later 0", (r) => /certificate/.test(r.why)],
	    ...Array.from({ length: 300 }, (_, i) => [`pit${i}`, "later 0"]),
	    ...Array.from({ length: 300 }, (_, i) => [`good${i}`, "sent 201"]),
	]));
	test("a service that hangs delays no other", results
	    .filter((r, i) => r.tag.startsWith("good") && i > firstBad)
	    .map((r) => r.tag));
	test("not all messages for it try it", pit.connections > 10 ?
	    [`${pit.connections} connections`] : []);
	test("no push waits for a name server", took < 55 ? [] : [`${took} s`]);
}

/* Whose certificate is trusted. */
async function trust() {
	const server = service(ours, (request, body, response) =>
	    response.writeHead(201).end());
	const port = await listen(server);
	const wanted = [
	    [{ ca: ours.file }, "sent 201"],
	    [{ ca: other.file }, "later 0"],
	    [{ env: { SSL_CERT_FILE: ours.file } }, "sent 201"],
	    [{ env: { SSL_CERT_FILE: other.file } }, "later 0"],
	    [{ ca: other.file, env: { SSL_CERT_FILE: ours.file } }, "later 0"],
	    [{}, "later 0"],
	    [{ ca: "/dev/null/none" }, "our-fault 0"],
	];
	const faults = await Promise.all(wanted.map(async ([how, want]) => {
		const { results } = await send([message("it",
		    `https://127.0.0.1:${port}/`, phone, "x")],
		    { vapid, allow: ["127.0.0.1"], ...how });

		return compare(results, [["it", want]]);
	}));

	server.close();
	test("certificates are checked", faults.flat());
}

/* Where push-allow says so, and nowhere else. */
async function allowed() {
	const plain = createServer((request, response) =>
	    response.writeHead(201).end());
	const answer = (request, body, response) =>
	    response.writeHead(201).end();
	const server = service(ours, answer), six = service(ours, answer);
	const port = await listen(server), http = await listen(plain);
	const port6 = await listen(six, 0, "::1");
	const secure = `https://a.push.test:${port}/`;
	const hosts = { "a.push.test": "127.0.0.1", "b.push.test": "127.0.0.1",
		"two.push.test": "10.255.255.1,127.0.0.1" };
	const rows = [
	    [[], secure, "refused 0"],
	    [["a.push.test"], secure, "sent 201"],
	    [[`a.push.test:${port}`], secure, "sent 201"],
	    [[`A.Push.Test:${port}`], secure, "sent 201"],
	    [["a.push.test:443"], secure, "refused 0"],
	    [["b.push.test"], secure, "refused 0"],
	    [["127.0.0.1"], secure, "sent 201"],
	    [["127.0.0.0/8"], secure, "sent 201"],
	    [[`127.0.0.1:${port}`], secure, "sent 201"],
	    [["127.0.0.1:443"], secure, "refused 0"],
	    [["127.0.0.2"], secure, "refused 0"],
	    [["10.0.0.0/8"], secure, "refused 0"],
	    /* of two addresses only the one that is allowed is tried */
	    [["127.0.0.0/8"], `https://two.push.test:${port}/`, "sent 201"],
	    [[], `https://two.push.test:${port}/`, "refused 0"],
	    [["127.0.0.1"], `http://127.0.0.1:${http}/`, "sent 201"],
	    [["a.push.test"], `http://a.push.test:${http}/`, "sent 201"],
	    [[], `http://127.0.0.1:${http}/`, "refused 0"],
	    /* plain http is for hosts, not for what they resolve to */
	    [["127.0.0.1"], `http://a.push.test:${http}/`, "refused 0"],
	    [["b.push.test"], `http://a.push.test:${http}/`, "refused 0"],
	];
	if (port6 > 0)
		rows.push([["::1"], `https://[::1]:${port6}/`, "sent 201"],
		    [["::/0"], `https://[::1]:${port6}/`, "sent 201"],
		    [["0.0.0.0/0"], `https://[::1]:${port6}/`, "refused 0"]);
	const faults = await Promise.all(rows.map(async ([allow, url, want]) => {
		const { results } = await send([message("it", url, phone, "x")],
		    { vapid, ca: ours.file, allow, hosts });

		return compare(results, [["it", want]])
		    .map((f) => `${allow} ${url}: ${f}`);
	}));

	server.close();
	six.close();
	plain.close();
	test("push-allow allows what it names", faults.flat());
}

await fake();
await Promise.all([bad(), (async () => {
	await many();
	await outcomes();
	await trust();
	await allowed();
})()]);
t.end();
