/* Service worker: keeps the page and its files, so that it also starts while the server is away.
 *
 * What the server has goes first, so that nobody plays with yesterday's page; the games are the server's.
 */

const CACHE = "tessella";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || url.searchParams.has("token")) return;
  if (request.mode === "navigate" && url.pathname === "/") event.respondWith(fromServer(request, "/"));
  else if (url.pathname.startsWith("/static/") || url.pathname === "/themes.css") {
    event.respondWith(fromServer(request, request));
  }
});

/* Return what the server has, and where it is gone what was kept of it. */
async function fromServer(request, name) {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await store(name, answer.clone());
    return answer;
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(name);
    if (kept) return kept;
    throw error;
  }
}

/* Keep an answer. A page that names other files than the one before makes those worthless. */
async function store(name, answer) {
  const cache = await caches.open(CACHE);
  if (name === "/") {
    const folder = async (page) => /data-static="([^"]*)"/.exec((await page?.text()) ?? "")?.[1];
    const [before, now] = [await folder(await cache.match("/")), await folder(answer.clone())];
    if (before !== now) await caches.delete(CACHE);
  }
  await (await caches.open(CACHE)).put(name, answer);
}
