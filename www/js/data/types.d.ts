// The records, of which records.d.ts has what the API sends, and the types that
// several modules share.

import type { Attachment as AttachmentRecord, Kind, Me, Task } from './records';

export * from './records';

export type Recurrence = NonNullable<Task['recurrence']>;
export interface Attachment extends AttachmentRecord {
	/** Only on an upload: its progress, and why it failed. */
	pending?: boolean; sent?: number; failed?: string;
}
export type User = Me;
export interface Service {
	version: string; registration: 'open' | 'invited' | 'closed';
	signIn: 'password' | 'remote-user'; passwordSignIn: boolean; signOutUrl: string | null;
	secondFactor: 'optional' | 'required';
	/** The provider of single sign-on. */
	oidc?: { name: string } | null;
	passwordReset: boolean; push: boolean; wait: boolean; uploadMaxBytes: number; uploadTypes: string[];
	limits: Record<string, number>; user: User | null;
	/** The address for programs that speak CalDAV; null where that is off. */
	dav: string | null;
	/** What this service can, beyond what every one can. */
	features?: string[];
}

/** What an operation does to a record of the view: put creates it unless it exists,
 * patch changes it, set changes or creates it, tags adds and removes, del deletes. */
export interface Effect {
	kind: Kind; id: string;
	put?: any; patch?: any; set?: any; del?: true;
	tags?: { add: string[]; remove: string[] };
}
/** An operation: one change that waits in the outbox, as its effects on the view and
 * the request that sends it. */
export interface Op {
	id: string; key: string; seq: number; acts: string[];
	method: string; path: string; body: any;
	target: { kind: Kind; id: string };
	/** Keys of records.  Operations that write what another reads or writes are sent
	 * in order. */
	writes: string[]; reads: string[];
	forward: Effect[];
	/** For a PATCH, the values of its fields before. */
	base: any;
	at: string;
	/** Whether it was ever sent; then its body must not change. */
	tried: boolean;
	/** How often it was changed since it was created. */
	rev: number;
	/** The id that the successor of a completed task should have. */
	next?: string;
	/** The ETag that the task must still have. */
	ifMatch?: string;
	/** How often it was refused for a reason that a pull may remove. */
	stale?: number;
	/** acked: the service has applied it, but the feed has not sent it yet. */
	state: 'waiting' | 'acked' | 'failed';
	error?: Problem;
	/** Its description: a key of words and its placeholders. */
	words?: Words;
}
/** next: the date on which a completed task is due again. */
export interface Words { key: string; holes?: Record<string, any>; next?: string; }
/** An operation as mutations create it; the outbox adds the rest. */
export type OpSpec = Pick<Op, 'method' | 'path' | 'body' | 'target' | 'writes' |
	'reads' | 'forward' | 'next'> & { base?: any; words?: Words; blob?: Blob };
/** The operations of a mutation: back reverses forward; again redoes it after back was
 * sent, forward by default. */
export interface Pair { forward: OpSpec[]; back: OpSpec[]; again?: OpSpec[]; }
export interface Problem {
	status: number; code: string; detail?: string;
	errors?: { pointer: string; code: string; detail: string }[];
	retryAfter?: number;
}
export type Change = [key: string, record: any];
export interface Conflict {
	taskId: string; base: string; mine: string; theirs: string;
	by: string | null; merged: string;
	/** Whether both were written while online. */
	here?: boolean;
}
/** An operation that the service refused. */
export interface FailedChange {
	id: string; words: Words; reason: Problem; target: { kind: Kind; id: string };
	/** What the user wrote, to be read and copied. */
	text: string;
	/** The fields that it would have changed. */
	fields: string[];
	canRestore: boolean;
}
export interface Notice {
	/** theirs: somebody else's newer value won. deleted: an open record was deleted.
	 * unsaved: the browser could not store a change, which was undone. unshared:
	 * somebody else's list is no longer shared with the user. */
	kind: 'theirs' | 'deleted' | 'unsaved' | 'unshared' | 'conflict';
	taskId?: string; listId?: string; title?: string;
	/** The first field of theirs, its value, and all fields of the user's own. */
	field?: string; value?: any; mine?: any;
	problem?: Problem;
}
export interface SyncState {
	state: 'start' | 'fetching' | 'ok' | 'offline' | 'sending' | 'busy' | 'ended';
	fetched: number; retryAt: number | null; unsent: number; updateWaiting: boolean;
}
export interface State {
	user: User | null; service: Service | null; route: any; ui: any; today: string;
	/** Names of what the service can, as it said last. */
	features: string[];
	/** loaded: the replica was read.  partial: the first fetch has not ended. */
	sync: SyncState; loaded: boolean; partial: boolean;
	/** start: not known yet; none: nobody is signed in; ok; ended: the session is
	 * over, the replica stays; other: somebody else is signed in; enrol: the user
	 * must set up a second factor first; closed: the browser cannot open the
	 * replica. */
	session: 'start' | 'none' | 'ok' | 'ended' | 'other' | 'enrol' | 'closed';
	/** The browser has lost the replica, and the user has not yet seen that. */
	lost: boolean;
}
export interface Quick {
	title: string; dueDate: string | null; reminderTime: string | null;
	recurrence: string | null; recurrenceRule: string | null;
	recurrenceFrom: 'due' | 'completion';
	starred: boolean; tagNames: string[];
	listId: string | null; assigneeId: string | null;
	/** The words that were read, and where in the text. */
	spans: { from: number; to: number; kind: string; text: string; id: string }[];
	/** What begins like something to be read, and stays in the title. */
	unread: string[];
}
/** An answer of the service; status 0: the service was not reached. */
export interface Answer {
	status: number; body: any; code: string | null; etag: string | null;
	link: string | null; retryAfter: number | null;
}
