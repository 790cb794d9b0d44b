/* How each cell of a Sudoku is drawn: its classes, its marks, and what a screen reader is told. */

import { fill } from "./dom.js";

/**
 * Return what `SudokuGrid.draw` takes.
 * @param {object} state `StateSudoku` of web/protocol.py
 * @param {number} selected the number of a cell, -1 for none
 * @param {Object<string, string>} labels
 */
export function cellStyles(state, selected, labels) {
  const { digits, marks } = state;
  const styleOf = classifier(state, selected);
  const textOf = describer(state, labels);
  const digit = selected < 0 ? 0 : digits[selected];
  return digits.map((here, cell) => ({
    classes: styleOf(cell),
    label: textOf(cell),
    digit: here,
    marks: marks[cell],
    bold: digit && marks[cell].includes(digit) ? digit : 0,
    isSelected: cell === selected,
  }));
}

/** Return a function from a cell to its classes. */
function classifier({ size, box, digits, givens, conflicts, mistakes, hint }, selected) {
  const place = (cell) => [Math.floor(cell / size), cell % size];
  const boxOf = ([r, c]) => Math.floor(r / box[0]) * size + Math.floor(c / box[1]);
  const isPeer = (one, other) => {
    const [a, b] = [place(one), place(other)];
    return a[0] === b[0] || a[1] === b[1] || boxOf(a) === boxOf(b);
  };
  const wrong = new Set([...conflicts, ...mistakes]);
  const isQuiet = hint?.stage > 1; // the eye is for the hint then
  const relation = (cell) => {
    if (cell === selected) return "selected";
    if (isQuiet || selected < 0) return "plain";
    if (digits[cell] && digits[cell] === digits[selected]) return "same";
    return isPeer(cell, selected) ? "peer" : "";
  };
  return (cell) => {
    const origin = digits[cell] ? (givens[cell] ? "given" : "entered") : "";
    return ["cell", origin, wrong.has(cell) ? "wrong" : "", relation(cell)].filter(Boolean).join(" ");
  };
}

/** Return a function from a cell to what a screen reader is told of it. */
function describer({ size, digits, givens, marks, symbols, conflicts, mistakes, hint }, labels) {
  const flags = [
    [new Set(conflicts), labels.conflict],
    [new Set(mistakes), labels.mistake],
    [new Set(hint?.cells), labels.highlighted],
  ];
  return (cell) => {
    const parts = [fill(labels.cell, { row: Math.floor(cell / size) + 1, col: (cell % size) + 1 })];
    if (digits[cell]) parts.push(symbols[digits[cell]], givens[cell] ? labels.given : labels.entered);
    else if (marks[cell].length) {
      parts.push(fill(labels.marked, { digits: marks[cell].map((digit) => symbols[digit]).join(" ") }));
    } else parts.push(labels.empty);
    return [...parts, ...flags.filter(([cells]) => cells.has(cell)).map(([, label]) => label)].join(", ");
  };
}
