// Live parts of a page: games that begin with a click, and examples that are edited and run in the reader's browser.
// Nothing of either is fetched before it is asked for.

const { content_root: root } = document.documentElement.dataset;
const top = new URL(document.documentElement.lang.startsWith("zh") ? `${root}../` : root, document.baseURI);
const words = JSON.parse(document.querySelector("meta[name=tessella]").content);

function made(tag, text = "", className = "") {
  return Object.assign(document.createElement(tag), { textContent: text, className });
}

// --- Games ---

for (const place of document.querySelectorAll(".live-board")) {
  const link = place.querySelector("a");
  const button = made("button", link.textContent);
  button.type = "button";
  button.addEventListener("click", () => {
    const frame = made("iframe");
    frame.src = link.href;
    frame.title = `${words.game}: ${place.dataset.game}`;
    const alone = Object.assign(made("a", words.alone), { href: link.href });
    place.replaceChildren(frame, alone);
    place.classList.add("open");
    frame.focus();
  });
  place.replaceChildren(button);
}

// --- Examples ---

let worker = null;
let waiting = new Map();
let number = 0;

function started() {
  if (worker) return worker;
  worker = new Worker(new URL("runner.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    waiting.get(data.number)?.(data);
    waiting.delete(data.number);
  });
  const session = new URL("session.py", import.meta.url).href;
  worker.postMessage({ python: new URL("play/python.js", top).href, session, missing: words.missing });
  return worker;
}

function stop() {
  worker?.terminate();
  worker = null;
  for (const done of waiting.values()) done({ text: words.stopped, pictures: [], failed: true });
  waiting = new Map();
  for (const example of examples) example.ran = false;
}

function run(code) {
  return new Promise((done) => {
    waiting.set(++number, done);
    started().postMessage({ number, code });
  });
}

// A block of a session begins each statement with a prompt, and holds what Python answered as well.
function codeOf(block) {
  const lines = block.querySelector("pre").textContent.trimEnd().split("\n");
  if (!block.matches(".highlight-pycon")) return lines.join("\n");
  return lines
    .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
    .map((line) => line.slice(4))
    .join("\n");
}

class Example {
  constructor(block) {
    this.block = block;
    this.code = codeOf(block);
    this.isSession = block.matches(".highlight-pycon");
    this.ran = false;
    this.button = made("button", words.edit, "run-example");
    this.button.type = "button";
    this.button.addEventListener("click", () => this.open());
    block.after(this.button);
  }

  open() {
    const form = made("form", "", "example");
    this.field = made("textarea");
    this.field.value = this.code;
    this.field.rows = this.code.split("\n").length + 1;
    this.field.spellcheck = false;
    this.field.setAttribute("aria-label", words.code);
    this.runs = made("button", words.run);
    this.stops = Object.assign(made("button", words.stop), { type: "button", hidden: true });
    this.back = Object.assign(made("button", words.reset), { type: "button" });
    this.output = made("output");
    this.output.setAttribute("aria-live", "polite");
    form.append(this.field, this.runs, this.stops, this.back, this.output);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.shiftKey)) {
        event.preventDefault();
        this.run();
      }
    });
    this.stops.addEventListener("click", stop);
    this.back.addEventListener("click", () => {
      this.block.hidden = this.button.hidden = false;
      form.remove();
      this.button.focus();
    });
    this.block.hidden = this.button.hidden = true;
    this.button.after(form);
    this.field.focus();
  }

  async run() {
    this.runs.disabled = true;
    this.stops.hidden = false;
    this.output.replaceChildren(made("p", worker ? words.running : words.starting));
    // A page is one session: what an example builds on has run before it.
    const before = examples.slice(0, examples.indexOf(this)).filter((one) => one.isSession && !one.ran);
    for (const one of this.isSession ? before : []) one.ran = !(await run(one.code)).failed;
    const { text, pictures, failed } = await run(this.field.value);
    this.ran = true;
    this.show(text, pictures, failed);
    this.runs.disabled = false;
    this.stops.hidden = true;
  }

  show(text, pictures, failed) {
    const shown = pictures.map((svg) =>
      Object.assign(made("img"), { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: words.picture }),
    );
    if (text || !shown.length) shown.unshift(made("pre", text || words.nothing, failed ? "failed" : ""));
    this.output.replaceChildren(...shown);
  }
}

const examples = [...document.querySelectorAll("div.highlight-pycon, div.highlight-python")]
  .filter((block) => words.not_run && !new RegExp(words.not_run).test(block.textContent))
  .map((block) => new Example(block));
