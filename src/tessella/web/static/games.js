/* The modules that draw the games, by the game's name. */

import game2048 from "./game2048.js";
import sudoku from "./sudoku.js";

export const GAMES = { 2048: game2048, sudoku };
