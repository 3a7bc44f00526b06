/* A client by openapi-typescript, with its default options, and openapi-fetch. */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Task = components["schemas"]["Task"];

export async function use(base: string, email: string, password: string):
    Promise<string[]> {
	const api = createClient<paths>({ baseUrl: base });
	const session = await api.POST("/sessions",
	    { body: { email, password, deviceName: "test" } });
	if (session.error !== undefined)
		throw new Error(session.error.code);
	api.use({ onRequest({ request }) {
		request.headers.set("Authorization",
		    `Bearer ${session.data.token}`);
		return request;
	} });
	const list = crypto.randomUUID();
	const id = crypto.randomUUID();
	/* Nothing but what a creation needs. */
	await api.POST("/lists", { body: { id: list, title: "Home" } });
	const made = await api.POST("/lists/{listId}/tasks",
	    { params: { path: { listId: list } }, body: { id, title: "Milk" } });
	/* A token that only adds is not answered the task. */
	const task: Task | undefined = made.data && "title" in made.data ?
	    made.data : undefined;
	if (task === undefined)
		throw new Error(made.error?.code);
	await api.POST("/tasks/{taskId}/steps", { params: { path: { taskId: id } },
	    body: { id: crypto.randomUUID(), title: "Go" } });
	await api.PATCH("/lists/{listId}/tasks/{taskId}", { params: {
	    path: { listId: list, taskId: id } }, body: { starred: true } });
	const refused = await api.POST("/lists", { body: { id: list, title: "" } });
	const pointer: string | undefined = refused.error?.errors?.[0]?.pointer;
	const changes = await api.GET("/me/changes", {});
	const titles: string[] = [];
	for (const item of changes.data?.items ?? [])
		/* The kind tells what the rest is. */
		if (item.kind === "task" && item.deletedAt === undefined)
			titles.push(item.title);
	return [...titles, pointer ?? "none"];
}
