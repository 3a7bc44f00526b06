// Written by `make app-api`, from the OpenAPI document: do not edit.
export type Kind = 'attachment' |
	'group' |
	'list' |
	'me' |
	'member' |
	'myDay' |
	'setting' |
	'step' |
	'tag' |
	'task' |
	'taskTags';
export interface Attachment {
	contentType: string;
	createdAt: string;
	filename: string;
	id: string;
	listId: string;
	sizeBytes: number;
	taskId: string;
	updatedAt: string;
	uploaderId: string;
}
export interface Group {
	createdAt: string;
	id: string;
	rank: string;
	title: string;
	updatedAt: string;
}
export interface List {
	createdAt: string;
	groupId: string | null;
	id: string;
	offeredTo: string | null;
	ownerId: string;
	ownerName: string;
	rank: string;
	role: 'owner' | 'member' | 'viewer';
	title: string;
	updatedAt: string;
}
export interface Me {
	admin: boolean;
	autoDeleteCompleted: boolean;
	displayName: string;
	email: string;
	emailVerified: boolean;
	id: string;
	notifications: { assignments: boolean; reminders: boolean };
	timeZone: string;
	updatedAt: string;
}
export interface Member {
	displayName: string;
	joinedAt: string;
	listId: string;
	role: 'member' | 'viewer';
	updatedAt: string;
	userId: string;
}
export interface MyDay {
	addedOn: string;
	listId: string;
	taskId: string;
	updatedAt: string;
}
export interface Setting {
	createdAt: string;
	key: string;
	updatedAt: string;
	value: any;
}
export interface Step {
	createdAt: string;
	done: boolean;
	id: string;
	listId: string;
	rank: string;
	taskId: string;
	title: string;
	updatedAt: string;
}
export interface Tag {
	createdAt: string;
	id: string;
	name: string;
	updatedAt: string;
}
export interface Task {
	assignedToMe: boolean;
	assigneeId: string | null;
	completedAt: string | null;
	completedBy: string | null;
	createdAt: string;
	createdBy: string | null;
	done: boolean;
	dueDate: string | null;
	dueTime: string | null;
	dueZone: string | null;
	id: string;
	listId: string;
	notes: string | null;
	notesUpdatedAt: string | null;
	rank: string;
	recurrence: 'daily' | 'weekly' | 'weekdays' | 'monthly' | 'yearly' | null;
	recurrenceFrom: 'due' | 'completion';
	recurrenceRule: string | null;
	reminderAt: string | null;
	rotation: string[] | null;
	starred: boolean;
	title: string;
	updatedAt: string;
}
export interface TaskTags {
	listId: string;
	tagIds: string[];
	taskId: string;
	updatedAt: string;
}
