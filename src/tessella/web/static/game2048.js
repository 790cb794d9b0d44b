/* How is 2048 drawn in a browser, and what does it listen to?
 *
 * Every rule and every sentence comes from Python: this module sends moves as text, and draws the position and the
 * motion that come back. Page and notebook hand it a model; see frame.js.
 */

import { Frame, fill, icon, make } from "./frame.js";

const SLIDE = 95; // milliseconds of a slide, and after it of a pop
const POP = 130;
const SWIPE = 22; // pixels that make a swipe

// prettier-ignore
const KEYS = {
  arrowleft: "left", a: "left", h: "left",
  arrowright: "right", d: "right", l: "right",
  arrowup: "up", w: "up", k: "up",
  arrowdown: "down", s: "down", j: "down",
  u: "undo", backspace: "undo", y: "redo", r: "new", n: "choose",
  t: "hint", enter: "follow", v: "watch",
};
const MOVES = ["left", "right", "up", "down"];

/* The tiles: what lies on the board, and how it gets from one position to the next. */
class Tiles {
  constructor() {
    this.layer = make("div", { class: "moving", "aria-hidden": "true" });
    this.node = make("div", { class: "tiles", role: "grid", tabindex: "0" });
    this.frame = make("div", { class: "frame" }, this.node);
    this.cells = [];
    this.shape = "";
    this.tiles = new Map(); // "r,c" -> the element of the tile that stands there
    this.leaving = [];
  }

  /* Show a position, and the motion that led to it where there is one. */
  draw(state, motion) {
    this.lay(state.rows.length, state.rows[0].length);
    for (const tile of this.leaving) tile.remove(); // the last motion ends where it was to end
    this.leaving = [];
    if (!motion || !this.move(motion, state)) this.set(state);
  }

  /* Say each cell to a screen reader. */
  label(state, words) {
    state.rows.forEach((row, r) =>
      row.forEach((value, c) => {
        const label = `${fill(words.cell, { row: r + 1, col: c + 1 })}, ${value || words.empty}`;
        const cell = this.cells[r][c];
        if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      }),
    );
  }

  lay(rows, cols) {
    if (this.shape === `${rows}x${cols}`) return;
    this.shape = `${rows}x${cols}`;
    this.tiles.clear();
    this.layer.replaceChildren();
    this.node.style.setProperty("--cols", cols);
    this.node.classList.toggle("many", cols > 5);
    this.cells = [];
    const lines = [];
    for (let r = 0; r < rows; r++) {
      const cells = Array.from({ length: cols }, () => make("div", { role: "gridcell" }));
      this.cells.push(cells);
      lines.push(make("div", { class: "row", role: "row" }, ...cells));
    }
    this.node.replaceChildren(...lines, this.layer);
  }

  tile(value, r, c, target) {
    const power = Math.round(Math.log2(value));
    const text = String(value).length > 7 ? `2^${power}` : String(value);
    const tile = make("div", { class: "tile", "data-digits": text.length, "data-value": value }, text);
    const step = Math.min(Math.max(power, 1), 17);
    tile.style.setProperty("--ground", `var(--tile-${step})`);
    tile.style.setProperty("--on", `var(--tile-${step}-ink)`);
    tile.classList.toggle("win", value >= target);
    this.put(tile, r, c);
    return tile;
  }

  put(tile, r, c) {
    tile.style.setProperty("--r", r);
    tile.style.setProperty("--c", c);
  }

  /* Put every tile of a position where it stands, without motion. */
  set(state) {
    this.tiles.clear();
    state.rows.forEach((row, r) =>
      row.forEach((value, c) => value && this.tiles.set(`${r},${c}`, this.tile(value, r, c, state.target))),
    );
    this.layer.replaceChildren(...this.tiles.values());
  }

  /* Slide, merge and bring what the server says; return false where that does not lead to the position. */
  move(motion, state) {
    const next = new Map();
    const slides = [];
    const leaving = [];
    for (const { from, to, merged } of motion.tiles) {
      const tile = this.tiles.get(String(from));
      if (!tile || (!merged && next.has(String(to)))) return false;
      slides.push([tile, from, to]);
      if (merged) leaving.push(tile);
      else next.set(String(to), tile);
    }
    const made = motion.merges.map(({ at, value }) => [at, this.tile(value, ...at, state.target), "merge"]);
    if (motion.spawn) {
      const { at, value } = motion.spawn;
      made.push([at, this.tile(value, ...at, state.target), "spawn"]);
    }
    for (const [at, tile] of made) next.set(String(at), tile);
    const isRight = state.rows.every((row, r) =>
      row.every((value, c) => Number(next.get(`${r},${c}`)?.dataset.value ?? 0) === value),
    );
    if (!isRight) return false;

    this.tiles.forEach((tile) => tile.classList.remove("newest"));
    for (const [tile, from, to] of slides) {
      this.put(tile, ...to);
      if (String(from) !== String(to)) {
        tile.animate([{ transform: at(from) }, { transform: at(to) }], { duration: SLIDE, easing: "ease-out" });
      }
    }
    for (const [, tile, how] of made) {
      tile.classList.toggle("newest", how === "spawn");
      this.layer.append(tile);
      const frames =
        how === "merge"
          ? [
              { scale: 0.85, opacity: 0 },
              { scale: 1.13, opacity: 1, offset: 0.45 },
              { scale: 1, opacity: 1 },
            ]
          : [
              { scale: 0.2, opacity: 0 },
              { scale: 1, opacity: 1 },
            ];
      tile.animate(frames, { duration: POP, delay: SLIDE * 0.75, fill: "backwards", easing: "ease-out" });
    }
    this.tiles = next;
    this.leaving = leaving;
    setTimeout(() => leaving.forEach((tile) => tile.remove()), SLIDE + 20);
    return true;
  }

