// Errors of ours, the last fifty, in memory alone.

/** @type {{at: string, what: string}[]} */
export const errors = [];

/** @param {any} what */
function keep(what) {
	errors.push({ at: new Date().toISOString(), what: String(what?.stack ?? what)
	    .slice(0, 500) });
	errors.splice(0, errors.length - 50);
}

/* The units have no window. */
globalThis.addEventListener?.('error', e => keep(e.error ?? e.message));
globalThis.addEventListener?.('unhandledrejection', e => keep(e.reason));
