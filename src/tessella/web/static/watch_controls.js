/* Controls for a player that is watched: pause, single step and speed. */

import { fill, icon, make } from "./dom.js";

export class WatchControls {
  /** @param {import("./game_view.js").GameView} view */
  constructor(view) {
    const { labels, model } = view;
    this.view = view;
    this.play = view.tool("play", labels.play, () => this.set("running", !model.get("running")));
    const step = view.tool("step", labels.step, () => view.send({ do: "step" }));
    this.speed = make("input", { type: "range", min: "-1", max: "4", step: "0.25" });
    this.speed.addEventListener("change", () => this.set("speed", Math.round(2 ** this.speed.value * 100) / 100));
    const name = make("span", { class: "who" }, fill(labels.watching, { name: model.get("player") }));
    const speed = make("label", {}, make("span", {}, labels.speed), this.speed);
    this.node = make("div", { class: "watch" }, name, this.play, step, speed);
    this.update();
  }

  /** Tell Python how the player is to go on. */
  set(name, value) {
    this.view.model.set(name, value);
    this.view.model.save_changes();
  }

  update() {
    const { labels, model } = this.view;
    const isRunning = model.get("running");
    const label = make("span", {}, isRunning ? labels.pause : labels.play);
    this.play.replaceChildren(icon(isRunning ? "pause" : "play"), label);
    this.speed.value = Math.log2(model.get("speed"));
    this.speed.setAttribute("aria-valuetext", String(model.get("speed")));
    this.view.toolNamed("watch")?.setAttribute("aria-pressed", String(isRunning));
  }
}
