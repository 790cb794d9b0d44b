/* What does the page do around the games?
 *
 * Menu, addresses (`?g=` and an id), settings, statistics, replay, sharing, and the line to the server: one request at
 * a time, sent again with its number when the server comes back. The games draw themselves; see frame.js.
 */

import { fill, make } from "./frame.js";
import game2048 from "./game2048.js";
import sudoku from "./sudoku.js";

const GAMES = { 2048: game2048, sudoku };
const WAITING = 6; // moves that may wait for the one in flight
const PATIENCE = [250, 500, 1000, 2000, 4000]; // milliseconds before the next try to connect
const FRAMES = 200; // positions of a replay in one answer
const REFUSED = [4401, 4429]; // how the server closes on somebody without its token, or who asks too much

/* The line to the server: what is sent, in order, until it is answered. */
class Line {
  constructor(hear) {
    this.hear = hear; // what to do with {hello}, {state}, and with the line going up and down
    this.waiting = [];
    this.flying = null;
    this.n = 0;
    this.tries = 0;
    this.isUp = false;
    this.game = new URLSearchParams(location.search).get("g") ?? "";
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    const address = new URL("ws", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    // A game that another tab has left meanwhile is not begun anew by a page that only comes back.
    const back = this.state ? { back: 1 } : {};
    address.search = this.game ? new URLSearchParams({ g: this.game, ...back }) : "";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.isUp = false;
      const isRefused = REFUSED.includes(event.code);
      this.hear.down(isRefused ? event.reason : "");
      if (isRefused) this.tries = PATIENCE.length;
      this.timer = setTimeout(() => this.connect(), PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
    };
  }

  /* Try at once: the network or the person is back. */
  hurry() {
    if (!this.socket) this.connect();
  }

  take(message) {
    if (message.state) {
      this.state = message.state;
      this.game = message.state.id;
    }
    if (message.hello) {
      this.isUp = true;
      this.tries = 0;
      this.hear.up(message);
      if (this.flying) this.socket.send(JSON.stringify({ ...this.flying.request, again: true }));
      else this.next();
      return;
    }
    const { flying } = this;
    // An error without a number is for the request in flight, which was not even read.
    const isAnswer = flying && (message.n === flying.request.n || (message.error && message.n === null));
    if (isAnswer) this.flying = null;
    if (isAnswer) flying.answer(message);
    // What the page asked for itself is no answer to the game.
    this.hear.message(isAnswer && !flying.isGame ? { ...message, n: undefined } : message);
    this.next();
  }

  /* Return the answer to a request, in time. */
  ask(request, isGame = false) {
    return new Promise((answer) => {
      this.waiting.push({ request, answer, isGame });
      this.next();
    });
  }

  /* Send what a game asks for. A few moves may wait for the one in flight; more are not taken. */
  play(request) {
    if (this.waiting.length < WAITING || request.do !== "play") this.ask(request, true);
    else this.hear.message({ n: null, state: this.state });
  }

  next() {
    if (this.flying || !this.isUp || !this.waiting.length) return;
    this.flying = this.waiting.shift();
    const { state } = this;
    const seen = state ? { at: state.at, of: state.id } : {};
    this.flying.request = { n: ++this.n, ...seen, ...this.flying.request };
    this.socket.send(JSON.stringify(this.flying.request));
  }
}

/* What a game gets in place of a notebook's model. */
class Model {
  constructor(values, send = () => {}) {
    this.values = { where: "page", ...values };
    this.send = send;
    this.listeners = new Map();
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    this.emit(`change:${name}`);
  }

  /* Tell the server how the player that is watched is to go on. */
  save_changes() {
    this.send({ do: "watch", running: this.get("running"), speed: this.get("speed") });
  }

