/*
 * The OpenAPI document is a valid OpenAPI document and follows its own rules.
 * validate.mjs tests that the service does what it says.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { DOCUMENT, compiler, deref, explain, load, operations, resolve, tap, walk }
    from "./lib/document.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const file = process.argv[2] ?? DOCUMENT;
const { text, doc } = load(file);
const compile = compiler(doc);
const ops = operations(doc);
const t = tap();

function test(name, faults) {
	t.say(faults.length === 0, name, faults.slice(0, 20));
}

/* Every schema and where it is: of components, bodies, parameters, headers. */
function schemas() {
	const found = Object.entries(doc.components.schemas)
	    .map(([name, s]) => [s, `#/components/schemas/${name}`]);

	for (const [value, at] of walk(doc))
		if (value.schema !== undefined)
			found.push([value.schema, `${at}/schema`]);
	return found;
}

/* What is wrong with a value under a schema, as lines. */
function faultsOf(schema, value, at) {
	try {
		const validate = compile(schema);

		return validate(value) ? [] :
		    explain(validate).map((e) => `${at}: ${e}`);
	} catch (e) {
		return [`${at}: ${e.message}`];
	}
}

/* The examples of a schema, or of what has a schema. */
function examples() {
	const found = [];

	for (const [s, at] of schemas())
		for (const v of s.examples ?? [])
			found.push([s, v, `${at}/examples`]);
	for (const [value, at] of walk(doc)) {
		if (value.schema === undefined)
			continue;
		if (value.example !== undefined)
			found.push([value.schema, value.example, at]);
		for (const v of Object.values(value.examples ?? {}))
			found.push([value.schema, v.value, at]);
	}
	return found;
}

/* The objects of a schema and of all it refers to. */
function objects(schema, seen = new Set()) {
	for (const [value] of walk(schema)) {
		if (value.$ref !== undefined)
			objects(resolve(doc, value.$ref), seen);
		else if (value.type === "object")
			seen.add(value);
	}
	return seen;
}

function bodies(of) {
	return Object.entries(of?.content ?? {}).map(([type, c]) =>
	    [type, c.schema]);
}

