/*
 * Questions to build/t/oracle (t/lib/oracle.c says which there are), many in
 * one run, and the comparison of its answers with those of somebody else.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { tap } from "./document.mjs";

const program = process.env.DOCKET_ORACLE ??
    fileURLToPath(new URL("../../../build/t/oracle", import.meta.url));

function ask(questions) {
	const run = spawnSync(program, {
		input: questions.join("\n") + "\n",
		encoding: "utf8",
		maxBuffer: 2 ** 30,
	});

	if (run.error !== undefined || run.status !== 0)
		throw new Error(`${program}: ${run.error ??
		    run.stderr + (run.signal ?? "")}`);
	return run.stdout.split("\n").slice(0, -1);
}

/*
 * One TAP test: `cases` are pairs of a question and the answer it must have.
 * Fewer than `least` cases is a failure too, so that no test runs empty.
 */
export function comparer() {
	const t = tap();

	return {
		compare(name, least, cases) {
			const got = ask(cases.map(([question]) => question));
			const wrong = cases
			    .map(([question, want], i) => [question, want, got[i]])
			    .filter(([, want, have]) => want !== have)
			    .map(([q, want, have]) =>
				`${q} gives ${have}, not ${want}`);

			if (cases.length < least)
				wrong.unshift(`only ${cases.length} cases`);
			if (got.length !== cases.length)
				wrong.unshift(`${got.length} answers`);
			t.say(wrong.length === 0, `${name} (${cases.length})`,
			    [`${wrong.length} wrong`, ...wrong.slice(0, 10)]);
		},
		end: t.end,
	};
}

/* Reproducible random numbers: an integer of 0 to n - 1 (xorshift32). */
export function dice(seed) {
	let x = seed;

	return (n) => {
		x ^= x << 13;
		x ^= x >>> 17;
		x ^= x << 5;
		return (x >>> 0) % n;
	};
}
