/* Setter of Sudoku in a browser: a draft whose givens and rules are put by pointer or keys, and what is known of it.
 *
 * Which cells are selected, which tool is in hand and whose solution is looked at is known here alone.
 */

import { button, fill, make } from "./dom.js";
import { GameView } from "./game_view.js";
import { listenToPointer } from "./grid_pointer.js";
import { keyName } from "./keyboard.js";
import { Selection, houseOf } from "./selection.js";
import { CluesList, Palette } from "./setter_tools.js";
import { SudokuGrid } from "./sudoku_grid.js";

const ARROWS = { arrowleft: [0, -1], arrowright: [0, 1], arrowup: [-1, 0], arrowdown: [1, 0] };
const COMMANDS = { u: "undo", y: "redo", n: "new", backspace: "erase", delete: "erase" };
const HOUSES = { "[": "row", "]": "column", "\\": "box" };
const TOOLS = { undo: "u", redo: "y", erase: "Backspace", new: "n", open: "", share: "", play: "" };
const OUTWARD = new Set(["new", "open", "share", "play"]); // what the page around does

class SetterView extends GameView {
  constructor(model, el) {
    super(model, el, "setting");
    this.grid = new SudokuGrid();
    this.selection = new Selection();
    this.mode = "digit";
    this.isPaused = false;
    this.isDragging = false;
    this.isPressed = false; // whether the pointer went down on the grid
    this.example = -1; // which of the solutions is looked at
    this.isMarked = true; // whether candidates are shown
    this.lit = new Set(); // the cells of a clue that is pointed at
    this.palette = new Palette(this);
    this.clues = new CluesList(this);
    this.summary = make("p", { class: "summary" });
    this.problems = make("ul", { class: "problems" });
    this.looks = make("div", { class: "row" });
    this.answer = make("section", { class: "answer" }, this.summary, this.problems, this.looks);
    this.place.prepend(this.grid.field);
    this.tools.after(this.answer, this.palette.node, this.clues.node);
    listenToPointer(this);
    this.grid.lattice.addEventListener("pointerdown", () => (this.isPressed = true));
    this.on(document, "pointerup", () => this.release());
    this.grid.lattice.addEventListener("focusin", (event) => {
      const cell = Number(event.target.closest(".cell")?.dataset.cell ?? -1);
      if (cell >= 0 && cell !== this.selection.cursor && !this.isPressed) this.select(cell);
    });
  }

  applyLabels(labels) {
    this.grid.lattice.setAttribute("aria-label", labels.board_setting);
    this.grid.lattice.setAttribute("aria-multiselectable", "true");
    this.answer.setAttribute("aria-label", labels.solutions);
    const named = { ...labels, play: labels.play_draft };
    const tool = ([name, key]) => this.tool(name, named[name], () => this.command(name), key);
    this.tools.replaceChildren(...Object.entries(TOOLS).map(tool));
    this.looks.replaceChildren();
    this.palette.applyLabels(labels);
    this.clues.drawn = "";
    this.send({ do: "get", what: "tools" });
  }

  receive(message) {
    if (message.result?.[0]?.fields) this.palette.offer(message.result);
    const isDone = message.n !== undefined && this.pending[0] === "clue" && !message.error;
    super.receive(message);
    if (isDone) this.palette.clear();
  }

  describe({ size, title }) {
    return title.includes(`${size}x${size}`) ? "" : `${size}×${size}`;
  }

  draw(state, before) {
    const hadFocus = this.grid.node.contains(document.activeElement);
    const isOther = !before || before.id !== state.id || before.size !== state.size;
    if (isOther || before.text !== state.text) this.example = -1;
    if (isOther || this.selection.cursor < 0) this.selection.only(0);
    this.grid.symbols = state.symbols;
    this.grid.layOut(state);
    this.game.classList.toggle("large", state.size > 16);
    this.game.style.setProperty("--board-whole", `${this.grid.leastWidth}px`);
    this.palette.draw(state);
    this.clues.draw(state, this.labels);
    this.drawAnswer(state);
    this.drawCells();
    if (hadFocus) this.grid.focus();
  }

