// Docket's service worker: the shell without network, notifications, clicks.
// The build writes the list of files; the sources are served without one.

const BUILD = 'DOCKET_BUILD';
const FILES = ["DOCKET_FILES"];
const HERE = new URL('./', self.location.href);
const SHELL = `docket shell ${HERE.pathname} ${BUILD}`;
const WORDS = `docket words ${HERE.pathname}`, KEPT = `docket kept ${HERE.pathname}`;
const built = FILES.length > 1;
const api = path => new URL('api/v1' + path, HERE).href;

self.addEventListener('install', e => e.waitUntil((async () => {
	if (built) {
		const cache = await caches.open(SHELL);
		await cache.addAll(FILES.map(f => new Request(f, { cache: 'reload' })));
		await Promise.all((await spoken()).map(f => cache.add(f).catch(() => {})));
	}
	if (!self.registration.active)
		await self.skipWaiting();
})()));

/* The files of a language are in no list; they are cached once it is chosen. */
const LANGUAGE = /\/(words|quick)-(\w+)-[0-9a-f]{8}\.(\w+)$/;

/** Returns the files of languages that an older version has cached, by the names that
 * this version gives them.
 * @returns {Promise<string[]>} */
async function spoken() {
	const mine = (await caches.keys()).filter(k =>
	    k.startsWith(SHELL.slice(0, -BUILD.length)));
	const kept = await Promise.all(mine.map(async k => (await caches.open(k)).keys()));

	return kept.flat().map(r => LANGUAGE.exec(r.url)).filter(Boolean)
	    .map(([, what, lang, end]) => `./${what}-${lang}-${BUILD}.${end}`);
}

self.addEventListener('activate', e => e.waitUntil((async () => {
	const mine = `docket shell ${HERE.pathname} `;

	for (const key of await caches.keys())
		if (key.startsWith(mine) && key !== SHELL)
			await caches.delete(key);
	await self.clients.claim();
})()));

self.addEventListener('message', e => {
	if (e.data === 'take')
		self.skipWaiting();
});

/* Named files and the page come from the cache, so that the page starts without
 * network, unless the server in front must authenticate the user.  Everything else
 * comes from the network, above all the service. */
self.addEventListener('fetch', e => {
	const url = new URL(e.request.url);

	if (!built || e.request.method !== 'GET' || url.origin !== self.location.origin ||
	    !url.pathname.startsWith(HERE.pathname) ||
	    url.pathname.startsWith(HERE.pathname + 'api/') || url.search === '?sign-in')
		return;
	const name = e.request.mode === 'navigate' && url.pathname === HERE.pathname ?
		'./' : url.pathname === HERE.pathname ? null : url.href;
	if (name)
		e.respondWith(answer(e.request, name));
});

/** @param {Request} request @param {string} name */
async function answer(request, name) {
	const cache = await caches.open(SHELL);
	const kept = await cache.match(name);

	if (kept)
		return kept;
	const got = await fetch(request);
	if (got.ok && LANGUAGE.test(name))
		await cache.put(name, got.clone());
	return got;
}

/* A reminder or an assignment.  A push message must always show a notification. */
self.addEventListener('push', e => {
	let m = {};

	try {
		m = e.data?.json() ?? {};
	} catch { /* not ours, or not readable */ }
	e.waitUntil(Promise.all([show(m), tell({ type: 'pull' })]));
});

/** Returns the words of the page's language, which it has stored in the cache; English
 * until it has. */
async function words() {
	const kept = await (await caches.open(WORDS)).match('words');

	return kept ? kept.json() : { language: 'en', assigned: 'Assigned to you',
		due: 'Due {day}', today: 'today', done: 'Done', later: 'In 1 hour' };
}

/** @param {any} m */
async function show(m) {
	const w = await words();
	const due = m.dueDate && new Date(m.dueDate + 'T12:00');
	const day = due?.toDateString() === new Date().toDateString() ? w.today :
		due?.toLocaleDateString(w.language, { weekday: 'short', day: 'numeric',
		    month: 'short' }).replace(',', '');

	return self.registration.showNotification(m.title ?? 'Docket', { data: m,
		body: m.type === 'assignment' ? w.assigned : day ? w.due.replace('{day}', day) : '',
		lang: w.language, tag: m.taskId, renotify: !!m.taskId,
		icon: 'icons/docket-192.png', badge: 'icons/mono.svg',
		actions: m.taskId ? ['done', 'later'].map(action => ({ action, title: w[action] })) :
			[] });
}

self.addEventListener('notificationclick', e => {
	const m = e.notification.data ?? {};

	e.notification.close();
	e.waitUntil(m.taskId && e.action ? change(m, e.action) : open(m));
});

/** @param {any} m @param {string} action */
async function change(m, action) {
	const body = action === 'done' ? { done: true } :
		{ reminderAt: new Date(Date.now() + 36e5).toISOString() };
	const r = await fetch(api(`/lists/${m.listId}/tasks/${m.taskId}`), { method: 'PATCH',
		headers: { 'Content-Type': 'application/json',
			'Idempotency-Key': crypto.randomUUID() },
		body: JSON.stringify(body) }).catch(() => null);

	if (r?.ok)
		return tell({ type: 'pull' });
	if (r && r.status < 500 && r.status !== 429)
		return open(m);
	/* It did not arrive: the page sends it with its operations. */
	await (await caches.open(KEPT)).put(`${m.taskId}/${action}`,
		new Response(JSON.stringify({ id: m.taskId, body })));
	return await tell({ type: 'kept' }) || open(m);
}

/** @param {any} message */
async function tell(message) {
	const pages = await self.clients.matchAll({ type: 'window' });

	pages.forEach(c => c.postMessage(message));
	return pages.length;
}

/** Shows the task in the open page, or else in a new one.
 * @param {any} m */
async function open(m) {
	const hash = m.taskId ? `#/l/${m.listId}/t/${m.taskId}` : '#/today';
	const [page] = await self.clients.matchAll({ type: 'window' });

	if (!page)
		return self.clients.openWindow('./' + hash);
	page.postMessage({ open: hash });
	return page.focus();
}

self.addEventListener('pushsubscriptionchange', e => e.waitUntil((async () => {
	const r = await fetch(api('/me/notifications')).catch(() => null);
	const key = r?.ok ? (await r.json()).vapidPublicKey : null;

	if (!key)
		return;
	const bytes = Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')),
		c => c.charCodeAt(0));
	const sub = (await self.registration.pushManager.subscribe({ userVisibleOnly: true,
		applicationServerKey: bytes })).toJSON();
	await fetch(api('/me/push-subscriptions'), { method: 'POST',
		headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({
			endpoint: sub.endpoint, keys: sub.keys,
			userAgent: navigator.userAgent.slice(0, 256) }) });
})()));
