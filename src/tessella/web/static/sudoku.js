/* How is a Sudoku drawn in a browser, and what does it listen to?
 *
 * Every rule and every sentence comes from Python: this module sends moves as text (`r3c5=7`), and draws the position
 * and the hint that come back. Which cell is chosen and whether digits are marks is its own affair, and forgotten with
 * the page. Page and notebook hand it a model; see frame.js.
 */

import { Frame, fill, make, nameOf } from "./frame.js";

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
const PEN = new Set(["marks", "erase", "mark_all", "check", "hint", "follow"]); // what a pause takes away

/* The digit that a key stands for on a grid of this size, 0 for none. */
function digitOf(event, symbols) {
  const code = /^(?:Digit|Numpad)([0-9])$/.exec(event.code || ""); // with Shift the key itself is another sign
  const name = code ? code[1] : nameOf(event).toUpperCase();
  return name.length === 1 ? Math.max(symbols.indexOf(name), 0) : 0;
}

/* The cells, and what is drawn over them. */
class Cells {
  constructor() {
    this.box = [0, 0];
    this.symbols = "";
    this.lattice = make("div", { class: "lattice", role: "grid" });
    this.lines = make("svg", { class: "lines", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.shown = make("svg", { class: "shown", "aria-hidden": "true" });
    this.node = make("div", { class: "cells" }, this.lattice, this.lines, this.shown);
    this.field = make("div", { class: "window" }, this.node);
    this.cells = [];
    this.drawn = [];
  }

  /* Make the cells and lines of a grid. */
  lay(size, box) {
    const [high, wide] = box;
    if (String(box) === String(this.box)) return;
    this.box = box;
    this.drawn = [];
    this.cells = [];
    const set = (name, value) => this.node.style.setProperty(name, value);
    set("--size", size);
    set("--box-rows", high);
    set("--box-cols", wide);
    set("--box-most", Math.max(high, wide));
    set("--least", size > 9 ? "28px" : "0px");
    const rows = [];
    for (let r = 0; r < size; r++) {
      const row = make("div", { class: "row", role: "row" });
      for (let c = 0; c < size; c++) {
        const cell = make("div", { class: "cell", role: "gridcell", tabindex: "-1" });
        cell.dataset.cell = r * size + c;
        this.cells.push(cell);
        row.append(cell);
      }
      rows.push(row);
    }
    this.lattice.replaceChildren(...rows);
    let thin = "";
    let boxes = "";
    for (let n = 0; n <= size; n++) {
      const down = `M0 ${n}H${size}`;
      const across = `M${n} 0V${size}`;
      if (n % high) thin += down;
      else boxes += down;
      if (n % wide) thin += across;
      else boxes += across;
    }
    this.lines.setAttribute("viewBox", `0 0 ${size} ${size}`);
    this.shown.setAttribute("viewBox", `0 0 ${size} ${size}`);
    this.lines.replaceChildren(make("path", { d: thin }), make("path", { class: "boxes", d: boxes }));
  }

  /* Draw each cell that changed; `look` holds classes, marks and label of each. */
  draw(looks) {
    looks.forEach((look, cell) => {
      const before = this.drawn[cell];
      const node = this.cells[cell];
      if (before?.classes !== look.classes) node.className = look.classes;
      if (before?.label !== look.label) node.setAttribute("aria-label", look.label);
      if (before?.chosen !== look.chosen) {
        node.tabIndex = look.chosen ? 0 : -1;
        node.setAttribute("aria-selected", String(look.chosen));
      }
      if (before?.digit !== look.digit || String(before?.marks) !== String(look.marks) || before?.bold !== look.bold) {
        node.replaceChildren(...this.inside(look));
      }
    });
    this.drawn = looks;
  }

  inside(look) {
    if (look.digit) return [this.symbols[look.digit]];
    if (!look.marks.length) return [];
    const marks = make("span", { class: "marks", "aria-hidden": "true" });
    for (const digit of look.marks) {
      const mark = make(digit === look.bold ? "b" : "span", {}, this.symbols[digit]);
      const [row, col] = this.spotOf(digit);
      mark.style.gridArea = `${row + 1} / ${col + 1}`;
      marks.append(mark);
    }
    return [marks];
  }

  focus() {
    this.cells.find((cell) => cell.tabIndex === 0)?.focus();
  }

  /* Return row and column of a mark in the small picture of a box that each cell is. */
  spotOf(digit) {
    return [Math.floor((digit - 1) / this.box[1]), (digit - 1) % this.box[1]];
  }

  /* Draw the picture of a hint over the cells: what is lit, what goes, what is placed, the links of a chain. */
  show(hint, state) {
    this.shown.replaceChildren(...(hint ? this.picture(hint, state) : []));
  }

  picture(hint, { size, digits, marks }) {
    const [high, wide] = this.box;
    const most = Math.max(high, wide);
    const radius = 0.4 / most;
    const left = (cell) => cell % size;
    const top = (cell) => Math.floor(cell / size);
    const spot = ([cell, digit]) => {
      const [row, col] = this.spotOf(digit);
      return [left(cell) + 0.04 + (0.92 * (col + 0.5)) / wide, top(cell) + 0.04 + (0.92 * (row + 0.5)) / high];
    };
    const apart = new Set(hint.apart);
    const drawn = hint.cells.map((cell) =>
      make("rect", {
        class: hint.mistake ? "bad" : apart.has(cell) ? "apart" : "lit",
        x: left(cell) + 0.05,
        y: top(cell) + 0.05,
        width: 0.9,
        height: 0.9,
        rx: 0.07,
      }),
    );
    const going = new Set(hint.struck.map(String));
    const coming = new Set(hint.placed.map(String));
    const seen = new Set([...hint.cells, ...hint.struck.map(([cell]) => cell), ...hint.placed.map(([cell]) => cell)]);
    for (const cell of hint.marks.length ? seen : []) {
      if (digits[cell]) continue;
      for (const digit of hint.marks[cell]) {
        const kind = going.has(`${cell},${digit}`) ? "off" : coming.has(`${cell},${digit}`) ? "on" : "";
        if (marks[cell].includes(digit) && !kind) continue;
        const [x, y] = spot([cell, digit]);
        const text = { x, y: y + 0.27 / most, "font-size": 0.78 / most };
        drawn.push(make("text", kind ? { class: kind, ...text } : text, this.symbols[digit]));
      }
    }
    for (const [x, y] of hint.struck.map(spot)) {
      drawn.push(make("path", { class: "strike", d: `M${x - radius} ${y + radius}L${x + radius} ${y - radius}` }));
    }
    for (const [x, y] of hint.placed.map(spot))
      drawn.push(make("circle", { class: "ring", cx: x, cy: y, r: radius * 1.2 }));
    for (const { from, to, strong } of hint.links) {
      const [[x, y], [u, v]] = [spot(from), spot(to)];
      const far = Math.hypot(u - x, v - y);
      if (!far) continue;
      const [dx, dy] = [(u - x) / far, (v - y) / far];
      // A link bends a little, so that it does not run through the candidates between its ends.
      const bend = Math.min(0.22, far * 0.09);
      const middle = `${(x + u) / 2 - dy * bend} ${(y + v) / 2 + dx * bend}`;
      const d = `M${x + dx * radius} ${y + dy * radius}Q${middle} ${u - dx * radius} ${v - dy * radius}`;
      drawn.push(make("path", { class: "halo", d }), make("path", { class: strong ? "link" : "link weak", d }));
    }
    return drawn;
  }
}

class Game extends Frame {
  constructor(model, el) {
    super(model, el, "sudoku");
    this.kind = "sudoku";
    this.cells = new Cells();
    this.chosen = -1;
    this.isMarking = false;
    this.isPaused = false;
    this.pad = make("div", { class: "pad", role: "group" });
    this.steps = make("ol", { class: "steps", hidden: true });
    this.place.prepend(this.cells.field);
    this.place.before(this.steps);
    this.said.after(this.pad);
    this.cells.lattice.addEventListener("pointerdown", (event) => {
      const cell = event.target.closest(".cell");
      if (cell && !this.isStill) this.pick(Number(cell.dataset.cell));
    });
    this.cells.lattice.addEventListener("focusin", (event) => {
      const cell = Number(event.target.closest(".cell")?.dataset.cell ?? -1);
      if (cell >= 0 && cell !== this.chosen && !this.isStill) this.pick(cell);
    });
  }

  begin() {
    super.begin();
    this.ticking = setInterval(() => this.tick(), 500);
    if (!this.isPage || this.isStill) return;
    // The clock runs while the grid can be seen.
    const watch = () => (document.hidden ? this.drawn?.running && this.send({ do: "pause" }) : this.run());
    document.addEventListener("visibilitychange", watch);
    this.handlers.push(() => document.removeEventListener("visibilitychange", watch));
    this.listen("change:online", () => this.run());
    this.run();
  }

  end() {
    clearInterval(this.ticking);
    super.end();
  }

  /* Let the clock run, unless the person has stopped it. */
  run() {
    const state = this.drawn;
    if (this.isOnline && !document.hidden && !this.isPaused && state && !state.over && !state.running) {
      this.send({ do: "resume" });
    }
  }

  dress(words) {
    this.cells.lattice.setAttribute("aria-label", words.board_sudoku);
    this.pad.setAttribute("aria-label", words.pad);
    this.padFor = "";
    if (this.isStill) return;
    const tool = (name, key) => this.tool(name, words[name], () => this.command(name === "new" ? "choose" : name), key);
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

  able(state) {
    const can = {};
    if (state.over || this.isPaused) for (const name of PEN) can[name] = false;
    if (state.over) can.pause = false;
    return can;
  }

  describe(state) {
    return state.size === 9 ? "" : `${state.size}×${state.size}`;
  }

  counts(state) {
    return [[this.words.time, this.clock(state)], ...state.counts];
  }

  clock(state) {
    const ms = state.ms + (state.running && this.since ? performance.now() - this.since : 0);
    const seconds = Math.floor(ms / 1000);
    const two = (n) => String(n).padStart(2, "0");
    const [s, m, h] = [seconds % 60, Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
    return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
  }

  tick() {
    if (this.drawn?.running) this.count(this.drawn, this.drawn);
  }

  redraw(state = this.state, asked = null) {
    if (state !== this.drawn) this.since = performance.now();
    super.redraw(state, asked);
  }

  draw(state, before, asked) {
    this.cells.symbols = state.symbols;
    this.cells.lay(state.size, state.box);
    this.game.classList.toggle("large", state.size > 16);
    const isOther = !before || before.id !== state.id;
    if (isOther || this.chosen < 0) this.chosen = Math.max(state.digits.indexOf(0), 0);
    else if (asked === "undo" || asked === "redo") this.follow(before, state);
    const isRunning = state.running && before !== state && !this.asked.includes("pause");
    if (isRunning || state.over || isOther) this.isPaused = false;
    this.drawCells(state);
    this.drawPad(state);
    const hint = state.hint;
    this.cells.show(hint && hint.stage > 1 && !this.isPaused ? hint : null, state);
    const { words } = this;
    const label = this.tools.querySelector('[data-tool="hint"] span');
    if (label) {
      label.textContent = hint && hint.stage < state.stages ? words.more : words.hint;
      this.tools.querySelector('[data-tool="follow"]').hidden = !(hint?.moves.length && hint.stage === state.stages);
    }
    this.steps.hidden = !hint || this.isPaused;
    this.steps.replaceChildren(...(hint ? hint.sentences.map((text) => make("li", {}, text)) : []));
    if (this.isPaused) this.hide();
    else this.curtain.hidden = true;
    if (state.over && before && !before.over && before.id === state.id) this.celebrate(state);
    if (before && isOther && this.isPage && !this.isStill) queueMicrotask(() => this.run());
  }

  drawCells(state) {
    const { words } = this;
    const { size, box, digits, givens, marks } = state;
    const chosen = this.isStill ? -1 : this.chosen;
    const [row, col] = [Math.floor(chosen / size), chosen % size];
    const boxOf = (r, c) => Math.floor(r / box[0]) * size + Math.floor(c / box[1]);
    const bad = new Set(state.clashes);
    const wrong = new Set(state.wrong);
    const lit = new Set(state.hint?.cells);
    const digit = chosen < 0 ? 0 : digits[chosen];
    const isQuiet = state.hint?.stage > 1; // the eye is for the hint then
    const looks = digits.map((here, cell) => {
      const [r, c] = [Math.floor(cell / size), cell % size];
      const isPeer = chosen >= 0 && (r === row || c === col || boxOf(r, c) === boxOf(row, col));
      const classes = ["cell"];
      const said = [fill(words.cell, { row: r + 1, col: c + 1 })];
      if (here) {
        classes.push(givens[cell] ? "given" : "own");
        said.push(state.symbols[here], givens[cell] ? words.given : words.own);
      } else if (marks[cell].length) {
        said.push(fill(words.marked, { digits: marks[cell].map((one) => state.symbols[one]).join(" ") }));
      } else said.push(words.empty);
      if (bad.has(cell)) said.push(words.conflict);
      if (wrong.has(cell)) said.push(words.wrong);
      if (lit.has(cell)) said.push(words.lit);
      if (bad.has(cell) || wrong.has(cell)) classes.push("wrong");
      if (cell === chosen) classes.push("chosen");
      else if (isQuiet) classes.push("plain");
      else if (digit && here === digit) classes.push("same");
      else if (isPeer) classes.push("peer");
      return {
        classes: classes.join(" "),
        label: said.join(", "),
        digit: here,
        marks: marks[cell],
        bold: digit && marks[cell].includes(digit) ? digit : 0,
        chosen: cell === chosen,
      };
    });
    this.cells.draw(looks);
  }

  /* Draw the digits to write, with how many of each are still to come. */
  drawPad(state) {
    if (this.isStill) return;
    const { words } = this;
    const { size, symbols } = state;
    if (this.padFor !== `${size}`) {
      this.padFor = `${size}`;
      const digits = [...Array(size).keys()].map((n) =>
        make(
          "button",
          { type: "button", "data-tool": "digit", onclick: () => this.write(n + 1) },
          make("span", {}, symbols[n + 1]),
          make("small"),
        ),
      );
      const erase = this.tool("erase", words.erase, () => this.command("erase"), "0");
      erase.classList.add("erase");
      this.pad.classList.toggle("large", size > 9);
      this.pad.classList.toggle("few", size < 9);
      this.pad.replaceChildren(...digits, erase);
    }
    const counts = Array(size + 1).fill(0);
    for (const digit of state.digits) counts[digit]++;
    for (let digit = 1; digit <= size; digit++) {
      const button = this.pad.children[digit - 1];
      const left = Math.max(size - counts[digit], 0);
      button.classList.toggle("done", !left);
      button.firstChild.classList.toggle("marking", this.isMarking);
      button.lastChild.textContent = left || "✓";
      const label = this.isMarking ? fill(words.mark_digit, { digit: symbols[digit] }) : symbols[digit];
      button.setAttribute("aria-label", `${label}, ${fill(words.n_left, { n: left })}`);
    }
    this.tools.querySelector('[data-tool="marks"]').setAttribute("aria-pressed", String(this.isMarking));
    this.tools.querySelector('[data-tool="pause"]').setAttribute("aria-pressed", String(this.isPaused));
  }

  visible(state, asked) {
    if (state.clash.length) return state.clash.join("\n");
    if (state.hint) return "";
    return asked === "undo" || asked === "redo" || asked === "play" ? "" : super.visible(state, asked);
  }

  tone(state) {
    return state.clash.length || state.wrong.length ? "bad" : "";
  }

  focus() {
    this.cells.focus();
  }

  /* Return what there is to tell of a solved puzzle. */
  facts(state) {
    return state.facts ?? [];
  }

  renew() {
    this.send({ do: this.drawn.lesson ? "practise" : "new" });
    this.focus();
  }

  // --- What is chosen ---

  /* Choose a cell, and give it the focus. */
  pick(cell) {
    if (this.isPaused) return;
    this.chosen = cell;
    this.drawCells(this.drawn);
    this.focus();
  }

  /* Choose the cell that differs from the position before, if it is one alone. */
  follow(before, state) {
    for (const name of ["digits", "marks"]) {
      const changed = state[name].flatMap((here, cell) => (String(here) === String(before[name][cell]) ? [] : [cell]));
      if (changed.length === 1) {
        this.chosen = changed[0];
        return;
      }
    }
  }

  go([down, right]) {
    const { size } = this.drawn;
    const [row, col] = [Math.floor(this.chosen / size), this.chosen % size];
    this.pick(((row + down + size) % size) * size + ((col + right + size) % size));
  }

  // --- Keys and buttons ---

  key(name, event) {
    const { symbols, size } = this.drawn;
    if (ARROWS[name] && (name.startsWith("arrow") || size < 17)) {
      this.go(ARROWS[name]);
      return true;
    }
    if (name === "home" || name === "end") {
      const row = Math.floor(this.chosen / size) * size;
      this.pick(name === "home" ? row : row + size - 1);
      return true;
    }
    const onButton = event.target.closest?.("button, a, summary");
    if (onButton && (name === " " || name === "enter")) return false;
    const digit = digitOf(event, symbols);
    if (digit) this.write(digit, event.shiftKey !== this.isMarking);
    else if (KEYS[name]) return event.repeat || this.command(KEYS[name]);
    else return false;
    return true;
  }

  /* Write or mark a digit in the chosen cell; the same again takes it away. */
  write(digit, isMark = this.isMarking) {
    const { digits, symbols } = this.drawn;
    if (this.isPaused || this.drawn.over) return;
    const sign = isMark ? "~" : "=";
    if (!isMark && digits[this.chosen] === digit) this.send({ do: "play", move: `${this.name()}-` });
    else this.send({ do: "play", move: `${this.name()}${sign}${symbols[digit]}` });
  }

  name() {
    const { size } = this.drawn;
    return `r${Math.floor(this.chosen / size) + 1}c${(this.chosen % size) + 1}`;
  }

  command(name) {
    const state = this.drawn;
    if (PEN.has(name) && (this.isPaused || state.over)) return true;
    switch (name) {
      case "erase":
        if (state.digits[this.chosen] || state.marks[this.chosen].length) {
          this.send({ do: "play", move: `${this.name()}-` });
        }
        return true;
      case "marks":
        this.isMarking = !this.isMarking;
        this.drawPad(state);
        this.speak(this.isMarking ? this.words.marks : this.words.digits);
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

  /* Cover the grid and stop the clock, or go on. */
  pause() {
    if (this.drawn.over) return;
    this.isPaused = !this.isPaused;
    this.send({ do: this.isPaused ? "pause" : "resume" });
    this.redraw(this.drawn);
    if (!this.isPaused) this.focus();
  }

  hide() {
    const { words } = this;
    if (this.curtain.hidden || !this.curtain.querySelector("button")) {
      this.cover(
        make("p", {}, words.paused),
        make("button", { type: "button", class: "main", onclick: () => this.pause() }, words.go_on),
      );
      this.curtain.querySelector("button").focus();
    }
  }

  /* Run a wave of light over a solved grid. */
  celebrate({ size }) {
    if (this.isCalm) return;
    this.cells.cells.forEach((cell, n) => {
      const delay = (Math.floor(n / size) + (n % size)) * 45;
      cell.animate([{ scale: 1 }, { scale: 1.12, color: "var(--success)" }, { scale: 1 }], { duration: 420, delay });
    });
  }
}

/* Draw a game into an element, as anywidget does; return what ends it. */
function render({ model, el }) {
  const game = new Game(model, el);
  game.begin();
  return () => game.end();
}

export default { render };
