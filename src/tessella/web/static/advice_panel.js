/* Panel with a hint of 2048: why, and what can be expected of each move. */

import { icon, make, reachable } from "./dom.js";

export class AdvicePanel {
  constructor() {
    this.node = make("section", { class: "advice", hidden: true });
    this.drawn = "";
    reachable(this.node);
  }

  applyLabels(labels) {
    this.node.setAttribute("aria-label", labels.hint);
    this.drawn = "";
  }

  /** Show a hint, or with null nothing. */
  draw(hint) {
    this.node.hidden = !hint;
    const wanted = JSON.stringify(hint);
    if (this.drawn === wanted) return;
    this.drawn = wanted;
    if (!hint) return;
    const choices = hint.choices.map(({ move, label, texts, share }) => {
      const bar = make("span", { class: "bar-of" }, make("span"));
      bar.firstChild.style.setProperty("--share", share);
      const attributes = { class: move === hint.best ? "best" : "", "aria-label": [label, ...texts].join(", ") };
      return make("li", attributes, icon(move), bar, ...texts.map((text) => make("span", {}, text)));
    });
    this.node.replaceChildren(
      make("p", {}, hint.reason),
      make("p", { class: "about", title: hint.player }, hint.about),
      make("ul", { class: "choices" }, ...choices),
    );
  }
}
