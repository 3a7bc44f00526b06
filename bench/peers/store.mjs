/*
 * Operations on the database.  `who` is the result of session(); ids are bytes.
 * An answer is what to show, or the code of a problem.
 */
import { createHash } from "node:crypto";
import { generateKeyBetween } from "fractional-indexing";
import { stamp, step as showStep, task as showTask } from "./show.mjs";
import { open } from "./sql.mjs";

const CAP_TASKS = 10000;
const TASK = 2;		/* kinds of the feed, as core/feed.h numbers them */
const STEP = 4;

const now = () => Date.now() * 1000;

export function store(file) {
	const { db, q } = open(file);
	const last = () => q.last_stamp.get();
	const reaches = (user, list) =>
	    q.reaches.get({ user, list }) !== undefined;

	/* The caller by their secret, or null. */
	function session(secret) {
		const hash = createHash("sha256").update(secret).digest();
		const r = q.session.get({ hash, now: now() });

		return r === undefined ? null : { user: r.user_id,
			readOnly: r.token === 1 };
	}

	/* A task's next stamp, and its row in the list's feed there. */
	function put(scope, old, id) {
		const at = Math.max(now(), last() + 1);

		q.set_stamp.run({ stamp: at });
		if (old !== 0)
			q.feed_remove.run({ scope, stamp: old });
		q.feed_add.run({ scope, stamp: at, id });
		return at;
	}

	function task({ user }, list, id) {
		const r = q.task.get({ user, list, task: id });

		return r === undefined ? "task-not-found" : showTask(r);
	}

	function tasks({ user }, list) {
		if (!reaches(user, list))
			return "list-not-found";
		const next = stamp(last());

		return { items: q.tasks.all({ user, list, count: -1 })
		    .map((r) => showTask(r)), next, more: false };
	}

	/* Other records than tasks and steps are not measured. */
	function sync({ user }, since) {
		if (since < q.oldest_since.get())
			return "since-expired";
		const items = [];

		for (const { kind, id } of q.changes.all({ user, since })) {
			const r = kind === TASK ? q.task_any.get({ user,
				task: id }) : kind === STEP ?
			    q.step_any.get({ user, step: id }) : undefined;

			if (r !== undefined)
				items.push(kind === TASK ? showTask(r, "task") :
				    showStep(r, "step"));
		}
		return { items, next: stamp(last()), more: false };
	}

	/* By one word. */
	function search({ user }, text, count) {
		const [word] = text.match(/[\p{L}\p{N}]+/u) ?? [];

		return word === undefined ? "validation-failed" :
		    { items: q.search.all({ user, match: `"${word}"*`, count })
			.map((r) => showTask(r)) };
	}

	function update({ user }, list, id, patch) {
		const r = q.task.get({ user, list, task: id });

		if (r === undefined)
			return "task-not-found";
		const { title = r.title, dueDate: due = r.due_date } = patch;

		if (title === r.title && due === r.due_date)
			return showTask(r);
		if (title !== r.title) {
			q.title_set.run({ doc: r.doc, title });
			q.user_add.run({ list, n: Buffer.byteLength(title) -
				Buffer.byteLength(r.title) });
		}
		const at = put(list, r.stamp, id);

		q.task_set.run({ id, title, due, stamp: at });
		return showTask({ ...r, title, due_date: due, stamp: at });
	}

	function newRank(list, top) {
		return top ? generateKeyBetween(null,
		    q.first_rank.get({ list }) ?? null) :
		    generateKeyBetween(q.last_rank.get({ list }) ?? null, null);
	}

	/* The answer, and whether the task has been made just now. */
	function create(who, list, id, title, top) {
		if (!reaches(who.user, list))
			return ["list-not-found"];
		const there = task(who, list, id);

		if (typeof there !== "string")
			return [there];
		const { tasks: count } = q.list.get({ list });

		if (count >= CAP_TASKS)
			return ["limit-reached"];
		const doc = q.task_add.get({ list, user: who.user, id, title,
			rank: newRank(list, top), stamp: put(list, 0, id) });

		q.title_set.run({ doc, title });
		q.list_add.run({ list });
		q.user_add.run({ list, n: Buffer.byteLength(title) });
		return [task(who, list, id), true];
	}

	/* What takes several statements sees one state, or changes it whole. */
	const read = (fn) => db.transaction(fn).deferred;
	const write = (fn) => db.transaction(fn).immediate;

	return { session, task, tasks: read(tasks), sync: read(sync),
		search: read(search), update: write(update),
		create: write(create), close: () => db.close() };
}
