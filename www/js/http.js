// Requests to the service.  Every answer, the service's problems too, comes back
// as {status, body, etag, link}; status 0: nothing of the service was reached.

/** @typedef {{status: number, body: any, code: string | null, etag: string | null,
 *  link: string | null, retryAfter: number | null}} Answer */

/** Where the API is, beside the page. */
export const api = () => new URL('./api/v1',
    globalThis.document?.baseURI ?? 'http://localhost/').href;

/** The service's clock less this device's, as last seen, in ms. */
export let ahead = 0;

/** @param {string | null} date */
function clock(date) {
	const at = date ? Date.parse(date) : NaN;

	if (!Number.isNaN(at) && Math.abs(at + 500 - Date.now() - ahead) > 2000)
		ahead = at + 500 - Date.now();
}

/** Makes the function that makes requests.
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
			return await answer(await get(base + path, {
				method, headers, credentials: 'same-origin',
				cache: 'no-store', keepalive: o.keepalive,
				body: headers['Content-Type'] && JSON.stringify(body),
				signal: o.signal && AbortSignal.any ?
				    AbortSignal.any([o.signal, limit]) : o.signal ?? limit,
			}));
		} catch {
			return nothing(0);
		}
	};
}

/** @param {number} status @returns {Answer} */
const nothing = status => ({ status, body: null, code: null, etag: null,
	link: null, retryAfter: null });

/** What is neither JSON nor a problem comes of something between us and the
 * service: it counts as its absence, and a 5xx as trouble.
 * @param {Response} r @returns {Promise<Answer>} */
async function answer(r) {
	const type = r.headers.get('Content-Type') ?? '';
	const json = /^application\/(problem\+)?json\b/.test(type);
	const bare = r.status === 204 || r.status === 304 ||
	    r.status === 202 && !json;

	clock(r.headers.get('Date'));
	if (!json && !bare)
		return { ...nothing(r.status >= 500 || r.status === 429 ? r.status : 0),
		    retryAfter: after(r.headers.get('Retry-After')) };
	const body = bare ? null : await r.json();
	if (r.status >= 400 && typeof body?.code !== 'string')
		return nothing(0);
	return { status: r.status, body, code: r.status >= 400 ? body.code : null,
	    etag: r.headers.get('ETag'), link: r.headers.get('Link'),
	    retryAfter: after(r.headers.get('Retry-After')) };
}

/** Seconds.
 * @param {string | null} value */
export function after(value) {
	if (!value)
		return null;
	if (/^\d+$/.test(value))
		return +value;
	const at = Date.parse(value);
	return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}

/** An answer that is not a success, as an error.
 * @param {Answer} a */
export function problem(a) {
	return Object.assign(new Error(a.code ?? 'offline'), { status: a.status,
	    code: a.code ?? (a.status ? 'busy' : 'offline'),
	    detail: a.body?.detail ?? null, errors: a.body?.errors ?? [],
	    retryAfter: a.retryAfter });
}
