// Fractional ranks: a port of fractional-indexing 4.0 (CC0), with which the
// service agrees byte for byte.  Ranks compare as plain strings.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SMALLEST = 'A00000000000000000000000000';

/** Returns a rank between two.
 * @param {string | null} a the one before, null at the top
 * @param {string | null} b the one after, null at the bottom
 * @returns {string} */
export function between(a, b) {
	if (a !== null && b !== null && a >= b)
		throw new Error(a + ' >= ' + b);
	if (a === null)
		return b === null ? 'a0' : first(b);
	const whole = integer(a), rest = a.slice(whole.length);
	if (b === null)
		return increment(whole) ?? whole + midpoint(rest, null);
	const end = integer(b);
	if (whole === end)
		return whole + midpoint(rest, b.slice(end.length));
	const next = increment(whole);
	return next !== null && next < b ? next : whole + midpoint(rest, null);
}

/** Returns a rank before b.
 * @param {string} b */
function first(b) {
	const whole = integer(b), rest = b.slice(whole.length);

	if (whole === SMALLEST)
		return whole + midpoint('', rest);
	if (whole < b)
		return whole;
	return /** @type {string} */ (decrement(whole));
}

/** Returns a fraction strictly between two, without trailing zeros.
 * @param {string} a @param {string | null} b @returns {string} */
function midpoint(a, b) {
	if (b !== null) {
		let n = 0;
		while ((a[n] || '0') === b[n])
			n++;
		if (n > 0)
			return b.slice(0, n) + midpoint(a.slice(n), b.slice(n));
	}
	const low = a ? DIGITS.indexOf(a[0]) : 0;
	const high = b !== null ? DIGITS.indexOf(b[0]) : DIGITS.length;
	if (high - low > 1)
		return DIGITS[Math.round(0.5 * (low + high))];
	if (b !== null && b.length > 1)
		return b.slice(0, 1);
	return DIGITS[low] + midpoint(a.slice(1), null);
}

/** Returns the integer part of a rank, whose first letter is its length.
 * @param {string} key */
function integer(key) {
	const head = key[0];

	if (head >= 'a' && head <= 'z')
		return key.slice(0, head.charCodeAt(0) - 95);
	if (head >= 'A' && head <= 'Z')
		return key.slice(0, 92 - head.charCodeAt(0));
	throw new Error('rank: ' + key);
}

/** @param {string} x @returns {string | null} */
function increment(x) {
	const head = x[0];
	const digits = x.slice(1).split('');

	for (let i = digits.length - 1; i >= 0; i--) {
		const d = DIGITS.indexOf(digits[i]) + 1;
		if (d < DIGITS.length) {
			digits[i] = DIGITS[d];
			return head + digits.join('');
		}
		digits[i] = '0';
	}
	return longer(head, digits);
}

/** @param {string} head @param {string[]} digits */
function longer(head, digits) {
	if (head === 'Z')
		return 'a0';
	if (head === 'z')
		return null;
	const h = String.fromCharCode(head.charCodeAt(0) + 1);
	if (h > 'a')
		digits.push('0');
	else
		digits.pop();
	return h + digits.join('');
}

/** @param {string} x @returns {string | null} */
function decrement(x) {
	const head = x[0];
	const digits = x.slice(1).split('');

	for (let i = digits.length - 1; i >= 0; i--) {
		const d = DIGITS.indexOf(digits[i]) - 1;
		if (d >= 0) {
			digits[i] = DIGITS[d];
			return head + digits.join('');
		}
		digits[i] = 'z';
	}
	return shorter(head, digits);
}

/** @param {string} head @param {string[]} digits */
function shorter(head, digits) {
	if (head === 'a')
		return 'Zz';
	if (head === 'A')
		return null;
	const h = String.fromCharCode(head.charCodeAt(0) - 1);
	if (h < 'Z')
		digits.push('z');
	else
		digits.pop();
	return h + digits.join('');
}
