/*
 * Whether the service does what the OpenAPI document says: reads the exchanges
 * that the HTTP tests recorded, one JSON object a line on standard input,
 *
 *	{"method", "path", "status", "contentType", "headers", "body",
 *	 "requestBody"}
 *
 * and compares each with its operation.  The path is as sent, with /api/v1,
 * perhaps a prefix before it and a query after it.  The names in headers are in
 * lower case.  body is the JSON answered, or null where there was none or it
 * was no JSON.  headers and requestBody may be left out; a JSON request that
 * was granted must be one that the document allows.
 *
 * One test for each operation and status seen.  What the document has and no
 * test saw is printed as a diagnostic.
 */
import { createInterface } from "node:readline";
import { DOCUMENT, compiler, deref, explain, load, operations, tap }
    from "./lib/document.mjs";

const SHOWN = 3;		/* failures shown of one operation and status */
const PROBLEM = "application/problem+json";

const { doc } = load(process.argv[2] ?? DOCUMENT);
const compile = compiler(doc);
const ops = operations(doc);
const seen = new Map();		/* test name to {count, failed, lines} */
const met = new Set();		/* names of documented pairs that were seen */

/* Templates as expressions, those with fewer parameters first. */
const templates = Object.keys(doc.paths)
    .map((path) => ({
	path,
	holes: path.split("{").length,
	re: new RegExp(`^${path.replaceAll(".", "\\.")
	    .replace("{key}", ".+")
	    .replaceAll(/\{[^}]*\}/g, "[^/]+")}$`),
	methods: ops.filter((o) => o.path === path)
	    .map((o) => o.method),
    }))
    .sort((a, b) => a.holes - b.holes);

