// Starts what works behind the page: sync, the service worker.

import { changed, set, state, t, ui } from './kit.js';
import { further } from './load.js';
import { sync } from './sync.js';
import { ACTS } from './acts.js';
import { prepare } from './search.js';

ACTS['sign-in'] = async el => {
	const { device, online } = await further();

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

export async function start() {
	setTimeout(() => {
		ui.slow = true;
		changed();
	}, 4000);
	await sync.start();
	changed();
	further().then(m => {
		ui.device = m.device();
		m.worker(ACTS);
	}, () => {});
	prepare();
	if (state.ready)
		dispatchEvent(new Event('docket-ready'));
}
