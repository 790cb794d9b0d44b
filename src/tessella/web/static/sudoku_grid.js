/* Grid of Sudoku: cells with digits and marks, lines, and the picture of a hint over them. */

import { make } from "./dom.js";
import { hintPicture, markPlace } from "./hint_picture.js";

export class SudokuGrid {
  constructor() {
    this.box = [0, 0];
    this.symbols = "";
    this.lattice = make("div", { class: "lattice", role: "grid" });
    this.lines = make("svg", { class: "lines", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.overlay = make("svg", { class: "overlay", "aria-hidden": "true" });
    this.node = make("div", { class: "cells" }, this.lattice, this.lines, this.overlay);
    this.field = make("div", { class: "window" }, this.node);
    this.cells = [];
    this.drawn = [];
  }

  /** Make the cells and lines of a grid. */
  layOut(size, box) {
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
    this.overlay.setAttribute("viewBox", `0 0 ${size} ${size}`);
    this.lines.replaceChildren(make("path", { d: thin }), make("path", { class: "boxes", d: boxes }));
  }

  /**
   * Draw each cell that changed.
   * @param {{classes: string, label: string, digit: number, marks: number[], bold: number, isSelected: boolean}[]} cells
   */
  draw(cells) {
    cells.forEach((look, number) => {
      const before = this.drawn[number];
      const node = this.cells[number];
      if (before?.classes !== look.classes) node.className = look.classes;
      if (before?.label !== look.label) node.setAttribute("aria-label", look.label);
      if (before?.isSelected !== look.isSelected) {
        node.tabIndex = look.isSelected ? 0 : -1;
        node.setAttribute("aria-selected", String(look.isSelected));
      }
      if (before?.digit !== look.digit || String(before?.marks) !== String(look.marks) || before?.bold !== look.bold) {
        node.replaceChildren(...this.contents(look));
      }
    });
    this.drawn = cells;
  }

  contents(look) {
    if (look.digit) return [this.symbols[look.digit]];
    if (!look.marks.length) return [];
    const marks = make("span", { class: "marks", "aria-hidden": "true" });
    for (const digit of look.marks) {
      const mark = make(digit === look.bold ? "b" : "span", {}, this.symbols[digit]);
      const [row, col] = markPlace(digit, this.box);
      mark.style.gridArea = `${row + 1} / ${col + 1}`;
      marks.append(mark);
    }
    return [marks];
  }

  focus() {
    this.cells.find((cell) => cell.tabIndex === 0)?.focus();
  }

  /** Draw the picture of a hint over the cells, or with null none. */
  drawHint(hint, state) {
    this.overlay.replaceChildren(...(hint ? hintPicture(hint, state) : []));
  }
}