  on(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  off(name, listener) {
    this.listeners.set(
      name,
      (this.listeners.get(name) ?? []).filter((one) => one !== listener),
    );
  }

  emit(name, value) {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }
}

class Page {
  constructor() {
    this.line = new Line({
      up: (message) => this.up(message),
      down: (why) => this.down(why),
      message: (message) => this.message(message),
    });
    this.model = new Model({ online: true }, (request) => this.line.play(request));
    this.view = "";
    this.skip = make("a", { class: "skip", href: "#main" });
    this.bar = make("header", { class: "bar" });
    this.status = make("div", { class: "status", role: "status", hidden: true });
    this.stage = make("div", { class: "board" });
    this.below = make("div", { class: "below" });
    this.main = make("main", { id: "main", tabindex: "-1" });
    this.dialog = null;
    this.slow = setTimeout(() => this.tell(document.body.dataset.connecting), 600);
    document.body.prepend(this.skip, this.bar, this.status, this.main);
    this.skip.addEventListener("click", (event) => {
      event.preventDefault();
      (this.main.querySelector("[tabindex='0'], button, a") ?? this.main).focus();
    });
    this.stage.addEventListener("tessella:new", (event) => {
      event.preventDefault();
      this.askNew(this.line.state.game);
    });
    window.addEventListener("popstate", () => this.route());
    document.addEventListener("keydown", (event) => {
      const isTyping = event.target.closest?.("input, textarea, select");
      if ((event.key === "?" || event.key === "F1") && this.words && !isTyping && !this.dialog) {
        event.preventDefault();
        this.help();
      }
    });
  }

  // --- The line ---

  up(message) {
    const { hello } = message;
    const isFirst = !this.words;
    this.players = hello.players;
    this.languages = hello.languages;
    this.dress(hello);
    clearTimeout(this.slow);
    this.model.set("online", true);
    this.tell(isFirst ? "" : this.words.back);
    if (!isFirst) setTimeout(() => this.tellNothing(), 2500);
    if (isFirst) this.route(message);
    else this.message({ state: message.state });
  }

  down(why) {
    this.model.set("online", false);
    this.tell(why || (this.words?.gone ?? document.body.dataset.gone));
  }

  message(message) {
    if (message.state) {
      this.model.values.state = message.state;
      const { watch } = message.state;
      this.model.set("speed", watch?.speed ?? 2);
      this.model.set("running", Boolean(watch?.running));
      this.model.set("player", watch?.name ?? "");
      if (this.view === "game") this.enter(message.state);
    }
    if (message.settings) this.dress(message);
    this.model.emit("msg:custom", message);
  }

  /* Take words and settings, and put them on. */
  dress({ words, settings, themes, forms }) {
    Object.assign(this, { words, settings, themes: themes ?? this.themes, forms: forms ?? this.forms });
    const root = document.documentElement;
    root.lang = settings.lang === "zh" ? "zh-Hans" : settings.lang;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    this.model.values.words = words;
    this.model.set("settings", settings);
    this.model.emit("change:words");
    this.drawBar();
    if (this.view === "menu") this.menu();
    if (this.view === "game") this.drawBelow();
  }

  // --- Where we are ---

  route(message = null) {
    const id = new URLSearchParams(location.search).get("g");
    this.dialog?.close();
    if (!id || message?.error) this.menu(message ? sentences(message) : "");
    else if (message || this.line.state?.id === id) {
      this.view = "game";
      this.message(message ?? { state: this.line.state });
    } else this.open(id, { isKnown: true });
  }

  /* Open a game by its id or position. */
  async open(id, how) {
    return this.start({ do: "open", id }, how);
  }

  /* Ask for a game and show it; return what went wrong, "" where nothing did. */
  async start(request, { isKnown = false, isTyped = false } = {}) {
    if (!this.model.get("online")) return this.words.gone;
    const slow = setTimeout(() => this.busy(), 250);
    const before = this.view;
    this.view = "opening";
    const answer = await this.line.ask(request);
    clearTimeout(slow);
    this.making?.remove();
    this.tellNothing();
    this.view = before;
    if (!answer || answer.error) {
      const why = sentences(answer);
      if (this.dialog || isTyped) return why; // said beside the field
      if (before !== "game") this.menu(why);
      else this.tell(why); // Back led to an address that is none
      return why;
    }
    this.view = "game";
    this.enter(answer.state, !isKnown);
    this.model.emit("msg:custom", answer);
    this.focusGame();
    return "";
  }

