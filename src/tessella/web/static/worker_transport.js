/* Connection to a server that is Python in a worker of this browser, with the interface of a WebSocket.
 *
 * One tab serves: its worker has the games. The other tabs talk to it through a BroadcastChannel, and when it goes, the
 * next one serves. Neither SharedWorker nor Web Locks, which phones or pages over plain http lack:
 *
 *   {ask}             who serves? A tab that has no answer soon serves itself.
 *   {serves: EPOCH}   it does; the one with the smaller epoch steps down, see page_store.js
 *   {gone, only}      it does no more; or not for the one tab that is named, which it had lost
 *   {call}            who is still there? A tab that does not answer until the next call has crashed
 *   {to, ...}         a message between a tab and the one that serves
 *
 * A browser may put a tab to sleep, its worker before its page: so what says that it serves goes through its worker.
 */

import { fill } from "./dom.js";

const PING = "ping";
const ASKING = 1000; // milliseconds for the tab that serves to say so
const CALLING = 20000; // milliseconds between two calls; a game's clock stops at the second one after its tab crashed
const REFUSED = 4401; // the code of a connection that will not come about, and says why

const self_ = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`; // this tab
const name = `tessella ${new URL("./", document.baseURI).pathname}`; // of the games of this folder
const served = "tessella served"; // in the browser's store: whether a tab serves, or was killed while it did
const languages = [new URLSearchParams(location.search).get("lang"), ...navigator.languages].filter(Boolean).join();

/** What is said before Python can say it, in the language of the player or else of the browser. */
const said = (() => {
  const sentences = JSON.parse(document.body.dataset.loading);
  const chosen = JSON.parse(localStorage.getItem("tessella"))?.settings?.preferences.lang; // see page.js
  const asked = [chosen, ...languages.split(",")].map((tag) => tag?.split("-")[0]);
  const lang = asked.find((short) => short in sentences) ?? "en";
  document.documentElement.lang = sentences[lang].lang;
  return sentences[lang];
})();
document.body.dataset.connecting = said.starting;

/** This tab among those of this page. */
class Tab {
  constructor() {
    this.worker = null; // of the tab that serves
    this.epoch = 0; // of that worker, 0 until it is ready
    this.host = null; // the tab that serves this one
    this.socket = null;
    this.asked = null;
    this.calls = new Map(); // what the worker is to answer, by number
    this.guests = new Map(); // whether the other tabs that this one serves have been heard since the last call, by name
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }) => this.hear(data);
    window.addEventListener("pagehide", ({ persisted }) => this.leave(persisted));
  }

  /** Find who serves. @param {WorkerSocket} socket */
  connect(socket) {
    this.socket = socket;
    if (this.worker) this.greet();
    else if (localStorage.getItem(served)) {
      this.channel.postMessage({ ask: self_ });
      this.asked = setTimeout(() => this.serve(), ASKING);
    } else this.serve();
  }

  /** Begin to serve. */
  serve() {
    this.asked = null;
    this.host = self_;
    const worker = new Worker(new URL(document.body.dataset.worker, document.baseURI), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data }) => this.worker === worker && this.take(data);
    worker.onerror = (event) => this.worker === worker && this.end({ code: REFUSED, reason: event.message });
    worker.postMessage({ serve: name, languages });
    this.guests.clear();
    this.calling = setInterval(() => this.call(), CALLING);
    this.greet();
  }

  /** Say which game this tab shows. */
  greet() {
    this.tell({ open: this.socket.game });
    this.socket.open();
  }

  /** Tell the one that serves something. */
  tell(message) {
    const from = this.socket.tab;
    if (this.host === self_) this.worker.postMessage({ tab: from, ...message });
    else this.channel.postMessage({ to: this.host, tab: from, from: self_, ...message });
  }

  /** Take what the worker of this tab says. */
  take({ echo, tab, text, loading, ready, failed, deposed, number, ...answer }) {
    if (echo) this.channel.postMessage(echo);
    else if (loading !== undefined) {
      this.socket?.onloading(loading < 1 ? fill(said.fetching, { n: Math.round(100 * loading) }) : said.starting);
    }
    else if (ready) {
      this.epoch = ready;
      localStorage.setItem(served, self_);
      this.channel.postMessage({ serves: ready, by: self_ });
    } else if (failed) this.end({ code: REFUSED, reason: fill(said.failed, { reason: failed }) });
    else if (deposed) this.end();
    else if (number) {
      this.calls.get(number)(answer);
      this.calls.delete(number);
    } else if (tab === this.socket?.tab) this.socket.receive(text);
    else this.channel.postMessage({ to: tab, text });
  }

  /** Take what another tab says. */
  hear({ ask, serves, by, gone, only, call, to, from, tab, ...message }) {
    if (ask && this.worker) this.worker.postMessage({ echo: { serves: this.epoch, by: self_ } });
    else if (serves) this.follow(by, serves);
    else if (gone && gone === this.host && (only ?? this.socket?.tab) === this.socket?.tab) this.end();
    else if (call && call === this.host && this.socket) this.tell({ text: PING });
    else if (to === self_ && this.worker) this.serveGuest(tab, message);
    else if (to === self_) this.channel.postMessage({ gone: self_ });
    else if (to && to === this.socket?.tab) this.socket.receive(message.text);
  }

  /** Take what another tab tells the server. */
  serveGuest(guest, message) {
    if (!message.open && !this.guests.has(guest)) this.channel.postMessage({ gone: self_, only: guest }); // it slept
    else if (message.text === PING) this.worker.postMessage({ echo: { to: guest, text: PING } });
    else this.worker.postMessage({ tab: guest, ...message });
    if (message.close) this.guests.delete(guest);
    else if (message.open || this.guests.has(guest)) this.guests.set(guest, true);
  }

  /** Let the games go of tabs that have said nothing since the last call. */
  call() {
    for (const [guest, isHeard] of this.guests) {
      if (isHeard) this.guests.set(guest, false);
      else this.guests.delete(guest) && this.worker.postMessage({ tab: guest, close: true });
    }
    if (this.guests.size) this.channel.postMessage({ call: self_ });
  }

  /** Follow a tab that serves, unless this one took over later. */
  follow(by, epoch) {
    if (this.worker && this.epoch > epoch) this.channel.postMessage({ serves: this.epoch, by: self_ });
    else if (this.worker && this.epoch) this.end();
    else if (!this.worker && this.asked && this.socket) {
      clearTimeout(this.asked);
      this.asked = null;
      this.host = by;
      this.greet();
    }
  }

  /** Serve no more, and be served no more. @param {object} [reason] */
  end(reason = {}) {
    const { socket, worker } = this;
    this.socket = this.worker = this.host = null;
    this.epoch = 0;
    clearInterval(this.calling);
    if (worker) {
      worker.terminate();
      this.channel.postMessage({ gone: self_ });
    }
    socket?.end(reason);
  }

  /** The page goes, perhaps to come back. */
  leave(isKept) {
    if (this.socket && this.host) this.tell({ close: true });
    if (!this.worker) return;
    localStorage.removeItem(served);
    if (isKept) this.end();
    else this.channel.postMessage({ gone: self_ }); // the worker may still take the time of the game
  }

  /** Give the worker's file of games away, or put another one in its place. @param {Uint8Array|null} store */
  exchange(store) {
    const number = ++exchanges;
    this.worker.postMessage({ number, store });
    return new Promise((answer) => this.calls.set(number, answer));
  }
}

let exchanges = 0;
let sockets = 0;
let tab = null;

/** What `Connection` takes for a WebSocket. */
export class WorkerSocket {
  /** @param {URL} address as of a WebSocket: `?g=` and an id, `&back=1` */
  constructor(address) {
    this.tab = `${self_}/${++sockets}`;
    const back = address.searchParams.has("back");
    this.game = { g: address.searchParams.get("g") ?? "", back };
    this.readyState = WebSocket.CONNECTING;
    tab ??= new Tab();
    queueMicrotask(() => tab.connect(this));
  }

  open() {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  receive(data) {
    this.onmessage?.({ data });
  }

  end(reason) {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(reason);
  }

  /** @param {string} text */
  send(text) {
    if (text === PING && tab.worker) setTimeout(() => this.receive(PING)); // a page does not lose itself
    else tab.tell({ text });
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    if (tab.socket !== this) return;
    clearTimeout(tab.asked);
    if (tab.host) tab.tell({ close: true });
    tab.socket = null;
    if (!tab.worker) tab.host = null;
  }
}

/**
 * Give this browser's file of games away, or put another one in its place; null where another tab serves.
 * @param {Uint8Array|null} content @returns {Promise<{store?: Uint8Array, error?: string}|null>}
 */
export const exchangeGames = async (content) => (tab?.worker ? tab.exchange(content) : null);
