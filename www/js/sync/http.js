// Sends requests to the service.  Every answer, a problem too, is returned as an Answer;
// status 0: the service was not reached.

/** @typedef {import('../data/types').Answer} Answer */

/** How far the service's clock is ahead of this device's, in ms. */
export let clockOffset = 0;

/** @param {string | null} date */
function updateClockOffset(date) {
	const at = date ? Date.parse(date) : NaN;

	if (!Number.isNaN(at) && Math.abs(at + 500 - Date.now() - clockOffset) > 2000)
		clockOffset = at + 500 - Date.now();
}

/** Returns the function that sends requests.
 * @param {string} base without a slash at its end
 * @param {typeof fetch} [get] */
export function makeHttp(base, get = (...a) => globalThis.fetch(...a)) {
	/** @param {string} method @param {string} path @param {any} [body]
	 * @param {{key?: string, ifMatch?: string, ifNoneMatch?: string, signal?: AbortSignal,
	 *   timeout?: number, keepalive?: boolean}} [o]
	 * @returns {Promise<Answer>} */
	return async (method, path, body, o = {}) => {
		/** @type {Record<string, string>} */
		const headers = { Accept: 'application/json' };

		if (body !== undefined && body !== null)
			headers['Content-Type'] = 'application/json';
		if (o.key)
			headers['Idempotency-Key'] = o.key;
		if (o.ifMatch)
			headers['If-Match'] = o.ifMatch;
		if (o.ifNoneMatch)
			headers['If-None-Match'] = o.ifNoneMatch;
		const limit = AbortSignal.timeout(o.timeout ?? 30000);
		try {
			return await toAnswer(await get(base + path, {
				method, headers, credentials: 'same-origin',
				cache: 'no-store', keepalive: o.keepalive,
				body: headers['Content-Type'] && JSON.stringify(body),
				signal: o.signal && AbortSignal.any ?
				    AbortSignal.any([o.signal, limit]) : o.signal ?? limit,
			}));
		} catch {
			return noAnswer(0);
		}
	};
}

/** @param {number} status @returns {Answer} */
const noAnswer = status => ({ status, body: null, code: null, etag: null,
	link: null, retryAfter: null });

/** Reads an answer.  What is neither JSON nor a problem was sent by a proxy: it counts
 * as status 0, unless its status is 5xx or 429.
 * @param {Response} r @returns {Promise<Answer>} */
async function toAnswer(r) {
	const type = r.headers.get('Content-Type') ?? '';
	const json = /^application\/(problem\+)?json\b/.test(type);
	const bare = r.status === 204 || r.status === 304 ||
	    r.status === 202 && !json;

	updateClockOffset(r.headers.get('Date'));
	if (!json && !bare)
		return { ...noAnswer(r.status >= 500 || r.status === 429 ? r.status : 0),
		    retryAfter: parseRetryAfter(r.headers.get('Retry-After')) };
	const body = bare ? null : await r.json();
	if (r.status >= 400 && typeof body?.code !== 'string')
		return noAnswer(0);
	return { status: r.status, body, code: r.status >= 400 ? body.code : null,
	    etag: r.headers.get('ETag'), link: r.headers.get('Link'),
	    retryAfter: parseRetryAfter(r.headers.get('Retry-After')) };
}

/** Returns the seconds of a Retry-After header, or null.
 * @param {string | null} value */
function parseRetryAfter(value) {
	if (!value)
		return null;
	if (/^\d+$/.test(value))
		return +value;
	const at = Date.parse(value);
	return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}

/** Returns an unsuccessful answer as an error.
 * @param {Answer} a */
export function toError(a) {
	return Object.assign(new Error(a.code ?? 'offline'), { status: a.status,
	    code: a.code ?? (a.status ? 'busy' : 'offline'),
	    detail: a.body?.detail ?? null, errors: a.body?.errors ?? [],
	    ticket: a.body?.ticket, methods: a.body?.methods, row: a.body?.row,
	    columns: a.body?.columns, retryAfter: a.retryAfter });
}