  /* Show that a puzzle is being made. */
  busy() {
    this.tell(this.words.making);
    if (!this.dialog)
      this.main.append((this.making = make("div", { class: "making" }, make("div", { class: "busy" }))));
  }

  tell(text) {
    this.status.textContent = text;
    this.status.hidden = !text;
  }

  /* Show the game of a state, in its module. */
  enter(state, isNew = false) {
    document.title = `${state.title} · Tessella`;
    const address = new URL(location.href);
    if (address.searchParams.get("g") !== state.id) {
      address.search = `?g=${encodeURIComponent(state.id).replace(/%(3A|2F|2C)/g, decodeURIComponent)}`;
      if (isNew) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    }
    if (this.stage.parentNode !== this.main || this.module !== state.game) {
      this.leave?.();
      this.module = state.game;
      this.main.replaceChildren(this.stage, this.below);
      this.drawBar();
      this.leave = GAMES[state.game].render({ model: this.model, el: this.stage });
      this.drawBelow();
      if (state.game === "sudoku") this.focusGame(); // 2048 takes keys without it, and is quieter so
    }
  }

  /* Say no more than that the server is gone, where it is. */
  tellNothing() {
    if (this.model.get("online")) this.tell("");
  }

  focusGame() {
    if (!this.dialog)
      this.stage
        .querySelector("[role='grid'][tabindex='0'], [role='gridcell'][tabindex='0']")
        ?.focus({ preventScroll: true });
  }

  // --- What stands around ---

  button(label, press, attributes = {}) {
    return make("button", { type: "button", onclick: press, ...attributes }, label);
  }

