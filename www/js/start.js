// Starts sync and, once the network bundle is loaded, the service worker.

import { COMMANDS } from './commands/commands.js';
import { requestDraw, state } from './data/state.js';
import { setUi, ui } from './page/ui.js';
import { loadNetwork } from './sync/load-network.js';
import { start as startSync } from './sync/start.js';
import { buildSearchTexts } from './text/search.js';
import { t } from './text/words.js';

COMMANDS['sign-in'] = async el => {
	const { deviceName, signIn } = await loadNetwork();

	setUi({ wrong: null, busy: true });
	try {
		await signIn({ email: el.elements.email.value.trim(),
			password: el.elements.password.value, deviceName: deviceName() });
	} catch (/** @type {any} */ p) {
		setUi({ wrong: { form: p.code === 'rate-limited' ? t('problem.wait',
			{ n: Math.ceil(p.retryAfter ?? 60) }) : t('problem.' + p.code) } });
	}
	setUi({ busy: false });
};

export async function startApp() {
	setTimeout(() => {
		ui.slow = true;
		requestDraw();
	}, 4000);
	await startSync();
	requestDraw();
	loadNetwork().then(m => {
		ui.device = m.deviceName();
		m.registerServiceWorker(COMMANDS);
	}, () => {});
	buildSearchTexts();
	if (state.ready)
		dispatchEvent(new Event('docket-ready'));
}
