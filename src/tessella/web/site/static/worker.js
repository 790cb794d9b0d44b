/* Worker that runs Python: the server of the games for all tabs, or calculations for it.
 *
 *   page                                      this worker
 *   {serve: NAME, languages: "zh,en"}   -->   takes the games over that are kept under the name
 *                                       <--   {loading: PART}, from 0 to 1; {ready: EPOCH}, or {failed: TEXT}; {deposed: true} once another has them
 *   {tab, open: {g, back}}, {tab, text},
 *   {tab, close: true}                  -->   see BrowserServer in browser_server.py
 *                                       <--   {tab, text}: after what it tells of is kept
 *   {store: BYTES|null, number}         -->   puts a file of games in place of this one, or gives this one away
 *                                       <--   {number, store: BYTES} or {number, error: TEXT}
 *
 *   {echo: MESSAGE}                     <->   says that it is awake
 *
 * Another worker of this file calculates: {calculate: SHARED} starts it, {number, work} is answered by {number, result};
 * {settled: true} says that a board is on show, so that it may fetch what no board needs.
 */

import { DeposedError, PageStore } from "./page_store.js";
import { network, startPython } from "./python.js";

const DRAWING = 400; // milliseconds that the page has for the first board before anything else is fetched or started
const NETWORK_TIME = 10000; // milliseconds that the network of 2048 is waited for, with a first answer on show
const FOLDER = "/games";
const FILE = `${FOLDER}/tessella.sqlite3`;
const OTHER_FILE = `${FOLDER}/other.sqlite3`; // one that is to take its place

let tenths = -1; // of Python's files that have come

/** Tell the page which part of Python's files has come: every tenth, as it may be read out. @param {number} part */
function tellPart(part) {
  if (Math.floor(10 * part) === tenths) return;
  tenths = Math.floor(10 * part);
  self.postMessage({ loading: tenths / 10 });
}

/** Workers that calculate, one for each lane; started with the first work, or before. */
class Lanes {
  constructor(shared, take) {
    this.shared = shared;
    this.take = take;
    this.workers = new Map();
    this.isSettled = false; // whether a board is on show
  }

  /** Let all workers fetch what no board needs, and one be ready for hints. */
  settle() {
    this.isSettled = true;
    if (!this.workers.has("moves")) this.start("moves");
    else for (const { worker } of this.workers.values()) worker.postMessage({ settled: true });
  }

  start(lane) {
    const worker = new Worker(self.location.href, { type: "module", name: lane });
    worker.onmessage = ({ data: { number, result } }) => this.take(number, result);
    worker.onerror = () => this.lose(lane);
    worker.postMessage({ calculate: this.shared });
    if (this.isSettled) worker.postMessage({ settled: true });
    this.workers.set(lane, { worker, number: 0 });
    return this.workers.get(lane);
  }

  compute(lane, number, work) {
    const found = this.workers.get(lane) ?? this.start(lane);
    found.number = number;
    found.worker.postMessage({ number, work });
  }

  stop(lane) {
    this.workers.get(lane)?.worker.terminate();
    this.workers.delete(lane);
  }

  /** A worker has failed: for want of memory, or because its files cannot be had. */
  lose(lane) {
    const { number } = this.workers.get(lane);
    this.stop(lane);
    this.take(number); // undefined is None to Python, null is not
  }
}

/** The server: it calls Python with what has come, and sends what that says once it is kept. */
class Server {
  async start({ serve, languages }) {
    const [{ pyodide, shared, rest }, store] = await Promise.all([startPython(null, tellPart), PageStore.takeOver(serve)]);
    this.pyodide = pyodide;
    this.store = store;
    this.rest = rest; // adds what is left of Python's library
    this.messages = [];
    this.isSettled = false; // whether a first board was sent
    this.writing = null; // the promise of what is being written
    this.lanes = new Lanes(shared, (number, result) => this.call("computed", number, result && pyodide.toPy(result)));
    pyodide.FS.mkdirTree(FOLDER);
    store.mount(pyodide.FS, FILE);
    this.python = pyodide.pyimport("tessella.web.site.browser_server").start(this.host(), FILE, languages);
    self.postMessage({ ready: store.epoch });
    await this.keep();
  }