const lint = spawnSync(here("node_modules/.bin/redocly"), ["lint", file], {
	cwd: here("../.."),
	encoding: "utf8",
	env: { ...process.env, REDOCLY_TELEMETRY: "off",
	    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
});
test("redocly finds no errors", lint.status === 0 ? [] :
    [lint.error ?? "", lint.stdout, lint.stderr]);

test("two spaces of indent, and a newline at the end",
    text === JSON.stringify(doc, null, 2) + "\n" ? [] : [file]);

test("every reference exists", [...walk(doc)]
    .filter(([v]) => v.$ref !== undefined &&
	resolve(doc, v.$ref) === undefined)
    .map(([v, at]) => `${at}: ${v.$ref}`));

test("every schema compiles", schemas().flatMap(([s, at]) => {
	try {
		compile(s);
		return [];
	} catch (e) {
		return [`${at}: ${e.message}`];
	}
}));

test("every example is valid", examples().flatMap(([s, v, at]) =>
    faultsOf(s, v, at)));

/* Stands in for the document itself, which has members of every kind. */
const OPEN = doc.paths["/openapi.json"].get.responses["200"]
    .content["application/json"].schema;

test("every object in an answer is closed",
    ops.flatMap(({ name, responses }) => Object.entries(responses)
	.flatMap(([status, r]) => bodies(r).flatMap(([, schema]) =>
	    [...objects(schema)].filter((o) => schema !== OPEN &&
		/* A map of texts, by names that somebody else chose. */
		o.additionalProperties?.type !== "string" &&
		o.additionalProperties !== false)
		.map((o) => `${name} ${status}: ${o.description}`)))));

test("no object in a request is closed", ops.flatMap(({ name, op }) =>
    bodies(op.requestBody).flatMap(([, schema]) =>
	[...objects(schema)].filter((o) => o.additionalProperties === false)
	    .map((o) => `${name}: ${o.description}`))));

test("every JSON body, sent or answered, has an example",
    ops.flatMap(({ name, op, responses }) =>
	[op.requestBody, ...Object.values(responses)].flatMap((of) =>
	    bodies(of).filter(([type, schema]) =>
		type === "application/json" && schema !== OPEN &&
		[schema, ...(schema.anyOf ?? [])].every((s) =>
		    deref(doc, s)?.examples === undefined))
		.map(([, schema]) => `${name}: ${JSON.stringify(schema)}`))));

test("every problem has its codes, and says when each occurs",
    ops.flatMap(({ name, responses }) => Object.entries(responses)
	.filter(([status]) => status >= 400).flatMap(([status, r]) => {
		const codes = r["x-codes"] ?? [];

		return [
			...(codes.length > 0 ? [] : ["no x-codes"]),
			...codes.filter((c) =>
			    !r.description.includes(`\`${c}\`: `)),
			...(bodies(r).every(([type, s]) =>
			    type === "application/problem+json" &&
			    s.$ref === "#/components/schemas/Problem") ? [] :
			    ["not a Problem"]),
		].map((fault) => `${name} ${status}: ${fault}`);
	})));

/*
 * What an operation is like decides much of what it can answer: the codes on
 * the right are there just where the condition on the left holds.
 */
const open = ({ op }) => op.security?.length === 0;
const writes = ({ method }) => method !== "GET";
/* A GET that writes: it counts what it is asked for. */
const counts = ({ name }) => name === "GET /invitations/{code}";
const json = ({ op }) =>
    op.requestBody?.content["application/json"] !== undefined;
const upload = ({ op }) => op.requestBody !== undefined && !json({ op });
const takes = (name) => ({ parameters }) =>
    parameters.some((p) => p.name === name);
const etag = (o) => o?.responses["200"]?.headers?.ETag !== undefined;
const got = ({ path }) =>
    ops.find((o) => o.path === path && o.method === "GET");
/* Its rows are what has a key, changes something, and finds the disk full. */
const batch = ({ path }) => path === "/batch";
const keyed = (o) => ["POST", "PATCH"].includes(o.method) && !open(o) &&
    !/^\/me\/(tokens|email-verification|confirmation|totp|recovery-codes|feeds)$/.test(o.path) &&
    !/^\/(me\/passkeys|me\/identities|admin)\b|\/invitations$/.test(o.path) && !batch(o);
/* An access token may call it; those that none may say so. */
const scoped = ({ op }) => op["x-scope"] !== undefined &&
    !op["x-scope"].includes("session");
const RULES = [
	[() => true, 400, "malformed-request"],
	[(o) => json(o) || upload(o), 400, "malformed-body"],
	[takes("Idempotency-Key"), 400, "invalid-idempotency-key"],
	[(o) => !open(o), 401, "no-session"],
	[writes, 403, "cross-site-request"],
	[(o) => writes(o) && scoped(o) && !batch(o), 403, "read-only-token"],
	[(o) => o.op["x-scope"] !== undefined && !scoped(o), 403,
	    "session-required"],
	[scoped, 403, "insufficient-scope"],
	[() => true, 406, "not-acceptable"],
	[takes("Idempotency-Key"), 409, "idempotency-key-reused"],
	[takes("since"), 410, "since-expired"],
	[upload, 411, "length-required"],
	[takes("If-Match"), 412, "precondition-failed"],
	[writes, 413, "body-too-large"],
	[(o) => json(o) || upload(o), 415, "unsupported-media-type"],
	[takes("Range"), 416, "range-not-satisfiable"],
	[(o) => takes("since")(o) || takes("after")(o), 422, "invalid-since"],
	[() => true, 500, "internal"],
	[() => true, 503, "busy"],
	[(o) => (writes(o) || counts(o)) && !batch(o), 507, "storage-full"],
];

for (const [when, status, code] of RULES)
	test(`${status} ${code} is documented exactly where it can occur`,
	    ops.filter((o) => when(o) !==
		(o.responses[status]?.["x-codes"] ?? []).includes(code))
		.map((o) => o.name));

test("x-scope is wherever authentication is required", ops
    .filter((o) => (o.op["x-scope"] === undefined) !==
	(o.op.security !== undefined))
    .map((o) => o.name));
test("404 is on every path that names a record", ops
    .filter((o) => o.path.includes("{") && !o.responses["404"])
    .map((o) => o.name));
test("Idempotency-Key is documented exactly where it is used", ops
    .filter((o) => keyed(o) !== takes("Idempotency-Key")(o))
    .map((o) => o.name));
test("If-None-Match and 304 are exactly where there is an ETag", ops
    .filter((o) => o.method === "GET")
    .filter((o) => etag(o) !== takes("If-None-Match")(o) ||
	etag(o) !== (o.responses["304"] !== undefined))
    .map((o) => o.name));
/* A record's path, or a verb behind it, by those that answer its version. */
const version = ({ responses }) => Object.values(responses).some((r) =>
    ["RecordETag", "ChangedETag"].includes(r.headers?.ETag?.$ref
	?.split("/").at(-1)));
const records = new Set(ops.filter((o) => o.method !== "POST" && version(o))
    .map((o) => o.path).filter((path) => path.endsWith("}")));
const ofRecord = (o) =>
    records.has(o.path.replace(/\/(rank|move|restore)$/, ""));

test("If-Match is exactly where there is a version", ops
    .filter((o) => o.method !== "GET")
    .filter((o) => (ofRecord(o) || o.method !== "POST" && etag(got(o))) !==
	takes("If-Match")(o))
    .map((o) => o.name));
test("creating or changing a record returns its version", ops
    .filter((o) => ofRecord(o) && o.method !== "DELETE" && !version(o))
    .map((o) => o.name));
t.end();
