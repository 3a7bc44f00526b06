/*
 * base/json/read.h and Node's JSON parser accept the same documents, which are
 * generated and damaged by a fixed sequence.  What Node does not check (repeated
 * names, depth, the top level, surrogates, U+0000, the exact value of a number) is
 * checked here.  Needs no package.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

const oracle = process.env.DOCKET_JSONORACLE ??
    fileURLToPath(new URL("../../build/t/jsonoracle", import.meta.url));
const DOCUMENTS = 60000;
const DEPTH = 32;
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/* Marsaglia's xorshift32, so that a failure stays. */
let seed = 4711;
function below(n) {
	seed ^= seed << 13;
	seed ^= seed >>> 17;
	seed ^= seed << 5;
	return (seed >>> 0) % n;
}
const pick = (list) => list[below(list.length)];
const times = (n, make) => Array.from({ length: n }, make);

const PIECES = ["a", "b", "é", "e\u0301", "€", "😀", "\u2028", "\x7f", "/",
	"__proto__", "0", "\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r",
	"\\t", "\\u0061", "\\u00e9", "\\u00E9", "\\ud83d\\ude00", "\\u0001",
	"\\uffff", "\\uFEFF", "\\uD7FF", "\\ue000"];
const BAD_PIECES = ["\\u0000", "\\ud800", "\\udc00", "\\udc00\\ud800",
	"\\ud800\\u0041", "\\ud83d\\\\ude00", "\\x", "\\u12", "\\u12g4", "\t",
	"\n", "\x00", "\x1f", "\\", "\"", "\\ud800\\ud800\\udc00"];
const NUMBERS = ["0", "-0", "1", "-1", "10", "1.0", "1.5", "1e2", "1E+2",
	"1e-2", "100e-2", "9007199254740991", "9007199254740992",
	"9007199254740993", "-9007199254740991", "-9007199254740992",
	"9007199254740991.5", "9007199254740990.5", "0.99999999999999999",
	"1e400", "-1e400", "1e-400", "0e400", "1e22", "0.1e1", "4e-324"];
const BAD_NUMBERS = ["01", "-01", "+1", ".5", "1.", "1.e1", "1e", "1e+",
	"-", "--1", "0x1", "1_0", "Infinity", "NaN", "-Infinity", "1 2",
	"\uff11"];
const SPACES = ["", "", "", " ", "\n", "\t", "\r", "  \r\n"];
const BAD_SPACES = ["\f", "\v", "\u00a0", "\ufeff", "\u2003", "/**/",
	"\x00"];
const digits = (n) => times(n, () => below(10)).join("");
const zeros = (n) => "0".repeat(n);

function number() {
	switch (below(6)) {
	case 0:
		return `${pick(["", "-"])}${1 + below(9)}${digits(below(17))}`;
	case 1:
		return `${below(100)}.${digits(1 + below(18))}` +
		    zeros(below(70));
	case 2:
		return `${1 + below(999)}${zeros(below(80))}e-${below(90)}`;
	case 3:
		return `0.${zeros(below(70))}${1 + below(99)}e${below(90)}`;
	default:
		return pick(NUMBERS);
	}
}

/* One in so many choices is bad; 0: none. */
let spoil = 0;
const sometimes = (good, bad) =>
    pick(spoil > 0 && below(spoil) === 0 ? bad : good);
const space = () => sometimes(SPACES, BAD_SPACES);
const string = () =>
    `"${times(below(4), () => sometimes(PIECES, BAD_PIECES)).join("")}"`;

function value(depth) {
	const what = below(depth > 0 ? 9 : 6);

	if (what < 2)
		return string();
	if (what < 4)
		return sometimes([number()], BAD_NUMBERS);
	if (what < 6)
		return sometimes(["true", "false", "null"],
		    ["tru", "True", ""]);
	return what < 7 ? array(depth) : object(depth);
}

function list(open, close, item) {
	const items = times(below(5), () => space() + item() + space());

	return open + (items.length === 0 ? space() :
	    items.join(sometimes([","], [",,", "", ";"]))) +
	    sometimes([close], [`,${close}`, ""]);
}

function array(depth) {
	return list("[", "]", () => value(depth - 1));
}

function object(depth) {
	return list("{", "}", () => string() + space() +
	    sometimes([":"], ["", "::", ","]) + space() + value(depth - 1));
}

const nested = (n) => times(n, () => pick(["[", "{\"a\":"]));
const closed = (open) =>
    [...open].reverse().map((o) => (o === "[" ? "]" : "}")).join("");

function deep() {
	const open = ["{\"k\":", ...nested(DEPTH - 3 + below(5))];

	return `${open.join("")}0${closed(open)}`;
}

