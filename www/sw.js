const FILES = ["DOCKET_FILES"];
self.addEventListener('install', (e) => e.waitUntil(caches.open('DOCKET_BUILD').then((c) => c.addAll(FILES))));