  host() {
    return {
      send: (tab, text) => this.messages.push({ tab, text }),
      compute: (lane, number, work) => {
        this.lanes.compute(lane, number, work.toJs());
        work.destroy();
      },
      stop: (lane) => this.lanes.stop(lane),
      later: (seconds, number) => setTimeout(() => this.call("wake", number), 1000 * seconds),
    };
  }

  call(method, ...values) {
    this.python[method](...values);
    this.keep();
  }

  /** Write what has changed, then send what was said; one after the other. */
  async keep() {
    if (this.writing) return this.writing; // it looks for more at its end
    if (!this.store.changed.size) return this.send(this.messages.splice(0));
    this.writing = this.keepAll();
    return this.writing;
  }

  async keepAll() {
    while (this.store.changed.size) {
      const messages = this.messages.splice(0);
      try {
        await this.store.write();
      } catch (error) {
        if (error instanceof DeposedError) {
          self.postMessage({ deposed: true });
          self.close();
          return;
        }
        console.error(error);
        this.python.cannot_save();
        this.send(messages);
        break;
      }
      this.send(messages);
    }
    this.writing = null;
    this.send(this.messages.splice(0));
  }

  send(messages) {
    for (const message of messages) self.postMessage(message);
    if (this.isSettled || !messages.some(({ text }) => text && !("generating" in JSON.parse(text)))) return;
    this.isSettled = true;
    setTimeout(() => this.rest?.().catch(console.error), DRAWING);
    setTimeout(() => this.lanes.settle(), 4 * DRAWING);
  }

  /** Put a file of games in place of this one. @param {Uint8Array|null} bytes null to read the one that is there */
  async exchange(bytes) {
    if (!bytes) return this.store.bytes();
    const { FS } = this.pyodide;
    FS.writeFile(OTHER_FILE, bytes);
    const problem = this.python.problem_of(OTHER_FILE);
    if (problem) throw new Error(problem);
    this.python.shut();
    FS.rename(OTHER_FILE, FILE);
    this.store.touch();
    await this.keep();
    return null;
  }

  async receive({ tab, open, text, close, store, number }) {
    if (open) this.call("open", tab, open.g, open.back);
    else if (close) this.call("close", tab);
    else if (text !== undefined) this.call("receive", tab, text);
    else {
      const answer = await this.exchange(store).then((bytes) => ({ store: bytes }), ({ message }) => ({ error: message }));
      self.postMessage({ number, ...answer });
    }
  }
}

/** Work for a server: one thing after another. */
class Calculations {
  async start({ calculate }) {
    const { pyodide, rest } = await startPython(calculate);
    this.pyodide = pyodide;
    this.rest = rest;
    this.python = pyodide.pyimport("tessella.web.site.calculations");
  }

  /** Fetch what no board needs, and load what hints need. */
  settle() {
    this.rest().catch(console.error);
    this.haveNetwork();
    this.python.warm_up();
  }

  /** Fetch the network of 2048, once; it is waited for until it is there, or for so long. @returns {Promise<void>} */
  haveNetwork() {
    const late = new Promise((resolve) => setTimeout(resolve, NETWORK_TIME));
    this.network ??= Promise.race([this.addNetwork().catch(console.error), late]);
    return this.network;
  }

  async addNetwork() {
    if (!network) return;
    const fetched = await fetch(network);
    if (fetched.ok) this.python.add_network(this.pyodide.toPy(await fetched.arrayBuffer()));
  }

  async receive({ number, work, settled }) {
    if (settled) return this.settle();
    const asked = this.pyodide.toPy(work);
    if (this.python.asks_player(asked)) await this.haveNetwork(); // else the heuristic's answer would stay
    const packed = this.python.perform(asked);
    self.postMessage({ number, result: packed.toJs() });
    packed.destroy();
  }
}

let role = null;
let ready = null;
self.onmessage = async ({ data }) => {
  if (data.echo) {
    self.postMessage(data);
    return;
  }
  if (role === null) {
    role = data.calculate === undefined ? new Server() : new Calculations();
    ready = role.start(data);
    try {
      await ready;
    } catch (error) {
      console.error(error);
      if (role instanceof Server) self.postMessage({ failed: String(error.message ?? error).trim().split("\n").at(-1) });
      else setTimeout(() => { throw error; }); // heard by the server as an error of this worker
    }
    return;
  }
  await ready;
  role.receive(data);
};