/* Bytes changed, lost, doubled or put in. */
function damaged(bytes) {
	const at = below(bytes.length + 1);
	const some = pick([[below(256)], [pick([0, 0x22, 0x5c, 0x2c, 0x7b,
		0x7d, 0x80, 0xbf, 0xc0, 0xed, 0xef, 0xf4, 0xff])],
	[0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf], [0xf4, 0x90, 0x80, 0x80]]);

	switch (below(4)) {
	case 0:
		return bytes.subarray(0, at);
	case 1:
		return Buffer.concat([bytes.subarray(0, at),
			bytes.subarray(at + 1 + below(3))]);
	case 2:
		return Buffer.concat([bytes.subarray(0, at), Buffer.from(some),
			bytes.subarray(at)]);
	default:
		return Buffer.concat([bytes.subarray(0, at), Buffer.from(some),
			bytes.subarray(at + some.length)]);
	}
}

function document(i) {
	spoil = i % 3 === 1 ? 15 : 0;
	if (i % 50 === 0)
		return Buffer.from(deep());
	const bytes = Buffer.from(space() +
	    (below(20) === 0 ? value(3) : object(4)) + space());

	return i % 3 === 2 ? damaged(bytes) : bytes;
}

/* "=" and the integer that a number is as written, or "?". */
function exact(text) {
	const [, sign, whole, part = "", power = "0"] =
	    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
	const kept = (whole + part).replace(/^0+/, "");
	const short = kept.replace(/0+$/, "");
	const scale = BigInt(power) - BigInt(part.length) +
	    BigInt(kept.length - short.length);

	if (short === "")
		return "=0";
	if (scale < 0n || scale > 16n)
		return "?";
	const n = BigInt(short) * 10n ** scale;

	return n > SAFE ? "?" : `=${sign}${n}`;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[-+.eE\d]*|[{}[\],:]|true|false|null/g;

/* Of valid JSON: is a name repeated, or is it too deep? */
function nodeOverlooks(text) {
	const names = [];
	let deepest = 0;
	let repeated = false;
	const tokens = text.match(TOKEN);

	tokens.forEach((token, i) => {
		if (token === "{" || token === "[") {
			names.push(new Set());
			deepest = Math.max(deepest, names.length);
		} else if (token === "}" || token === "]") {
			names.pop();
		} else if (token[0] === "\"" && tokens[i + 1] === ":") {
			const name = JSON.parse(token);

			repeated ||= names.at(-1).has(name);
			names.at(-1).add(name);
		}
	});
	return repeated || deepest > DEPTH;
}

const unfit = (text) => /\p{Surrogate}/u.test(text) || text.includes("\0");
const anyText = (v, test) => typeof v === "string" ? test(v) :
    v !== null && typeof v === "object" &&
    Object.entries(v).some(([k, x]) => test(k) || anyText(x, test));

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/* What the document means, or undefined where it must be refused. */
function judged(bytes) {
	let text, top;

	try {
		text = utf8.decode(bytes);
		top = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (top === null || typeof top !== "object" || Array.isArray(top) ||
	    anyText(top, unfit) || nodeOverlooks(text))
		return undefined;
	return JSON.parse(text.replace(TOKEN, (token) =>
	    /^[-\d]/.test(token) ? `"${exact(token)}"` : token));
}

const documents = times(DOCUMENTS, (_, i) => document(i));
const input = Buffer.concat(documents.flatMap((bytes) => {
	const head = Buffer.alloc(4);

	head.writeUInt32BE(bytes.length);
	return [head, bytes];
}));
const run = spawnSync(oracle, { input, maxBuffer: 1 << 28 });
const lines = run.stdout === null ? [] :
    run.stdout.toString().split("\n").slice(0, -1);
const wrong = [];
let accepted = 0;

documents.forEach((bytes, i) => {
	const want = judged(bytes);
	const line = lines[i] ?? "nothing";
	const ok = line.startsWith("ok ");

	accepted += ok;
	if (ok !== (want !== undefined) ||
	    (ok && !isDeepStrictEqual(JSON.parse(line.slice(3)), want)))
		wrong.push(`${JSON.stringify(bytes.toString("latin1"))}: ` +
		    line);
});

const results = [
	["the oracle has answered for each document",
		run.status === 0 && lines.length === DOCUMENTS,
		[String(run.error ?? run.stderr)]],
	["the same documents are accepted, and mean the same",
		wrong.length === 0, wrong.slice(0, 20)],
	["neither kind is rare", accepted > DOCUMENTS / 4 &&
		accepted < DOCUMENTS * 3 / 4, [`${accepted} accepted`]],
];

console.log(`1..${results.length}`);
results.forEach(([name, ok, notes], i) => {
	console.log(`${ok ? "ok" : "not ok"} ${i + 1} - ${name}`);
	if (!ok)
		notes.forEach((note) => console.log(`# ${note}`));
});
process.exitCode = results.every(([, ok]) => ok) ? 0 : 1;
