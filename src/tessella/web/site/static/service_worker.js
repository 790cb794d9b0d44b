/* Service worker of the page without a server: keeps every file, so that it plays without a network.
 *
 * The names of files have a version or a digest in them, the page itself has none. So a new version is fetched beside the
 * old one, and the page goes over to it at last: what was opened before finds all of its files, and none of another version.
 * `FILES` stands above: the page first.
 */

const CACHE = "tessella";
const [PAGE, ...OTHERS] = FILES.map((name) => new URL(name, self.registration.scope).href);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(OTHERS.map(async (address) => isFixed(address) && (await cache.match(address)) || cache.add(address)));
  await cache.add(new Request(PAGE, { cache: "no-cache" }));
  await self.skipWaiting();
}

/** Return whether what is at an address never changes. */
function isFixed(address) {
  return /\/[0-9a-f]{12}\/|-[0-9a-f]{12}\./.test(address);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(self.registration.scope)) return;
  if (request.mode === "navigate" && [PAGE, `${PAGE}index.html`].includes(url.origin + url.pathname)) {
    event.waitUntil(forget());
    event.respondWith(kept(PAGE, request));
  } else event.respondWith(kept(url.origin + url.pathname, request));
});

/** Return what is kept at an address, otherwise what the server has. */
async function kept(address, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}

/** Forget the files of versions that no page is shown any more. */
async function forget() {
  const { installing, waiting } = self.registration;
  if (installing || waiting || (await self.clients.matchAll()).length) return;
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (url !== PAGE && !OTHERS.includes(url)) await cache.delete(url);
}