  /* Say without words that a move changes nothing. */
  nudge(move) {
    const [x, y] = { left: [-5, 0], right: [5, 0], up: [0, -5], down: [0, 5] }[move];
    const there = { transform: `translate(${x}px, ${y}px)` };
    this.layer.animate([{ transform: "none" }, there, { transform: "none" }], { duration: 140 });
  }
}

function at([r, c]) {
  return `translate(calc(${c} * (var(--side) + var(--gap))), calc(${r} * (var(--side) + var(--gap))))`;
}

class Game extends Frame {
  constructor(model, el) {
    super(model, el, "t2048");
    this.kind = "2048";
    this.tiles = new Tiles();
    this.place.prepend(this.tiles.frame);
    this.arrows = [];
    this.advice = make("section", { class: "advice", hidden: true });
    this.review = make("section", { class: "review", hidden: true });
    this.tools.after(this.advice, this.review);
    this.looked = null; // the move of a review that is shown on the board
    if (!this.isPage && !this.isStill) this.said.after((this.ways = make("div", { class: "pad ways", role: "group" })));
    this.listenToSwipes();
  }

  dress(words) {
    this.tiles.node.setAttribute("aria-label", words.board_2048);
    if (this.isStill) {
      this.tiles.node.removeAttribute("tabindex");
      return;
    }
    this.tools.replaceChildren(
      this.tool("undo", words.undo, () => this.command("undo"), "u"),
      this.tool("redo", words.redo, () => this.command("redo"), "y"),
      (this.asking = this.tool("hint", words.hint, () => this.command("hint"), "t")),
      this.tool("watch", words.watch, () => this.command("watch"), "v"),
      this.tool("new", words.new, () => this.choose(), "n"),
    );
    this.advice.setAttribute("aria-label", words.hint);
    this.review.setAttribute("aria-label", words.review);
    this.told = this.reviewed = "";
    this.ways?.setAttribute("aria-label", words.moves);
    this.ways?.replaceChildren(
      ...["left", "up", "down", "right"].map((move) => {
        const button = make("button", { type: "button", "aria-label": words[move], onclick: () => this.slide(move) });
        button.append(icon(move));
        return button;
      }),
    );
  }

  describe(state) {
    return `${state.size.join("×")} → ${state.target}`;
  }

  draw(state, before) {
    this.curtain.hidden = true;
    const isNext = state.motion && before && before.id === state.id && before.at === state.motion.after;
    const isSame = before?.at === state.at && before.id === state.id && String(before.rows) === String(state.rows);
    if (!isSame) this.looked = null;
    if (!isSame || this.isStill) this.tiles.draw(state, isNext && !this.isCalm ? state.motion : null);
    this.tiles.label(state, this.words);
    this.drawAdvice(state);
    this.drawReview(state);
  }

  able(state) {
    return { watch: !state.over };
  }

  /* Draw a hint: arrow at the edge, sentence, and what each move comes to. */
  drawAdvice({ hint }) {
    if (!this.looked) this.point(hint ? [[hint.best, "best"]] : []);
    this.advice.hidden = this.isStill || !hint;
    const told = JSON.stringify(hint);
    if (this.told === told || this.isStill) return;
    this.told = told;
    const label = hint ? this.words.follow : this.words.hint;
    const key = hint ? "Enter" : "t";
    this.asking.replaceChildren(icon(hint ? "follow" : "hint"), make("span", {}, label));
    this.asking.setAttribute("aria-keyshortcuts", key.toUpperCase());
    this.asking.title = `${label} (${key})`;
    if (!hint) return;
    const choices = hint.choices.map(({ move, label, score, chance, part }) => {
      const bar = make("span", { class: "bar-of" }, make("span"));
      bar.firstChild.style.setProperty("--part", part);
      const numbers = [score, chance].filter(Boolean);
      const said = { class: move === hint.best ? "best" : "", "aria-label": [label, ...numbers].join(", ") };
      return make("li", said, icon(move), bar, ...numbers.map((text) => make("span", {}, text)));
    });
    this.advice.replaceChildren(
      make("p", {}, hint.reason),
      make("p", { class: "about", title: hint.player }, hint.about),
      make("ul", { class: "choices" }, ...choices),
    );
  }

