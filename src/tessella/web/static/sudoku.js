/* Sudoku in a browser: moves are sent as text (`r3c5=7`, `r3c5,r3c6^7`), and the position and the hint come back.
 *
 * Which cells are selected, what digit keys make and which digit is filtered is known here alone, and forgotten with the
 * page.
 */

import { cellStyles } from "./cell_styles.js";
import { COLOURS, DigitPad, MODES } from "./digit_pad.js";
import { button, fill, make, reachable } from "./dom.js";
import { GameView } from "./game_view.js";
import { listenToPointer } from "./grid_pointer.js";
import { keyName } from "./keyboard.js";
import { LessonPanel } from "./lesson_panel.js";
import { Selection, houseOf } from "./selection.js";
import { rulesList } from "./rules_picture.js";
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
  u: "undo", y: "redo", r: "new", n: "choose", t: "hint", f: "follow", m: "marks", " ": "mode", x: "check", e: "review",
  w: "mark_all", "~": "mark_all", p: "pause", i: "lesson", d: "drills", "[": "row", "]": "column", "\\": "box",
  0: "erase", ".": "erase", "-": "erase", backspace: "erase", delete: "erase",
};
const SUDOKUPAD_KEYS = { ...KEYS, z: "digit", x: "corner", c: "centre", v: "colour" };
const SHIFTED = { x: "check" }; // where SudokuPad has taken the key itself
const SIGNS = { digit: "=", corner: "^", centre: "~", colour: "@" };
const WRITING = new Set([...MODES, "mode", "marks", "erase", "mark_all", "check", "hint", "follow"]); // not in a pause

