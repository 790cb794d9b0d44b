/* Dialog that shows the positions of the game, from its start to here. */

import { button, fill, make } from "../dom.js";
import { GAMES } from "../games.js";
import { Model } from "../model.js";

const FRAMES = 200; // positions in one answer
const INTERVAL = { 2048: 180, sudoku: 350 }; // milliseconds a position
const NOTHING_SAID = {
  slide: null,
  outcome: "",
  announcement: "",
  hint: null,
  conflicts: [],
  problems: [],
  mistakes: [],
  over: false,
  running: false,
  notices: [],
  counts: [],
};

/** The frames of a game, fetched when they are needed. */
class Frames {
  constructor(connection, state) {
    this.connection = connection;
    this.id = state.id;
    this.last = state.step;
    this.frames = new Map();
  }

  /** Return the frame after so many moves, null where the game is another one by now. @param {number} step */
  async get(step) {
    if (!this.frames.has(step)) {
      const first = Math.floor(step / FRAMES) * FRAMES;
      const { result } = await this.connection.ask({ do: "replay", first, count: FRAMES });
      if (result?.id !== this.id) return null;
      this.last = result.last;
      for (const frame of result.frames) this.frames.set(frame.step, frame);
    }
    return this.frames.get(step) ?? null;
  }
}

/** @param {import("../page.js").Page} page */
export async function showReplay({ connection, dialogs, labels, settings }) {
  const { state } = connection;
  const frames = new Frames(connection, state);
  const still = { ...state, ...NOTHING_SAID };
  const model = new Model({ still: true, labels, preferences: settings.preferences, state: still });
  const picture = make("div", { class: "picture" });
  const where = make("output", { class: "where" });
  const range = { min: "0", max: String(frames.last), value: String(frames.last), step: "1" };
  const slider = make("input", { type: "range", ...range, "aria-label": labels.replay_position });
  let wanted = frames.last;
  let timer = 0;

  const go = async (step) => {
    wanted = Math.min(Math.max(step, 0), frames.last);
    slider.value = wanted;
    const frame = await frames.get(wanted);
    if (!frame || frame.step !== wanted) return;
    where.textContent = fill(labels.step_of, { step: frame.step, last: frames.last });
    slider.setAttribute("aria-valuetext", where.textContent);
    model.set("state", { ...still, ...frame, at: frame.step });
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = labels.play;
  };
  const stopAt = (step) => {
    stop();
    return go(step);
  };
  const togglePlay = () => {
    if (timer) return stop();
    if (wanted >= frames.last) wanted = -1;
    timer = setInterval(() => (wanted < frames.last ? go(wanted + 1) : stop()), INTERVAL[state.game]);
    play.textContent = labels.stop;
  };
  const play = button(labels.play, togglePlay, { class: "main" });
  slider.addEventListener("input", () => stopAt(Number(slider.value)));
  const dialog = dialogs.show(
    labels.replay,
    picture,
    make("div", { class: "film" }, slider, where),
    make(
      "div",
      { class: "row" },
      button("−1", () => stopAt(wanted - 1), { "aria-label": labels.step_back }),
      play,
      button("+1", () => stopAt(wanted + 1), { "aria-label": labels.step_forward }),
    ),
  );
  const close = GAMES[state.game].render({ model, el: picture });
  dialog.addEventListener("gone", () => {
    stop();
    close();
  });
  await go(frames.last);
  slider.focus();
}
