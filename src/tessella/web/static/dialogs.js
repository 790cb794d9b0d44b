/* Dialogs of the page: one at a time; a subject a module in dialogs/. Those that ask the server are loaded when opened. */

import { showSettings } from "./dialogs/settings.js";
import { button, make } from "./dom.js";

export class Dialogs {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    this.current = null;
  }

  close() {
    this.current?.close();
  }

  /**
   * Show a dialog and return it; it closes by Esc, by its button, or by a click beside it, and then sends "gone".
   * @param {string} title
   * @param {...Node} children
   * @returns {HTMLDialogElement}
   */
  show(title, ...children) {
    this.close();
    const { labels, router } = this.page;
    const dialog = make("dialog", { class: "dialog", "aria-labelledby": "dialog-title" });
    const heading = make("h2", { id: "dialog-title", tabindex: "-1" }, title);
    const close = button(labels.close, () => dialog.close(), { class: "quiet" });
    dialog.append(make("div", { class: "sheet" }, make("div", { class: "top" }, heading, close), ...children));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (this.current === dialog) this.current = null;
      dialog.dispatchEvent(new Event("gone"));
      if (router.shown === "game") router.focusBoard();
    });
    this.current = dialog;
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  help() {
    const { connection, labels, router } = this.page;
    const games = router.shown === "game" ? [connection.state.game] : ["2048", "sudoku"];
    this.show(labels.keyboard, ...games.map((game) => make("p", {}, labels[`help_${game}`])));
  }

  /** @param {string} game */
  newGame(game) {
    return this.load("new_game", "showNewGame", game);
  }

  /** Show a dialog of a module that is loaded now; while the server is away, say so. */
  async load(name, show, ...what) {
    const { connection, labels } = this.page;
    if (!connection.isOnline) return this.show(labels.offline);
    const module = await import(`./dialogs/${name}.js`).catch(() => location.reload());
    return module?.[show](this.page, ...what);
  }

  practice() {
    return this.load("practice", "showPractice");
  }

  replay() {
    return this.load("replay", "showReplay");
  }

  scores() {
    return this.load("tables", "showScores");
  }

  settings() {
    showSettings(this.page);
  }

  /** What the setter asks the page for. @param {"new"|"open"|"share"|"play"} name */
  setting(name) {
    return this.load("setting", `show${name[0].toUpperCase()}${name.slice(1)}`);
  }

  share() {
    return this.load("share", "showShare");
  }

  statistics() {
    return this.load("tables", "showStatistics");
  }
}
