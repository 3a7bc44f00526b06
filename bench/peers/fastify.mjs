/*
 * What a web developer would write instead of Docket: fastify and
 * better-sqlite3, a process a core, on Docket's own database.  It answers what
 * is measured: one task, the tasks of a list, the feed of changes, search by one
 * word, a new task, a new title or due date.  It does less than Docket: no ETags,
 * pages, Idempotency-Key or details of what is invalid, nor other fields.
 *
 *	node bench/peers/fastify.mjs PORT DATABASE
 *
 * It prints its address when every process listens, and ends on SIGTERM.
 */
import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import fastify from "fastify";
import { bytes, parseStamp, taskSchema } from "./show.mjs";
import { index } from "./sql.mjs";
import { store } from "./store.mjs";

const SEARCH_LIMIT = 50;
const QUERY_MAX = 1000;

const problems = {
	"no-session": [401, "Not signed in"],
	"read-only-token": [403, "The access token can only read"],
	"not-found": [404, "Not found"],
	"list-not-found": [404, "List not found"],
	"task-not-found": [404, "Task not found"],
	"since-expired": [410,
	    "since is too old: start over without it"],
	"validation-failed": [422, "Invalid values"],
	"invalid-since": [422, "Invalid since"],
	"limit-reached": [422, "There are as many as there may be"],
};

function refuse(reply, code) {
	const [status, title] = problems[code];

	return reply.code(status).type("application/problem+json")
	    .send(JSON.stringify({
		type: `/problems/${code}`, title, status, code }));
}

/* The answer, or the problem that its code says. */
const answer = (reply, what) => typeof what === "string" ?
    refuse(reply, what) : what;

const page = { type: "object", properties: {
	items: { type: "array", items: taskSchema },
	next: { type: "string" }, more: { type: "boolean" } } };
const title = { type: "string", minLength: 1, maxLength: 500 };
const dueDate = { type: ["string", "null"], format: "date" };
const limit = { type: "string", pattern: "^0*([1-9]\\d{0,2}|1000)$" };
const shown = (of) => ({ response: { 200: of, 201: of } });

function routes(app, db) {
	app.get("/lists/:list/tasks/:task", { schema: shown(taskSchema) },
	    ({ who, list, task }, reply) =>
	    answer(reply, db.task(who, list, task)));
	app.get("/lists/:list/tasks", { schema: shown(page) },
	    ({ who, list }, reply) => answer(reply, db.tasks(who, list)));
	app.get("/me/changes", ({ who, query }, reply) => {
		const since = parseStamp(query.since);

		return answer(reply, since === null ? "invalid-since" :
		    db.sync(who, since));
	});
	app.get("/search", { schema: { ...shown({ type: "object",
	    properties: { items: page.properties.items } }),
	    querystring: { type: "object", required: ["q"], properties: {
		q: { type: "string", maxLength: QUERY_MAX }, limit } } } },
	    ({ who, query }, reply) => answer(reply,
	    db.search(who, query.q, Number(query.limit ?? SEARCH_LIMIT))));
	app.patch("/lists/:list/tasks/:task", { schema: { ...shown(taskSchema),
	    body: { type: "object", properties: { title, dueDate } } } },
	    ({ who, list, task, body }, reply) =>
	    answer(reply, db.update(who, list, task, body)));
	app.post("/lists/:list/tasks", { schema: { ...shown(taskSchema),
	    body: { type: "object", required: ["id", "title"], properties: {
		id: { type: "string", format: "uuid" }, title,
		position: { enum: ["top", "bottom"] } } } } },
	    ({ who, list, body }, reply) => {
		const [what, made] = db.create(who, list, bytes(body.id),
		    body.title, body.position !== "bottom");

		if (made)
			reply.code(201).header("location",
			    `/api/v1/lists/${what.listId}/tasks/${what.id}`);
		return answer(reply, what);
	});
}

/* Who calls, and the ids of the path, before a body is read. */
function begin(db, request, reply, done) {
	const { list, task } = request.params;
	const [, secret] = /^Bearer +(\S+)$/i.exec(
	    request.headers.authorization ?? "") ?? [];

	request.who = secret === undefined ? null : db.session(secret);
	request.list = bytes(list);
	request.task = bytes(task);
	if (request.who === null)
		refuse(reply, "no-session");
	else if (request.who.readOnly && request.method !== "GET")
		refuse(reply, "read-only-token");
	else
		done();
}

async function serve(port, file) {
	const app = fastify({ logger: false,
		ajv: { customOptions: { coerceTypes: false } } });
	const db = store(file);

	for (const name of ["who", "list", "task"])
		app.decorateRequest(name, null);
	app.setErrorHandler((error, request, reply) => error.validation ?
	    refuse(reply, "validation-failed") : reply.send(error));
	app.setNotFoundHandler((request, reply) => refuse(reply, "not-found"));
	app.register(async (api) => {
		api.addHook("onRequest", (request, reply, done) =>
		    begin(db, request, reply, done));
		routes(api, db);
	}, { prefix: "/api/v1" });
	process.on("SIGTERM", () => {
		db.close();
		process.exit(0);
	});
	await app.listen({ port, host: "127.0.0.1" });
}

function lead() {
	const count = availableParallelism();
	let listening = 0, ending = false;

	for (let i = 0; i < count; i++)
		cluster.fork();
	cluster.on("listening", (worker, { port }) => {
		if (++listening === count)
			console.log(`http://127.0.0.1:${port}`);
	});
	cluster.on("exit", (worker, code) => {
		if (!ending)
			process.exit(code || 1);
		if (Object.keys(cluster.workers).length === 0)
			process.exit(0);
	});
	process.on("SIGTERM", () => {
		ending = true;
		for (const worker of Object.values(cluster.workers))
			worker.process.kill();
	});
}

const [port, file] = process.argv.slice(2);

if (file === undefined || !/^\d+$/.test(port)) {
	console.error("usage: node bench/peers/fastify.mjs PORT DATABASE");
	process.exit(2);
}
if (cluster.isPrimary) {
	index(file);
	lead();
} else
	await serve(Number(port), file);
