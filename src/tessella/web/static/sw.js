/* What does an installed page need to start where the server cannot be reached? The page and its files; the games are
 * the server's. What the server has goes first, so that nobody plays with yesterday's page.
 */

const SHELF = "tessella";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || url.searchParams.has("token")) return;
  if (request.mode === "navigate" && url.pathname === "/") event.respondWith(newest(request, "/"));
  else if (url.pathname.startsWith("/static/") || url.pathname === "/themes.css") {
    event.respondWith(newest(request, request));
  }
});

/* Return what the server has, and where it is gone what was kept of it. */
async function newest(request, name) {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await keep(name, answer.clone());
    return answer;
  } catch (error) {
    const kept = await (await caches.open(SHELF)).match(name);
    if (kept) return kept;
    throw error;
  }
}

/* Keep an answer. A page that names other files than the one before makes those worthless. */
async function keep(name, answer) {
  const shelf = await caches.open(SHELF);
  if (name === "/") {
    const folder = async (page) => /data-static="([^"]*)"/.exec((await page?.text()) ?? "")?.[1];
    const [before, now] = [await folder(await shelf.match("/")), await folder(answer.clone())];
    if (before !== now) await caches.delete(SHELF);
  }
  await (await caches.open(SHELF)).put(name, answer);
}
