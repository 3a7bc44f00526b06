/*
 * An S3-compatible store (s3rver) behind a proxy that checks each signature with
 * aws4 and each body with its hash, for tests written in Perl.
 *
 *	s3.mjs FOLDER
 *
 * has the bucket `docket`, for the key S3RVER and the secret "S3/RVER+", and writes
 * its port to FOLDER/port.  It lists two objects a page.  FOLDER/requests gets a line for each request: method,
 * path, status.  If FOLDER/down exists, it answers 503.  With FOLDER/key.pem and
 * FOLDER/cert.pem it speaks https.
 */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync }
    from "node:fs";
import { createServer, request } from "node:http";
import { createServer as createSecure } from "node:https";
import { join } from "node:path";
import aws4 from "aws4";
import S3rver from "s3rver";

const folder = process.argv[2];
const key = { accessKeyId: "S3RVER", secretAccessKey: "S3/RVER+" };
const inner = new S3rver({ port: 0, address: "127.0.0.1", silent: true,
	directory: join(folder, "objects"), allowMismatchedSignatures: true,
	configureBuckets: [{ name: "docket" }] });
const { port: there } = await inner.run();

/* The signature that the request must have. */
function signature(q) {
	const sent = q.headers.authorization ?? "";
	const signed = /SignedHeaders=([^,]+)/.exec(sent)?.[1].split(";") ?? [];
	const headers = {};
	for (const name of signed)
		headers[name] = q.headers[name] ?? "";
	const scope = /Credential=[^/]+\/\d+\/([^/]+)\/s3\//.exec(sent);
	const out = aws4.sign({ service: "s3", region: "eu-test-1",
		method: q.method, path: q.url, host: q.headers.host, headers,
		extraHeadersToIgnore: Object.fromEntries(Object.keys(headers)
			.filter((h) => !signed.includes(h)).map((h) => [h, true])) },
		key);
	return scope?.[1] === "eu-test-1" && signed.includes("host") &&
	    signed.includes("x-amz-date") &&
	    signed.includes("x-amz-content-sha256") &&
	    out.headers.Authorization.split("Signature=")[1] ===
	    sent.split("Signature=")[1];
}

function note(q, status) {
	appendFileSync(join(folder, "requests"),
	    `${q.method} ${q.url} ${status}\n`);
}

function refuse(q, a, status) {
	note(q, status);
	a.writeHead(status);
	a.end(`<Error><Code>refused</Code></Error>`);
}

function serve(q, a) {
	const body = [];
	q.on("data", (d) => body.push(d));
	q.on("end", () => {
		const bytes = Buffer.concat(body);
		const hash = createHash("sha256").update(bytes).digest("hex");
		if (existsSync(join(folder, "down")))
			return refuse(q, a, 503);
		if (!signature(q))
			return refuse(q, a, 403);
		if (q.headers["x-amz-content-sha256"] !== hash)
			return refuse(q, a, 400);
		const to = request({ host: "127.0.0.1", port: there,
			method: q.method, path: q.url.includes("list-type=2") ?
			    `${q.url}&max-keys=2` : q.url, headers: q.headers }, (r) => {
			note(q, r.statusCode);
			a.writeHead(r.statusCode, r.headers);
			r.pipe(a);
		});
		to.end(bytes);
		return undefined;
	});
}

const pem = (name) => readFileSync(join(folder, `${name}.pem`));
const server = existsSync(join(folder, "key.pem")) ?
    createSecure({ key: pem("key"), cert: pem("cert") }, serve) :
    createServer(serve);
server.listen(0, "127.0.0.1", () => {
	writeFileSync(join(folder, "port.new"), `${server.address().port}`);
	renameSync(join(folder, "port.new"), join(folder, "port"));
});
