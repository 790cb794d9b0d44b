/* What do both games have around their board?
 *
 * The frame of a game: title, figures, buttons, what is said, the messages of the model. The model has the interface of
 * anywidget (get, set, on, off, send), on the page and in a notebook:
 *
 *     get("state"), get("words"), get("settings")      as view.py describes them
 *     get("where")                                     "page": keys are heard everywhere; else only inside the game
 *     get("still"), get("online")                      a picture without buttons; false while the server is gone
 *     send(request)                                    a request of view.py
 *     on("msg:custom", message)                        its answer (with "n", be it null), or {"state": ...} where
 *                                                      another window has moved; get("state") is that state by then
 *     on("change:words" | "change:settings" | "change:online" | "change:state")
 *     get("player"), get("running"), get("speed")      who is watched, "" for nobody; save_changes() after a change
 *     get("picture")                                   a notebook's alone; see widget.py
 *
 * The page imports this file. A notebook loads one text: this one without `export`, then a game's without `import`.
 */

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "rect", "circle", "line", "text", "g"]);
const ICONS = {
  undo: "M9 7H15A5 5 0 0 1 15 17H8M9 7L12 4M9 7L12 10",
  redo: "M15 7H9A5 5 0 0 0 9 17H16M15 7L12 4M15 7L12 10",
  hint: "M9 18H15M10 21H14M12 3A6 6 0 0 0 8.5 14V15.5H15.5V14A6 6 0 0 0 12 3Z",
  new: "M12 5V19M5 12H19",
  close: "M6 6L18 18M18 6L6 18",
  marks: "M4 20L5 15.5L16 4.5L19.5 8L8.5 19L4 20M13.5 7L17 10.5",
  mark_all: "M5 5H8V8H5ZM16 5H19V8H16ZM5 16H8V19H5ZM16 16H19V19H16ZM10.5 10.5H13.5V13.5H10.5Z",
  check: "M4 12.5L9.5 18L20 6.5",
  pause: "M8 5V19M16 5V19",
  erase: "M9 6H21V18H9L3 12ZM12 9.5L17 14.5M17 9.5L12 14.5",
  follow: "M5 12H19M13 6L19 12L13 18",
  play: "M7 5L19 12L7 19Z",
  watch: "M2 12Q12 1 22 12Q12 23 2 12M12 9A3 3 0 0 1 12 15A3 3 0 0 1 12 9",
  step: "M6 5L15 12L6 19ZM18 5V19",
  left: "M19 12H5M11 6L5 12L11 18",
  right: "M5 12H19M13 6L19 12L13 18",
  up: "M12 19V5M6 11L12 5L18 11",
  down: "M12 5V19M6 13L12 19L18 13",
};

/* Return an element with attributes, listeners (onclick) and children. */
export function make(tag, attributes = {}, ...children) {
  const node = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== null));
  return node;
}

