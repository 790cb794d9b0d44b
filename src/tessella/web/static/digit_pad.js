/* Digit keys below the grid of Sudoku, each with how many of it are still to come, and what they make. */

import { button, fill, make } from "./dom.js";

export const MODES = ["digit", "corner", "centre", "colour"]; // what a digit key makes, in the order of the space key
export const COLOURS = 9;

export class DigitPad {
  /** @param {object} view the game's view, which writes the digits */
  constructor(view) {
    this.view = view;
    this.modes = make("div", { class: "modes", role: "radiogroup" });
    this.keys = make("div", { class: "keys" });
    this.node = make("div", { class: "pad", role: "group" }, this.modes, this.keys);
    this.symbols = "";
  }

  applyLabels(labels) {
    this.node.setAttribute("aria-label", labels.pad);
    this.modes.setAttribute("aria-label", labels.mode);
    this.modes.replaceChildren(
      ...MODES.map((mode) => {
        const choose = () => this.view.command(mode);
        return button(labels[mode], choose, { role: "radio", "data-tool": mode });
      }),
    );
    this.symbols = "";
  }

  draw({ size, symbols, digits }) {
    if (this.symbols !== symbols) this.layOut(size, symbols);
    const { digit: chosen, labels, mode } = this.view;
    const isMark = mode === "corner" || mode === "centre";
    for (const node of this.modes.children) node.setAttribute("aria-checked", String(node.dataset.tool === mode));
    const counts = Array(size + 1).fill(0);
    for (const digit of digits) counts[digit]++;
    const colours = labels.colours.split(",");
    for (let digit = 1; digit <= size; digit++) {
      const key = this.keys.children[digit - 1];
      const left = Math.max(size - counts[digit], 0);
      const isColour = mode === "colour" && digit <= COLOURS;
      key.classList.toggle("done", !left && mode === "digit");
      key.className = key.className.replace(/ ?tint-\d/, "") + (isColour ? ` tint-${digit}` : "");
      key.firstChild.className = isMark ? `marking ${mode}` : "";
      key.lastChild.textContent = mode === "colour" ? "" : left || "✓";
      key.toggleAttribute("aria-pressed", false);
      if (chosen === digit) key.setAttribute("aria-pressed", "true");
      const label = isMark ? fill(labels.mark_digit, { digit: symbols[digit] }) : symbols[digit];
      const rest = `${label}, ${fill(labels.n_left, { n: left })}`;
      key.setAttribute("aria-label", isColour ? colours[digit - 1] : rest);
    }
  }

  layOut(size, symbols) {
    const { view } = this;
    this.symbols = symbols;
    const keys = [...Array(size).keys()].map((n) => {
      const key = button(make("span", {}, symbols[n + 1]), () => view.write(n + 1), { "data-tool": "digit" });
      key.append(make("small"));
      return key;
    });
    const erase = view.tool("erase", view.labels.erase, () => view.command("erase"), "0");
    erase.classList.add("erase");
    this.keys.classList.toggle("large", size > 9);
    this.keys.classList.toggle("few", size < 9);
    this.keys.replaceChildren(...keys, erase);
  }
}
