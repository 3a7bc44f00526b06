// Which columns of a table have which fields of a task.  A field has one column; it is named
// by its head, or by its number from 1 if several have that head.

/** @param {string[]} heads @param {number} at a column */
const nameOf = (heads, at) => !heads[at] || heads.filter(h => h === heads[at]).length > 1 ?
	String(at + 1) : heads[at];

/** The column that a name of the service means, which is a head or a number.
 * @param {string[]} heads @param {string} name */
const columnOf = (heads, name) => heads.includes(name) ? heads.indexOf(name) : Number(name) - 1;

/** Returns the field that a column has, or ''.
 * @param {Record<string, string>} map the fields, each with its column
 * @param {string[]} heads @param {number} at the column */
export const fieldOf = (map, heads, at) =>
	Object.keys(map).find(f => columnOf(heads, map[f]) === at) ?? '';

/** Returns the choice of columns with one changed.
 * @param {Record<string, string>} map the fields, each with its column
 * @param {string[]} heads @param {number} at the column @param {string} field or '' */
export function chooseColumn(map, heads, at, field) {
	const rest = Object.entries(map).filter(([f, name]) => f !== field &&
		columnOf(heads, name) !== at);

	return Object.fromEntries(field ? [...rest, [field, nameOf(heads, at)]] : rest);
}