  /** Say how many solutions there are, and offer to look at them. */
  drawAnswer({ busy, candidates, examples, problems, summary, verdict }) {
    this.answer.classList.toggle("busy", busy);
    this.summary.textContent = [summary, verdict].filter(Boolean).join(" ");
    this.summary.classList.toggle("goes-on", busy && !/(\.\.\.|…)$/.test(summary)); // some say so themselves
    this.problems.replaceChildren(...problems.map((text) => make("li", {}, text)));
    const { labels } = this;
    const toggle = (name, label, isOn, press) => {
      const redrawn = () => {
        press();
        this.drawAnswer(this.drawn);
        this.drawCells();
        this.looks.querySelector(`[data-look="${name}"]`)?.focus();
      };
      return button(label, redrawn, { "aria-pressed": String(isOn), "data-look": name });
    };
    const numbered = examples.map((_, n) => {
      const label = examples.length > 1 ? fill(labels.solution_n, { n: n + 1 }) : labels.solution;
      return toggle(n, label, this.example === n, () => (this.example = this.example === n ? -1 : n));
    });
    const marks = toggle("marks", labels.candidates, this.isMarked, () => (this.isMarked = !this.isMarked));
    const key = JSON.stringify([examples.length, this.example, this.isMarked, candidates.length > 0]);
    if (this.looks.firstChild && key === this.looksKey) return;
    this.looksKey = key;
    this.looks.replaceChildren(...(candidates.length ? [marks] : []), ...numbered);
  }

  drawCells() {
    const { example, isMarked, labels, lit, selection } = this;
    const { givens, candidates, complete, conflicts, examples, marked, rules, size, symbols } = this.drawn;
    const wrong = new Set(conflicts);
    const isOpen = (cell) => examples.length > 1 && examples[0][cell] !== examples[1][cell];
    const looks = givens.map((given, cell) => {
      const marks = (isMarked && candidates[cell]) || [];
      const digit = given || examples[example]?.[cell] || (complete && marks.length === 1 ? marks[0] : 0);
      const classes = ["cell", given ? "given" : "entered", marked[cell] ?? "", wrong.has(cell) ? "wrong" : ""];
      if (selection.has(cell)) classes.push("selected");
      else if (lit.has(cell)) classes.push("same");
      else if (example >= 0 && isOpen(cell)) classes.push("possible");
      const parts = [fill(labels.cell, { row: Math.floor(cell / size) + 1, col: (cell % size) + 1 })];
      if (given) parts.push(symbols[given], labels.given);
      else if (digit) parts.push(fill(labels.only_digit, { digit: symbols[digit] }));
      else if (marks.length) parts.push(fill(labels.possible, { digits: marks.map((n) => symbols[n]).join(" ") }));
      else parts.push(labels.empty);
      parts.push(...(rules?.told ?? []).filter(([, cells]) => cells.includes(cell)).map(([sentence]) => sentence));
      if (marked[cell]) parts.push(labels[`clue_${marked[cell]}`]);
      if (wrong.has(cell)) parts.push(labels.conflict);
      return {
        classes: classes.filter(Boolean).join(" "),
        label: parts.join(", "),
        digit,
        marks: digit ? [] : marks,
        corners: [],
        colours: [],
        coloured: {},
        bold: 0,
        chosen: 0,
        isSelected: selection.has(cell),
        isCursor: cell === selection.cursor,
      };
    });
    this.grid.draw(looks);
  }

  focus() {
    this.grid.focus();
  }

  /** Show the cells of a clue. @param {number[]} cells */
  light(cells) {
    this.lit = new Set(cells);
    this.drawCells();
  }

  // --- The selected cells ---

  /** Select a cell alone, or one more or less, and give it the focus. @param {"only"|"add"|"toggle"} how */
  select(cell, how = "only") {
    this.selection[how](cell);
    this.showSelection();
  }

  /** Select several cells. @param {number[]} cells */
  selectAll(cells) {
    this.selection.cells = new Set();
    for (const cell of cells) this.selection.add(cell);
    this.showSelection();
    if (cells.length > 1) this.announce(fill(this.labels.n_selected, { n: cells.length }));
  }

