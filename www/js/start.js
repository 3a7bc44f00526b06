// Starts what works behind the page: sync, the service worker.

import { changed, set, state, ui } from './kit.js';
import { sync } from './sync.js';
import { ACTS } from './acts.js';
import { prepare } from './search.js';
import { worker } from './worker.js';

ACTS['sign-in'] = async el => {
	const { online, t } = await import('./kit.js');

	set({ wrong: null, busy: true });
	try {
		await online.signIn({ email: el.elements.email.value.trim(),
			password: el.elements.password.value, deviceName: device() });
	} catch (/** @type {any} */ p) {
		set({ wrong: { form: p.code === 'rate-limited' ? t('problem.wait',
			{ n: Math.ceil(p.retryAfter ?? 60) }) : t('problem.' + p.code) } });
	}
	set({ busy: false });
};

/** Firefox on Linux. */
export function device() {
	const ua = navigator.userAgent;
	const browser = /Firefox/.test(ua) ? 'Firefox' : /Edg\//.test(ua) ? 'Edge' :
		/Chrome/.test(ua) ? 'Chrome' : /Safari/.test(ua) ? 'Safari' : 'Browser';
	const system = /Android/.test(ua) ? 'Android' : /iPhone|iPad/.test(ua) ? 'iOS' :
		/Windows/.test(ua) ? 'Windows' : /Mac/.test(ua) ? 'macOS' : 'Linux';

	return `${browser} on ${system}`;
}

export async function start() {
	ui.device = device();
	setTimeout(() => {
		ui.slow = true;
		changed();
	}, 4000);
	await sync.start();
	changed();
	worker();
	prepare();
	if (state.ready)
		dispatchEvent(new Event('docket-ready'));
}
