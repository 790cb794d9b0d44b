/* 2048 in a browser: moves are sent as text, and the position comes back with the slide that led to it. */

import { AdvicePanel } from "./advice_panel.js";
import { button, icon, make } from "./dom.js";
import { GameView } from "./game_view.js";
import { TileBoard } from "./tile_board.js";

// prettier-ignore
const KEYS = {
  arrowleft: "left", a: "left", h: "left",
  arrowright: "right", d: "right", l: "right",
  arrowup: "up", w: "up", k: "up",
  arrowdown: "down", s: "down", j: "down",
  u: "undo", backspace: "undo", y: "redo", r: "new", n: "choose",
  t: "hint", enter: "follow", v: "watch",
};
const MOVES = ["left", "up", "down", "right"];

class Game2048View extends GameView {
  constructor(model, el) {
    super(model, el, "2048");
    this.board = new TileBoard();
    this.place.prepend(this.board.frame);
    this.arrows = [];
    this.isPractice = false;
    this.advice = new AdvicePanel();
    this.tools.after(this.advice.node, this.review.node);
    if (!this.isPage && !this.isStill) {
      this.directions = make("div", { class: "pad ways", role: "group" });
      this.message.after(this.directions);
    }
    if (!this.isStill) {
      this.board.listenToSwipes(
        () => this.focus(),
        (move) => this.slide(move),
      );
    }
  }

  applyLabels(labels) {
    this.board.node.setAttribute("aria-label", labels.board_2048);
    if (this.isStill) {
      this.board.node.removeAttribute("tabindex");
      return;
    }
    this.tools.classList.add("single");
    this.tools.replaceChildren(
      this.tool("undo", labels.undo, () => this.command("undo"), "u"),
      this.tool("redo", labels.redo, () => this.command("redo"), "y"),
      this.tool("hint", labels.hint, () => this.command("hint"), "t"),
      this.tool("follow", labels.follow, () => this.command("follow"), "Enter"),
      this.tool("watch", labels.watch, () => this.command("watch"), "v"),
      this.tool("new", this.isPractice ? labels.next_position : labels.new, () => this.chooseNew(), "n"),
    );
    this.advice.applyLabels(labels);
    this.review.applyLabels(labels);
    this.directions?.setAttribute("aria-label", labels.moves);
    this.directions?.replaceChildren(
      ...MOVES.map((move) => button(icon(move), () => this.slide(move), { "aria-label": labels[move] })),
    );
  }

  describe(state) {
    return `${state.size.join("×")} → ${state.target}`;
  }

  draw(state, before) {
    const isPractice = typeof state.practice === "string";
    if (isPractice !== this.isPractice) {
      this.isPractice = isPractice;
      this.applyLabels(this.labels);
    }
    this.curtain.hidden = true;
    const isNext = state.slide && before && before.id === state.id && before.at === state.at - 1;
    const isSame = before?.at === state.at && before.id === state.id && String(before.rows) === String(state.rows);
    if (!isSame) this.review.look(null);
    if (!isSame || this.isStill) this.board.draw(state, isNext && !this.isCalm ? state.slide : null);
    this.board.describe(state, this.labels);
    if (this.isStill) return;
    this.drawHint(state.hint);
    this.review.draw(state.review);
  }

  availability(state) {
    return { watch: !state.over, hint: !state.over && !state.hint, follow: Boolean(state.hint) };
  }

  /** Draw a hint: an arrow at the edge, and the panel. */
  drawHint(hint) {
    if (!this.review.looked) this.point(hint ? [[hint.best, "best"]] : []);
    this.advice.draw(hint);
  }

  /** Point in directions from the edge of the board. @param {[string, string][]} directions with a class each */
  point(directions) {
    for (const arrow of this.arrows) arrow.remove();
    this.arrows = directions.map(([move, style]) =>
      make("span", { class: `way ${style}`, "data-move": move, "aria-hidden": "true" }, icon(move)),
    );
    this.place.append(...this.arrows);
  }

  /** Show a move of the review on the board, or with null the position itself. */
  showMove(move) {
    const shown = { ...this.drawn, rows: (move ?? this.drawn).rows };
    this.board.draw(shown, null);
    this.board.describe(shown, this.labels);
    this.point(move ? [[move.played, "played"], [move.better, "best"]] : []); // prettier-ignore
    this.place.scrollIntoView({ block: "nearest" });
  }

  command(name) {
    const state = this.drawn;
    if (name === "hint" && state.hint) return this.command("follow");
    if (name === "follow") {
      if (!state.hint && !this.pending.includes("hint")) return false;
      this.send({ do: "follow" });
    } else if (name === "watch") {
      if (state.over) return true;
      if (this.watchControls) this.watchControls.set("running", !this.model.get("running"));
      else this.send({ do: "watch" });
    } else return super.command(name);
    return true;
  }

  messageFor(state, request) {
    if (state.thinking || request === "watch") return state.thinking || state.announcement;
    if (this.isPractice) return state.practice;
    return state.moves.length || !state.over ? super.messageFor(state, request) : "";
  }

  isAlarming(state) {
    return Boolean(state.wrong);
  }

  /** Ask for a new game; in practice go to the next position. */
  chooseNew() {
    if (this.isPractice) this.playAnother();
    else super.chooseNew();
  }

  whatIsNext(state) {
    return this.isPractice ? "next_position" : super.whatIsNext(state);
  }

  focus() {
    this.board.node.focus({ preventScroll: true });
  }

  handleKey(name, event) {
    const meaning = KEYS[name];
    if (!meaning || (event.shiftKey && !name.startsWith("arrow"))) return false;
    if (name === "enter" && event.target.closest?.("button, a, summary")) return false;
    if (MOVES.includes(meaning)) this.slide(meaning);
    else if (!event.repeat) return this.command(meaning);
    return true;
  }

  /** Play a move. One that the server did not offer is not sent, unless moves before it are still on their way. */
  slide(move) {
    if (!this.isOnline) return;
    if (this.pending.length || this.drawn.moves.includes(move)) this.send({ do: "play", move });
    else if (!this.isCalm) this.board.nudge(move);
  }
}

/** Draw a game into an element, as anywidget does; return what ends it. */
function render({ model, el }) {
  const view = new Game2048View(model, el);
  view.begin();
  return () => view.end();
}

export default { render };
