/* Digit keys below the grid of Sudoku, each with how many of it are still to come. */

import { button, fill, make } from "./dom.js";

export class DigitPad {
  /** @param {object} view the game's view, which writes the digits */
  constructor(view) {
    this.view = view;
    this.node = make("div", { class: "pad", role: "group" });
    this.size = 0;
  }

  applyLabels(labels) {
    this.node.setAttribute("aria-label", labels.pad);
    this.size = 0;
  }

  draw({ size, symbols, digits }) {
    if (this.size !== size) this.layOut(size, symbols);
    const { labels, isMarking } = this.view;
    const counts = Array(size + 1).fill(0);
    for (const digit of digits) counts[digit]++;
    for (let digit = 1; digit <= size; digit++) {
      const key = this.node.children[digit - 1];
      const left = Math.max(size - counts[digit], 0);
      key.classList.toggle("done", !left);
      key.firstChild.classList.toggle("marking", isMarking);
      key.lastChild.textContent = left || "✓";
      const label = isMarking ? fill(labels.mark_digit, { digit: symbols[digit] }) : symbols[digit];
      key.setAttribute("aria-label", `${label}, ${fill(labels.n_left, { n: left })}`);
    }
  }

  layOut(size, symbols) {
    const { view } = this;
    this.size = size;
    const keys = [...Array(size).keys()].map((n) => {
      const key = button(make("span", {}, symbols[n + 1]), () => view.write(n + 1), { "data-tool": "digit" });
      key.append(make("small"));
      return key;
    });
    const erase = view.tool("erase", view.labels.erase, () => view.command("erase"), "0");
    erase.classList.add("erase");
    this.node.classList.toggle("large", size > 9);
    this.node.classList.toggle("few", size < 9);
    this.node.replaceChildren(...keys, erase);
  }
}
