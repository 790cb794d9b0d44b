/* Frame of a game: title, figures, tools, the sentence below the board, and the messages of the model.
 *
 * The model has the interface of anywidget, on the page (model.js) and in a notebook (notebook/widget.py):
 *
 *     get("state"), get("labels"), get("preferences")   `State`, texts and `Preferences` of web/protocol.py
 *     get("where")                                      "page": keys are heard everywhere; else only inside the game
 *     get("still"), get("online")                       a picture without buttons; false while the server is away
 *     get("player"), get("running"), get("speed")       who is watched, "" for nobody; save_changes() after a change
 *     get("picture")                                    in a notebook: the class of the still picture to be hidden
 *     send(request)                                     a `Request` of web/protocol.py
 *     on("msg:custom", message)                         its `Answer` (with "n", be it null), or a new state
 *     on("change:NAME")
 */

import { Banner } from "./banner.js";
import { button, icon, make, reachable } from "./dom.js";
import { isForGame, isForNotebook, keyName } from "./keyboard.js";
import { ReviewPanel } from "./review_panel.js";
import { WatchControls } from "./watch_controls.js";

const SLOW = { new: "generating", practise: "generating", open: "generating", hint: "thinking", check: "thinking" };
const SLOW_AFTER = 300; // milliseconds
const WAITING_AFTER = 1000; // milliseconds, on the page
const NO_ANSWER_AFTER = 4000; // milliseconds, in a notebook
const FLOAT_UP = [
  { opacity: 1, translate: "0 0.4rem" },
  { opacity: 0, translate: "0 -1.4rem" },
];

/**
 * What both games have around their board. A game extends it with
 * `applyLabels(labels)`, `describe(state)`, `draw(state, before, request)`, `handleKey(name, event)` and `focus()`.
 */
export class GameView {
  /**
   * @param {object} model
   * @param {Element} el
   * @param {string} game "2048" or "sudoku"
   */
  constructor(model, el, game) {
    this.model = model;
    this.el = el;
    this.kind = game;
    this.pending = []; // sent and not answered
    this.isPage = model.get("where") === "page";
    this.drawn = null; // the state that is drawn
    this.asked = 0; // the stage of a hint that was asked for last
    this.timer = 0;
    this.cleanups = [];
    const isHeading = this.isPage && !this.isStill;
    this.title = make(isHeading ? "h1" : "strong", { class: "name" });
    this.about = make("span");
    this.figures = make("dl", { class: "figures" });
    this.place = make("div", { class: "place" });
    this.tools = make("div", { class: "tools", role: "group" });
    this.message = make("p", { class: "message" });
    reachable(this.message);
    this.live = make("div", { class: "only-read", role: "status", "aria-live": "polite" });
    this.banner = new Banner();
    this.review = new ReviewPanel(this);
    this.curtain = make("div", { class: "curtain", hidden: true });
    this.invitation = make("span", { class: "invite", "aria-hidden": "true" });
    this.place.append(this.banner.node, this.curtain, this.invitation);
    const head = make("div", { class: "head" }, make("div", { class: "what" }, this.title, this.about), this.figures);
    const style = game === "2048" ? "t2048" : game;
    this.game = make("div", { class: `game ${style}` }, head, this.place, this.message, this.tools, this.live);
    this.root = make("div", { class: "tessella stage", "data-lm-suppress-shortcuts": "true" }, this.game);
  }

  get state() {
    return this.model.get("state");
  }

  get labels() {
    return this.model.get("labels");
  }

  get isStill() {
    return Boolean(this.model.get("still"));
  }

  get isOnline() {
    return this.model.get("online") !== false;
  }

