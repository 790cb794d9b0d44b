// The worker that runs the examples of a page, with the Python of the game beside it.

let session;

async function start({ python, session: address, missing }) {
  const { startPython } = await import(python).catch(() => {
    throw new Error(missing);
  });
  const [source, { pyodide, rest }] = await Promise.all([fetch(address).then((file) => file.text()), startPython()]);
  await rest(); // an example may import what no game needs
  const names = pyodide.toPy({ __name__: "session" });
  pyodide.runPython(source, { globals: names });
  return names.get("Session")();
}

self.addEventListener("message", async ({ data }) => {
  if (data.python) {
    session = start(data);
    session.catch(() => {}); // told to each example that waits for it
    return;
  }
  try {
    const ran = await session;
    self.postMessage({ number: data.number, ...JSON.parse(ran.run(data.code)) });
  } catch (error) {
    self.postMessage({ number: data.number, text: String(error.message ?? error), pictures: [], failed: true });
  }
});