  /* Point in directions from the edge of the board. */
  point(ways) {
    for (const arrow of this.arrows) arrow.remove();
    this.arrows = ways.map(([move, how]) =>
      make("span", { class: `way ${how}`, "data-move": move, "aria-hidden": "true" }, icon(move)),
    );
    this.place.append(...this.arrows);
  }

  /* Draw the moves of a finished game that cost most; one of them can be looked at on the board, and played on from. */
  drawReview({ review }) {
    this.review.hidden = this.isStill || !review;
    const reviewed = JSON.stringify(review ?? null);
    if (this.reviewed === reviewed) return;
    this.reviewed = reviewed;
    if (!review) return;
    const title = make("p", { tabindex: "-1" }, review.thinking || review.title);
    const moves = review.moves.map((move) => {
      const look = make("button", { type: "button", "aria-pressed": "false", onclick: () => this.look(move) });
      look.append(make("span", {}, move.label), make("b", {}, move.cost.replace("-", "−")));
      const on = make("button", { type: "button", onclick: () => this.playFrom(move) }, this.words.play_on);
      return make("li", {}, look, make("div", { hidden: true }, make("p", {}, move.reason), on));
    });
    const had = this.review.contains(document.activeElement);
    this.review.replaceChildren(title, make("ol", {}, ...moves));
    if (had) title.focus();
  }

  /* Look at a move of the review, or back at the end. */
  look(move) {
    this.looked = this.looked === move ? null : move;
    this.state.review.moves.forEach(({ step }, n) => {
      const [button, more] = this.review.querySelector("ol").children[n].children;
      const isHere = step === this.looked?.step;
      button.setAttribute("aria-pressed", String(isHere));
      more.hidden = !isHere;
    });
    const shown = { ...this.drawn, rows: (this.looked ?? this.drawn).rows };
    this.tiles.draw(shown, null);
    this.tiles.label(shown, this.words);
    this.point(this.looked ? [[move.played, "played"], [move.better, "best"]] : []); // prettier-ignore
    this.place.scrollIntoView({ block: "nearest" });
  }

  /* Take back to before a move of the review. */
  playFrom({ step }) {
    this.send({ do: "back", step });
    this.focus();
  }

  more(state, close) {
    if (!state.over || !state.step) return [];
    const review = () => {
      close();
      this.command("review");
    };
    return [make("button", { type: "button", onclick: review }, this.words.review)];
  }

  command(name) {
    const state = this.drawn;
    if (name === "hint" && state.hint) return this.command("follow");
    if (name === "follow") {
      if (!state.hint) return false;
      this.send({ do: "follow" });
    } else if (name === "watch") {
      if (state.over) return true;
      if (this.model.get("player")) this.steerTo("running", !this.model.get("running"));
      else this.send({ do: "watch" });
    } else if (name === "review") {
      this.send({ do: "review" });
      this.review.replaceChildren(make("p", { tabindex: "-1" }, this.words.thinking));
      this.review.hidden = false;
      this.review.firstChild.focus();
    } else return super.command(name);
    return true;
  }

  visible(state, asked) {
    if (state.thinking || asked === "watch") return state.thinking || state.say;
    return state.moves.length || !state.over ? super.visible(state, asked) : "";
  }

  focus() {
    this.tiles.node.focus({ preventScroll: true });
  }

  key(name, event) {
    const means = KEYS[name];
    if (!means || (event.shiftKey && !name.startsWith("arrow"))) return false;
    if (name === "enter" && event.target.closest?.("button, a, summary")) return false;
    if (MOVES.includes(means)) this.slide(means);
    else if (!event.repeat) return this.command(means);
    return true;
  }

  /* Play a move. One that the server did not offer is not sent, unless moves before it are still on their way. */
  slide(move) {
    if (!this.isOnline) return;
    if (!this.asked.length && !this.drawn.moves.includes(move)) {
      if (!this.isCalm) this.tiles.nudge(move);
      return;
    }
    this.send({ do: "play", move });
  }

  listenToSwipes() {
    let start = null;
    const { node } = this.tiles;
    node.addEventListener("pointerdown", (event) => {
      if (this.isStill || !event.isPrimary || event.button) return;
      start = [event.clientX, event.clientY];
      node.setPointerCapture(event.pointerId);
      this.focus();
    });
    node.addEventListener("pointermove", (event) => {
      if (!start || !event.isPrimary) return;
      const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
      if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
      start = null; // one move a swipe
      if (Math.abs(x) > Math.abs(y)) this.slide(x > 0 ? "right" : "left");
      else this.slide(y > 0 ? "down" : "up");
    });
    for (const name of ["pointerup", "pointercancel"]) node.addEventListener(name, () => (start = null));
  }
}

/* Draw a game into an element, as anywidget does; return what ends it. */
function render({ model, el }) {
  const game = new Game(model, el);
  game.begin();
  return () => game.end();
}

export default { render };
