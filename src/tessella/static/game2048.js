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
      this.tool("new", words.new, () => this.choose(), "n"),
    );
    this.labelled = null;
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
    if (before?.at !== state.at || before?.id !== state.id || before?.rows !== state.rows) {
      this.tiles.draw(state, isNext && !this.isCalm ? state.motion : null);
    }
    this.tiles.label(state, this.words);
  }

  visible(state, asked) {
    return state.moves.length || !state.over ? super.visible(state, asked) : "";
  }

  focus() {
    this.tiles.node.focus({ preventScroll: true });
  }

  key(name, event) {
    const means = KEYS[name];
    if (!means || (event.shiftKey && !name.startsWith("arrow"))) return false;
    if (MOVES.includes(means)) this.slide(means);
    else if (!event.repeat) this.command(means);
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
