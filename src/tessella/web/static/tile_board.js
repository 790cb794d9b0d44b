/* Board of 2048: its tiles, and how they get from one position to the next. */

import { fill, make } from "./dom.js";

const SLIDE = 95; // milliseconds of a slide, and after it of a pop
const POP = 130;
const SWIPE = 22; // pixels that make a swipe
const POPS = {
  merge: [
    { scale: 0.85, opacity: 0 },
    { scale: 1.13, opacity: 1, offset: 0.45 },
    { scale: 1, opacity: 1 },
  ],
  spawn: [
    { scale: 0.2, opacity: 0 },
    { scale: 1, opacity: 1 },
  ],
};

export class TileBoard {
  constructor() {
    this.layer = make("div", { class: "moving", "aria-hidden": "true" });
    this.node = make("div", { class: "tiles", role: "grid", tabindex: "0" });
    this.frame = make("div", { class: "frame" }, this.node);
    this.cells = [];
    this.size = "";
    this.tiles = new Map(); // "r,c" -> the element of the tile that lies there
    this.leaving = [];
  }

  /**
   * Show a position, and the slide that led to it where there is one.
   * @param {object} state
   * @param {object|null} slide
   */
  draw(state, slide) {
    this.layOut(state.rows.length, state.rows[0].length);
    for (const tile of this.leaving) tile.remove(); // the last slide ends where it was to end
    this.leaving = [];
    if (!slide || !this.animate(slide, state)) this.place(state);
  }

  /** Tell a screen reader each cell. */
  describe(state, labels) {
    state.rows.forEach((row, r) =>
      row.forEach((value, c) => {
        const label = `${fill(labels.cell, { row: r + 1, col: c + 1 })}, ${value || labels.empty}`;
        const cell = this.cells[r][c];
        if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      }),
    );
  }

  layOut(rows, cols) {
    if (this.size === `${rows}x${cols}`) return;
    this.size = `${rows}x${cols}`;
    this.tiles.clear();
    this.layer.replaceChildren();
    this.node.style.setProperty("--cols", cols);
    this.node.classList.toggle("many", cols > 5);
    const cells = () => Array.from({ length: cols }, () => make("div", { role: "gridcell" }));
    this.cells = Array.from({ length: rows }, cells);
    const lines = this.cells.map((row) => make("div", { class: "row", role: "row" }, ...row));
    this.node.replaceChildren(...lines, this.layer);
  }

  /** Return a new tile. */
  tile(value, cell, target) {
    const power = Math.round(Math.log2(value));
    const text = String(value).length > 7 ? `2^${power}` : String(value);
    const tile = make("div", { class: "tile", "data-digits": text.length, "data-value": value }, text);
    const colour = Math.min(Math.max(power, 1), 17);
    tile.style.setProperty("--tile-background", `var(--tile-${colour})`);
    tile.style.setProperty("--tile-text", `var(--tile-${colour}-text)`);
    tile.classList.toggle("win", value >= target);
    this.move(tile, cell);
    return tile;
  }

  move(tile, [row, col]) {
    tile.style.setProperty("--r", row);
    tile.style.setProperty("--c", col);
  }

  /** Put every tile of a position where it lies, without animation. */
  place(state) {
    this.tiles.clear();
    state.rows.forEach((row, r) =>
      row.forEach((value, c) => value && this.tiles.set(`${r},${c}`, this.tile(value, [r, c], state.target))),
    );
    this.layer.replaceChildren(...this.tiles.values());
  }

  /** Slide, merge and spawn; return false where that does not lead to the position. */
  animate(slide, state) {
    const next = new Map();
    const moves = [];
    const leaving = [];
    for (const [, start, end, isMerged] of slide.tiles) {
      const tile = this.tiles.get(String(start));
      if (!tile || (!isMerged && next.has(String(end)))) return false;
      moves.push([tile, start, end]);
      if (isMerged) leaving.push(tile);
      else next.set(String(end), tile);
    }
    const created = [...slide.merges.map((placed) => [placed, "merge"]), [slide.spawn, "spawn"]].map(
      ([[value, cell], how]) => [cell, this.tile(value, cell, state.target), how],
    );
    for (const [cell, tile] of created) next.set(String(cell), tile);
    const isRight = state.rows.every((row, r) =>
      row.every((value, c) => Number(next.get(`${r},${c}`)?.dataset.value ?? 0) === value),
    );
    if (!isRight) return false;

    this.tiles.forEach((tile) => tile.classList.remove("newest"));
    for (const [tile, start, end] of moves) {
      this.move(tile, end);
      const isMoving = String(start) !== String(end);
      if (isMoving) tile.animate([offset(start), offset(end)], { duration: SLIDE, easing: "ease-out" });
    }
    for (const [, tile, how] of created) {
      tile.classList.toggle("newest", how === "spawn");
      this.layer.append(tile);
      tile.animate(POPS[how], { duration: POP, delay: SLIDE * 0.75, fill: "backwards", easing: "ease-out" });
    }
    this.tiles = next;
    this.leaving = leaving;
    setTimeout(() => leaving.forEach((tile) => tile.remove()), SLIDE + 20);
    return true;
  }

  /** Show without words that a move changes nothing. */
  nudge(move) {
    const [x, y] = { left: [-5, 0], right: [5, 0], up: [0, -5], down: [0, 5] }[move];
    const there = { transform: `translate(${x}px, ${y}px)` };
    this.layer.animate([{ transform: "none" }, there, { transform: "none" }], { duration: 140 });
  }

  /**
   * Listen to swipes of a finger or the mouse.
   * @param {function()} touch called when one may begin
   * @param {function(string)} slide called with its direction
   */
  listenToSwipes(touch, slide) {
    let start = null;
    this.node.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button) return;
      start = [event.clientX, event.clientY];
      this.node.setPointerCapture(event.pointerId);
      touch();
    });
    this.node.addEventListener("pointermove", (event) => {
      if (!start || !event.isPrimary) return;
      const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
      if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
      start = null; // one move a swipe
      if (Math.abs(x) > Math.abs(y)) slide(x > 0 ? "right" : "left");
      else slide(y > 0 ? "down" : "up");
    });
    for (const name of ["pointerup", "pointercancel"]) this.node.addEventListener(name, () => (start = null));
    // The browser scrolls nothing here, but would still take a tap soon after a quick swipe for the end of a fling.
    this.node.addEventListener("touchmove", (event) => event.cancelable && event.preventDefault(), { passive: false });
  }
}

/** Return the keyframe that draws a tile in a cell; a tile that grows keeps its middle, as `translate` goes first. */
function offset([row, col]) {
  const way = (n) => `calc(${n} * (var(--side) + var(--gap)))`;
  return { translate: `${way(col)} ${way(row)}` };
}
