/* Selected cells of a Sudoku: one of them, the cursor, has the focus; digits, marks and colours go to all of them. */

export class Selection {
  constructor() {
    this.cursor = -1;
    this.cells = new Set();
  }

  has(cell) {
    return this.cells.has(cell);
  }

  /** Select one cell alone. @param {number} cell */
  only(cell) {
    this.cursor = cell;
    this.cells = new Set(cell < 0 ? [] : [cell]);
  }

  /** Select some cells, the cursor among them if it can be. @param {number[]} cells */
  all(cells) {
    if (!cells.length) return;
    this.cells = new Set(cells);
    if (!this.cells.has(this.cursor)) this.cursor = cells[0];
  }

  /** Select one cell more. @param {number} cell */
  add(cell) {
    this.cursor = cell;
    this.cells.add(cell);
  }

  /** Select a cell or leave it out; one always stays. @param {number} cell */
  toggle(cell) {
    if (!this.cells.has(cell)) this.add(cell);
    else if (this.cells.size > 1) {
      this.cells.delete(cell);
      if (this.cursor === cell) this.cursor = [...this.cells].at(-1);
    }
  }

  /** The cells as moves name them, in the order of the grid. @param {number} size */
  names(size) {
    const name = (cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
    return [...this.cells].sort((one, other) => one - other).map(name);
  }
}

/**
 * Return the cells of the row, column or box of a cell.
 * @param {"row"|"column"|"box"} kind
 * @param {{size: number, box: number[], rules: ?object}} state
 */
export function houseOf(kind, cell, { size, box, rules }) {
  const place = (n) => [Math.floor(n / size), n % size];
  const number = (n) => {
    const [row, col] = place(n);
    if (kind === "box" && rules) return rules.regions[n];
    if (kind === "box") return Math.floor(row / box[0]) * size + Math.floor(col / box[1]);
    return kind === "row" ? row : col;
  };
  return [...Array(size * size).keys()].filter((n) => number(n) === number(cell));
}