/* What follows /api/v1 in a path, without its query; null if it is not in it. */
function below(path) {
	const found = /\/api\/v1(\/.*)?$/.exec(path.split(/[?#]/)[0]);

	return found && (found[1] ?? "/");
}

/*
 * The name to report an exchange under, and what the document says of it: an
 * answer, its operation, and whether it must come without a body.
 */
function expected(rec) {
	const path = below(rec.path);
	const found = path && templates.find((x) => x.re.test(path));
	const head = rec.method === "HEAD";
	const method = head ? "GET" : rec.method;

	if (!found)
		return unmatched("404", `${rec.method} of no known path`, rec);
	if (method === "OPTIONS")
		return { name: `OPTIONS ${found.path}`, allow: found.methods };
	if (!found.methods.includes(method))
		return { allow: found.methods,
		    ...unmatched("405", `${rec.method} ${found.path}`, rec) };

	const o = ops.find((x) => x.path === found.path &&
	    x.method === method);

	return { name: o.name, o, head, answer: o.responses[rec.status],
	    documented: Object.keys(o.responses).join(" ") };
}

/* No operation: 404 or 405, or 400 where the request is not even proper. */
function unmatched(status, name, rec) {
	const odd = /[%\\;]|\/\/|\/\.\.?(\/|$)/.test(rec.path.split("?")[0]) ||
	    rec.body?.code === "malformed-request";
	const answer = deref(doc, String(rec.status) === status ?
	    doc["x-unmatched"][status] : odd && rec.status === 400 ?
		doc.components.responses.MalformedRequest : undefined);

	return { name, answer, documented: status };
}

function* bodyFaults(rec, answer, head) {
	const type = (rec.contentType ?? "").split(";")[0]
	    .trim().toLowerCase();
	const content = answer.content ?? {};
	const found = content[type] ?? content["*/*"];

	if (answer.content === undefined || head) {
		if (rec.body !== null && rec.body !== undefined &&
		    rec.body !== "")
			yield "a body where there must be none";
		if (answer.content === undefined && type !== "")
			yield `content type where there must be none: ${type}`;
		return;
	}
	if (found === undefined) {
		yield `content type ${type || "(none)"}, documented: ` +
		    Object.keys(content).join(" ");
		return;
	}
	if (!/json$/.test(type) || content[type] === undefined)
		return;

	const validate = compile(found.schema);

	if (!validate(rec.body))
		yield* explain(validate);
	if (type !== PROBLEM)
		return;
	if (rec.body?.status !== rec.status)
		yield `the problem's status is ${rec.body?.status}`;
	if (!answer["x-codes"].includes(rec.body?.code))
		yield `code ${rec.body?.code}, documented: ` +
		    answer["x-codes"].join(" ");
}

function* headerFaults(rec, answer) {
	for (const [name, ref] of Object.entries(answer.headers ?? {})) {
		const header = deref(doc, ref);
		const value = rec.headers[name.toLowerCase()];

		if (value === undefined) {
			if (header.required)
				yield `no header ${name}`;
			continue;
		}

		const validate = compile(header.schema);

		if (!validate(String(value)))
			yield* explain(validate).map((e) =>
			    `header ${name}: ${e}: ${value}`);
	}
}

/* Allow must name just the path's methods, HEAD beside GET, and OPTIONS. */
function* allowFaults(rec, methods) {
	const want = [...methods, "OPTIONS",
	    ...(methods.includes("GET") ? ["HEAD"] : [])].sort().join(" ");
	const has = (rec.headers.allow ?? "").split(/\s*,\s*/)
	    .sort().join(" ");

	if (has !== want)
		yield `Allow is ${has || "(none)"}, should be ${want}`;
}

function* requestFaults(rec, o) {
	const schema = o.op.requestBody?.content["application/json"]?.schema;

	if (rec.requestBody === null || rec.requestBody === undefined ||
	    schema === undefined || rec.status >= 300)
		return;

	const validate = compile(schema);

	if (!validate(rec.requestBody))
		yield* explain(validate).map((e) => `granted, but body${e}`);
}

function* faults(rec, x) {
	if (rec.method === "OPTIONS" && x.allow) {
		if (![200, 204].includes(rec.status))
			yield "not 200 or 204";
		yield* allowFaults(rec, x.allow);
		return;
	}
	if (!x.answer) {
		yield `status not documented (${x.documented})`;
		if (rec.body?.code !== undefined)
			yield `code ${rec.body.code}`;
		return;
	}
	yield* bodyFaults(rec, x.answer, x.head || rec.method === "HEAD");
	if (rec.headers !== undefined) {
		yield* headerFaults(rec, x.answer);
		if (x.allow && rec.status === 405)
			yield* allowFaults(rec, x.allow);
	}
	if (x.o)
		yield* requestFaults(rec, x.o);
}

function hold(rec) {
	const x = expected(rec);
	const name = `${x.name} ${rec.status}`;
	const test = seen.get(name) ?? { count: 0, failed: 0, lines: [] };
	const found = [...faults(rec, x)];

	seen.set(name, test);
	test.count++;
	if (x.o && x.answer)
		met.add(name);
	if (found.length === 0 || ++test.failed > SHOWN)
		return;
	test.lines.push(`${rec.method} ${rec.path}`,
	    ...found.map((f) => `  ${f}`),
	    `  body: ${JSON.stringify(rec.body)?.slice(0, 300)}`);
}

const t = tap();
let line = 0;
const unread = [];

for await (const text of createInterface({ input: process.stdin })) {
	line++;
	if (text.trim() === "")
		continue;
	try {
		hold(JSON.parse(text));
	} catch (e) {
		unread.push(`line ${line}: ${e.message}: ${text.slice(0, 99)}`);
	}
}
for (const [name, { count, failed, lines }] of [...seen].sort())
	t.say(failed === 0, name, [`${failed} of ${count} answers:`, ...lines]);
t.say(seen.size > 0, "there were answers to look at");
t.say(unread.length === 0, "every line was read", unread.slice(0, SHOWN));
for (const o of ops) {
	const never = Object.keys(o.responses)
	    .filter((status) => !met.has(`${o.name} ${status}`));

	if (never.length > 0)
		t.note(`never seen: ${o.name}: ${never.join(" ")}`);
}
t.end();
