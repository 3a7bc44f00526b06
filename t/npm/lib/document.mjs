/*
 * The OpenAPI document, read for the tests: following its references, walking
 * its schemas, and validating against them.
 *
 * Its component schemas are handed to the validator under the name "docket",
 * as $defs, so that only what is a schema is ever read as one.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/* The document that `make` has generated. */
export const DOCUMENT = `${process.env.DOCKET_BUILD ??
    fileURLToPath(new URL("../../../build", import.meta.url))}/gen/openapi.json`;

const METHODS = ["get", "put", "post", "patch", "delete"];

export function load(file) {
	const text = readFileSync(file, "utf8");

	return { text, doc: JSON.parse(text) };
}

/* What a reference within the document names, undefined if nothing. */
export function resolve(doc, ref) {
	if (!ref.startsWith("#/"))
		return undefined;
	return ref.slice(2).split("/").reduce((at, part) => {
		const key = part.replaceAll("~1", "/").replaceAll("~0", "~");

		return at !== null && typeof at === "object" &&
		    Object.hasOwn(at, key) ? at[key] : undefined;
	}, doc);
}

export function deref(doc, value) {
	while (value?.$ref !== undefined)
		value = resolve(doc, value.$ref);
	return value;
}

/* Every object and array below value and where it is, but none of examples. */
export function* walk(value, at = "#") {
	if (value === null || typeof value !== "object")
		return;
	yield [value, at];
	for (const [key, below] of Object.entries(value))
		if (!["example", "examples", "default", "const"].includes(key))
			yield* walk(below, `${at}/${key}`);
}

/* Every operation, its path's parameters joined to its own. */
export function operations(doc) {
	return Object.entries(doc.paths).flatMap(([path, item]) =>
	    METHODS.filter((method) => item[method]).map((method) => ({
		path,
		method: method.toUpperCase(),
		name: `${method.toUpperCase()} ${path}`,
		op: item[method],
		parameters: [...(item.parameters ?? []),
		    ...(item[method].parameters ?? [])]
			.map((p) => deref(doc, p)),
		responses: Object.fromEntries(
		    Object.entries(item[method].responses)
			.map(([status, r]) => [status, deref(doc, r)])),
	})));
}

const PREFIX = "#/components/schemas/";

function rebased(value) {
	if (Array.isArray(value))
		return value.map(rebased);
	if (value === null || typeof value !== "object")
		return value;
	return Object.fromEntries(Object.entries(value).map(([key, v]) =>
	    [key, key === "$ref" && typeof v === "string" ?
		v.replace(PREFIX, "docket#/$defs/") : rebased(v)]));
}

/*
 * A function from a schema of the document to its validator, in strict mode.
 * Throws where the schema is not a good one.
 */
export function compiler(doc) {
	const ajv = new Ajv2020({ strict: true, allErrors: true });
	const made = new Map();

	addFormats(ajv);
	/* OpenAPI's own word beside oneOf; it changes no outcome. */
	ajv.addKeyword("discriminator");
	ajv.addSchema({ $id: "docket",
	    $defs: rebased(doc.components.schemas) });

	return (schema) => {
		if (!made.has(schema))
			made.set(schema, ajv.compile(rebased(schema)));
		return made.get(schema);
	};
}

export function explain(validate) {
	return validate.errors.slice(0, 5).map((e) => [e.instancePath || "/",
	    e.message, JSON.stringify(e.params)].join(" "));
}

/* TAP on standard output: say(ok, name, lines told on failure), then end(). */
export function tap() {
	let n = 0, failed = 0;

	return {
		say(ok, name, lines = []) {
			n++;
			console.log(`${ok ? "ok" : "not ok"} ${n} - ${name}`);
			if (ok)
				return;
			failed++;
			for (const line of lines)
				console.log(`# ${String(line)
				    .replaceAll("\n", "\n# ")}`);
		},
		note(line) {
			console.log(`# ${line}`);
		},
		end() {
			console.log(`1..${n}`);
			process.exitCode = failed === 0 ? 0 : 1;
		},
	};
}
