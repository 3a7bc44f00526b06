/*
 * Ranks are those of the published package, byte for byte.  What the package
 * accepts and rank_between() refuses is tested at the end: bounds in the wrong
 * order, and characters outside the alphabet.
 */
import { BASE_62_DIGITS as digits, generateKeyBetween, generateNKeysBetween }
    from "fractional-indexing";
import { comparer, dice } from "./lib/oracle.mjs";

const { compare, end } = comparer();
const random = dice(20190331);
const smallest = "A" + "0".repeat(26);
const largest = "z".repeat(27);

function theirs(a, b) {
	try {
		return generateKeyBetween(a, b);
	} catch {
		return null;
	}
}

const question = (a, b) => `rank ${a ?? "-"} ${b ?? "-"}`;
const asTheirs = (a, b) => [question(a, b), theirs(a, b) ?? "-"];

/* Mostly any digit; often one where carries and neighbours are. */
function randomDigits(length) {
	const edges = "001yzz";
	let s = "";

	for (let i = 0; i < length; i++)
		s += random(3) > 0 ? digits[random(62)] : edges[random(6)];
	return s;
}

function integerLength(head) {
	return head >= "a" ? head.charCodeAt(0) - 95 : 92 - head.charCodeAt(0);
}

function randomInteger() {
	const head = random(4) > 0 ? "YZab"[random(4)] :
	    digits[10 + random(52)];

	return head + randomDigits(integerLength(head) - 1);
}

function randomFraction() {
	return randomDigits(random(3) * random(5)).replace(/0+$/, "");
}

function randomRank() {
	const rank = randomInteger() + randomFraction();

	return rank === smallest ? smallest + "1" : rank;
}

/* A rank near another: the same beginning, or the neighbouring integer. */
function near(rank) {
	const ilen = integerLength(rank[0]);
	const cut = ilen + random(rank.length - ilen + 1);
	const other = trimmed([
		() => rank.slice(0, ilen) + randomFraction(),
		() => rank.slice(0, cut) + randomFraction(),
		() => theirs(rank, null) + randomFraction(),
		() => theirs(null, rank),
	][random(4)]());

	return other === smallest ? smallest + "1" : other;
}

/* Without zeros at the fraction's end. */
function trimmed(rank) {
	const ilen = integerLength(rank[0]);

	return rank.slice(0, ilen) + rank.slice(ilen).replace(/0+$/, "");
}

function randomPairs(n, other) {
	const cases = [];

	while (cases.length < n) {
		const a = randomRank(), b = other(a);

		cases.push(a < b ? asTheirs(a, b) : a > b ? asTheirs(b, a) :
		    asTheirs(a, null));
	}
	return cases;
}

/* Insert again and again, `choose` saying which half to go on with. */
function chain(a, b, n, choose) {
	const cases = [];

	for (let i = 0; i < n; i++) {
		const mid = theirs(a, b);

		cases.push([question(a, b), mid ?? "-"]);
		if (mid === null)
			break;
		if (choose(i))
			a = mid;
		else
			b = mid;
	}
	return cases;
}

const up = () => true, down = () => false;

compare("every bound absent", 1, [asTheirs(null, null)]);
compare("random pairs", 60000, randomPairs(60000, randomRank));
compare("neighbouring pairs", 100000, randomPairs(100000, near));
compare("one bound", 20000, Array.from({ length: 20000 }, (_, i) => {
	const rank = randomRank();

	return i % 2 === 0 ? asTheirs(rank, null) : asTheirs(null, rank);
}));

/* From the middle, and where the integer part changes its length or ends. */
for (const start of ["a0", "az", "bzy", "y".padEnd(26, "z"),
    "z".repeat(26) + "0", largest, largest + "z"])
	compare(`appending to ${start}`, 2000, chain(start, null, 2000, up));
for (const start of ["a0", "Z0", "Y00", "b00", smallest + "V",
    smallest + "01"])
	compare(`prepending to ${start}`, 2000, chain(null, start, 2000, down));
