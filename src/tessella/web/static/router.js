/* Router: the address (`?g=` and an id) decides whether the menu or a game is shown. */

import { button, make } from "./dom.js";
import { GAMES } from "./games.js";
import { showMenu } from "./menu.js";

/** Return what an answer says went wrong. @param {import("./connection.js").Answer} [answer] */
function errorOf(answer) {
  return [answer?.error, answer?.hint].filter(Boolean).join("\n");
}

/** Return what the address calls a game: its id as soon as that may be shared. */
export const addressOf = (state) => state?.shared_id || state?.id;

export class Router {
  /** @param {import("./page.js").Page} page */
  constructor(page) {
    this.page = page;
    this.waiting = null; // what is shown while a puzzle is being generated
    this.shown = ""; // "menu", "game", or "opening" while the answer is waited for
    this.game = ""; // the kind of game that is drawn
    this.close = null; // what ends its drawing
    this.board = make("div", { class: "board" });
    this.footer = make("div", { class: "footer" });
    this.board.addEventListener("tessella:new", (event) => {
      event.preventDefault();
      page.dialogs.newGame(page.connection.state.game);
    });
    this.board.addEventListener("tessella:setting", (event) => page.dialogs.setting(event.detail));
    window.addEventListener("popstate", () => this.route());
  }

  /** Show what the address names. @param {import("./connection.js").Answer} [message] the first one of the server */
  route(message) {
    const { page } = this;
    const id = new URLSearchParams(location.search).get("g");
    if (this.shown === "opening" || !page.settings) return location.reload(); // cancels it
    page.dialogs.close();
    if (!id || message?.error) this.menu(errorOf(message));
    else if (message || addressOf(page.connection.state) === id) {
      this.shown = "game";
      page.receive(message ?? { state: page.connection.state });
    } else this.open(id, { isKnown: true });
  }

  /** Open a game by its id or position. @param {string} id */
  open(id, options) {
    return this.start({ do: "open", id }, options);
  }

  /**
   * Ask for a game and show it; return what went wrong, "" where nothing did.
   * @param {import("./connection.js").Request} request
   * @param {{isKnown?: boolean, isTyped?: boolean}} [options] known: the address names it; typed: a field shows errors
   * @returns {Promise<string>}
   */
  async start(request, { isKnown = false, isTyped = false } = {}) {
    const { page } = this;
    if (!page.connection.isOnline) return page.labels.offline;
    const slow = setTimeout(() => this.wait(isKnown), 250);
    const before = this.shown;
    this.shown = "opening";
    const answer = await page.connection.ask(request);
    clearTimeout(slow);
    this.shown = before;
    this.endWait();
    if (!answer || answer.error) {
      const error = errorOf(answer);
      if (page.dialogs.current || isTyped) return error; // shown beside the field
      if (before !== "game") this.menu(error);
      else page.setStatus(error); // Back led to an address that is none
      return error;
    }
    this.shown = "game";
    this.show(answer.state, !isKnown);
    page.model.emit("msg:custom", answer);
    this.focusBoard();
    return "";
  }

  /**
   * Show that a puzzle is being generated, and let that be cancelled: the server stops when the page goes.
   * @param {boolean} isKnown whether the address names the puzzle
   */
  wait(isKnown) {
    const { dialogs, labels, main } = this.page;
    const { generating, cancel } = labels ?? document.body.dataset;
    const leave = () => (isKnown ? location.replace("./") : location.reload());
    const spinner = make("div", { class: "spinner", "aria-hidden": "true" });
    if (this.waiting) return;
    const said = make("p", { role: "status" }, generating);
    this.focused = document.activeElement;
    this.waiting = make("div", { class: "waiting" }, spinner, said, button(cancel, leave));
    this.waiting.addEventListener("keydown", (event) => event.key === "Escape" && leave());
    (dialogs.current ?? main).append(this.waiting);
    dialogs.current?.addEventListener("gone", () => this.waiting && leave());
    this.waiting.querySelector("button").focus();
  }

  /** Show it no more, unless it goes on. */
  endWait() {
    if (!this.waiting || this.shown === "opening") return;
    this.waiting.remove();
    this.waiting = null;
    this.focused.focus({ preventScroll: true });
  }

  /** Draw the game of a state. */
  show(state, isNew = false) {
    const { page } = this;
    document.title = `${state.title} · Tessella`;
    const address = new URL(location.href);
    if (address.searchParams.get("g") !== addressOf(state)) {
      address.search = `?g=${encodeURIComponent(addressOf(state)).replace(/%(3A|2F|2C|3D)/g, decodeURIComponent)}`;
      if (isNew) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    }
    if (this.board.parentNode === page.main && this.game === state.game) return;
    this.close?.();
    this.game = state.game;
    page.main.replaceChildren(this.board, this.footer);
    page.drawHeader();
    this.close = GAMES[state.game].render({ model: page.model, el: this.board });
    page.drawFooter();
    if (isNew) scrollTo(0, 0);
    if (state.game !== "2048") this.focusBoard(); // 2048 takes keys without it
  }

  /** Leave the game for the menu. */
  menu(error = "") {
    const { page } = this;
    if (this.close && page.connection.state.running) page.connection.ask({ do: "pause" });
    this.close?.();
    this.close = null;
    this.game = "";
    this.shown = "menu";
    document.title = "Tessella";
    page.drawHeader();
    return showMenu(page, error);
  }

  focusBoard() {
    if (this.page.dialogs.current) return;
    const board = this.board.querySelector("[role='grid'][tabindex='0'], [role='gridcell'][tabindex='0']");
    board?.focus({ preventScroll: true });
  }
}
