/*
 * A push service and the devices behind it, for tests written in Perl: TLS,
 * HTTP/2 and 1.1, on a free port of loopback.
 *
 *	receiver.mjs FOLDER DEVICES
 *
 * writes FOLDER/ca.pem, FOLDER/devices.json (an array of {endpoint, keys}, as a
 * subscription is registered) and, for each message, a line of JSON to
 * FOLDER/received: {path, topic, ttl, urgency, vapid: the token's claims or
 * null where its signature is wrong, payload: what the device decrypts, or
 * null}.  A path begins with how it is answered: /201/, /410/, /silent/ (not at
 * all), /429/ (Retry-After: 300).
 */
import { createPublicKey, verify } from "node:crypto";
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ece from "http_ece";
import { certificate, device, listen, service } from "./push.mjs";

const [folder, count] = process.argv.slice(2);
const devices = Array.from({ length: Number(count) }, device);

function claims(header, origin) {
	const [, head, body, signature, key] =
	    /^vapid t=([^.]+)\.([^.]+)\.([^.]+), ?k=(.+)$/.exec(header) ?? [];

	if (key === undefined)
		return null;
	const point = Buffer.from(key, "base64url");
	const public_ = createPublicKey({ format: "jwk", key: { kty: "EC",
		crv: "P-256", x: point.subarray(1, 33).toString("base64url"),
		y: point.subarray(33).toString("base64url") } });

	return verify("sha256", Buffer.from(`${head}.${body}`),
	    { key: public_, dsaEncoding: "ieee-p1363" },
	    Buffer.from(signature, "base64url")) ?
	    { ...JSON.parse(Buffer.from(body, "base64url")), key, origin } :
	    null;
}

function decrypted(body, to) {
	try {
		return JSON.parse(ece.decrypt(body, { version: "aes128gcm",
			privateKey: to.pair, authSecret: to.auth }));
	} catch {
		return null;
	}
}

const certified = certificate("receiver");
const server = service(certified, (request, body, response) => {
	const [, how, n] = request.url.split("/");
	const status = Number(how);

	appendFileSync(join(folder, "received"), JSON.stringify({
		path: request.url,
		topic: request.headers.topic ?? null,
		ttl: Number(request.headers.ttl),
		urgency: request.headers.urgency,
		vapid: claims(request.headers.authorization,
		    `https://127.0.0.1:${port}`),
		payload: decrypted(body, devices[Number(n) % devices.length]),
	}) + "\n");
	if (how === "silent")
		return;
	response.writeHead(status, status === 429 ?
	    { "retry-after": "300" } : {});
	response.end(status === 201 ? "" : `As asked: ${how}`);
});
const port = await listen(server);

writeFileSync(join(folder, "ca.pem"), certified.cert);
writeFileSync(join(folder, "devices.new"), JSON.stringify(devices.map((d, i) =>
    ({ endpoint: `https://127.0.0.1:${port}/201/${i}`,
    keys: { p256dh: d.public, auth: d.auth } }))));
renameSync(join(folder, "devices.new"), join(folder, "devices.json"));
