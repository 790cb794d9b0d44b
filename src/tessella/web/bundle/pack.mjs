/* Packing in Pyodide, by Node: node pack.mjs PYODIDE STAGED OUT PACKING ROOT...  (see packing.py) */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, staged, out, packing, ...roots] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodide), "pyodide.mjs")).href);
// Without the columns of tracebacks compiled modules are a quarter smaller; lines remain.
const python = await loadPyodide({ args: ["-X", "no_debug_ranges"] });
const { FS } = python;
for (const [folder, place] of [[pyodide, "/pyodide"], [staged, "/staged"], [out, "/out"]]) {
  FS.mkdir(place);
  FS.mount(FS.filesystems.NODEFS, { root: folder }, place);
}
FS.writeFile("/home/pyodide/packing.py", readFileSync(packing));
python.globals.set("roots", python.toPy(roots));
try {
  python.runPython(`
import packing
from pathlib import Path
packing.pack(Path("/pyodide/python_stdlib.zip"), Path("/staged"), roots, Path("/out"))
`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