/* The last integer of all is given, and then is no rank to go on from. */
compare("prepending till nothing is left", 63,
    chain(null, "A" + "0".repeat(25) + "zV", 100, down));

for (const [a, b] of [["a0", "a1"], ["Zz", "a0"], ["az", "b00"],
    ["a0V", "a0W"], ["a0", "a0001"], [largest, largest + "z"],
    [smallest + "1", smallest + "2"], ["a0zzz", "a1"]]) {
	compare(`between ${a} and ${b}, upwards`, 1000,
	    chain(a, b, 1000, up));
	compare(`between ${a} and ${b}, downwards`, 1000,
	    chain(a, b, 1000, down));
	compare(`between ${a} and ${b}, in turn`, 1000,
	    chain(a, b, 1000, (i) => i % 2 === 0));
	compare(`between ${a} and ${b}, at random`, 1000,
	    chain(a, b, 1000, () => random(2) === 0));
}

/* A list into which things are put anywhere. */
{
	const list = [], cases = [];

	for (let i = 0; i < 20000; i++) {
		const at = random(4) === 0 ? random(list.length + 1) :
		    random(Math.min(list.length, 20) + 1);
		const a = list[at - 1] ?? null, b = list[at] ?? null;
		const rank = theirs(a, b);

		cases.push([question(a, b), rank]);
		list.splice(at, 0, rank);
	}
	compare("a list that grows", 20000, cases);
}

/* Ranks broken in one way each; some come out whole again. */
function broken() {
	const rank = randomRank();

	return [
		() => rank.slice(0, random(rank.length)),
		() => rank + "0",
		() => rank.slice(1),
		() => digits[random(10)] + rank.slice(1),
		() => digits[10 + random(52)] + rank.slice(1),
		() => smallest,
		() => smallest + "0",
		() => "",
		() => randomDigits(random(4)),
	][random(9)]();
}

{
	const cases = [], valid = [];

	for (let i = 0; i < 30000; i++) {
		const a = broken(), b = random(2) === 0 ? null : randomRank();

		if (b === null || a < b)
			cases.push(asTheirs(a, b));
		if (b === null || b < a)
			cases.push(asTheirs(b, a));
		valid.push([`valid ${a}`, theirs(a, null) === null ? "0" : "1"]);
	}
	compare("bounds that are no ranks", 30000, cases);
	compare("what is a rank", 30000, valid);
}

for (const n of [0, 1, 2, 61, 62, 63, 124, 3906, 3907, 10000])
	compare(`spread of ${n}`, 1, [[`spread ${n} - -`,
	    generateNKeysBetween(null, null, n).join(" ")]]);
compare("spread between bounds", 300, Array.from({ length: 300 }, () => {
	const [low, high] = [randomRank(), randomRank()].sort();
	const a = random(4) > 0 ? low : null;
	const b = random(4) > 0 && low !== high ? high : null;
	const n = random(200);

	return [`spread ${n} ${a ?? "-"} ${b ?? "-"}`,
	    generateNKeysBetween(a, b, n).join(" ")];
}));

/* The package swaps bounds that are the wrong way round; we refuse. */
compare("bounds the wrong way round", 10000,
    Array.from({ length: 10000 }, () => [randomRank(), randomRank()].sort())
	.map(([a, b]) => [question(b, a), "-"]));

/* It does not look whether the digits are digits; we do. */
{
	const cases = [];

	for (let code = 33; code < 384; code++) {
		const c = String.fromCharCode(code);

		if (digits.includes(c))
			continue;
		for (const rank of [`a${c}`, `a0${c}`, `b0${c}V`, c, `${c}0`])
			if (rank !== "-")
				cases.push([`rank ${rank} -`, "-"],
				    [`rank - ${rank}`, "-"],
				    [`valid ${rank}`, "0"]);
	}
	compare("characters outside the alphabet", 3000, cases);
}

end();
