// The line that makes a task: what of it says when, how often, where and how.

/** @param {string} text @param {any} context
 * @returns {import('./types').Quick} */
export function read(text, context) {
	void context;
	return { title: text.trim(), dueDate: null, reminderTime: null,
		recurrence: null, starred: false, tagNames: [], listId: null,
		assigneeId: null, marks: [] };
}
