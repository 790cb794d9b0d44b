/* Dialogs of the setter: a new draft, a puzzle to set on, and the draft as links and in other formats. */

import { button, fill, make } from "../dom.js";
import { copyable } from "./share.js";

const SIZES = [4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16];

/** Return the address that opens an id. @param {string} id */
function addressOf(id) {
  const url = new URL("./", document.baseURI);
  url.search = `?g=${encodeURIComponent(id).replace(/%(3A|2F|2C|3D|3B)/g, decodeURIComponent)}`;
  return url.href;
}

/** Begin to play the draft. @param {import("../page.js").Page} page */
export async function showPlay({ connection, dialogs, labels, router }) {
  const error = await router.open(`sudoku:${connection.state.text}`, { isTyped: true });
  if (error) dialogs.show(labels.play_draft, make("p", { class: "error", role: "alert" }, error));
}

/** @param {import("../page.js").Page} page */
export function showNew({ connection, dialogs, labels, router }) {
  const start = async (size) => {
    const error = await router.open(`setting:${size}x${size}`);
    if (!error) dialog.close();
  };
  const sizes = SIZES.map((size) => button(`${size}×${size}`, () => start(size)));
  const dialog = dialogs.show(labels.new_draft, make("p", {}, labels.about_drafts), make("div", { class: "row" }, ...sizes));
  sizes[SIZES.indexOf(connection.state.size)]?.focus();
}

/** @param {import("../page.js").Page} page */
export function showOpen({ connection, dialogs, labels }) {
  const most = Number(labels.max_puzzle); // characters, of which a file has no more than bytes
  const field = make("textarea", { id: "puzzle", rows: "6", maxlength: most, spellcheck: "false" });
  const file = make("input", { id: "puzzle-file", type: "file" });
  const error = make("p", { class: "error", role: "alert" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    error.textContent = chosen?.size > most ? fill(labels.too_long, { n: most / 1000 }) : "";
    if (chosen?.size <= most) field.value = await chosen.text();
  });
  const form = make(
    "form",
    { class: "field" },
    make("label", { for: "puzzle" }, labels.paste_puzzle),
    field,
    make("label", { for: "puzzle-file" }, labels.puzzle_file),
    file,
    error,
    make("div", { class: "row" }, make("button", { type: "submit", class: "main" }, labels.open)),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await connection.ask({ do: "load", text: field.value });
    error.textContent = [answer.error, answer.hint].filter(Boolean).join("\n");
    if (!answer.error) dialog.close();
  });
  const dialog = dialogs.show(labels.open_puzzle, form);
  field.focus();
}

/** @param {import("../page.js").Page} page */
export async function showShare({ connection, dialogs, labels }) {
  const { text } = connection.state;
  const { result, error } = await connection.ask({ do: "get", what: "formats" });
  const status = make("p", { role: "status" });
  const field = (name, label, value) => copyable(labels, status, name, label, value);
  const formats = (result ?? []).map((one) => {
    if (one.text) return field(one.format, one.format, one.text);
    return make("p", { class: "about" }, `${one.format}: ${one.error}`);
  });
  dialogs.show(
    labels.share,
    field("play", labels.link_to_play, addressOf(`sudoku:${text}`)),
    field("set", labels.link_to_set, addressOf(`setting:${text}`)),
    status,
    make("h3", {}, labels.formats),
    ...(error ? [make("p", { class: "error" }, error)] : formats),
  );
}
