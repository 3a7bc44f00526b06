/*
 * Rows as what is answered.  `kind` is what the feed of all changes calls them,
 * and undefined elsewhere.
 */

/* The bytes of an id, null for what is none. */
export function bytes(id) {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ?
	    Buffer.from(id.replaceAll("-", ""), "hex") : null;
}

/* Of 32 digits; null of none. */
export function uuid(hex) {
	return hex === "" ? null : `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${
	    hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

let second = -1;
let begin = "";

/* Microseconds since 1970; neighbours are often of one second. */
export function stamp(n) {
	const of = Math.floor(n / 1e6);

	if (of !== second) {
		second = of;
		begin = new Date(of * 1000).toISOString().slice(0, 20);
	}
	return `${begin}${String(n % 1e6).padStart(6, "0")}Z`;
}

/* As they are written by stamp() alone; null for anything else. */
export function parseStamp(text) {
	const [, whole, micro] =
	    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})Z$/.exec(text) ?? [];
	const n = Date.parse(`${whole}Z`) * 1000 + Number(micro);

	return Number.isNaN(n) ? null : n;
}

const orNull = (n) => n === 0 ? null : stamp(n);
const end = (r) => ({ updatedAt: stamp(r.stamp),
	deletedAt: r.deleted_at === 0 ? undefined : stamp(r.deleted_at) });

export function task(r, me, kind) {
	return { kind, id: uuid(r.id), listId: uuid(r.list_id),
		title: r.title, done: r.done !== 0, starred: r.starred !== 0,
		dueDate: r.due_date, notes: r.notes,
		notesUpdatedAt: orNull(r.notes_at), rank: r.rank,
		assigneeId: uuid(r.assignee_id),
		assignedToMe: r.assignee_id === me,
		reminderAt: orNull(r.reminder_at), recurrence: r.recurrence,
		createdAt: stamp(r.created_at), updatedAt: stamp(r.stamp),
		deletedAt: r.deleted_at === 0 ? undefined :
		    stamp(r.deleted_at) };
}

/* A list has a stamp of its own and one of the caller's access to it. */
export function list(r, me, kind) {
	const at = r.deleted_at !== 0 || r.a_stamp > r.stamp ? r.a_stamp :
	    r.stamp;

	return { kind, id: uuid(r.id),
		title: r.stamp > at ? "(deleted)" : r.title,
		ownerId: uuid(r.owner_id), groupId: uuid(r.group_id),
		rank: r.rank, role: r.role, createdAt: stamp(r.created_at),
		...end({ stamp: at, deleted_at: r.deleted_at }) };
}

export const group = (r, me, kind) => ({ kind, id: uuid(r.id),
	title: r.title, rank: r.rank, createdAt: stamp(r.created_at),
	...end(r) });

export const step = (r, me, kind) => ({ kind, id: uuid(r.id),
	taskId: uuid(r.task_id), title: r.title, done: r.done !== 0,
	rank: r.rank, createdAt: stamp(r.created_at), ...end(r) });

export const tag = (r, me, kind) => ({ kind, id: uuid(r.id), name: r.name,
	createdAt: stamp(r.created_at), ...end(r) });

export const attachment = (r, me, kind) => ({ kind, id: uuid(r.id),
	taskId: uuid(r.task_id), uploaderId: uuid(r.uploader_id),
	filename: r.filename, contentType: r.content_type, sizeBytes: r.size,
	createdAt: stamp(r.created_at), ...end(r) });

export const myDay = (r, me, kind) => ({ kind, taskId: uuid(r.task_id),
	addedOn: r.added_on, ...end(r) });

export const member = (r, me, kind) => ({ kind, userId: uuid(r.id),
	displayName: r.deleted_at !== 0 ? "(deleted)" : r.display_name,
	joinedAt: stamp(r.joined_at), listId: uuid(r.list_id),
	...end({ stamp: r.member_stamp, deleted_at: r.deleted_at }) });
