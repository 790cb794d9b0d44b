/* The modules that draw the games, by the game's name. */

import game2048 from "./game2048.js";
import sudoku from "./sudoku.js";

/** The setter is loaded when it is opened first. */
function render(shown) {
  let close = null;
  const loading = import("./setter.js").then(({ default: setter }) => {
    if (close === null) close = setter.render(shown);
  });
  loading.catch(() => {}); // the server is away, and the page says so
  return () => {
    close?.();
    close = () => {};
  };
}

export const GAMES = { 2048: game2048, sudoku, setting: { render } };