  drawBar() {
    const { words } = this;
    this.skip.textContent = this.view === "menu" ? words.skip_menu : words.skip_game;
    const home = make("a", { class: "brand", href: "./" }, logo(), make("span", {}, words.tessella));
    home.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, "", "./");
      this.menu();
    });
    this.bar.replaceChildren(
      home,
      make(
        "nav",
        { "aria-label": words.menu },
        ...(this.players ? [this.button(words.scores, () => this.scores())] : []),
        this.button(words.help, () => this.help()),
        this.button(words.settings, () => this.choose()),
      ),
    );
  }

  drawBelow() {
    const { words } = this;
    this.below.replaceChildren(
      this.button(words.share, () => this.share()),
      this.button(words.replay, () => this.replay()),
      this.button(words.statistics, () => this.statistics()),
      this.button(words.print, () => window.print()),
    );
  }

  /* Show the games that can be gone on with, and those that can be begun. */
  async menu(error = "") {
    const { words } = this;
    if (this.leave && this.line.state.running) this.line.ask({ do: "pause" });
    this.leave?.();
    this.leave = null;
    this.module = "";
    this.view = "menu";
    document.title = "Tessella";
    this.drawBar();
    const answer = await this.line.ask({ do: "menu" });
    if (this.view !== "menu" || !answer?.menu) return;
    const going = answer.menu.filter((entry) => entry.going);
    const fresh = answer.menu.filter((entry) => !entry.going);
    const card = ({ id, label, new: isNew }) => {
      const button = this.button("", () => this.start({ do: isNew ? "new" : "open", id }), { class: "card" });
      button.append(badge(id.startsWith("2048") ? "2048" : "sudoku"), make("span", {}, label));
      return make("li", {}, button);
    };
    const list = (entries) => make("ul", { class: "cards" }, ...entries.map(card));
    const level = this.forms.sudoku.find(({ name }) => name === "level");
    const levels = (level?.choices ?? []).map(({ value, label }) =>
      this.button(label, () => this.start({ do: "new", wishes: { game: "sudoku", level: value } })),
    );
    const field = make("input", {
      id: "id",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      maxlength: "2000",
    });
    const problem = make("p", { class: "problem", role: "alert" }, error);
    const form = make(
      "form",
      { class: "line" },
      make("label", { for: "id" }, words.go_to_id),
      field,
      make("button", { type: "submit" }, words.open),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const why = field.value.trim() && (await this.open(field.value, { isTyped: true }));
      if (why) problem.textContent = why;
    });
    this.main.replaceChildren(
      make(
        "div",
        { class: "menu" },
        make("h1", {}, words.tessella),
        make("p", { class: "subtitle" }, words.subtitle),
        problem,
        ...(going.length ? [make("h2", {}, words.go_on), list(going)] : []),
        make("h2", {}, words.new_game),
        list(fresh),
        ...(level ? [make("h2", {}, `${words.sudoku} · ${level.label}`), make("div", { class: "row" }, ...levels)] : []),
        make("h2", {}, words.more_choices),
        make(
          "div",
          { class: "row" },
          this.button(`2048: ${words.new_game} …`, () => this.askNew("2048")),
          this.button(`${words.sudoku}: ${words.new_puzzle} …`, () => this.askNew("sudoku")),
          this.button(words.practise, () => this.practise()),
          this.button(words.statistics, () => this.statistics()),
        ),
        form,
      ),
    );
  }

  // --- Dialogs ---

  /* Show a dialog; it closes by Esc, by its button, or by a click beside it. */
  show(title, ...children) {
    const { words } = this;
    this.dialog?.close();
    const heading = make("h2", { id: "dialog-title", tabindex: "-1" }, title);
    const dialog = make(
      "dialog",
      { class: "dialog", "aria-labelledby": "dialog-title" },
      make(
        "div",
        { class: "sheet" },
        make(
          "div",
          { class: "top" },
          heading,
          this.button(words.close, () => dialog.close(), { class: "quiet" }),
        ),
        ...children,
      ),
    );
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (this.dialog === dialog) this.dialog = null;
      dialog.dispatchEvent(new Event("gone"));
      if (this.view === "game") this.focusGame();
    });
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  help() {
    const { words } = this;
    const game = this.view === "game" ? [this.line.state.game] : ["2048", "sudoku"];
    this.show(words.keyboard, ...game.map((name) => make("p", {}, words[`help_${name}`])));
  }

  choose() {
    const { words } = this;
    const choice = (name, label, choices) => {
      const select = make("select", { id: `set-${name}` });
      for (const [value, text] of Object.entries(choices)) select.append(make("option", { value }, text));
      select.value = this.settings[name];
      select.addEventListener("change", async () => {
        const answer = await this.line.ask({ do: "settings", [name]: select.value });
        if (answer?.settings && name === "lang" && this.dialog) this.choose();
        document.getElementById(`set-${name}`)?.focus();
      });
      return make("div", { class: "field" }, make("label", { for: `set-${name}` }, label), select);
    };
    const motions = { auto: words.motion_auto, on: words.motion_on, off: words.motion_off };
    this.show(
      words.settings,
      choice("lang", words.language, this.languages),
      choice("theme", words.theme, this.themes),
      choice("motion", words.motion, motions),
      ...(this.install ? [this.button(words.install, () => this.install.prompt(), { class: "main" })] : []),
    );
  }

  /* Ask what a new game should be like. */
  askNew(game) {
    const { words } = this;
    const problem = make("p", { class: "problem", role: "alert" });
    const fields = this.forms[game].map((field) => formField(field));
    const form = make(
      "form",
      {},
      ...fields.map(({ node }) => node),
      problem,
      make("div", { class: "row" }, make("button", { type: "submit", class: "main" }, words.start)),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const submit = form.querySelector("[type=submit]");
      submit.disabled = true;
      const slow = setTimeout(() => (problem.textContent = words.making), 250);
      const wishes = { game, ...Object.fromEntries(fields.map(({ name, value }) => [name, value()])) };
      problem.textContent = "";
      const why = await this.start({ do: "new", wishes });
      clearTimeout(slow);
      submit.disabled = false;
      problem.textContent = why;
      if (!why) dialog.close();
    });
    const dialog = this.show(game === "2048" ? words.new_game : words.new_puzzle, form);
    form.querySelector("[type=submit]").focus();
  }

  /* Ask which technique is to be practised. */
  async practise() {
    const { words } = this;
    const answer = await this.line.ask({ do: "lessons" });
    if (!answer?.lessons) return;
    const problem = make("p", { class: "problem", role: "alert" });
    const lessons = answer.lessons.map(({ technique, label, solved, of }) => {
      const press = async () => {
        problem.textContent = words.making;
        const why = await this.start({ do: "practise", technique });
        problem.textContent = why;
        if (!why) dialog.close();
      };
      const button = this.button(label, press, { class: "card" });
      if (solved) button.append(make("small", {}, fill(words.n_of, { n: solved, of })));
      return make("li", {}, button);
    });
    const dialog = this.show(words.practise, problem, make("ul", { class: "cards lessons" }, ...lessons));
  }

  async share() {
    const { words } = this;
    const answer = await this.line.ask({ do: "share" });
    if (!answer?.share) return;
    const { id, position, query, text } = answer.share;
    const url = new URL(query, new URL("./", document.baseURI)).href;
    const done = make("p", { role: "status" });
    const copyable = (name, label, value) => {
      const input = make("input", { id: `share-${name}`, type: "text", readonly: true, value });
      input.addEventListener("focus", () => input.select());
      const copy = async () => {
        try {
          await navigator.clipboard.writeText(value);
        } catch {
          input.select();
          document.execCommand("copy"); // where a page over http may not write to the clipboard itself
        }
        done.textContent = words.copied;
      };
      return make(
        "div",
        { class: "field" },
        make("label", { for: `share-${name}` }, label),
        make("div", { class: "pair" }, input, this.button(words.copy, copy)),
      );
    };
    const field = make("input", { id: "share-open", type: "text", autocomplete: "off", spellcheck: "false" });
    const problem = make("p", { class: "problem", role: "alert" });
    const form = make(
      "form",
      { class: "field" },
      make("label", { for: "share-open" }, words.go_to_id),
      make("div", { class: "pair" }, field, make("button", { type: "submit" }, words.open)),
      problem,
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const why = field.value.trim() ? await this.open(field.value) : "";
      problem.textContent = why;
      if (!why && field.value.trim()) dialog.close();
    });
    const send = navigator.share
      ? [
          this.button(words.share, () => navigator.share({ title: "Tessella", text, url }).catch(() => {}), {
            class: "main",
          }),
        ]
      : [];
    const dialog = this.show(
      words.share,
      copyable("url", words.link, url),
      copyable("id", words.this_game, id),
      copyable("position", words.position_now, position),
      done,
      ...send,
      form,
    );
  }

  /* Show everybody's best games, and what the person is called there. */
  async scores() {
    const { words } = this;
    const answer = await this.line.ask({ do: "scores" });
    if (!answer?.scores) return;
    const { title, name, tables } = answer.scores;
    const field = make("input", { id: "name", type: "text", maxlength: "30", autocomplete: "nickname", value: name });
    const form = make(
      "form",
      { class: "field" },
      make("label", { for: "name" }, words.name),
      make("div", { class: "pair" }, field, make("button", { type: "submit" }, words.save)),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await this.line.ask({ do: "name", name: field.value });
      this.scores();
    });
    this.show(title, ...tables.map(table), form);
  }

  async statistics() {
    const answer = await this.line.ask({ do: "stats" });
    if (!answer?.stats) return;
    const { title, tables, notes } = answer.stats;
    this.show(title, ...tables.map(table), ...(notes ?? []).map((note) => make("p", {}, note)));
  }

  /* Show the positions of the game, from its start to here. */
  async replay() {
    const { words } = this;
    const state = this.line.state;
    const frames = new Map();
    let last = state.step;
    let wanted = last;
    const get = async (step) => {
      const first = Math.floor(step / FRAMES) * FRAMES;
      if (!frames.has(step)) {
        const answer = await this.line.ask({ do: "replay", first, count: FRAMES });
        if (answer?.replay?.id !== state.id) return null;
        last = answer.replay.last;
        for (const frame of answer.replay.frames) frames.set(frame.step, frame);
      }
      return frames.get(step) ?? null;
    };
    const still = {
      motion: null,
      gained: 0,
      outcome: "",
      say: "",
      hint: null,
      clashes: [],
      clash: [],
      wrong: [],
      over: false,
      running: false,
      notices: [],
    };
    const model = new Model({ still: true, words, settings: this.settings, state: { ...state, ...still } });
    const picture = make("div", { class: "picture" });
    const slider = make("input", {
      type: "range",
      min: "0",
      max: String(last),
      value: String(last),
      step: "1",
      "aria-label": words.position,
    });
    const where = make("output", { class: "where" });
    const go = async (step) => {
      wanted = Math.min(Math.max(step, 0), last);
      slider.value = wanted;
      const frame = await get(wanted);
      if (!frame || frame.step !== wanted) return;
      where.textContent = fill(words.step_of, { step: frame.step, last });
      slider.setAttribute("aria-valuetext", where.textContent);
      model.set("state", { ...state, ...still, ...frame, at: frame.step, counts: [] });
    };
    let ticking = 0;
    const play = this.button(
      words.play,
      () => {
        if (ticking) return stop();
        if (wanted >= last) wanted = -1;
        ticking = setInterval(() => (wanted < last ? go(wanted + 1) : stop()), state.game === "2048" ? 180 : 350);
        play.textContent = words.stop;
      },
      { class: "main" },
    );
    const stop = () => {
      clearInterval(ticking);
      ticking = 0;
      play.textContent = words.play;
    };
    slider.addEventListener("input", () => {
      stop();
      go(Number(slider.value));
    });
    const step = (by) => () => {
      stop();
      go(wanted + by);
    };
    const dialog = this.show(
      words.replay,
      picture,
      make("div", { class: "film" }, slider, where),
      make(
        "div",
        { class: "row" },
        this.button("−1", step(-1), { "aria-label": words.back_one }),
        play,
        this.button("+1", step(1), { "aria-label": words.on_one }),
      ),
    );
    const leave = GAMES[state.game].render({ model, el: picture });
    dialog.addEventListener("gone", () => {
      stop();
      leave();
    });
    await go(last);
    slider.focus();
  }
}

