/*
 * What a push service and its devices are made of, for push.mjs: a certificate,
 * a device's keys, servers that count, and build/t/pusher (t/lib/pusher.c),
 * which is our side.
 */
import { createECDH, randomBytes } from "node:crypto";
import { execFileSync, spawn } from "node:child_process";
import { createSecureServer } from "node:http2";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const build = process.env.DOCKET_BUILD ??
    fileURLToPath(new URL("../../../build", import.meta.url));

export const directory = mkdtempSync(join(tmpdir(), "docket-push-"));
process.on("exit", () => rmSync(directory, { recursive: true }));

/* A certificate that is its own authority. */
export function certificate(name) {
	const key = join(directory, `${name}.key`);
	const file = join(directory, `${name}.pem`);

	execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt",
	    "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out",
	    file, "-days", "800", "-subj", "/CN=push.test", "-addext",
	    "subjectAltName=DNS:push.test,DNS:*.push.test,IP:127.0.0.1,IP:::1"],
	    { stdio: "ignore" });
	return { file, key: readFileSync(key), cert: readFileSync(file) };
}

/* A key pair as base64url, and for http_ece. */
export function keys() {
	const pair = createECDH("prime256v1");

	pair.generateKeys();
	return {
		pair,
		public: pair.getPublicKey("base64url"),
		private: pair.getPrivateKey("base64url").padStart(43, "A"),
	};
}

export function device() {
	const auth = randomBytes(16);

	return { ...keys(), authSecret: auth, auth: auth.toString("base64url") };
}

/* Listens on a free port, and returns it; 0 if that is not allowed. */
export function listen(server, port = 0, host = "127.0.0.1") {
	return new Promise((resolve) => {
		server.once("error", () => resolve(0));
		server.listen(port, host, () => resolve(server.address().port));
	});
}

/* A server that takes connections, counts them, and sends nothing. */
export function silent() {
	const server = createServer((socket) => {
		server.connections++;
		socket.on("error", () => {});
		socket.resume();
	});

	server.connections = 0;
	return server;
}

/* A TLS server for HTTP/2 and 1.1; answer(request, body, response). */
export function service({ key, cert }, answer, protocols = ["h2", "http/1.1"]) {
	const server = createSecureServer({ key, cert, allowHTTP1: true,
		ALPNProtocols: protocols });

	server.connections = server.requests = 0;
	server.on("secureConnection", () => server.connections++);
	server.on("sessionError", () => {});
	server.on("request", (request, response) => {
		const parts = [];

		server.requests++;
		request.on("data", (part) => parts.push(part));
		request.on("error", () => {});
		response.on("error", () => {});
		request.on("end", () =>
		    answer(request, Buffer.concat(parts), response));
	});
	return server;
}

/* One line for pusher. */
export function message(tag, endpoint, to, payload, { ttl = 60,
    urgency = "normal", topic = "-" } = {}) {
	return `${tag} ${ttl} ${urgency} ${topic} ${endpoint || "-"} ` +
	    `${to.public} ${to.auth} ${payload}`;
}

/*
 * Send them, with these settings and names; what became of them, in that
 * order, and how many seconds it took.
 */
export function send(lines, { vapid, ca, allow = [], hosts = {}, env = {} }) {
	const names = Object.entries(hosts).map((row) => row.join("="));
	const child = spawn(join(build, "t/pusher"),
	    [vapid.public, vapid.private], {
		env: {
			DOCKET_CONF: "/dev/null",
			DOCKET_PUSH_ALLOW: allow.join(","),
			DOCKET_VAPID_SUBJECT: "mailto:push@example.org",
			CURL_CA_BUNDLE: ca ?? "",
			PUSHER_HOSTS: names.join(";"),
			...env,
		},
	});
	let out = "", said = "";

	child.stdout.setEncoding("utf8").on("data", (s) => out += s);
	child.stderr.setEncoding("utf8").on("data", (s) => said += s);
	child.stdin.on("error", () => {});
	child.stdin.end(lines.map((line) => line + "\n").join(""));
	return new Promise((resolve, reject) => child.on("close", (code) => {
		const took = / ([0-9.]+) s, /.exec(said);

		if (code !== 0 || took === null) {
			reject(new Error(`pusher: ${code}: ${said}`));
			return;
		}
		resolve({ took: Number(took[1]), results: out.split("\n")
		    .slice(0, -1).map((line) => {
			const [, tag, outcome, status, retry, why, text] =
			    /^(\S+) (\S+) (\d+) (\d+) (.*?) \| (.*)$/.exec(line);

			return { tag, outcome, status: Number(status),
				retry: Number(retry), why, said: text };
		}) });
	}));
}