  /** Whether animations are unwanted. */
  get isCalm() {
    const motion = this.model.get("preferences")?.motion ?? "auto";
    return motion === "off" || (motion === "auto" && window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  // --- Beginning and end ---

  /** Listen to the model and the keys, and draw. */
  begin() {
    this.el.replaceChildren(this.root);
    this.onModel("msg:custom", (message) => this.receive(message));
    this.onModel("change:labels", () => this.redress());
    this.onModel("change:preferences", () => this.redress());
    this.onModel("change:online", () => {
      clearTimeout(this.timer);
      if (!this.isOnline) this.setMessage(""); // the page says so
      this.redraw();
    });
    this.onModel("change:state", () => this.redraw(this.state, this.pending[0] ?? null));
    this.onModel("change:player", () => this.showWatchControls());
    for (const name of ["running", "speed"]) this.onModel(`change:${name}`, () => this.watchControls?.update());
    if (this.isStill) this.root.classList.add("still");
    else if (this.isPage) this.on(document, "keydown", (event) => isForGame(event) && this.press(event));
    else this.beginInNotebook();
    this.redress();
  }

  /** Live in a notebook's cell: the clock runs while it has the focus; the still picture is hidden. */
  beginInNotebook() {
    this.on(this.root, "keydown", (event) => {
      if (isForGame(event)) this.press(event);
      if (!isForNotebook(event)) event.stopPropagation(); // a notebook would cut the cell at an x
    });
    // JupyterLab sees a key before the game, and leaves it alone where an element around says so.
    const suppress = (event) => {
      if (this.root.contains(event.target)) {
        this.root.toggleAttribute("data-lm-suppress-shortcuts", !isForNotebook(event));
      }
    };
    this.on(window, "keydown", suppress, true);
    const isInside = (event) => this.root.contains(event.relatedTarget);
    this.on(this.root, "focusin", (event) => isInside(event) || this.isPaused || this.send({ do: "resume" }));
    this.on(this.root, "focusout", (event) => isInside(event) || this.send({ do: "pause" }));
    const picture = this.model.get("picture");
    if (picture) this.root.append(make("style", {}, `.${picture} { display: none !important; }`));
  }

  on(target, name, handler, isCapturing = false) {
    target.addEventListener(name, handler, isCapturing);
    this.cleanups.push(() => target.removeEventListener(name, handler, isCapturing));
  }

  onModel(name, handler) {
    this.model.on(name, handler);
    this.cleanups.push(() => this.model.off?.(name, handler));
  }

  end() {
    for (const cleanUp of this.cleanups) cleanUp();
    this.cleanups = [];
    clearTimeout(this.timer);
    this.el.replaceChildren();
  }

  // --- Messages ---

  /** Send a request while the server is there, `new` once. @param {{do: string}} request */
  send(request) {
    if (this.isStill || !this.isOnline || (request.do === "new" && this.pending.includes("new"))) return;
    this.pending.push(request.do);
    clearTimeout(this.timer);
    const slow = SLOW[request.do];
    if (slow) this.timer = setTimeout(() => this.wait(slow), SLOW_AFTER);
    else if (this.isPage) this.timer = setTimeout(() => this.wait("waiting"), WAITING_AFTER);
    else this.timer = setTimeout(() => this.wait("no_answer"), NO_ANSWER_AFTER);
    this.model.send(request);
  }

  /** Show that an answer takes its time. @param {string} label */
  wait(label) {
    this.setMessage(this.labels[label]);
    if (label !== "generating") return;
    const cancel = this.isPage ? [button(this.labels.cancel, () => location.reload())] : []; // the server stops then
    this.cover(make("div", { class: "spinner", "aria-hidden": "true" }), make("p", {}, this.labels[label]), ...cancel);
  }

  receive(message) {
    if (message.dropped) this.pending.splice(-message.dropped);
    const isAnswer = message.n !== undefined; // null where the request had no number
    if (!isAnswer && !message.state && !message.changed) return;
    const request = isAnswer ? this.pending.shift() : null;
    if (!this.pending.length) clearTimeout(this.timer);
    const before = this.drawn;
    const state = message.state ?? this.state;
    if (state?.game !== this.kind) return; // the page goes on to a game of another kind
    this.redraw(state, request);
    const isEnd = state.outcome && !before?.outcome;
    const isOfClock = ["pause", "resume"].includes(request);
    const isOther = before?.id !== state.id;
    const isMoved = isOther || before.at !== state.at;
    const isNews = isMoved || message.changed || before.announcement !== state.announcement;
    if (message.error) {
      this.setMessage([message.error, message.hint].filter(Boolean).join("\n"), "bad refusal");
      this.announce(message.error);
    } else if (state.notices?.length) {
      this.setMessage(state.notices.join(" "), state.unsaved ? "bad" : "");
      this.announce([state.announcement, ...state.notices].join(" "));
    } else if (this.isPage || !isOfClock) {
      const isLeft = !isAnswer && !isMoved && this.message.classList.contains("refusal"); // a computation went on
      if (!isLeft) this.setMessage(this.messageFor(state, request), this.isAlarming(state) ? "bad" : "");
      const told = new Set([isOther && this.message.textContent, state.announcement, isEnd && state.outcome]);
      const words = [...told].filter(Boolean).join(". ");
      if (words && (isNews || (request && !isOfClock))) this.announce(words);
    }
  }

  /** Return what stands below the board; most events need no words there. */
  messageFor(state, request) {
    return ["new", "practise", "check", "open"].includes(request) ? state.announcement : "";
  }

  isAlarming() {
    return false;
  }

  setMessage(text, kind = "") {
    this.message.textContent = text;
    this.message.className = `message ${kind}`;
  }

  /** Tell a screen reader, also when it is the same again. @param {string} text */
  announce(text) {
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }

  // --- Drawing ---

  /** Use labels and preferences. */
  redress() {
    const { labels } = this;
    const { theme, motion } = this.model.get("preferences") ?? {};
    this.root.lang = labels.lang;
    if (theme && theme !== "auto") this.root.dataset.theme = theme;
    else delete this.root.dataset.theme;
    this.root.dataset.motion = motion ?? "auto";
    this.tools.setAttribute("aria-label", labels.tools);
    this.invitation.textContent = this.isPage || this.isStill ? "" : labels.click_to_play;
    this.applyLabels(labels);
    this.showWatchControls();
    this.redraw();
  }

  redraw(state = this.state, request = null) {
    if (!state || state.game !== this.kind) return;
    const before = this.drawn;
    this.drawn = state;
    this.title.textContent = state.title;
    this.about.textContent = this.describe(state);
    this.root.classList.toggle("offline", !this.isOnline);
    this.drawFigures(state, before);
    this.draw(state, before, request);
    this.enableTools(state);
    this.showOutcome(state);
  }

  drawFigures(state, before) {
    const rows = this.figuresOf(state);
    if (this.figures.children.length !== rows.length) {
      this.figures.replaceChildren(...rows.map(() => make("div", { class: "figure" }, make("dt"), make("dd"))));
    }
    rows.forEach((texts, i) => {
      const nodes = this.figures.children[i].children;
      texts.forEach((text, n) => {
        if (nodes[n].textContent !== text) nodes[n].textContent = text;
      });
    });
    if (state.slide?.points > 0 && !this.isPractice && before && before.at !== state.at && !this.isCalm) {
      this.figures.querySelector(".plus")?.remove();
      const plus = make("span", { class: "plus", "aria-hidden": "true" }, `+${state.slide.points}`);
      this.figures.children[0].append(plus);
      plus.animate(FLOAT_UP, { duration: 700, easing: "ease-out" }).onfinish = () => plus.remove();
    }
  }

  figuresOf(state) {
    return state.counts;
  }

  showOutcome(state) {
    if (this.isStill || !state.outcome) {
      this.banner.end();
      return;
    }
    const { labels } = this;
    const goesOn = !state.over && !state.lesson;
    const buttons = [
      ...(goesOn ? [button(labels.keep_playing, () => this.banner.close(), { class: "main" })] : []),
      button(labels[this.whatIsNext(state)], () => this.playAnother(), { class: goesOn ? "" : "main" }),
      ...this.outcomeButtons(state),
      ...(state.over && state.can_undo ? [button(labels.undo, () => this.send({ do: "undo" }))] : []),
    ];
    const close = () => {
      if (goesOn) this.send({ do: "keep_playing" });
      this.focus();
    };
    this.banner.show(state, { labels, facts: state.facts ?? [], buttons, isCalm: this.isCalm, close });
  }

  /** Return the label of what comes after a game that has ended. */
  whatIsNext(state) {
    return state.technique ? "next_puzzle" : "another";
  }

  /** Return what else can be done with a game that has ended, as buttons. */
  outcomeButtons(state) {
    if (!state.over || !state.step) return [];
    return [button(this.labels.review, () => this.command("review"))];
  }

  cover(...children) {
    this.curtain.replaceChildren(...children);
    this.curtain.hidden = false;
  }

  // --- Tools ---

  /**
   * Return a button of the tool bar. One that does nothing now can still be reached, and says so.
   * @param {string} name its icon, and what it does
   */
  tool(name, label, press, key) {
    const node = button(icon(name), () => node.getAttribute("aria-disabled") !== "true" && press());
    node.dataset.tool = name;
    node.append(make("span", {}, label));
    if (key) node.setAttribute("aria-keyshortcuts", key.toUpperCase());
    if (key) node.title = `${label} (${key})`;
    return node;
  }

  /** @param {string} name */
  toolNamed(name) {
    return this.tools.querySelector(`[data-tool="${name}"]`);
  }

  enableTools(state) {
    const can = { undo: state.can_undo, redo: state.can_redo, hint: !state.over, ...this.availability(state) };
    for (const node of this.game.querySelectorAll("[data-tool]")) {
      const isEnabled = this.isOnline && (can[node.dataset.tool] ?? true);
      if (isEnabled) node.removeAttribute("aria-disabled");
      else node.setAttribute("aria-disabled", "true");
    }
  }

  /** Return which tools of the game do something now; those that are not named do. */
  availability() {
    return {};
  }

  /** Show the controls of a player that is watched, as long as there is one. */
  showWatchControls() {
    const hadFocus = this.watchControls?.node.contains(document.activeElement);
    this.watchControls?.node.remove();
    this.watchControls = null;
    this.toolNamed("watch")?.removeAttribute("aria-pressed");
    if (this.model.get("player") && !this.isStill) {
      this.watchControls = new WatchControls(this);
      this.tools.after(this.watchControls.node);
    } else if (hadFocus) this.focus();
  }

  // --- Commands ---

  press(event) {
    const name = keyName(event);
    if (name === "escape" && this.banner.isOpen) {
      event.preventDefault();
      this.banner.close();
    } else if (name === "escape" && !this.isPage) {
      event.preventDefault();
      document.activeElement.blur();
      this.el.closest(".jp-Cell[tabindex], .jp-Notebook")?.focus(); // whose keys work again then
    } else if (event.ctrlKey ? this.command(name === "z" ? "undo" : "redo") : this.handleKey(name, event)) {
      event.preventDefault();
    }
  }

  /**
   * Do what a tool or key names; return whether there is such a thing.
   * @param {string} name
   */
  command(name) {
    const state = this.drawn;
    if (name === "undo" || name === "redo") {
      if (this.pending.length || state[`can_${name}`]) this.send({ do: name });
    } else if (name === "new") this.playAnother();
    else if (name === "choose") this.chooseNew();
    else if (name === "review") {
      if (this.banner.isOpen) this.banner.close();
      this.send({ do: "review" });
      this.review.wait(this.labels.thinking);
    }
    else if (name === "hint") {
      if (!state.over) this.askHint(Math.min(this.stage + 1, state.stages));
    } else return false;
    return true;
  }

  /** The stage of the hint: the one asked for last, or where nothing is on its way the one on show. */
  get stage() {
    return this.pending.includes("hint") ? this.asked : (this.drawn.hint?.stage ?? 0);
  }

  /** Ask for a hint. @param {number} stage not a number in a game whose hints have none */
  askHint(stage) {
    this.asked = stage;
    this.send(stage ? { do: "hint", stage } : { do: "hint" });
  }

  /** Ask for a new game: the page asks what kind, a notebook begins the same again. */
  chooseNew() {
    const event = new CustomEvent("tessella:new", { bubbles: true, cancelable: true });
    if (this.root.dispatchEvent(event)) this.playAnother();
  }

  playAnother() {
    this.send({ do: "new" });
    this.focus();
  }
}
