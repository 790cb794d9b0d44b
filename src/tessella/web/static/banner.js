/* Banner over the board of a game that is won or over; nobody is held by it. */

import { button, icon, make } from "./dom.js";

const RISE = [
  { opacity: 0, translate: "0 1rem" },
  { opacity: 1, translate: "0 0" },
];

export class Banner {
  constructor() {
    this.node = make("section", { class: "banner", hidden: true });
    this.title = make("p", { class: "title" });
    this.words = make("p");
    this.shownFor = ""; // the state that it was shown for
    this.closedFor = ""; // the state that it was closed for
  }

  get isOpen() {
    return !this.node.hidden;
  }

  hide() {
    this.node.hidden = true;
  }

  /** Hide it until something else is to be shown. */
  end() {
    this.closedFor = "";
    this.hide();
  }

  /**
   * Show the outcome of a state until it is closed; moves that go on after a win leave it there.
   * @param {object} state
   * @param {{labels: object, facts: string[][], buttons: Element[], isCalm: boolean, close: function()}} options
   *     the buttons that lead on; `close` is called when it is closed
   */
  show(state, { labels, facts, buttons, isCalm, close }) {
    const mark = state.over ? `${state.id} ${state.at} ${state.outcome}` : state.id;
    if (this.closedFor === mark) return this.hide();
    const [title, ...rest] = state.outcome.split(/(?<=[.!。！])\s*/).filter(Boolean);
    this.title.textContent = title.replace(/[.。]$/, "");
    this.words.textContent = rest.join(" ");
    this.words.hidden = !rest.length;
    if (this.isOpen && this.shownFor === mark) return;
    this.shownFor = mark;
    this.close = () => {
      this.closedFor = mark;
      this.hide();
      close();
    };
    const pairs = facts.flatMap(([label, value]) => [make("dt", {}, label), make("dd", {}, value)]);
    this.node.setAttribute("aria-label", title);
    this.node.replaceChildren(
      this.title,
      this.words,
      ...(pairs.length ? [make("dl", { class: "facts" }, ...pairs)] : []),
      make(
        "div",
        { class: "row" },
        ...buttons,
      ),
      button(icon("close"), () => this.close(), { class: "close", "aria-label": labels.close }),
    );
    this.node.hidden = false;
    if (!isCalm) this.node.animate(RISE, { duration: 260, delay: 250, fill: "backwards", easing: "ease-out" });
  }
}
