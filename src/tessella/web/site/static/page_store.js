/* Pages of SQLite's file in IndexedDB: what has changed is written, in one transaction, before an answer goes out.
 *
 *   pages   n -> 4096 bytes of the file       meta   "size" -> bytes, "epoch" -> how often a worker has taken over
 *
 * The file itself lies in the memory of the worker that serves. A worker that takes over counts the epoch up; one that
 * was put to sleep meanwhile finds another epoch when it wakes, and writes nothing any more.
 */

const PAGE = 4096;

/** What is raised where another worker has taken over. */
export class DeposedError extends Error {}

/** Return the value of a request of IndexedDB, in time. @param {IDBRequest} request */
function valueOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Return when a transaction is done, in time. @param {IDBTransaction} transaction */
function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
  });
}

export class PageStore {
  /** Take over the games that are kept under a name. @param {string} name @returns {Promise<PageStore>} */
  static async takeOver(name) {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("pages");
      opening.result.createObjectStore("meta");
    };
    const database = await valueOf(opening);
    const store = new PageStore(database);
    const transaction = database.transaction(["pages", "meta"], "readwrite");
    const [pages, meta] = [transaction.objectStore("pages"), transaction.objectStore("meta")];
    const before = valueOf(meta.get("epoch"));
    const found = [pages.getAllKeys(), pages.getAll(), meta.get("size")].map(valueOf);
    store.epoch = ((await before) ?? 0) + 1;
    meta.put(store.epoch, "epoch");
    const [numbers, contents, size] = await Promise.all(found);
    await done(transaction);
    store.kept = new Uint8Array(size ?? 0);
    numbers.forEach((number, n) => number * PAGE < store.kept.length && store.kept.set(contents[n], number * PAGE));
    return store;
  }

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    this.epoch = 0;
    this.kept = new Uint8Array(0); // the file as it was found
    this.changed = new Set(); // numbers of pages
  }

  /** Put the file into the file system of Python, and see from now on what is written to it. */
  mount(FS, path) {
    this.FS = FS;
    this.path = path;
    FS.writeFile(path, this.kept);
    this.kept = null;
    this.listen();
  }

  listen() {
    this.node = this.FS.lookupPath(this.path).node;
    const { write } = this.node.stream_ops;
    const listening = (stream, buffer, offset, length, position, canOwn) => {
      const first = Math.floor((position ?? stream.position) / PAGE);
      const last = Math.floor(((position ?? stream.position) + Math.max(length, 1) - 1) / PAGE);
      for (let page = first; page <= last; page++) this.changed.add(page);
      return write(stream, buffer, offset, length, position, canOwn);
    };
    this.node.stream_ops = { ...this.node.stream_ops, write: listening };
  }

  /** Return the bytes of the file. @returns {Uint8Array} */
  bytes() {
    return this.node.contents.slice(0, this.node.usedBytes);
  }

  /** Mark the whole file as changed, another one that has taken its place included. */
  touch() {
    this.listen();
    for (let page = 0; page * PAGE < this.node.usedBytes; page++) this.changed.add(page);
  }

  /** Write what has changed; raise DeposedError where another worker has taken over. */
  async write() {
    if (this.FS.lookupPath(this.path).node !== this.node) this.touch(); // a damaged file was set aside
    const numbers = [...this.changed];
    this.changed.clear();
    try {
      await this.put(numbers);
    } catch (error) {
      for (const number of numbers) this.changed.add(number);
      throw error;
    }
  }

  async put(numbers) {
    const { contents, usedBytes } = this.node;
    const transaction = this.database.transaction(["pages", "meta"], "readwrite", { durability: "strict" });
    const [pages, meta] = [transaction.objectStore("pages"), transaction.objectStore("meta")];
    const epoch = meta.get("epoch");
    let isDeposed = false;
    epoch.onsuccess = () => {
      isDeposed = epoch.result !== this.epoch;
      if (isDeposed) transaction.abort();
    };
    for (const number of numbers) {
      const page = contents.slice(number * PAGE, Math.min((number + 1) * PAGE, usedBytes));
      if (page.length) pages.put(page, number);
    }
    meta.put(usedBytes, "size");
    try {
      await done(transaction);
    } catch (error) {
      throw isDeposed ? new DeposedError() : error;
    }
  }
}
