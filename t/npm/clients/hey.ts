/* The same by @hey-api/openapi-ts and its fetch client. */
import { createClient } from "./hey/client/index";
import { createList, createSession, createStep, createTask, listChanges,
    updateTask } from "./hey/sdk.gen";
import type { Task } from "./hey/types.gen";

export async function use(base: string, email: string, password: string):
    Promise<string[]> {
	const first = createClient({ baseUrl: base });
	const session = await createSession({ client: first,
	    body: { email, password, deviceName: "test" } });
	if (session.data === undefined)
		throw new Error(session.error?.code);
	const token = session.data.token;
	const client = createClient({ baseUrl: base, auth: () => token });
	const list = crypto.randomUUID();
	const id = crypto.randomUUID();
	await createList({ client, body: { id: list, title: "Home" } });
	const made = await createTask({ client, path: { listId: list },
	    body: { id, title: "Milk" } });
	const task: Task | undefined = made.data && "title" in made.data ?
	    made.data : undefined;
	if (task === undefined)
		throw new Error(made.error?.code);
	await createStep({ client, path: { taskId: id },
	    body: { id: crypto.randomUUID(), title: "Go" } });
	await updateTask({ client, path: { listId: list, taskId: id },
	    body: { starred: true } });
	const refused = await createList({ client, body: { id: list, title: "" } });
	const pointer: string | undefined = refused.error?.errors?.[0]?.pointer;
	const changes = await listChanges({ client });
	const titles: string[] = [];
	for (const item of changes.data?.items ?? [])
		if (item.kind === "task" && item.deletedAt === undefined)
			titles.push(item.title);
	return [...titles, pointer ?? "none"];
}