  showSelection() {
    this.drawCells();
    this.focus();
  }

  /** Select the cells of the first clue at a cell. */
  selectAlike(cell) {
    const found = this.drawn.clues.find(({ cells }) => cells.includes(cell));
    if (found) this.selectAll(found.cells);
    this.isPressed = false; // nothing is put
  }

  go([down, right], how) {
    const { size } = this.drawn;
    const { cursor } = this.selection;
    const [row, col] = [Math.floor(cursor / size), cursor % size];
    this.select(((row + down + size) % size) * size + ((col + right + size) % size), how);
  }

  /** The pointer has gone up: what was dragged over is put at once, where nothing else is asked for. */
  release() {
    if (!this.isPressed) return;
    this.isPressed = false;
    const { tool } = this.palette;
    if (!tool || tool.most === 0) return;
    const { size } = this.selection.cells;
    if (size < tool.least || (tool.most !== null && size > tool.most)) return;
    if (tool.fields.some((field) => field.is_asked)) this.palette.ask();
    else if (tool.name !== "jigsaw" || size > 1) this.put();
  }

  // --- Keys and buttons ---

  handleKey(name, event) {
    const { symbols, size } = this.drawn;
    if (ARROWS[name]) {
      this.go(ARROWS[name], event.shiftKey ? "add" : "only");
      return true;
    }
    const onButton = event.target.closest?.("button, a, summary");
    if (onButton && (name === " " || name === "enter")) return false;
    if (name === "escape") return this.leave();
    if (name === "enter") this.put();
    else if (HOUSES[name]) this.selectAll(houseOf(HOUSES[name], this.selection.cursor, this.drawn));
    else if (COMMANDS[name]) return event.repeat || this.command(COMMANDS[name]);
    else if (/^[0-9]$/.test(name) && this.palette.tool) this.palette.ask(name);
    else if (name.length === 1 && symbols.indexOf(name.toUpperCase()) > 0 && (name <= "9" || (size > 9 && event.shiftKey))) {
      this.write(symbols.indexOf(name.toUpperCase()));
    } else if (name === "m") this.palette.more.focus();
    else return !event.altKey && this.palette.press(name);
    return true;
  }

  /** Go back to one cell, then to the givens; return whether there was anything to leave. */
  leave() {
    if (this.selection.cells.size > 1) this.select(this.selection.cursor);
    else if (this.palette.tool) this.palette.choose("");
    else return false;
    return true;
  }

  /** Write a given into the selected cells. @param {number} digit */
  write(digit) {
    const { size, symbols } = this.drawn;
    this.send({ do: "play", move: `${this.selection.names(size).join(",")}=${symbols[digit]}` });
  }

  /** Put what the tool in hand makes of the selected cells. */
  put() {
    const { tool } = this.palette;
    if (!tool) return;
    const cells = tool.most === 0 ? [] : [...this.selection.cells];
    this.send({ do: "clue", type: tool.name, cells, values: this.palette.values() });
  }

  command(name) {
    if (OUTWARD.has(name)) {
      this.root.dispatchEvent(new CustomEvent("tessella:setting", { bubbles: true, detail: name }));
      return true;
    }
    if (name !== "erase") return super.command(name);
    const { size, givens, clues } = this.drawn;
    const isThere = (cell) => givens[cell] || clues.some(({ cells }) => cells.includes(cell));
    // What is on its way may put something there.
    if (this.pending.length || [...this.selection.cells].some(isThere)) {
      this.send({ do: "play", move: `${this.selection.names(size).join(",")}-` });
    }
    return true;
  }

  /** Take a clue away. @param {{text: string}} clue */
  remove({ text }) {
    this.send({ do: "play", move: `-${text}` });
    this.focus();
  }

  /** Take a clue into hand, to be changed. */
  edit({ type, cells, values }) {
    this.palette.choose(type, values);
    if (cells.length) this.selectAll(cells);
    this.palette.ask();
  }
}

/** Draw a draft into an element, as games are drawn; return what ends it. */
function render({ model, el }) {
  const view = new SetterView(model, el);
  view.begin();
  return () => view.end();
}

export default { render };
