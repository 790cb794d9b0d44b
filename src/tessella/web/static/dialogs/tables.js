/* Dialogs with tables: statistics, and the leaderboard with the player's name. */

import { make } from "../dom.js";

/** @param {import("../page.js").Page} page */
export async function showStatistics({ connection, dialogs }) {
  const { result } = await connection.ask({ do: "get", what: "statistics" });
  if (!result) return;
  const { title, tables, notes } = result;
  const named = tables.map((one) => table(one, one.title !== title));
  dialogs.show(title, ...named, ...notes.map((note) => make("p", {}, note)));
}

/** Return the form in which the player's name is given; `done` is called when it is known. */
export function nameForm({ connection, labels }, value, done) {
  const field = make("input", { id: "name", type: "text", maxlength: "30", autocomplete: "nickname", value });
  const form = make(
    "form",
    { class: "field" },
    make("label", { for: "name" }, labels.name),
    make("div", { class: "pair" }, field, make("button", { type: "submit" }, labels.save)),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await connection.ask({ do: "name", name: field.value });
    done();
  });
  return form;
}

/** @param {import("../page.js").Page} page */
export async function showScores(page) {
  const { connection, dialogs } = page;
  const { result } = await connection.ask({ do: "get", what: "scores" });
  if (!result) return;
  const { title, name, tables } = result;
  const form = nameForm(page, name, () => showScores(page));
  dialogs.show(title, ...tables.map((one) => table(one)), form);
}

/** Return a table of texts; the row `mine` is the player's own. The title is shown above it, or only said. */
function table({ title, head, rows, mine }, isTitled = true) {
  const heading = head.map((text) => make(text ? "th" : "td", text ? { scope: "col" } : {}, text));
  const body = rows.map((row, n) => {
    const attributes = n === mine ? { class: "mine", "aria-current": "true" } : {};
    return make("tr", attributes, ...row.map((text) => make("td", {}, text)));
  });
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
    make(
      "table",
      {},
      make("caption", isTitled ? {} : { class: "only-read" }, title),
      make("thead", {}, make("tr", {}, ...heading)),
      make("tbody", {}, ...body),
    ),
  );
}