/* Return what an answer says went wrong. */
function sentences(answer) {
  return [answer?.error, answer?.hint].filter(Boolean).join(" ");
}

/* Return a field of a form: its node, its name, and what it holds. */
function formField({ name, label, value, about, choices }) {
  const id = `new-${name}`;
  const said = make("p", { class: "about", id: `${id}-about` }, about ?? "");
  if (!choices.length) {
    const input = make("input", {
      id,
      type: "text",
      value: value ?? "",
      autocomplete: "off",
      "aria-describedby": `${id}-about`,
    });
    return {
      name,
      value: () => input.value,
      node: make("div", { class: "field" }, make("label", { for: id }, label), input, said),
    };
  }
  const chips = choices.map((choice) => {
    const input = make("input", { type: "radio", name: id, value: choice.value, checked: choice.value === value });
    input.addEventListener("change", () => (said.textContent = choice.about || about || ""));
    return make("label", { class: "chip" }, input, make("span", {}, choice.label));
  });
  const chosen = choices.find((choice) => choice.value === value);
  said.textContent = chosen?.about || about || "";
  const node = make(
    "fieldset",
    { class: "field" },
    make("legend", {}, label),
    make("div", { class: "chips" }, ...chips),
    said,
  );
  return { name, value: () => node.querySelector("input:checked")?.value ?? "", node };
}

function table({ title, head, rows, mine = null }) {
  const cells = (tag, texts) =>
    texts.map((text) => (tag === "th" && text ? make("th", { scope: "col" }, text) : make("td", {}, text)));
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
    make(
      "table",
      {},
      make("caption", {}, title),
      make("thead", {}, make("tr", {}, ...cells("th", head))),
      make(
        "tbody",
        {},
        ...rows.map((row, n) =>
          make("tr", n === mine ? { class: "mine", "aria-current": "true" } : {}, ...cells("td", row)),
        ),
      ),
    ),
  );
}

function logo() {
  return make("img", { src: `${document.body.dataset.static}/icon.svg`, alt: "", width: "28", height: "28" });
}

function badge(game) {
  const node = make("span", { class: `badge badge-${game}`, "aria-hidden": "true" });
  for (const text of game === "2048" ? ["2", "4", "8", "16"] : ["5", "", "", "7"]) node.append(make("i", {}, text));
  return node;
}

const page = new Page();
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  page.install = event;
});
page.line.connect();
if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});
