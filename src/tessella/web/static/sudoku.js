/* Sudoku in a browser: moves are sent as text (`r3c5=7`), and the position and the hint come back.
 *
 * Which cell is selected and whether digits are marks is known here alone, and forgotten with the page.
 */

import { cellStyles } from "./cell_styles.js";
import { DigitPad } from "./digit_pad.js";
import { button, make, reachable } from "./dom.js";
import { GameView } from "./game_view.js";
import { keyName } from "./keyboard.js";
import { SudokuGrid } from "./sudoku_grid.js";

// prettier-ignore
const ARROWS = {
  arrowleft: [0, -1], h: [0, -1],
  arrowright: [0, 1], l: [0, 1],
  arrowup: [-1, 0], k: [-1, 0],
  arrowdown: [1, 0], j: [1, 0],
};
// prettier-ignore
const KEYS = {
  u: "undo", y: "redo", r: "new", n: "choose", t: "hint", f: "follow", m: "marks", " ": "marks", x: "check",
  w: "mark_all", "~": "mark_all", p: "pause",
  0: "erase", ".": "erase", "-": "erase", backspace: "erase", delete: "erase",
};
const WRITING = new Set(["marks", "erase", "mark_all", "check", "hint", "follow"]); // what a pause takes away

/** Return the digit that a key stands for on a grid of this size, 0 for none. */
function digitOfKey(event, symbols) {
  const code = /^(?:Digit|Numpad)([0-9])$/.exec(event.code || ""); // with Shift the key itself is another sign
  const name = code ? code[1] : keyName(event).toUpperCase();
  return name.length === 1 ? Math.max(symbols.indexOf(name), 0) : 0;
}

