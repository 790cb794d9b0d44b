/* How each cell of a Sudoku is drawn: its classes, its marks and colours, and what a screen reader is told. */

import { fill } from "./dom.js";
import { isApart } from "./rules_picture.js";

/**
 * Return what `SudokuGrid.draw` takes.
 * @param {object} state `StateSudoku` of web/protocol.py
 * @param {{selection: import("./selection.js").Selection, filter: number, candidate: ?number[]}} shown
 *     `filter` is a digit, 0 for none; `candidate` the cell and digit that a colour would go to
 * @param {Object<string, string>} labels
 */
export function cellStyles(state, { selection, filter, candidate }, labels) {
  const { digits, marks, drawn } = state;
  const styleOf = classifier(state, selection, filter);
  const textOf = describer(state, labels);
  const digit = filter || (selection.cursor < 0 ? 0 : digits[selection.cursor]);
  const coloured = new Map();
  for (const [[cell, number], colours] of drawn.candidates ?? []) {
    coloured.set(cell, { ...coloured.get(cell), [number]: colours[0] });
  }
  return digits.map((here, cell) => ({
    classes: styleOf(cell),
    label: textOf(cell),
    digit: here,
    marks: marks[cell],
    corners: drawn.corners?.[cell] ?? [],
    colours: drawn.colours?.[cell] ?? [],
    coloured: coloured.get(cell) ?? {},
    bold: digit && [...marks[cell], ...(drawn.corners?.[cell] ?? [])].includes(digit) ? digit : 0,
    chosen: candidate?.[0] === cell ? candidate[1] : 0,
    isSelected: selection.has(cell),
    isCursor: cell === selection.cursor,
  }));
}

/** Return a function from a cell to its classes. */
function classifier({ size, box, rules, digits, givens, candidates, conflicts, mistakes, hint }, selection, filter) {
  const place = (cell) => [Math.floor(cell / size), cell % size];
  const boxOf = ([r, c]) => Math.floor(r / box[0]) * size + Math.floor(c / box[1]);
  const isPeer = (one, other) => {
    const [a, b] = [place(one), place(other)];
    return a[0] === b[0] || a[1] === b[1] || (rules ? isApart(one, other, rules, size) : boxOf(a) === boxOf(b));
  };
  const wrong = new Set([...conflicts, ...mistakes]);
  const isQuiet = hint?.stage > 1 || selection.cells.size > 1; // the eye is for the hint or the selected cells then
  const { cursor } = selection;
  const relation = (cell) => {
    if (selection.has(cell)) return "selected";
    if (filter) {
      if (digits[cell] === filter) return "same";
      return (candidates[cell] >> (filter - 1)) & 1 ? "possible" : "dim";
    }
    if (isQuiet || cursor < 0) return "plain";
    if (digits[cell] && digits[cell] === digits[cursor]) return "same";
    return isPeer(cell, cursor) ? "peer" : "";
  };
  return (cell) => {
    const origin = digits[cell] ? (givens[cell] ? "given" : "entered") : "";
    return ["cell", origin, wrong.has(cell) ? "wrong" : "", relation(cell)].filter(Boolean).join(" ");
  };
}

/** Return a function from a cell to what a screen reader is told of it. */
function describer({ size, rules, digits, givens, marks, drawn, symbols, conflicts, mistakes, hint }, labels) {
  const flags = [
    [new Set(conflicts), labels.conflict],
    [new Set(mistakes), labels.mistake],
    [new Set(hint?.cells), labels.highlighted],
  ];
  const list = (numbers) => numbers.map((digit) => symbols[digit]).join(" ");
  const colours = labels.colours.split(",");
  return (cell) => {
    const parts = [fill(labels.cell, { row: Math.floor(cell / size) + 1, col: (cell % size) + 1 })];
    if (digits[cell]) parts.push(symbols[digits[cell]], givens[cell] ? labels.given : labels.entered);
    else {
      const corners = drawn.corners?.[cell];
      if (marks[cell].length) parts.push(fill(labels.marked, { digits: list(marks[cell]) }));
      if (corners) parts.push(fill(labels.corner_marked, { digits: list(corners) }));
      if (!marks[cell].length && !corners) parts.push(labels.empty);
    }
    parts.push(...(rules?.told ?? []).filter(([, cells]) => cells.includes(cell)).map(([sentence]) => sentence));
    parts.push(...(drawn.colours?.[cell] ?? []).map((colour) => colours[colour - 1]));
    return [...parts, ...flags.filter(([cells]) => cells.has(cell)).map(([, label]) => label)].join(", ");
  };
}
