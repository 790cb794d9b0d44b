/* Panel with the review of a game: places to look at and to play on from, and what to do next. */

import { button, make } from "./dom.js";

export class ReviewPanel {
  /** @param {object} view the game's view, whose board shows a move that is looked at */
  constructor(view) {
    this.view = view;
    this.node = make("section", { class: "review", hidden: true });
    this.drawn = "";
    this.looked = null; // the move that the board shows
  }

  applyLabels(labels) {
    this.node.setAttribute("aria-label", labels.review);
    this.drawn = "";
  }

  /** Show a review, or with null nothing. */
  draw(review) {
    this.node.hidden = !review;
    const wanted = JSON.stringify(review ?? null);
    if (this.drawn === wanted) return;
    this.drawn = wanted;
    if (!review) return;
    const title = make("p", { tabindex: "-1" }, review.thinking || review.title);
    this.items = review.moves.map((move) => {
      const look = button(make("span", {}, move.label), () => this.toggle(move), { "aria-pressed": "false" });
      look.append(make("b", {}, move.cost.replace("-", "−")));
      const details = make("div", { hidden: true }, make("p", {}, move.reason));
      if (move.step !== null) details.append(button(this.view.labels.play_on, () => this.playFrom(move)));
      return { move, look, details };
    });
    const hadFocus = this.node.contains(document.activeElement);
    const list = this.items.map(({ look, details }) => make("li", {}, look, details));
    const offers = review.offers.map(({ label, technique, id }) =>
      button(label, () => this.view.send(technique ? { do: "practise", technique } : { do: "new", id })),
    );
    this.node.replaceChildren(title, make("ol", {}, ...list), ...offers);
    if (hadFocus) title.focus();
  }

  /** Show that the review is asked for. @param {string} text */
  wait(text) {
    this.drawn = "";
    this.node.replaceChildren(make("p", { tabindex: "-1" }, text));
    this.node.hidden = false;
    this.node.firstChild.focus();
  }

  /** Look at a move, or back at the end. */
  toggle(move) {
    this.look(this.looked === move ? null : move);
    this.view.showMove(this.looked);
  }

  /** Mark a move as the one that the board shows. */
  look(move) {
    this.looked = move;
    for (const item of this.items ?? []) {
      item.look.setAttribute("aria-pressed", String(item.move === move));
      item.details.hidden = item.move !== move;
    }
  }

  /** Take back to before a move, and play on from there. */
  playFrom({ step }) {
    this.view.send({ do: "back", step });
    this.view.focus();
  }
}
