/* Python in a worker: Pyodide and Tessella's modules, fetched at once, unpacked and started. */

import { FILES, LOCK, SIZES } from "./python_files.js";

const APP = "/app"; // where the modules go; packing.py compiles them for this place
/** Packages of the library lie in both archives; what a package in the first one lacks is looked for in the other one. */
const ADD_REST = `
import sys
from importlib.machinery import PathFinder

class Rest:
    library, rest = next(path for path in sys.path if path.endswith(".zip")), "/lib/rest.zip"

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        places = [place.replace(cls.library, cls.rest, 1) for place in path or [cls.library]]
        return PathFinder.find_spec(name, places, target)

if not any(finder.__name__ == "Rest" for finder in sys.meta_path if isinstance(finder, type)):
    sys.meta_path.append(Rest)
`;
const [WASM, STDLIB, MODULES] = ["pyodide.asm.wasm.gz", "stdlib.zip.gz", "app.tar.gz"];

/**
 * What one worker has fetched, for the next one; it can be sent by postMessage.
 * @typedef {{module: WebAssembly.Module, stdlib: ArrayBuffer, app: ArrayBuffer}} Shared
 */

const address = (name) => new URL(FILES[name], import.meta.url).href;

/** The address of the network that plays 2048, to be fetched when there is time for it, "" where there is none. */
export const network = FILES["small.network"] ? address("small.network") : "";

/**
 * Return what is stored under a name, as it was before it was compressed.
 * @param {function(number)} [count] takes how many bytes have come, again and again @returns {Promise<Response>}
 */
async function unpacked(name, type = "", count = () => {}) {
  const stored = await fetch(address(name));
  if (!stored.ok) throw new Error(`${stored.status} ${stored.url}`);
  const counting = new TransformStream({
    transform(chunk, out) {
      count(chunk.byteLength);
      out.enqueue(chunk);
    },
  });
  const plain = stored.body.pipeThrough(counting).pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain, { headers: { "Content-Type": type } });
}

const bytes = async (name, count) => (await unpacked(name, "", count)).arrayBuffer();

/** Return what counts the bytes of some files, and tells which part of them has come, from 0 to 1. */
function counter(names, tell) {
  const all = names.reduce((sum, name) => sum + SIZES[name], 0);
  let come = 0;
  return (more) => tell((come += more) / all);
}

/**
 * Start Python in this worker, with tessella, msgspec and platformdirs ready to be imported.
 * @param {Shared} [shared] what it came to in another worker
 * @param {function(number)} [tell] takes the part of the files that has come, from 0 to 1
 * @returns {Promise<{pyodide: object, shared: Shared, rest: function(): Promise<void>}>} `rest` adds what is left of the
 *   standard library
 */
export async function startPython(shared, tell = () => {}) {
  const count = counter([WASM, STDLIB, MODULES], tell);
  const module = shared?.module ?? WebAssembly.compileStreaming(unpacked(WASM, "application/wasm", count));
  const archives = shared ? [shared.stdlib, shared.app] : [bytes(STDLIB, count), bytes(MODULES, count)];
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(address("pyodide.js")),
    import(address("pyodide.asm.js")),
  ]);
  const starting = withFiles({ module, stdlib: archives[0] }, (indexURL, stdLibURL) =>
    loadPyodide({ indexURL, stdLibURL, lockFileContents: LOCK, createPyodideModule }),
  );
  const [pyodide] = await Promise.all([starting, module, ...archives]); // Pyodide waits forever for a file that fails
  const app = await archives[1];
  untar(pyodide.FS, new Uint8Array(app));
  pyodide.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(APP)}); sys.dont_write_bytecode = True`);
  const rest = async () => {
    pyodide.FS.writeFile("/lib/rest.zip", new Uint8Array(await bytes("rest.zip.gz")));
    pyodide.runPython(ADD_REST);
  };
  return { pyodide, shared: { module: await module, stdlib: await archives[0], app }, rest };
}

/**
 * Let Pyodide start from what is here or on its way: it knows only how to fetch its own files, and as they are.
 * @param {{module: WebAssembly.Module|Promise<WebAssembly.Module>, stdlib: ArrayBuffer|Promise<ArrayBuffer>}} files
 * @param {function(string, string): Promise<object>} start takes the folder of Pyodide and the address of the library
 */
async function withFiles(files, start) {
  const folder = new URL("pyodide/", import.meta.url).href; // nothing is there
  const [theirFetch, theirInstantiate] = [self.fetch, WebAssembly.instantiateStreaming];
  self.fetch = async (asked) => new Response(String(asked).endsWith(".zip") ? await files.stdlib : null);
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    const module = await files.module;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  try {
    return await start(folder, `${folder}stdlib.zip`);
  } finally {
    self.fetch = theirFetch;
    WebAssembly.instantiateStreaming = theirInstantiate;
  }
}

/** Unpack the files of an archive below APP. @param {object} FS @param {Uint8Array} tar */
function untar(FS, tar) {
  const text = (start, length) => new TextDecoder().decode(tar.subarray(start, start + length)).replace(/\0.*$/s, "");
  const made = new Set();
  for (let at = 0; tar[at]; ) {
    const size = parseInt(text(at + 124, 12), 8);
    const path = [APP, text(at + 345, 155), text(at, 100)].filter(Boolean).join("/");
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, tar.subarray(at + 512, at + 512 + size));
    at += 512 * (1 + Math.ceil(size / 512));
  }
}