// The tools with their keys: of a puzzle, of the example of a lesson, of a drill.
const TOOLS = {
  puzzle: { undo: "u", redo: "y", hint: "t", follow: "f", check: "x", mark_all: "w", pause: "p", new: "n" },
  example: { lesson: "i", prior: "", next: "t", drills: "d", puzzles: "" },
  drill: { undo: "u", redo: "y", hint: "t", follow: "f", check: "x", lesson: "i", pause: "p", next_drill: "n" },
};
const CHANGING = new Set(["play", "follow", "check"]); // what an example is not there for

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
    this.selection = new Selection();
    this.mode = "digit";
    this.filter = 0; // the digit whose places are shown, 0 for none
    this.digit = 0; // the digit chosen first, where that is preferred
    this.candidate = null; // the cell and digit of the pencil mark that colours go to, in the mode of colours
    this.isPaused = false;
    this.isDragging = false; // whether the pointer is down on the grid
    this.isReading = false; // whether the words of a lesson are shown, where there is no room for the grid beside them
    this.lesson = new LessonPanel(this.isPage ? "h2" : "strong");
    this.pad = new DigitPad(this);
    this.steps = make("ol", { class: "steps", hidden: true });
    reachable(this.steps);
    this.place.prepend(this.grid.field);
    this.place.before(this.steps);
    this.tools.after(this.review.node);
    this.rules = make("details", { class: "told", hidden: true });
    this.message.after(this.lesson.node, this.pad.node, this.rules);
    listenToPointer(this);
    this.grid.lattice.addEventListener("focusin", (event) => {
      const cell = Number(event.target.closest(".cell")?.dataset.cell ?? -1);
      if (cell >= 0 && cell !== this.selection.cursor && !this.isStill && !this.isDragging) this.select(cell);
    });
  }

  /** Draw a line from the chosen pencil mark to another, or take it back. */
  joinTo(end) {
    if (!end || String(end) === String(this.candidate)) return;
    this.send({ do: "play", move: `${this.nameOf(this.candidate)}-${this.nameOf(end)}` });
  }

  /** Return a candidate as moves name it. */
  nameOf([cell, digit]) {
    const { size, symbols } = this.drawn;
    return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}~${symbols[digit]}`;
  }

  /** Whether a puzzle is shown, the example of a lesson, or a drill. */
  get part() {
    const lesson = this.drawn?.lesson;
    return lesson ? (lesson.number ? "drill" : "example") : "puzzle";
  }

  send(request) {
    if (this.part !== "example" || !CHANGING.has(request.do)) super.send(request);
  }

  /** Return whether a preference of Sudoku has a value. */
  prefers(name, value) {
    return this.model.get("preferences")?.sudoku?.[name] === value;
  }

  begin() {
    super.begin();
    this.ticking = setInterval(() => this.tick(), 500);
    if (!this.isPage || this.isStill) return;
    // The clock runs while the grid can be seen.
    this.on(document, "visibilitychange", () => {
      if (!document.hidden) this.resume();
      else this.send({ do: "pause" });
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
    this.review.applyLabels(labels);
    if (this.isStill) return;
    this.toolsFor = ""; // they are made anew, in this language
    this.lesson.shown = "";
  }

  /** Offer the tools for a puzzle, an example or a drill. */
  offerTools() {
    const { labels, part } = this;
    if (this.toolsFor === part) return;
    this.toolsFor = part;
    const tool = ([name, key]) => this.tool(name, labels[name], () => this.command(name === "new" ? "choose" : name), key);
    this.tools.replaceChildren(...Object.entries(TOOLS[part]).map(tool));
    this.game.classList.toggle("taught", part === "example");
    this.pad.node.hidden = part === "example";
  }

  availability(state) {
    const can = { follow: Boolean(state.hint?.moves.length) };
    if (state.over || this.isPaused) for (const name of WRITING) can[name] = false;
    if (state.over) can.pause = false;
    const stage = state.hint?.stage ?? 0;
    return { ...can, prior: stage > 1 || (stage === 1 && !this.isReading), next: stage < state.stages };
  }

  describe(state) {
    return state.size === 9 ? "" : `${state.size}×${state.size}`;
  }

  figuresOf(state) {
    const { lesson } = state;
    if (lesson) return [[this.labels.drills, lesson.so_far], ...(lesson.number ? state.counts.slice(1) : [])];
    const time = this.prefers("clock", "hidden") && !state.over ? [] : [[this.labels.time, this.clock(state)]];
    return [...time, ...state.counts];
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
    this.grid.layOut(state);
    this.drawRules(state);
    this.game.classList.toggle("large", state.size > 16);
    this.game.style.setProperty("--board-whole", `${this.grid.leastWidth}px`);
    const isOther = !before || before.id !== state.id;
    if (isOther || before.at !== state.at) this.review.look(null);
    if (isOther) this.filter = 0;
    if (isOther || this.selection.cursor < 0) this.selection.only(Math.max(state.digits.indexOf(0), 0));
    else if (request === "undo" || request === "redo") this.selectChanged(before, state);
    const isRunning = state.running && before !== state && !this.pending.includes("pause");
    if (isRunning || state.over || isOther) this.isPaused = false;
    if (isOther) this.isReading = !state.hint;
    if (isOther && state.lesson) this.mode = state.lesson.mode;
    this.drawCells(state);
    if (!this.isStill) this.drawTools(state);
    this.drawHint(state);
    if (!this.isStill) this.review.draw(state.review);
    if (this.isPaused) this.hideGrid();
    else this.curtain.hidden = true;
    if (state.over && before && !before.over && before.id === state.id) this.celebrate(state);
    if (before && isOther && this.isPage && !this.isStill) queueMicrotask(() => this.resume());
  }

  /** Say the rules that not every puzzle has. */
  drawRules({ rules }) {
    const told = JSON.stringify(rules?.told ?? "");
    if (told === this.toldRules) return;
    this.toldRules = told;
    this.rules.hidden = !rules;
    this.rules.replaceChildren(...(rules ? rulesList(rules, this.labels) : []));
    this.rules.querySelectorAll("ul").forEach(reachable);
  }

  drawTools(state) {
    const { hint } = state;
    const { labels } = this;
    this.offerTools();
    this.pad.draw(state);
    const isExample = this.part === "example";
    this.lesson.draw(isExample ? state.lesson : null, labels);
    this.game.classList.toggle("reading", isExample && this.isReading);
    this.toolNamed("pause")?.setAttribute("aria-pressed", String(this.isPaused));
    if (isExample) this.toolNamed("lesson").setAttribute("aria-pressed", String(this.isReading));
    else this.toolNamed("hint").lastChild.textContent = hint && hint.stage < state.stages ? labels.more : labels.hint;
  }

  drawHint(state) {
    const { hint } = state;
    this.grid.drawHint(hint && hint.stage > 1 && !this.isPaused ? hint : null, state);
    this.steps.hidden = !hint || this.isPaused;
    this.steps.replaceChildren(...(hint ? hint.sentences.map((text) => make("li", {}, text)) : []));
    this.steps.scrollTop = this.steps.scrollHeight; // the last sentence is the new one
  }

  /** Show a place of the review on the grid, or with null the position itself. */
  showMove(move) {
    if (move?.cell >= 0) this.selection.only(move.cell);
    this.drawCells(this.drawn);
    this.place.scrollIntoView({ block: "nearest" });
  }

  drawCells(now) {
    const { looked } = this.review;
    const state = looked ? { ...now, ...looked, drawn: {}, conflicts: [], mistakes: [] } : now;
    const { candidate, filter } = this;
    const selection = this.isStill ? new Selection() : this.selection;
    this.grid.draw(cellStyles(state, { selection, filter, candidate }, this.labels));
    this.grid.drawLines(state);
  }

  messageFor(state, request) {
    if (state.problems.length) return state.problems.join("\n");
    const { lesson } = state;
    if (lesson?.verdict) return lesson.is_done ? "" : lesson.verdict;
    if (state.hint && request !== "check") return "";
    if (lesson?.task && !state.step) return lesson.task;
    return request === "undo" || request === "redo" || request === "play" ? "" : super.messageFor(state, request);
  }

  isAlarming(state) {
    return state.problems.length > 0 || state.mistakes.length > 0;
  }

  focus() {
    this.grid.focus();
  }

  playAnother() {
    const { lesson, technique } = this.drawn;
    if (lesson?.next_id) this.goTo(lesson.next_id);
    else this.send({ do: technique ? "practise" : "new", ...(lesson && { technique }) });
    this.focus();
  }

  /** Go to another part of the lesson; a cell of a notebook opens no other game, but begins one. */
  goTo(id) {
    this.send({ do: this.isPage ? "open" : "new", id });
  }

  whatIsNext(state) {
    return state.lesson?.next_id ? "next_drill" : super.whatIsNext(state);
  }

  outcomeButtons(state) {
    return state.lesson ? [button(this.labels.lesson, () => this.command("lesson"))] : super.outcomeButtons(state);
  }

  /** Show the words of the lesson where the grid hides them, or the grid; from a drill, go to its lesson. */
  showLesson(isReading = !this.isReading) {
    const { lesson } = this.drawn;
    if (lesson?.number) return this.goTo(lesson.id);
    this.isReading = isReading;
    if (lesson) this.drawTools(this.drawn);
  }

  /** Show the example one stage further, or one back. @param {number} step */
  stepThrough(step) {
    const stage = this.stage + step;
    if (stage < 1) return this.showLesson(true);
    this.showLesson(false);
    if (stage <= this.drawn.stages) this.askHint(stage);
  }

  // --- The selected cells ---

  /** Select a cell alone, or one more or less, and give it the focus. @param {"only"|"add"|"toggle"} how */
  select(cell, how = "only") {
    if (this.isPaused) return;
    this.selection[how](cell);
    this.showSelection();
  }

  /** Select several cells. @param {number[]} cells */
  selectAll(cells) {
    if (this.isPaused) return;
    this.selection.all(cells);
    this.showSelection();
    const { size } = this.selection.cells;
    if (size > 1) this.announce(fill(this.labels.n_selected, { n: size }));
  }

  showSelection() {
    this.drawCells(this.drawn);
    this.focus();
  }

  /** Select every cell with the digit of this one, or, of a blank cell, every cell with the same marks. */
  selectAlike(cell) {
    const { digits, marks, drawn } = this.drawn;
    const look = (n) => (digits[n] ? digits[n] : `${marks[n]};${drawn.corners?.[n] ?? ""}`);
    const isBare = !digits[cell] && look(cell) === ";";
    if (!isBare) this.selectAll(digits.flatMap((_, n) => (look(n) === look(cell) ? [n] : [])));
  }

  /** Select what differs from the position before. */
  selectChanged(before, state) {
    const entries = ({ digits, marks, drawn }) => {
      return digits.map((digit, n) => `${digit};${marks[n]};${drawn.corners?.[n] ?? ""};${drawn.colours?.[n] ?? ""}`);
    };
    const [old, here] = [entries(before), entries(state)];
    const changed = here.flatMap((entry, cell) => (entry === old[cell] ? [] : [cell]));
    // A digit changes the marks of its peers too.
    const written = changed.filter((cell) => before.digits[cell] !== state.digits[cell]);
    const shown = written.length ? written : changed;
    if (shown.length <= state.size) this.selection.all(shown);
  }

  go([down, right], how = "only") {
    this.candidate = null;
    const { size } = this.drawn;
    const { cursor } = this.selection;
    const [row, col] = [Math.floor(cursor / size), cursor % size];
    this.select(((row + down + size) % size) * size + ((col + right + size) % size), how);
  }

  // --- Keys and buttons ---

  handleKey(name, event) {
    const { symbols, size } = this.drawn;
    const isPad = this.prefers("keys", "sudokupad");
    if (ARROWS[name] && (name.startsWith("arrow") || size < 17)) {
      this.go(ARROWS[name], event.shiftKey && name.startsWith("arrow") ? "add" : "only");
      return true;
    }
    if (name === "home" || name === "end") {
      const row = Math.floor(this.selection.cursor / size) * size;
      this.select(name === "home" ? row : row + size - 1);
      return true;
    }
    if (name === "escape") return this.leaveSelection();
    const onButton = event.target.closest?.("button, a, summary");
    if (onButton && (name === " " || name === "enter")) return false;
    const digit = digitOfKey(event, symbols);
    const command = (isPad && event.shiftKey && SHIFTED[name]) || (isPad ? SUDOKUPAD_KEYS : KEYS)[name];
    if (name === "enter" && this.digit) this.writeInto(this.selection.cursor);
    else if (digit && event.altKey) this.showPlaces(digit);
    else if (digit) this.write(digit, event.shiftKey ? (this.mode === "digit" ? "centre" : "digit") : this.mode);
    else if (command && !event.altKey) return event.repeat || this.command(command);
    else return false;
    return true;
  }

  /** Go back to one cell and no filter; return whether there was anything to leave. */
  leaveSelection() {
    if (!this.filter && !this.candidate && this.selection.cells.size < 2) return false;
    this.filter = 0;
    this.candidate = null;
    this.select(this.selection.cursor);
    this.drawTools(this.drawn);
    return true;
  }

  /** Show where a digit can still go; the same again ends that. @param {number} digit */
  showPlaces(digit) {
    if (this.isPaused) return;
    this.filter = this.filter === digit ? 0 : digit;
    this.drawCells(this.drawn);
    const { candidates, symbols } = this.drawn;
    const places = candidates.filter((mask) => (mask >> (digit - 1)) & 1).length;
    this.announce(this.filter ? fill(this.labels.n_places, { digit: symbols[digit], n: places }) : this.labels.no_filter);
  }

  /** Use a digit key: a digit, a mark or a colour for the selected cells, or the digit that is chosen first. */
  write(digit, mode = this.mode) {
    if (this.isPaused || this.drawn.over) return;
    if (this.prefers("entry", "digit")) {
      this.digit = this.digit === digit ? 0 : digit;
      this.filter = this.digit && mode !== "colour" ? digit : 0;
      this.redraw(this.drawn);
      return;
    }
    this.enter(digit, mode);
  }

  /** Use the digit that was chosen first for a cell. */
  writeInto(cell) {
    this.select(cell);
    if (!this.isPaused && !this.drawn.over) this.enter(this.digit, this.mode);
  }

  /** Write, mark or colour the selected cells; a digit that stands in all of them goes. */
  enter(digit, mode) {
    const { digits, givens, symbols, size } = this.drawn;
    if (mode === "colour" && digit > COLOURS) return;
    if (mode === "colour" && this.candidate) {
      this.send({ do: "play", move: `${this.nameOf(this.candidate)}@${digit}` });
      return;
    }
    const cells = this.selection.names(size).join(",");
    const free = [...this.selection.cells].filter((cell) => !givens[cell]);
    const isThere = mode === "digit" && free.length && free.every((cell) => digits[cell] === digit);
    const sign = mode === "digit" && this.prefers("marks", "keep") ? ":" : SIGNS[mode];
    this.send({ do: "play", move: isThere ? `${cells}-` : `${cells}${sign}${symbols[digit]}` });
  }

  /** Choose what digit keys make. @param {string} mode one of `MODES` */
  choose(mode) {
    this.mode = mode;
    this.candidate = null;
    this.drawCells(this.drawn);
    this.drawTools(this.drawn);
    this.announce(this.labels[mode]);
  }

  command(name) {
    const state = this.drawn;
    if (WRITING.has(name) && (this.isPaused || state.over)) return true;
    switch (name) {
      case "erase":
        if (this.pending.length || this.isAnything(state)) {
          const first = this.mode === "digit" ? "" : SIGNS[this.mode];
          this.send({ do: "play", move: `${this.selection.names(state.size).join(",")}-${first}` });
        }
        return true;
      case "mode":
        this.choose(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
        return true;
      case "marks":
        this.choose(this.mode === "centre" ? "digit" : "centre");
        return true;
      case "digit":
      case "corner":
      case "centre":
      case "colour":
        this.choose(name);
        return true;
      case "row":
      case "column":
      case "box":
        this.selectAll(houseOf(name, this.selection.cursor, state));
        return true;
      case "mark_all":
        this.send({ do: "play", move: "~" });
        return true;
      case "check":
        this.send({ do: "check" });
        return true;
      case "follow":
        if (this.pending.includes("hint") || state.hint?.moves.length) this.send({ do: "follow" });
        return true;
      case "pause":
        this.pause();
        return true;
      case "lesson":
        this.showLesson();
        return true;
      case "prior":
      case "next":
        this.stepThrough(name === "next" ? 1 : -1);
        return true;
      case "choose":
        if (state.lesson) this.playAnother();
        else this.chooseNew();
        return true;
      case "drills":
      case "next_drill":
        if (state.lesson) this.playAnother();
        return true;
      case "puzzles":
        this.send({ do: "practise", technique: state.technique });
        return true;
      case "hint":
        if (this.part !== "example") return super.command(name);
        this.stepThrough(1);
        return true;
      default:
        return super.command(name);
    }
  }

  /** Return whether the selected cells hold anything. */
  isAnything({ digits, givens, marks, drawn }) {
    const ends = (drawn.lines ?? []).flat().concat((drawn.candidates ?? []).map(([place]) => place));
    return [...this.selection.cells].some(
      (cell) =>
        (digits[cell] && !givens[cell]) ||
        marks[cell].length ||
        drawn.corners?.[cell] ||
        drawn.colours?.[cell] ||
        ends.some(([place]) => place === cell),
    );
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
