/* Menu: games to continue, new games, levels, and a field for an id. */

import { nameForm } from "./dialogs/tables.js";
import { button, fileButton, fill, make } from "./dom.js";

const SHOWN = 4; // games to continue

/** Return the picture of a game. @param {string} game */
function badge(game) {
  const node = make("span", { class: `badge badge-${game}`, "aria-hidden": "true" });
  for (const text of game === "2048" ? ["2", "4", "8", "16"] : ["5", "", "", "7"]) node.append(make("i", {}, text));
  return node;
}

/**
 * Show the menu.
 * @param {import("./page.js").Page} page
 * @param {string} error why a game could not be opened, "" otherwise
 */
export async function showMenu(page, error) {
  const { labels, router } = page;
  const answer = await page.connection.ask({ do: "get", what: "menu" });
  page.lastMenu = answer.result ?? page.lastMenu; // the last one while the server is away
  const menu = page.lastMenu ?? { in_progress: [], new: [] };
  if (router.shown !== "menu") return;

  const card = ({ id, label, about, is_new, number }) => {
    const request = number ? { do: "open", number } : { do: is_new ? "new" : "open", id };
    const open = button("", () => router.start(request), { class: "card" });
    const more = about ? [" ", make("small", {}, about)] : [];
    open.append(badge(id.split(":")[0]), make("span", {}, label, ...more));
    return make("li", {}, open);
  };
  const cards = (entries) => make("ul", { class: "cards" }, ...entries.map(card));
  const given = menu.assigned ?? [];
  const drafts = menu.drafts ?? [];
  const rest = (label, all) => make("details", {}, make("summary", {}, fill(label, { n: all.length })), cards(all));
  const listed = (title, all, label) => [
    ...(all.length ? [make("h2", {}, title), cards(all.slice(0, SHOWN))] : []),
    ...(all.length > SHOWN ? [rest(label, all.slice(SHOWN))] : []),
  ];
  const level = page.settings.forms.sudoku.find(({ name }) => name === "level");
  const levels = level.choices.map(({ value, label }) =>
    button(label, () => router.start({ do: "new", options: { game: "sudoku", level: value } })),
  );
  const isTyping = document.activeElement.id === "id";
  page.main.replaceChildren(
    make(
      "div",
      { class: "menu" },
      make("h1", {}, labels.tessella),
      make("p", { class: "subtitle" }, labels.subtitle),
      make("p", { class: "error", role: "alert" }, error),
      ...(given.length ? [make("h2", {}, labels.assigned)] : []),
      ...(menu.asks_name ? [nameForm(page, "", () => showMenu(page, ""))] : []),
      ...(given.length ? [cards(given)] : []),
      ...listed(labels.continue, menu.in_progress, labels.more_games),
      ...listed(labels.drafts, drafts, labels.more_drafts),
      make("h2", {}, labels.new_game),
      cards(menu.new),
      make("h2", {}, `${labels.sudoku} · ${level.label}`),
      make("div", { class: "row" }, ...levels),
      make("h2", {}, labels.more_choices),
      make(
        "div",
        { class: "row" },
        button(`2048 · ${labels.new_game} …`, () => page.dialogs.newGame("2048")),
        button(`${labels.sudoku} · ${labels.new_puzzle} …`, () => page.dialogs.newGame("sudoku")),
        button(`${labels.practise} …`, () => page.dialogs.practice()),
        button(labels.statistics, () => page.dialogs.statistics()),
        ...(page.isMultiUser ? [] : [fileButton(labels.open_save, (file) => openSave(page, file))]),
      ),
      idForm(page),
    ),
  );
  if (isTyping) page.main.querySelector("#id").focus();
}

/** Say what went wrong, in sight. @param {import("./page.js").Page} page */
function complain({ main }, error) {
  const line = main.querySelector(".menu .error");
  line.textContent = error;
  line.scrollIntoView();
}

/** Open the game of a file. @param {import("./page.js").Page} page @param {File} file */
async function openSave(page, file) {
  const { labels, router } = page;
  const most = Number(labels.max_save);
  const error =
    file.size > most
      ? fill(labels.too_long, { n: most / 1000 })
      : await router.open((await file.text()) || " ", { isTyped: true });
  if (error) complain(page, error);
}

/** Return the form that opens a game by its id. @param {import("./page.js").Page} page */
function idForm(page) {
  const { labels, router } = page;
  const old = page.main.querySelector("#id"); // being typed in
  const field = old ?? make("input", { id: "id", type: "text", autocomplete: "off", spellcheck: "false" });
  field.maxLength = Number(labels.max_puzzle);
  const form = make(
    "form",
    { class: "line" },
    make("label", { for: "id" }, labels.open_id),
    field,
    make("button", { type: "submit" }, labels.open),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const error = field.value.trim() && (await router.open(field.value, { isTyped: true }));
    if (error) complain(page, error);
  });
  return form;
}
