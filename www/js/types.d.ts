// The records as the API sends them, and what the data layer passes around.
// The API's own types are generated from doc/openapi.json when the types are
// checked; t/www/unit/types.test.mjs holds the two against each other.

export type Kind = 'list' | 'group' | 'task' | 'step' | 'tag' | 'taskTags' |
	'attachment' | 'myDay' | 'member' | 'me' | 'setting';

export interface List {
	id: string; title: string; ownerId: string; ownerName?: string;
	groupId: string | null; rank: string; role: 'owner' | 'member';
	createdAt: string; updatedAt: string;
}
export interface Group {
	id: string; title: string; rank: string; createdAt: string; updatedAt: string;
}
export type Recurrence = 'daily' | 'weekly' | 'weekdays' | 'monthly' | 'yearly';
export interface Task {
	id: string; listId: string; title: string; done: boolean; starred: boolean;
	dueDate: string | null; notes: string | null; notesUpdatedAt: string | null;
	rank: string; assigneeId: string | null; assignedToMe: boolean;
	reminderAt: string | null; recurrence: Recurrence | null;
	completedAt: string | null; completedBy: string | null;
	createdBy: string | null; createdAt: string; updatedAt: string;
}
export interface Step {
	id: string; taskId: string; title: string; done: boolean; rank: string;
	createdAt: string; updatedAt: string;
}
export interface Tag { id: string; name: string; createdAt: string; updatedAt: string; }
export interface TaskTags { taskId: string; tagIds: string[]; updatedAt?: string; }
export interface Attachment {
	id: string; taskId: string; uploaderId: string; filename: string;
	contentType: string; sizeBytes: number; createdAt: string; updatedAt: string;
	/** Only on what is still to be sent: how far it is, and whether it failed. */
	pending?: boolean; sent?: number; failed?: string;
}
export interface MyDay { taskId: string; listId?: string; addedOn: string; updatedAt: string; }
export interface Member {
	listId: string; userId: string; displayName: string; joinedAt: string; updatedAt: string;
}
export interface Setting { key: string; value: any; createdAt: string; updatedAt: string; }
export interface User {
	id: string; email: string; displayName: string; emailVerified: boolean;
	autoDeleteCompleted: boolean; timeZone?: string; updatedAt?: string;
	notifications?: { reminders: boolean; assignments: boolean };
}
export interface Service {
	version: string; registration: 'open' | 'closed';
	signIn: 'password' | 'remote-user'; signOutUrl: string | null;
	passwordReset: boolean; push: boolean; wait: boolean; uploadMaxBytes: number; uploadTypes: string[];
	limits: Record<string, number>; user: User | null;
}

/** What an op does to the view: put if there is none, patch or set (patch or
 * make) fields, add and remove tags, or delete. */
export interface Effect {
	kind: Kind; id: string;
	put?: any; patch?: any; set?: any; del?: true;
	tags?: { add: string[]; remove: string[] };
}
/** One request that waits to be sent; see outbox.js. */
export interface Op {
	id: string; key: string; seq: number; acts: string[];
	method: string; path: string; body: any;
	target: { kind: Kind; id: string };
	/** What it must not overtake: order is kept between ops that share one. */
	writes: string[]; reads: string[];
	forward: Effect[];
	/** The fields as they were, for a PATCH. */
	base: any;
	at: string;
	/** Whether it was ever sent: then its body stays as it is. */
	tried: boolean;
	/** How often it was changed since it was made. */
	rev: number;
	/** Send only if the task is still as the service last told. */
	ifMatch?: string;
	/** How often it was refused for what a pull may put right. */
	stale?: number;
	/** acked: done, but the feed has not told of it yet. */
	state: 'waiting' | 'acked' | 'failed';
	error?: Problem;
	/** How to say what it does: a key of words and its holes. */
	words?: Words;
}
export interface Words { key: string; holes?: Record<string, any>; }
/** What actions make; the outbox adds the rest. */
export type OpSpec = Pick<Op, 'method' | 'path' | 'body' | 'target' | 'writes' |
	'reads' | 'forward'> & { base?: any; words?: Words; blob?: Blob };
export interface Problem {
	status: number; code: string; detail?: string;
	errors?: { pointer: string; code: string; detail: string }[];
	retryAfter?: number;
}
export type Change = [key: string, record: any];
export interface Conflict {
	taskId: string; base: string; mine: string; theirs: string;
	by: string | null; merged: string;
	/** Both were written while online. */
	here?: boolean;
}
export interface Review {
	id: string; words: Words; reason: Problem; target: { kind: Kind; id: string };
	/** What was written, to be read and copied. */
	text: string;
	/** The fields that were to be changed. */
	fields: string[];
	canRestore: boolean;
}
export interface Notice {
	/** theirs: another's newer value was kept. gone: an open record was deleted.
	 * unsaved: the browser could not store a change, which was taken back.
	 * unshared: a list of somebody else can no longer be reached. */
	kind: 'theirs' | 'gone' | 'unsaved' | 'unshared' | 'conflict';
	taskId?: string; listId?: string; field?: string; value?: any; mine?: any; title?: string;
	problem?: Problem;
}
export interface SyncState {
	state: 'start' | 'fetching' | 'ok' | 'offline' | 'sending' | 'busy' | 'ended';
	fetched: number; retryAt: number | null; unsent: number; updateReady: boolean;
}
export interface State {
	user: User | null; service: Service | null; route: any; ui: any; today: string;
	sync: SyncState; ready: boolean;
	/** start: not known yet; none: nobody is signed in; ok; ended: the session is
	 * over, the replica stays; other: somebody else is signed in; closed: the
	 * browser cannot open the replica. */
	session: 'start' | 'none' | 'ok' | 'ended' | 'other' | 'closed';
	/** The browser has lost the replica, and the user has not yet seen that. */
	lost: boolean;
}
export interface Quick {
	title: string; dueDate: string | null; reminderTime: string | null;
	recurrence: Recurrence | null; starred: boolean; tagNames: string[];
	listId: string | null; assigneeId: string | null;
	/** What was read, and its place in the text. */
	marks: { from: number; to: number; kind: string; text: string; id: string }[];
}
