/*
 * Rows as what is answered.  Which fields a record has, in which order and of
 * which type, is read from Docket's own OpenAPI document.
 */
import { readFileSync } from "node:fs";

const { schemas } = JSON.parse(readFileSync(new URL("../../build/gen/openapi.json",
    import.meta.url))).components;

/* The bytes of an id, null for what is none. */
export function bytes(id) {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ?
	    Buffer.from(id.replaceAll("-", ""), "hex") : null;
}

/* Of 32 digits; null of none. */
const uuid = (hex) => hex === null || hex === "" ? null :
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${
	hex.slice(16, 20)}-${hex.slice(20)}`;

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

/* Columns that are not called as their fields are. */
const columns = { notesUpdatedAt: "notes_at", updatedAt: "stamp" };

/* "uuid", "time", "boolean" or another type. */
function typeOf(schema) {
	const { $ref = "", format, type } = schema.anyOf?.[0] ?? schema;

	return $ref.endsWith("/Uuid") || format === "uuid" ? "uuid" :
	    $ref.endsWith("/Timestamp") ? "time" : type;
}

const written = {
	uuid,
	time: (n) => n === 0 ? null : stamp(n),
	boolean: (n) => n !== 0,
};
const same = (value) => value;

/* A function that shows a row of a record. */
function shower(name) {
	const fields = Object.entries(schemas[name].properties)
	    .filter(([field]) => field !== "deletedAt")
	    .map(([field, schema]) => ({ field,
		column: columns[field] ??
		    field.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
		write: written[typeOf(schema)] ?? same }));

	return (row, kind) => {
		const shown = kind === undefined ? {} : { kind };

		for (const { field, column, write } of fields)
			shown[field] = write(row[column]);
		if (row.deleted_at !== 0)
			shown.deletedAt = stamp(row.deleted_at);
		return shown;
	};
}

export const task = shower("Task");
export const step = shower("Step");
/* For fastify: names and types of a task's members. */
export const taskSchema = { type: "object", properties: Object.fromEntries(
    Object.entries(schemas.Task.properties).map(([field, schema]) => [field,
	typeOf(schema) === "boolean" ? { type: "boolean" } :
	    { type: "string", nullable: true }])) };