class SudokuView extends GameView {
  constructor(model, el) {
    super(model, el, "sudoku");
    this.grid = new SudokuGrid();
    this.selected = -1;
    this.isMarking = false;
    this.isPaused = false;
    this.pad = new DigitPad(this);
    this.steps = make("ol", { class: "steps", hidden: true });
    reachable(this.steps);
    this.place.prepend(this.grid.field);
    this.place.before(this.steps);
    this.message.after(this.pad.node);
    this.grid.lattice.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest(".cell");
      if (cell && !this.isStill) this.select(Number(cell.dataset.cell));
    });
    this.grid.lattice.addEventListener("focusin", (event) => {
      const cell = Number(event.target.closest(".cell")?.dataset.cell ?? -1);
      if (cell >= 0 && cell !== this.selected && !this.isStill) this.select(cell);
    });
  }

  begin() {
    super.begin();
    this.ticking = setInterval(() => this.tick(), 500);
    if (!this.isPage || this.isStill) return;
    // The clock runs while the grid can be seen.
    this.on(document, "visibilitychange", () => {
      if (!document.hidden) this.resume();
      else if (this.drawn?.running) this.send({ do: "pause" });
    });
    this.onModel("change:online", () => this.resume());
    this.resume();
  }

  end() {
    clearInterval(this.ticking);
    super.end();
  }

  /** Let the clock run, unless the person has stopped it. */
  resume() {
    const state = this.drawn;
    if (this.isOnline && !document.hidden && !this.isPaused && state && !state.over && !state.running) {
      this.send({ do: "resume" });
    }
  }

  applyLabels(labels) {
    this.grid.lattice.setAttribute("aria-label", labels.board_sudoku);
    this.pad.applyLabels(labels);
    if (this.isStill) return;
    const tool = (name, key) => this.tool(name, labels[name], () => this.command(name === "new" ? "choose" : name), key);
    this.tools.replaceChildren(
      tool("marks", "m"),
      tool("undo", "u"),
      tool("redo", "y"),
      tool("hint", "t"),
      tool("follow", "f"),
      tool("check", "x"),
      tool("mark_all", "w"),
      tool("pause", "p"),
      tool("new", "n"),
    );
  }

  availability(state) {
    const can = {};
    can.follow = Boolean(state.hint?.moves.length);
    if (state.over || this.isPaused) for (const name of WRITING) can[name] = false;
    if (state.over) can.pause = false;
    return can;
  }

  describe(state) {
    return state.size === 9 ? "" : `${state.size}×${state.size}`;
  }

  figuresOf(state) {
    return [[this.labels.time, this.clock(state)], ...state.counts];
  }

  clock(state) {
    const ms = state.elapsed_ms + (state.running && this.since ? performance.now() - this.since : 0);
    const seconds = Math.floor(ms / 1000);
    const two = (n) => String(n).padStart(2, "0");
    const [s, m, h] = [seconds % 60, Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
    return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  }

  tick() {
    if (this.drawn?.running) this.drawFigures(this.drawn, this.drawn);
  }

  redraw(state = this.state, request = null) {
    if (state !== this.drawn) this.since = performance.now();
    super.redraw(state, request);
  }

  draw(state, before, request) {
    this.grid.symbols = state.symbols;
    this.grid.layOut(state.size, state.box);
    this.game.classList.toggle("large", state.size > 16);
    const isOther = !before || before.id !== state.id;
    if (isOther || this.selected < 0) this.selected = Math.max(state.digits.indexOf(0), 0);
    else if (request === "undo" || request === "redo") this.selectChanged(before, state);
    const isRunning = state.running && before !== state && !this.pending.includes("pause");
    if (isRunning || state.over || isOther) this.isPaused = false;
    this.drawCells(state);
    if (!this.isStill) this.drawTools(state);
    this.drawHint(state);
    if (this.isPaused) this.hideGrid();
    else this.curtain.hidden = true;
    if (state.over && before && !before.over && before.id === state.id) this.celebrate(state);
    if (before && isOther && this.isPage && !this.isStill) queueMicrotask(() => this.resume());
  }

  drawTools(state) {
    const { hint } = state;
    const { labels } = this;
    this.pad.draw(state);
    this.toolNamed("marks").setAttribute("aria-pressed", String(this.isMarking));
    this.toolNamed("pause").setAttribute("aria-pressed", String(this.isPaused));
    this.toolNamed("hint").lastChild.textContent = hint && hint.stage < state.stages ? labels.more : labels.hint;
  }

  drawHint(state) {
    const { hint } = state;
    this.grid.drawHint(hint && hint.stage > 1 && !this.isPaused ? hint : null, state);
    this.steps.hidden = !hint || this.isPaused;
    this.steps.replaceChildren(...(hint ? hint.sentences.map((text) => make("li", {}, text)) : []));
    this.steps.scrollTop = this.steps.scrollHeight; // the last sentence is the new one
  }

  drawCells(state) {
    this.grid.draw(cellStyles(state, this.isStill ? -1 : this.selected, this.labels));
  }

  messageFor(state, request) {
    if (state.problems.length) return state.problems.join("\n");
    if (state.hint && request !== "check") return "";
    return request === "undo" || request === "redo" || request === "play" ? "" : super.messageFor(state, request);
  }

  isAlarming(state) {
    return state.problems.length > 0 || state.mistakes.length > 0;
  }

  focus() {
    this.grid.focus();
  }

  playAnother() {
    this.send({ do: this.drawn.technique ? "practise" : "new" });
    this.focus();
  }

  // --- The selected cell ---

  /** Select a cell, and give it the focus. @param {number} cell */
  select(cell) {
    if (this.isPaused) return;
    this.selected = cell;
    this.drawCells(this.drawn);
    this.focus();
  }

  /** Select the cell that differs from the position before, if it is one alone. */
  selectChanged(before, state) {
    for (const name of ["digits", "marks"]) {
      const changed = state[name].flatMap((here, cell) => (String(here) === String(before[name][cell]) ? [] : [cell]));
      if (changed.length === 1) {
        this.selected = changed[0];
        return;
      }
    }
  }

  go([down, right]) {
    const { size } = this.drawn;
    const [row, col] = [Math.floor(this.selected / size), this.selected % size];
    this.select(((row + down + size) % size) * size + ((col + right + size) % size));
  }

  // --- Keys and buttons ---

  handleKey(name, event) {
    const { symbols, size } = this.drawn;
    if (ARROWS[name] && (name.startsWith("arrow") || size < 17)) {
      this.go(ARROWS[name]);
      return true;
    }
    if (name === "home" || name === "end") {
      const row = Math.floor(this.selected / size) * size;
      this.select(name === "home" ? row : row + size - 1);
      return true;
    }
    const onButton = event.target.closest?.("button, a, summary");
    if (onButton && (name === " " || name === "enter")) return false;
    const digit = digitOfKey(event, symbols);
    if (digit) this.write(digit, event.shiftKey !== this.isMarking);
    else if (KEYS[name]) return event.repeat || this.command(KEYS[name]);
    else return false;
    return true;
  }

  /** Write or mark a digit in the selected cell; the same again takes it away. @param {number} digit */
  write(digit, isMark = this.isMarking) {
    const { digits, symbols } = this.drawn;
    if (this.isPaused || this.drawn.over) return;
    const sign = isMark ? "~" : "=";
    if (!isMark && digits[this.selected] === digit) this.send({ do: "play", move: `${this.cellName()}-` });
    else this.send({ do: "play", move: `${this.cellName()}${sign}${symbols[digit]}` });
  }

  cellName() {
    const { size } = this.drawn;
    return `r${Math.floor(this.selected / size) + 1}c${(this.selected % size) + 1}`;
  }

  command(name) {
    const state = this.drawn;
    if (WRITING.has(name) && (this.isPaused || state.over)) return true;
    switch (name) {
      case "erase":
        if (state.digits[this.selected] || state.marks[this.selected].length) {
          this.send({ do: "play", move: `${this.cellName()}-` });
        }
        return true;
      case "marks":
        this.isMarking = !this.isMarking;
        this.drawTools(state);
        this.announce(this.isMarking ? this.labels.marks : this.labels.digits);
        return true;
      case "mark_all":
        this.send({ do: "play", move: "~" });
        return true;
      case "check":
        this.send({ do: "check" });
        return true;
      case "follow":
        if (state.hint?.moves.length) this.send({ do: "follow" });
        return true;
      case "pause":
        this.pause();
        return true;
      default:
        return super.command(name);
    }
  }

  /** Cover the grid and stop the clock, or go on. */
  pause() {
    if (this.drawn.over) return;
    this.isPaused = !this.isPaused;
    this.send({ do: this.isPaused ? "pause" : "resume" });
    this.redraw(this.drawn);
    if (!this.isPaused) this.focus();
  }

  hideGrid() {
    if (!this.curtain.hidden && this.curtain.querySelector("button")) return;
    const resume = button(this.labels.continue, () => this.pause(), { class: "main" });
    this.cover(make("p", {}, this.labels.paused), resume);
    resume.focus();
  }

  /** Run a wave of light over a solved grid. */
  celebrate({ size }) {
    if (this.isCalm) return;
    this.grid.cells.forEach((cell, n) => {
      const delay = (Math.floor(n / size) + (n % size)) * 45;
      cell.animate([{ scale: 1 }, { scale: 1.12, color: "var(--success)" }, { scale: 1 }], { duration: 420, delay });
    });
  }
}

/** Draw a game into an element, as anywidget does; return what ends it. */
function render({ model, el }) {
  const view = new SudokuView(model, el);
  view.begin();
  return () => view.end();
}

export default { render };
