// Keeps the page for use without a net. What it keeps and under which name is filled in when the page is built.
const VERSION = '__VERSION__';
const FILES = __FILES__;
// Files with a hash in their name never change: what an older version has kept is kept on.
const isLasting = file => file.startsWith('assets/') || file.startsWith('engine/');

// With these headers the page has a world of its own, where memory can be shared with a worker.
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

async function keep() {
  const cache = await caches.open(VERSION);
  await Promise.all(
    FILES.map(async file => {
      const kept = isLasting(file) ? await caches.match(file) : undefined;
      const answer = kept ?? (await fetch(file, { cache: isLasting(file) ? 'default' : 'no-cache' }));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await cache.put(file, answer);
    }),
  );
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter(name => name.startsWith('regence-') && name !== VERSION).map(name => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(VERSION);
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  const isPage = request.mode === 'navigate' && (url.pathname === scope.pathname || url.pathname === `${scope.pathname}index.html`);
  const found = await cache.match(isPage ? scope.href : request, { ignoreSearch: true });
  const response = found ?? (await fetch(request));
  if (response.type === 'opaque' || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

self.addEventListener('install', event => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
});
