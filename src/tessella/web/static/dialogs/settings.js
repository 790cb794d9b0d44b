/* Dialog for language, theme, animation, and how Sudoku is played. */

import { button, download, fileButton, make } from "../dom.js";

/** @param {import("../page.js").Page} page */
export function showSettings(page) {
  const { dialogs, labels, languages, settings } = page;
  const choice = (name, label, choices, value, change) => {
    const select = make("select", { id: `set-${name}` });
    for (const [value, text] of Object.entries(choices)) select.append(make("option", { value }, text));
    select.value = value;
    select.addEventListener("change", async () => {
      const changed = (await page.connection.ask({ do: "settings", ...change(select.value) })).result;
      if (changed) page.applySettings(changed);
      if (changed && name === "lang") {
        if (dialogs.current?.open) showSettings(page);
        await page.connection.ask({ do: "get" }); // the state in this language
      }
      document.getElementById(`set-${name}`)?.focus();
    });
    return make("div", { class: "field" }, make("label", { for: `set-${name}` }, label), select);
  };
  const general = (name, label, choices) => {
    return choice(name, label, choices, settings.preferences[name], (value) => ({ [name]: value }));
  };
  const ofSudoku = settings.sudoku.map(({ name, label, value, choices }) => {
    const named = Object.fromEntries(choices.map((one) => [one.value, one.label]));
    return choice(`sudoku-${name}`, label, named, value, (chosen) => ({ sudoku: { [name]: chosen } }));
  });
  dialogs.show(
    labels.settings,
    general("lang", labels.language, languages),
    general("theme", labels.theme, settings.themes),
    general("motion", labels.motion, { auto: labels.motion_auto, on: labels.motion_on, off: labels.motion_off }),
    make("h3", {}, labels.sudoku),
    ...ofSudoku,
    ...(document.body.dataset.worker ? ownGames(labels) : []),
    ...(page.install ? [button(labels.install, () => page.install.prompt(), { class: "main" })] : []),
  );
}

/** Return what saves and replaces the games that this browser keeps. @param {Object<string, string>} labels */
function ownGames(labels) {
  const status = make("p", { role: "status" });
  const exchange = async (content) => {
    const { exchangeGames } = await import("../worker_transport.js");
    const { store, error } = (await exchangeGames(content)) ?? { error: labels.elsewhere };
    status.textContent = error ?? "";
    return error ? null : { store };
  };
  const save = async () => {
    const found = await exchange(null);
    if (found) download("tessella.sqlite3", found.store);
  };
  const replace = async (file) => {
    const content = new Uint8Array(await file.arrayBuffer());
    if (window.confirm(labels.sure_replace) && (await exchange(content))) location.replace("./");
  };
  const tools = make("div", { class: "row" }, button(labels.save_all, save), fileButton(labels.replace_all, replace));
  return [make("h3", {}, labels.all_games), tools, status];
}