export function icon(name) {
  return make("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, make("path", { d: ICONS[name] }));
}

/* Return a sentence with its {places} filled. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/* Return the name of a key, whatever the input method made of it. */
export function nameOf(event) {
  if (event.key === "Process" || event.isComposing) return event.code.replace(/^(Key|Digit)/, "").toLowerCase();
  return event.key.normalize("NFKC").toLowerCase();
}

/* Return whether a key pressed somewhere on the page is meant for the game. */
function isOurs(event) {
  if (event.defaultPrevented || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return false;
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  return !typing && !(event.ctrlKey && !["z", "y"].includes(nameOf(event)));
}

/* Return whether a key pressed in the game is for what is around it: to save the notebook, say. */
function isCommand(event) {
  return (event.ctrlKey || event.metaKey) && !isOurs(event);
}

function isCalm(settings) {
  const asked = settings?.motion ?? "auto";
  return asked === "off" || (asked === "auto" && window.matchMedia("(prefers-reduced-motion: reduce)").matches);
}

/* What both games have around their board: names, figures, buttons, what is said, and the model's messages.
 *
 * A game gives it: kind, dress(words), describe(state), draw(state, before, asked), key(name, event), focus().
 */
export class Frame {
  constructor(model, el, kind) {
    this.model = model;
    this.el = el;
    this.asked = []; // what was sent and is not answered yet
    this.isPage = model.get("where") === "page";
    const isHeading = this.isPage && !this.isStill; // a notebook has headings of its own
    this.title = make(isHeading ? "h1" : "strong", { class: "name" });
    this.about = make("span");
    this.figures = make("dl", { class: "figures" });
    this.place = make("div", { class: "place" });
    this.tools = make("div", { class: "tools", role: "group" });
    this.said = make("p", { class: "said" });
    this.live = make("div", { class: "only-read", role: "status", "aria-live": "polite" });
    this.banner = make("section", { class: "banner", hidden: true });
    this.curtain = make("div", { class: "curtain", hidden: true });
    this.invite = make("span", { class: "invite", "aria-hidden": "true" });
    this.place.append(this.banner, this.curtain, this.invite);
    this.head = make("div", { class: "head" }, make("div", { class: "what" }, this.title, this.about), this.figures);
    this.game = make("div", { class: `game ${kind}` }, this.head, this.place, this.said, this.tools, this.live);
    this.root = make("div", { class: "tessella stage", "data-lm-suppress-shortcuts": "true" }, this.game);
    this.dismissed = "";
    this.timer = 0;
    this.handlers = [];
  }

  get state() {
    return this.model.get("state");
  }

  get words() {
    return this.model.get("words");
  }

  get isStill() {
    return Boolean(this.model.get("still"));
  }

  get isOnline() {
    return this.model.get("online") !== false;
  }

  /* Begin: listen to the model and the keys, and draw. */
  begin() {
    const listen = (target, name, handler) => {
      target.addEventListener(name, handler);
      this.handlers.push(() => target.removeEventListener(name, handler));
    };
    this.el.replaceChildren(this.root);
    this.listen("msg:custom", (message) => this.hear(message));
    this.listen("change:words", () => this.redress());
    this.listen("change:settings", () => this.redress());
    this.listen("change:online", () => this.redraw());
    this.listen("change:state", () => this.redraw(this.state, this.asked[0] ?? null));
    this.listen("change:player", () => this.attend());
    for (const name of ["running", "speed"]) this.listen(`change:${name}`, () => this.steer());
    if (this.isStill) this.root.classList.add("still");
    else if (this.isPage) listen(document, "keydown", (event) => isOurs(event) && this.press(event));
    else {
      listen(this.root, "keydown", (event) => {
        if (isOurs(event)) this.press(event);
        if (!isCommand(event)) event.stopPropagation(); // a notebook would cut the cell at an x
      });
      this.settle(listen);
    }
    this.redress();
  }

  /* Live in a notebook's cell: the clock runs while the game has the focus, and the still picture below is hidden. */
  settle(listen) {
    const isInside = (event) => this.root.contains(event.relatedTarget);
    // JupyterLab looks at a key before it gets to the game, and leaves it alone where an element around says so.
    const bar = (event) => {
      if (this.root.contains(event.target)) {
        this.root.toggleAttribute("data-lm-suppress-shortcuts", !isCommand(event));
      }
    };
    window.addEventListener("keydown", bar, true);
    this.handlers.push(() => window.removeEventListener("keydown", bar, true));
    listen(this.root, "focusin", (event) => isInside(event) || this.isPaused || this.send({ do: "resume" }));
    listen(this.root, "focusout", (event) => isInside(event) || (this.drawn?.running && this.send({ do: "pause" })));
    const picture = this.model.get("picture");
    if (picture) this.root.append(make("style", {}, `.${picture} { display: none !important; }`));
  }

  /* Show what steers a player that is watched, as long as there is one. */
  attend() {
    const { words, model } = this;
    const name = model.get("player");
    const had = this.steering?.contains(document.activeElement);
    this.steering?.remove();
    this.steer = () => {};
    this.tools.querySelector('[data-tool="watch"]')?.removeAttribute("aria-pressed");
    if (!name || this.isStill) {
      if (had) this.focus();
      return;
    }
    const go = this.tool("play", words.play, () => this.steerTo("running", !model.get("running")));
    const step = this.tool("step", words.step, () => this.send({ do: "step" }));
    const speed = make("input", { type: "range", min: "-1", max: "4", step: "0.25" });
    speed.addEventListener("input", () => this.steerTo("speed", Math.round(2 ** speed.value * 100) / 100));
    this.steer = () => {
      const isRunning = model.get("running");
      go.replaceChildren(icon(isRunning ? "pause" : "play"), make("span", {}, isRunning ? words.pause : words.play));
      speed.value = Math.log2(model.get("speed"));
      speed.setAttribute("aria-valuetext", String(model.get("speed")));
      this.tools.querySelector('[data-tool="watch"]')?.setAttribute("aria-pressed", String(isRunning));
    };
    this.steer();
    const who = make("span", { class: "who" }, fill(words.watched, { name }));
    this.steering = make("div", { class: "watch" }, who, go, step, make("label", {}, make("span", {}, words.speed), speed));
    this.said.before(this.steering);
  }

  steerTo(name, value) {
    this.model.set(name, value);
    this.model.save_changes();
  }

  listen(name, handler) {
    this.model.on(name, handler);
    this.handlers.push(() => this.model.off?.(name, handler));
  }

  end() {
    this.handlers.forEach((undo) => undo());
    this.handlers = [];
    clearTimeout(this.timer);
    this.el.replaceChildren();
  }

  /* Send a request; nothing is sent to a server that is gone. */
  send(request) {
    if (this.isStill || !this.isOnline) return;
    this.asked.push(request.do);
    clearTimeout(this.timer);
    const slow = { new: "making", practise: "making", open: "making", hint: "thinking", check: "thinking" }[request.do];
    if (slow) this.timer = setTimeout(() => this.wait(slow), 300);
    else if (!this.isPage) this.timer = setTimeout(() => this.wait("no_answer"), 4000);
    this.model.send(request);
  }

  /* Say that an answer takes its time. */
  wait(word) {
    this.say(this.words[word] ?? "", "");
    if (word === "making") {
      this.cover(make("div", { class: "busy", "aria-hidden": "true" }), make("p", {}, this.words[word]));
    }
  }

  hear(message) {
    const isAnswer = message.n !== undefined; // null where the request had no number
    if (!isAnswer && !message.state && !message.told) return;
    const asked = isAnswer ? this.asked.shift() : null;
    if (!this.asked.length) clearTimeout(this.timer);
    const before = this.drawn;
    const state = message.state ?? this.state;
    this.redraw(state, asked);
    const fresh = !before || before.at !== state.at || before.id !== state.id || before.say !== state.say;
    if (message.error) {
      this.say([message.error, message.hint].filter(Boolean).join(" "), "bad");
      this.speak(message.error);
    } else if (state.notices?.length) {
      this.say(state.notices.join(" "), "bad");
      this.speak([state.say, ...state.notices].join(" "));
    } else if (this.isPage || !["pause", "resume"].includes(asked)) {
      this.say(this.visible(state, asked), this.tone(state));
      if (state.say && (fresh || asked || message.told)) this.speak(state.say);
    }
  }

  /* What a state says to the eye; a game may say more. */
  visible(state, asked) {
    return ["new", "practise", "check", "open"].includes(asked) ? state.say : "";
  }

  tone() {
    return "";
  }

  say(text, kind) {
    this.said.textContent = text;
    this.said.className = `said ${kind}`;
  }

  /* Say it to a screen reader, also when it is the same again. */
  speak(text) {
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }

  /* Put words and theme on everything. */
  redress() {
    const { words } = this;
    const settings = this.model.get("settings") ?? {};
    if (settings.lang) this.root.lang = settings.lang === "zh" ? "zh-Hans" : settings.lang;
    if (settings.theme && settings.theme !== "auto") this.root.dataset.theme = settings.theme;
    else delete this.root.dataset.theme;
    this.root.dataset.motion = settings.motion ?? "auto";
    this.isCalm = isCalm(settings);
    this.tools.setAttribute("aria-label", words.tools);
    this.invite.textContent = this.isPage || this.isStill ? "" : words.click_to_play;
    this.dress(words);
    this.attend();
    this.redraw();
  }

  redraw(state = this.state, asked = null) {
    if (!state || state.game !== this.kind) return;
    const before = this.drawn;
    this.drawn = state;
    this.title.textContent = state.title;
    this.about.textContent = this.describe(state);
    this.root.classList.toggle("offline", !this.isOnline);
    this.count(state, before);
    this.draw(state, before, asked);
    this.enable(state);
    this.cheer(state);
  }

  count(state, before) {
    const rows = this.counts(state);
    const known = [...this.figures.children];
    if (known.length !== rows.length) {
      this.figures.replaceChildren(...rows.map(() => make("div", { class: "figure" }, make("dt"), make("dd"))));
    }
    rows.forEach(([label, value], i) => {
      const [dt, dd] = this.figures.children[i].children;
      if (dt.textContent !== label) dt.textContent = label;
      if (dd.textContent !== value) dd.textContent = value;
    });
    if (state.gained > 0 && before && before.at !== state.at && !this.isCalm) {
      this.figures.querySelector(".plus")?.remove();
      const plus = make("span", { class: "plus", "aria-hidden": "true" }, `+${state.gained}`);
      this.figures.children[0].append(plus);
      const rise = [
        { opacity: 1, translate: "0 0.4rem" },
        { opacity: 0, translate: "0 -1.4rem" },
      ];
      plus.animate(rise, { duration: 700, easing: "ease-out" }).onfinish = () => plus.remove();
    }
  }

  counts(state) {
    return state.counts;
  }

  /* Return a button of the tool bar. A button that does nothing now can still be reached, and says so. */
  tool(name, label, press, key) {
    const button = make("button", {
      type: "button",
      onclick: () => button.getAttribute("aria-disabled") !== "true" && press(),
    });
    button.dataset.tool = name;
    button.append(icon(name), make("span", {}, label));
    if (key) button.setAttribute("aria-keyshortcuts", key.toUpperCase());
    if (key) button.title = `${label} (${key})`;
    return button;
  }

  enable(state) {
    const can = { undo: state.can_undo, redo: state.can_redo, hint: state.can_hint, ...this.able(state) };
    for (const button of this.game.querySelectorAll("[data-tool]")) {
      const on = this.isOnline && (can[button.dataset.tool] ?? true);
      if (on) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
  }

  able() {
    return {};
  }

  /* Show what is said of a game that is won or over, until it is closed: nobody is held here. */
  cheer(state) {
    const mark = `${state.id} ${state.at} ${state.outcome}`;
    if (!state.outcome || this.isStill || this.dismissed === mark) {
      this.banner.hidden = true;
      return;
    }
    if (!this.banner.hidden && this.shown === mark) return;
    this.shown = mark;
    const { words } = this;
    const close = () => {
      this.dismissed = mark;
      this.banner.hidden = true;
      this.focus();
    };
    const [title, ...rest] = state.outcome.split(/(?<=[.!。！])\s*/).filter(Boolean);
    const facts = this.facts(state).flatMap(([label, value]) => [make("dt", {}, label), make("dd", {}, value)]);
    this.banner.setAttribute("aria-label", title);
    this.banner.replaceChildren(
      make("p", { class: "title" }, title.replace(/[.。]$/, "")),
      ...(rest.length ? [make("p", {}, rest.join(" "))] : []),
      ...(facts.length ? [make("dl", { class: "facts" }, ...facts)] : []),
      make(
        "div",
        { class: "row" },
        ...(state.over ? [] : [make("button", { type: "button", class: "main", onclick: close }, words.go_on)]),
        make(
          "button",
          { type: "button", class: state.over ? "main" : "", onclick: () => this.renew() },
          state.lesson ? words.next_one : words.again,
        ),
        ...this.more(state, close),
        ...(state.over && state.can_undo
          ? [make("button", { type: "button", onclick: () => this.send({ do: "undo" }) }, words.undo)]
          : []),
      ),
      make("button", { type: "button", class: "close", "aria-label": words.close, onclick: close }, icon("close")),
    );
    this.banner.hidden = false;
    if (!this.isCalm) {
      const rise = [
        { opacity: 0, translate: "0 1rem" },
        { opacity: 1, translate: "0 0" },
      ];
      this.banner.animate(rise, { duration: 260, delay: 250, fill: "backwards", easing: "ease-out" });
    }
    this.closeBanner = close;
  }

  facts() {
    return [];
  }

  /* Return what else can be done with a game that has ended, as buttons. */
  more() {
    return [];
  }

  /* Ask for a new game: the page asks what kind, a notebook begins the same again. */
  choose() {
    const event = new CustomEvent("tessella:new", { bubbles: true, cancelable: true });
    if (this.root.dispatchEvent(event)) this.renew();
  }

  renew() {
    this.send({ do: "new" });
    this.focus();
  }

  cover(...children) {
    this.curtain.replaceChildren(...children);
    this.curtain.hidden = false;
  }

  press(event) {
    const name = nameOf(event);
    if (name === "escape" && !this.banner.hidden) {
      event.preventDefault();
      this.closeBanner();
    } else if (name === "escape" && !this.isPage) {
      event.preventDefault();
      document.activeElement.blur();
      this.el.closest(".jp-Cell[tabindex], .jp-Notebook")?.focus(); // whose keys work again then
    } else if (event.ctrlKey ? this.command(name === "z" ? "undo" : "redo") : this.key(name, event)) {
      event.preventDefault();
    }
  }

  /* Do what the tools and the keys call by one name; return whether there is such a thing. */
  command(name) {
    const state = this.drawn;
    if (name === "undo" || name === "redo") {
      if (name === "undo" ? state.can_undo : state.can_redo) this.send({ do: name });
    } else if (name === "new") this.renew();
    else if (name === "choose") this.choose();
    else if (name === "hint") {
      const stage = state.stages && { stage: Math.min((state.hint?.stage ?? 0) + 1, state.stages) };
      if (state.can_hint) this.send({ do: "hint", ...stage });
    } else return false;
    return true;
  }
}
