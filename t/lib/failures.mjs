/* A reporter of node's tests: what failed and why, for people.  prove shows it,
 * since it is written to standard error; of TAP it shows numbers only. */
export default async function* failures(events) {
	for await (const { type, data } of events)
		if (type === 'test:fail')
			yield `# ${data.name}: ${data.details.error.cause?.stack ??
				data.details.error}\n`.replace(/\n(?=.)/g, '\n#   ');
}
