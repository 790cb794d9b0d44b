/* Picture of a hint over the grid of Sudoku: cells that are lit, candidates that go or are placed, links of a chain. */

import { make } from "./dom.js";

/** Return row and column of a mark in the small picture of a box that each cell is. */
export function markPlace(digit, box) {
  return [Math.floor((digit - 1) / box[1]), (digit - 1) % box[1]];
}

/** Return the middle of a candidate, where a cell is a unit square. */
export function centerOf([cell, digit], { size, box: [high, wide], rules }) {
  const [row, col] = markPlace(digit, [high, wide]);
  const [x, y] = [cell % size, Math.floor(cell / size)];
  const top = rules?.marks_top || 0.04;
  return [x + 0.04 + (0.92 * (col + 0.5)) / wide, y + top + ((0.96 - top) * (row + 0.5)) / high];
}

/** Return the lines that the player has drawn between candidates, as SVG elements. */
export function drawnLines(state) {
  const radius = (0.4 * (1 - (state.rules?.marks_top ?? 0))) / Math.max(...state.box);
  return (state.drawn.lines ?? []).flatMap(([start, end]) => {
    return link(centerOf(start, state), centerOf(end, state), true, radius);
  });
}

/**
 * Return the picture as SVG elements; a cell is a unit square.
 * @param {object} hint `HintSudoku` of web/protocol.py
 * @param {object} state `StateSudoku`
 * @returns {Element[]}
 */
export function hintPicture(hint, state) {
  const most = Math.max(...state.box) / (1 - (state.rules?.marks_top ?? 0));
  const radius = 0.4 / most;
  const corner = (cell) => [cell % state.size, Math.floor(cell / state.size)];
  const center = (candidate) => centerOf(candidate, state);
  return [
    ...highlights(hint, corner),
    ...candidates(hint, state).map(({ place, style }) => {
      const [x, y] = center(place);
      const text = { x, y: y + 0.27 / most, "font-size": 0.78 / most };
      return make("text", style ? { class: style, ...text } : text, state.symbols[place[1]]);
    }),
    ...hint.eliminations.map(center).map(([x, y]) => {
      const d = `M${x - radius} ${y + radius}L${x + radius} ${y - radius}`;
      return make("path", { class: "elimination", d });
    }),
    ...hint.placements.map(center).map(([x, y]) => {
      return make("circle", { class: "placement", cx: x, cy: y, r: radius * 1.2 });
    }),
    ...hint.links.flatMap(({ start, end, strong }) => link(center(start), center(end), strong, radius)),
  ];
}

/** Return a square on each cell of the step. */
function highlights(hint, corner) {
  const secondary = new Set(hint.secondary);
  return hint.cells.map((cell) => {
    const style = hint.mistake ? "mistake" : secondary.has(cell) ? "secondary" : "highlight";
    const [x, y] = corner(cell);
    return make("rect", { class: style, x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.07 });
  });
}

/** Return the candidates that the step is seen in, where the player has marked none. */
function candidates(hint, { digits, marks }) {
  if (!hint.candidates.length) return [];
  const going = new Set(hint.eliminations.map(String));
  const placed = new Set(hint.placements.map(String));
  const cells = new Set([...hint.cells, ...[...hint.eliminations, ...hint.placements].map(([cell]) => cell)]);
  const found = [];
  for (const cell of cells) {
    for (const digit of digits[cell] ? [] : hint.candidates[cell]) {
      const name = `${cell},${digit}`;
      const style = going.has(name) ? "eliminated" : placed.has(name) ? "placed" : "";
      if (style || !marks[cell].includes(digit)) found.push({ place: [cell, digit], style });
    }
  }
  return found;
}

/** Return a link of a chain; it bends a little, so that it does not run through the candidates between its ends. */
function link([x, y], [u, v], isStrong, radius) {
  const length = Math.hypot(u - x, v - y);
  if (!length) return [];
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const bend = Math.min(0.22, length * 0.09);
  const middle = `${(x + u) / 2 - dy * bend} ${(y + v) / 2 + dx * bend}`;
  const d = `M${x + dx * radius} ${y + dy * radius}Q${middle} ${u - dx * radius} ${v - dy * radius}`;
  return [make("path", { class: "halo", d }), make("path", { class: isStrong ? "link" : "link weak", d })];
}
