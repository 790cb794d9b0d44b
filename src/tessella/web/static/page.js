/* The page around the games: header, footer, status line and settings. */

import { Connection } from "./connection.js";
import { Dialogs } from "./dialogs.js";
import { button, fill, make } from "./dom.js";
import { isTyping } from "./keyboard.js";
import { Model } from "./model.js";
import { addressOf, Router } from "./router.js";

const servesItself = Boolean(document.body.dataset.worker); // a board comes first
const KEPT = "tessella"; // in the browser's store

export class Page {
  constructor() {
    this.connection = new Connection({
      online: (message) => this.online(message),
      offline: (reason, dropped) => this.offline(reason, dropped),
      receive: (message) => this.receive(message),
      loading: (sentence) => this.showLoading(sentence),
      generating: () => this.showGenerating(),
    });
    this.model = new Model({ online: true }, (request) => this.connection.send(request));
    this.dialogs = new Dialogs(this);
    this.router = new Router(this);
    this.dropped = 0; // moves given up since the server was there
    this.settings = null; // `Settings` of web/protocol.py, once there was a hello
    this.skip = make("a", { class: "skip", href: "#main" });
    this.header = make("header", { class: "header" });
    this.status = make("div", { class: "status", role: "status", hidden: true });
    this.main = make("main", { id: "main", tabindex: "-1" });
    this.awaited = document.body.dataset.connecting;
    this.slow = setTimeout(() => this.showAwaited(), 600);
    window.addEventListener("pagehide", () => this.keep());
    document.body.prepend(this.skip, this.header, this.status, this.main);
    this.skip.addEventListener("click", (event) => {
      event.preventDefault();
      (this.main.querySelector("[tabindex='0'], button, a") ?? this.main).focus();
    });
    document.addEventListener("keydown", (event) => {
      const asksForHelp = event.key === "?" || event.key === "F1";
      if (!asksForHelp || !this.settings || isTyping(event) || this.dialogs.current) return;
      event.preventDefault();
      this.dialogs.help();
    });
  }

  /** The texts in the language of the player. @returns {Object<string, string>} */
  get labels() {
    return this.settings?.labels;
  }

  // --- The connection ---

  online(message) {
    const { hello } = message;
    const isFirst = !this.isMet;
    this.isMet = true;
    this.isMultiUser = hello.multi_user;
    this.languages = hello.languages;
    this.applySettings(hello.settings);
    this.router.endWait();
    clearTimeout(this.slow);
    this.setStatus(isFirst ? "" : this.withDropped(this.labels.online));
    this.dropped = 0;
    if (!isFirst) setTimeout(() => this.clearStatus(), 2500);
    if (isFirst && servesItself) setTimeout(keepFiles, 1000);
    if (isFirst) this.router.route(message);
    else this.receive({ state: message.state });
    this.model.set("online", true); // after the state
  }

  /** Say how far a server has come that runs in this browser. @param {string} sentence */
  showLoading(sentence) {
    this.awaited = sentence;
    if (!this.slow) this.showAwaited();
  }

  showAwaited() {
    this.slow = null;
    if (!this.connection.isOnline) this.setStatus(this.awaited);
  }

  /** Show that the game of the address is being made; nothing else is there yet. */
  showGenerating() {
    clearTimeout(this.slow);
    this.setStatus("");
    this.router.wait(true);
  }

  offline(reason, dropped) {
    this.router.endWait();
    clearTimeout(this.slow);
    this.slow = null;
    this.model.set("online", false);
    this.dropped += dropped;
    if (dropped) this.model.emit("msg:custom", { dropped });
    if (!this.settings) this.showKept();
    this.setStatus(this.withDropped(reason || this.connection.refusal));
  }

  /** Return a sentence, and how many moves were not sent where there are some. */
  withDropped(text) {
    return this.dropped ? `${text} ${fill(this.labels.dropped, { n: this.dropped })}` : text;
  }

  /** Keep what is shown, for when the server is away. */
  keep() {
    const { isMultiUser, languages, lastMenu, settings } = this;
    const { state } = this.connection;
    const kept = { isMultiUser, languages, lastMenu, settings, state, files: document.body.dataset.static };
    if (state) localStorage.setItem(KEPT, JSON.stringify(kept));
  }

  /** Show what was kept, and take no move. */
  showKept() {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    const id = new URLSearchParams(location.search).get("g");
    if (kept?.files !== document.body.dataset.static) return;
    const { isMultiUser, languages, lastMenu, settings, state } = kept;
    Object.assign(this, { isMultiUser, languages, lastMenu });
    this.applySettings(settings);
    if (id !== addressOf(state)) this.router.menu();
    else {
      this.router.shown = "game";
      this.receive({ state });
    }
  }

  receive(message) {
    if (message.state) {
      this.model.values.state = message.state;
      const { watch } = message.state;
      this.model.set("speed", watch?.speed ?? 2);
      this.model.set("running", Boolean(watch?.running));
      this.model.set("player", watch?.name ?? "");
      if (this.router.shown === "game") this.router.show(message.state);
    }
    this.model.emit("msg:custom", message);
  }

  // --- Settings ---

  /** Use labels, theme and motion. */
  applySettings(settings) {
    this.settings = settings;
    this.connection.refusal = settings.labels.offline;
    const { theme } = settings.preferences;
    const root = document.documentElement;
    root.lang = settings.labels.lang;
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    this.model.values.labels = settings.labels;
    this.model.set("preferences", settings.preferences);
    this.model.emit("change:labels");
    this.drawHeader();
    if (this.router.shown === "menu") this.router.menu();
    if (this.router.shown === "game") this.drawFooter();
  }

  // --- What is drawn around the game ---

  setStatus(text) {
    this.status.textContent = text;
    this.status.hidden = !text;
  }

  /** Empty the status line, unless the server is away. */
  clearStatus() {
    if (this.connection.isOnline) this.setStatus("");
  }

  drawHeader() {
    const { dialogs, labels, router } = this;
    this.skip.textContent = router.shown === "menu" ? labels.skip_menu : labels.skip_game;
    const icon = `${document.body.dataset.static}/icon.svg`;
    const logo = make("img", { src: icon, alt: "", width: "28", height: "28" });
    const home = make("a", { class: "brand", href: "./" }, logo, make("span", {}, labels.tessella));
    home.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, "", "./");
      router.route();
    });
    const tools = [button(labels.help, () => dialogs.help()), button(labels.settings, () => dialogs.settings())];
    if (this.isMultiUser) tools.unshift(button(labels.scores, () => dialogs.scores()));
    this.header.replaceChildren(home, make("nav", { "aria-label": labels.menu }, ...tools));
  }

  drawFooter() {
    const { dialogs, labels } = this;
    const ofGames = [
      button(labels.share, () => dialogs.share()),
      button(labels.replay, () => dialogs.replay()),
      button(labels.statistics, () => dialogs.statistics()),
    ];
    const print = button(labels.print, () => window.print());
    this.router.footer.replaceChildren(...(this.router.game === "setting" ? [] : ofGames), print);
  }
}

/** Have every file kept, for when there is no network. */
function keepFiles() {
  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("sw.js").catch(() => {});
}

const page = new Page();
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  page.install = event;
});
page.connection.connect();
if (!servesItself) keepFiles();
