/*
 * Clients that are generated from the OpenAPI document, by openapi-typescript with
 * its default options and by @hey-api/openapi-ts: a program of each is
 * type-checked strictly, and then does the same against the real service.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync }
    from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { freePort } from "../lib/port.mjs";
import { tap } from "./lib/document.mjs";

// Debian 12 has Node 18.
if (Number(process.versions.node.split(".")[0]) < 20) {
	console.log("1..0 # SKIP @hey-api/openapi-ts needs Node 20");
	process.exit(0);
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const build = process.env.DOCKET_BUILD ?? here("../../build");
const dir = mkdtempSync(join(tmpdir(), "docket-clients-"));
const data = join(dir, "data");
const t = tap();
const [email, password] = ["ada@example.org", "correct horse battery"];

function run(program, args, options = {}) {
	const r = spawnSync(program, args, { cwd: dir, encoding: "utf8",
	    ...options });

	return { ok: r.status === 0, said: [r.stdout + r.stderr] };
}

function test(name, r) {
	t.say(r.ok, name, r.said);
	return r.ok;
}

const bin = (name) => here(`node_modules/.bin/${name}`);
const admin = (args, input) => run(join(build, "bin/docket-admin"),
    ["-d", data, ...args], { input });

async function answers(base) {
	for (let i = 0; i < 300; i++) {
		const r = await fetch(`${base}/health`).catch(() => undefined);
		if (r?.ok)
			return;
		await new Promise((done) => setTimeout(done, 50));
	}
	throw new Error("docket-serve does not answer");
}

async function useThem() {
	const port = await freePort();
	const base = `http://127.0.0.1:${port}/api/v1`;
	const server = spawn(join(build, "bin/docket-serve"), ["-q", "-d", data,
	    "-p", String(port)], { stdio: "inherit" });
	const ended = new Promise((done) => server.once("exit", done));

	try {
		await answers(base);
		for (const name of ["fetch", "hey"]) {
			const { use } = await import(pathToFileURL(
			    join(dir, "out", `${name}.js`)));
			const said = JSON.stringify(await use(base, email, password)
			    .catch((e) => String(e)));
			/* The second has the first one's task, too. */
			t.say(/^\["Milk"(,"Milk")?,"\/title"\]$/.test(said),
			    `${name} works`, [said]);
		}
	} finally {
		server.kill("SIGTERM");
		await ended;
	}
}

try {
	process.env.DOCKET_CONF = "/dev/null";
	mkdirSync(data, { mode: 0o700 });
	cpSync(here("clients"), dir, { recursive: true });
	symlinkSync(here("node_modules"), join(dir, "node_modules"));
	writeFileSync(join(dir, "package.json"), '{"type": "module"}');
	writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({
	    compilerOptions: { strict: true, target: "es2022", noEmit: true,
	    module: "esnext", moduleResolution: "bundler",
	    lib: ["es2022", "dom", "dom.iterable"], types: [] },
	    files: ["fetch.ts", "hey.ts"] }));
	const document = `${build}/gen/openapi.json`;
	test("openapi-typescript", run(bin("openapi-typescript"), [document,
	    "-o", "schema.d.ts"]));
	test("@hey-api/openapi-ts", run(bin("openapi-ts"), ["-i", document,
	    "-o", "hey", "-p", "@hey-api/client-fetch"]));
	test("their clients type-check", run(bin("tsc"), ["-p", "."]));
	if (test("and are bundled", run("esbuild", ["fetch.ts", "hey.ts",
	    "--bundle", "--format=esm", "--platform=node", "--outdir=out"]))) {
		admin(["migrate"]);
		admin(["user", "add", email, "--verified", "--password-stdin"],
		    `${password}\n`);
		await useThem();
	}
} finally {
	rmSync(dir, { recursive: true });
}
t.end();
