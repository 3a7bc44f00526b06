/*
 * What can be asked of the database.  `who` is what session() gave; ids are
 * bytes.  An answer is what to show, or the code of a problem.
 */
import { createHash } from "node:crypto";
import { generateKeyBetween } from "fractional-indexing";
import { ALL, MOVED, TASK, feed } from "./feed.mjs";
import { stamp, task as showTask } from "./show.mjs";
import { open } from "./sql.mjs";

const HOUR = 3600e6;		/* stamps are microseconds */
const SESSION = 90 * 24 * HOUR;
const CAP_TASKS = 10000;
const WORDS_MAX = 16;

const now = () => Date.now() * 1000;
const fold = (word) => word.normalize("NFD").replace(/\p{M}/gu, "")
	.toLowerCase();

export function store(file) {
	const { db, q } = open(file);
	const changes = feed(q);
	const last = () => q.state_last_stamp.get();
	const reaches = (user, list) =>
	    q.access_reaches.get({ user, list }) !== undefined;

	/* The caller by their secret, or null; its use is noted hourly. */
	function session(secret) {
		const hash = createHash("sha256").update(secret).digest();
		const at = now();
		const r = q.credential_use.get({ hash, now: at });

		if (r === undefined)
			return null;
		const [, , readOnly, used, user] = r;

		if (used < at - HOUR)
			q.credential_touch.run({ hash, now: at,
				expires: at + SESSION });
		return { user, me: user.toString("hex"),
			readOnly: readOnly !== 0 };
	}

	/* A task's next stamp, and its row in the list's feed there. */
	function put(scope, old, id) {
		const at = Math.max(now(), last() + 1);

		q.state_set_stamp.run({ stamp: at });
		if (old !== 0)
			q.feed_remove.run({ scope, stamp: old });
		q.feed_add.run({ scope, stamp: at, kind: TASK, id,
			list: null });
		return at;
	}

	function task({ user, me }, list, id) {
		const r = q.task_get.get({ user, list, task: id });

		return r === undefined ? "task-not-found" : showTask(r, me);
	}

	/* Live tasks behind `rank`, at most `limit` (-1: all); `start` is where
	 * to sync from afterwards. */
	function live({ me }, list, { start = last(), rank = "", limit }) {
		const rows = q.task_page.all({ list, rank, count: limit + 1 ||
			-1 });
		const more = limit !== -1 && rows.length > limit;

		if (more)
			rows.pop();
		const items = rows.map((r) => showTask(r, me));
		const end = items.at(-1);

		return { items, next: more ? `c${start}.${
		    Buffer.from(end.rank).toString("hex")}.${end.id}` :
		    stamp(start), more };
	}

	/* From a place within the live tasks, or what changed since a stamp. */
	function tasks(who, list, { since, limit, ...place }) {
		if (!reaches(who.user, list))
			return "list-not-found";
		if (since === undefined)
			return live(who, list, { limit, ...place });
		return since < q.state_oldest_since.get() ? "since-expired" :
		    changes(who, { list, kinds: 1 << TASK | 1 << MOVED, since,
			limit });
	}

	function sync(who, { since, limit }) {
		if (since < q.state_oldest_since.get())
			return "since-expired";
		return changes(who, { kinds: ALL, since: since ?? 0, limit,
			live: since === undefined, named: true });
	}

	function search({ user, me }, text, limit) {
		const words = text.match(/[\p{L}\p{N}\p{Co}]+/gu)
		    ?.slice(0, WORDS_MAX);

		if (!words)
			return "validation-failed";
		const scopes = q.search_scopes.all({ user }).join(" OR ");
		const match = (columns, word) =>
		    `({scope} : (${scopes})) AND ({${columns}} : "${word}" *)`;
		const rows = scopes === "" ? [] : q.task_search.all({ user,
			wanted: words.length, count: limit,
			words: JSON.stringify(words.map((word) => ({
				match: match("title notes steps", word),
				title: match("title", word),
				tag: fold(word) }))) });

		return { items: rows.map((r) => showTask(r, me)) };
	}

	function update({ user, me }, list, id, patch) {
		const r = q.task_get.get({ user, list, task: id });

		if (r === undefined)
			return "task-not-found";
		const { title = r.title, dueDate: due = r.due_date } = patch;
		const newTitle = title !== r.title;

		if (patch.title === undefined && patch.dueDate === undefined)
			return "no-fields";
		if (r.recurrence !== null && due === null)
			return "recurrence-needs-due-date";
		if (!newTitle && due === r.due_date)
			return showTask(r, me);
		if (newTitle)
			q.task_text_remove.run({ task: id });
		const at = put(list, r.stamp, id);

		q.task_change.run({ id, title, due, stamp: at });
		if (newTitle)
			q.task_text_add.run({ task: id });
		return showTask({ ...r, title, due_date: due, stamp: at }, me);
	}

	function newRank(list, top) {
		const q_next = top ? q.task_rank_after : q.task_rank_before;
		const next = q_next.get({ list, none: null, self: null,
			rank: top ? "" : "~" })?.rank ?? null;

		return top ? generateKeyBetween(null, next) :
		    generateKeyBetween(next, null);
	}

	/* The answer, and whether the task has been made just now. */
	function create(who, list, id, title, top) {
		if (!reaches(who.user, list))
			return ["list-not-found"];
		if (q.task_by_id.get({ task: id }) !== undefined) {
			const there = task(who, list, id);

			return [typeof there === "string" ? "id-in-use" :
			    there];
		}
		if (q.task_full.get({ list, cap: CAP_TASKS }) !== undefined)
			return ["limit-reached"];
		const rank = newRank(list, top);

		q.task_add.run({ list, rank, id, title, done: 0, starred: 0,
			due: null, notes: null, notes_at: 0, assignee: null,
			reminder: 0, reminder_by: null, recurrence: null,
			start: null, stamp: put(list, 0, id) });
		q.task_text_add.run({ task: id });
		return [task(who, list, id), true];
	}

	/* What takes several statements sees one state, or changes it whole. */
	const read = (fn) => db.transaction(fn).deferred;
	const write = (fn) => db.transaction(fn).immediate;

	return { session, task, tasks: read(tasks), sync: read(sync),
		search: read(search), update: write(update),
		create: write(create), close: () => db.close() };
}
