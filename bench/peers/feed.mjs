/*
 * The feed of changes: its rows, and the record behind each.
 */
import * as show from "./show.mjs";

export const TASK = 2;		/* kinds, as core/feed.h numbers them */
export const MOVED = 3;
export const ALL = (1 << 10) - 1;

/*
 * changes(who, { list, kinds, since, limit, live, named }): {items, next,
 * more}, to be called in a transaction.  `list`: of that list alone; `live`: no
 * tombstones; `named`: items say their kind.
 */
export function feed(q) {
	/* A statement by two parameters, the user and one of this name. */
	const found = (name, parameter, shown, kind) => (who, row, of) => {
		const r = q[name].get({ user: who.user, [parameter]: row.id });

		return r === undefined ? null :
		    shown(r, who.me, of.named ? kind : undefined);
	};
	const aTask = found("task_any", "task", show.task, "task");

	function moved(who, row, of) {
		if (of.live || (!of.list && aTask(who, row, of) !== null))
			return null;
		const r = q.moved_read.get({ list: row.scope, task: row.id });

		return r === undefined ? null : show.task({ ...r,
			id: row.id.toString("hex"),
			list_id: row.scope.toString("hex"),
			title: "(deleted)", done: 0, starred: 0,
			due_date: null, notes: null, notes_at: 0,
			assignee_id: "", reminder_at: 0, recurrence: null,
			deleted_at: row.stamp, stamp: row.stamp }, who.me,
		    of.named ? "task" : undefined);
	}

	function tagSet(who, row, of) {
		const task = row.id, user = who.user;

		if (q.task_reach.get({ user, task }) === undefined)
			return null;
		const ids = q.task_tag_of.all({ task, user });
		const at = q.tag_set_get.get({ task, user });

		return { kind: "taskTags",
			taskId: show.uuid(task.toString("hex")),
			tagIds: ids.map((r) =>
			    show.uuid(r.tag_id.toString("hex"))),
			updatedAt: show.stamp(at.stamp) };
	}

	function member(who, row, of) {
		const r = q.member_any.get({ list: row.list_id ?? row.scope,
			member: row.id });

		return r === undefined ? null :
		    show.member(r, who.me, "member");
	}

	const record = [		/* by kind */
		found("list_any", "list", show.list, "list"),
		found("group_any", "id", show.group, "group"), aTask, moved,
		found("step_any", "step", show.step, "step"),
		found("tag_any", "id", show.tag, "tag"), tagSet,
		found("attachment_any", "id", show.attachment, "attachment"),
		found("my_day_any", "task", show.myDay, "myDay"), member,
	];

	return function changes(who, of) {
		const items = [];
		let next = of.since;

		for (const row of q.changes.all({ user: who.user,
			list: of.list ?? null, kinds: of.kinds,
			since: of.since })) {
			const item = record[row.kind](who, row, of);

			if (item === null ||
			    item.updatedAt > show.stamp(row.stamp) ||
			    (of.live && (item.deletedAt !== undefined ||
			    item.tagIds?.length === 0)))
				continue;
			/* A task that is in another list now. */
			if (of.list && !of.list.equals(
			    show.bytes(item.listId)))
				continue;
			if (items.length === of.limit)
				return { items, next: show.stamp(next),
					more: true };
			items.push(item);
			next = row.stamp;
		}
		return { items, next: show.stamp(q.state_last_stamp.get()),
			more: false };
	};
}
