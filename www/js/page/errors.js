// Collects the last fifty errors of the app, in memory only, for reports.

/** @type {{at: string, what: string}[]} */
export const errors = [];

/** @param {any} what */
function record(what) {
	errors.push({ at: new Date().toISOString(), what: String(what?.stack ?? what)
	    .slice(0, 500) });
	errors.splice(0, errors.length - 50);
}

/* Unit tests have no window. */
globalThis.addEventListener?.('error', e => record(e.error ?? e.message));
globalThis.addEventListener?.('unhandledrejection', e => record(e.reason));
