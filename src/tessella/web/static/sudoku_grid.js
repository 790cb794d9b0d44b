/* Grid of Sudoku: cells with digits and marks, lines, and the picture of a hint over them. */

import { make } from "./dom.js";
import { drawnLines, hintPicture, markPlace } from "./hint_picture.js";
import { regionBorders, rulesPicture } from "./rules_picture.js";

const CORNERS = ["1/1", "1/3", "3/1", "3/3", "1/2", "3/2", "2/1", "2/3"]; // rows and columns of the marks in a cell

/** Return what the contents of a cell depend on, as text. */
function contentsKey({ digit, marks, corners, colours, coloured, bold, chosen }) {
  return JSON.stringify([digit, marks, corners, colours, coloured, bold, chosen]);
}

/** Return the ground of a coloured cell: as many slices as colours, each with its pattern and its number. */
function colourGround(colours) {
  const slices = colours.map((colour) => make("i", { class: `tint-${colour}`, "data-colour": colour }));
  return make("span", { class: "ground", "aria-hidden": "true" }, ...slices);
}

export class SudokuGrid {
  constructor() {
    this.box = [0, 0];
    this.laidOut = "";
    this.symbols = "";
    this.lattice = make("div", { class: "lattice", role: "grid" });
    this.lines = make("svg", { class: "lines", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.rules = make("svg", { class: "overlay rules", "aria-hidden": "true" });
    this.signs = make("svg", { class: "overlay rules signs", "aria-hidden": "true" });
    this.overlay = make("svg", { class: "overlay", "aria-hidden": "true" });
    this.strokes = make("svg", { class: "overlay strokes", "aria-hidden": "true" });
    this.pictures = [this.rules, this.lines, this.signs, this.strokes, this.overlay];
    this.node = make("div", { class: "cells" }, this.lattice, ...this.pictures);
    this.field = make("div", { class: "window" }, this.node);
    this.cells = [];
    this.drawn = [];
  }

  /** Make the cells and lines of a grid. @param {object} state `StateSudoku` */
  layOut({ size, box, rules }) {
    const [high, wide] = box;
    const looks = JSON.stringify([size, box, rules?.regions, rules?.shapes]);
    if (looks === this.laidOut) return;
    this.laidOut = looks;
    this.box = box;
    this.drawn = [];
    this.cells = [];
    const set = (name, value) => this.node.style.setProperty(name, value);
    set("--size", size);
    set("--box-rows", high);
    set("--box-cols", wide);
    set("--box-most", Math.max(high, wide));
    set("--marks-top", rules?.marks_top || 0.04);
    const least = size > 9 ? 28 : 0; // pixels of a cell; where there is no room, the grid scrolls
    set("--least", `${least}px`);
    this.leastWidth = least * size + 4; // with its border
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
    for (const picture of this.pictures) picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
    this.field.style.setProperty("--beside", size + 2);
    this.field.classList.toggle("margin", Boolean(rules?.has_margin));
    const [under, over] = rules ? rulesPicture(rules) : [[], []];
    this.rules.replaceChildren(...under);
    this.signs.replaceChildren(...over);
    this.drawBorders(size, high, wide, rules?.regions);
  }

  /** Draw the lines between cells and around boxes or regions. */
  drawBorders(size, high, wide, regions) {
    let thin = "";
    let boxes = "";
    for (let n = 0; n <= size; n++) {
      const down = `M0 ${n}H${size}`;
      const across = `M${n} 0V${size}`;
      if (regions || n % high) thin += down;
      else boxes += down;
      if (regions || n % wide) thin += across;
      else boxes += across;
    }
    if (regions) boxes = regionBorders(regions, size);
    this.lines.replaceChildren(make("path", { d: thin }), make("path", { class: "boxes", d: boxes }));
  }

  /**
   * Draw each cell that changed.
   * @param {object[]} cells what `cellStyles` returns
   */
  draw(cells) {
    cells.forEach((look, number) => {
      const before = this.drawn[number];
      const node = this.cells[number];
      if (before?.classes !== look.classes) node.className = look.classes;
      if (before?.label !== look.label) node.setAttribute("aria-label", look.label);
      if (before?.isSelected !== look.isSelected) node.setAttribute("aria-selected", String(look.isSelected));
      if (before?.isCursor !== look.isCursor) node.tabIndex = look.isCursor ? 0 : -1;
      const key = contentsKey(look);
      if (!before || contentsKey(before) !== key) node.replaceChildren(...this.contents(look));
    });
    this.drawn = cells;
  }

  contents(look) {
    const ground = look.colours.length ? [colourGround(look.colours)] : [];
    if (look.digit) return [...ground, this.symbols[look.digit]];
    const beside = look.corners.length > 0; // then centre marks stand in one line, or the two could not be told apart
    return [...ground, ...this.corners(look), ...(beside ? this.centre(look) : this.candidates(look))];
  }

  mark(digit, look) {
    const tint = look.coloured[digit] ? `tint tint-${look.coloured[digit]}` : "";
    const chosen = look.chosen === digit ? "chosen" : "";
    const style = { class: [tint, chosen].filter(Boolean).join(" ") || false, "data-digit": digit };
    return make(digit === look.bold ? "b" : "span", style, this.symbols[digit]);
  }

  /** Centre marks in the places of a small box. */
  candidates(look) {
    const digits = new Set([...look.marks, ...Object.keys(look.coloured).map(Number)]);
    if (!digits.size) return [];
    const marks = make("span", { class: "marks", "aria-hidden": "true" });
    for (const digit of [...digits].sort((one, other) => one - other)) {
      const mark = this.mark(digit, look);
      const [row, col] = markPlace(digit, this.box);
      mark.style.gridArea = `${row + 1} / ${col + 1}`;
      if (!look.marks.includes(digit)) mark.classList.add("bare");
      marks.append(mark);
    }
    return [marks];
  }

  /** Centre marks in one line. */
  centre(look) {
    if (!look.marks.length) return [];
    const marks = make("span", { class: "centre", "aria-hidden": "true" }, ...look.marks.map((n) => this.mark(n, look)));
    marks.style.setProperty("--count", look.marks.length);
    return [marks];
  }

  /** Corner marks: in the corners first, then along the edges. */
  corners(look) {
    if (!look.corners.length) return [];
    const marks = make("span", { class: "corners", "aria-hidden": "true" });
    look.corners.slice(0, CORNERS.length).forEach((digit, n) => {
      const mark = this.mark(digit, look);
      mark.style.gridArea = CORNERS[n];
      marks.append(mark);
    });
    return [marks];
  }

  /** Draw the lines of the player between candidates. */
  drawLines(state) {
    this.strokes.replaceChildren(...drawnLines(state));
  }

  focus() {
    this.cells.find((cell) => cell.tabIndex === 0)?.focus();
  }

  /** Draw the picture of a hint over the cells, or with null none. */
  drawHint(hint, state) {
    this.overlay.replaceChildren(...(hint ? hintPicture(hint, state) : []));
  }
}
