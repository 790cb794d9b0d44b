/* Dialog with the link, the id and the position of the game, and a field to open another one. */

import { button, download, make } from "../dom.js";

/** Return a field whose text can be copied; a status line says when it is. */
export function copyable(labels, status, name, label, value) {
  const input = make("input", { id: `share-${name}`, type: "text", readonly: true, value });
  input.addEventListener("focus", () => input.select());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      input.select();
      document.execCommand("copy"); // where a page over http may not write to the clipboard itself
    }
    status.textContent = labels.copied;
  };
  const label_ = make("label", { for: `share-${name}` }, label);
  return make("div", { class: "field" }, label_, make("div", { class: "pair" }, input, button(labels.copy, copy)));
}

/** @param {import("../page.js").Page} page */
export async function showShare({ connection, dialogs, labels, router }) {
  const { result, error: refusal } = await connection.ask({ do: "get", what: "share" });
  if (refusal) dialogs.show(labels.share, make("p", {}, refusal));
  if (!result) return;
  const { id, position, query, save, text } = result;
  const url = new URL(query, new URL("./", document.baseURI)).href;
  const status = make("p", { role: "status" });
  const shown = (name, label, value) => copyable(labels, status, name, label, value);
  const send = () => navigator.share({ title: "Tessella", text, url }).catch(() => {});
  const field = make("input", { id: "share-open", type: "text", autocomplete: "off", spellcheck: "false" });
  const error = make("p", { class: "error", role: "alert" });
  const form = make(
    "form",
    { class: "field" },
    make("label", { for: "share-open" }, labels.open_id),
    make("div", { class: "pair" }, field, make("button", { type: "submit" }, labels.open)),
    error,
  );
  const open = async (id) => {
    error.textContent = await router.open(id);
    if (!error.textContent) dialog.close();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) open(field.value);
  });
  const buttons = [
    ...(id.startsWith("sudoku:") ? [button(labels.set_on, () => open(`setting:${position}`))] : []),
    button(labels.save_game, () => download(`${id.replace(/[^\w.-]+/g, "-").slice(0, 60)}.txt`, save)),
    ...(navigator.share ? [button(labels.share, send, { class: "main" })] : []),
  ];
  const dialog = dialogs.show(
    labels.share,
    shown("url", labels.link, url),
    shown("id", labels.game_id, id),
    shown("position", labels.position_now, position),
    status,
    make("div", { class: "row" }, ...buttons),
    form,
  );
}
