/* Pointer on the grid of Sudoku: clicks and drags that select cells, and drags from pencil mark to pencil mark. */

const DOUBLE = 350; // milliseconds between the clicks of a double click
const SCROLLED = 9; // the size of the largest grid that always fits a phone

/** Return the number of the cell under the pointer, -1 for none. */
function cellAt(event) {
  const hit = event.target.getRootNode().elementFromPoint(event.clientX, event.clientY);
  return Number(hit?.closest(".cell")?.dataset.cell ?? -1);
}

/** Return cell and digit of the pencil mark under the pointer, null for none. */
function candidateAt(event) {
  const hit = event.target.getRootNode().elementFromPoint(event.clientX, event.clientY);
  const mark = hit?.closest(".marks > *");
  return mark ? [cellAt(event), Number(mark.dataset.digit)] : null;
}

/** Return the cells on the straight way from one to another, which a quick pointer leaves out. */
function way(from, to, size) {
  const [row, col] = [Math.floor(from / size), from % size];
  const [down, right] = [Math.floor(to / size) - row, (to % size) - col];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  const at = (n) => Math.round(row + (down * n) / steps) * size + Math.round(col + (right * n) / steps);
  return [...Array(steps).keys()].map((n) => at(n + 1));
}

/**
 * Select by pointer: a click one cell, a drag all on its way, with Ctrl or Shift more or less, a double click all alike.
 * @param {object} view the game's view, which holds the selection
 */
export function listenToPointer(view) {
  const { lattice } = view.grid;
  let dragged = -1; // the cell that the pointer was over last, while it is down
  let isLeaving = false; // whether the drag leaves cells out
  let last = { cell: -1, time: 0 };
  const end = () => {
    dragged = -1;
    view.isDragging = false;
  };
  lattice.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (cell < 0 || view.isStill || view.isPaused) return;
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey;
    const isDouble = last.cell === cell && event.timeStamp - last.time < DOUBLE;
    last = { cell, time: event.timeStamp };
    dragged = cell;
    view.isDragging = true;
    view.candidate = view.mode === "colour" ? candidateAt(event) : null;
    isLeaving = isMore && view.selection.has(cell) && view.selection.cells.size > 1;
    if (isDouble && !isMore) view.selectAlike(cell);
    else if (view.digit && !isMore) view.writeInto(cell);
    else view.select(cell, isMore ? "toggle" : "only");
  });
  lattice.addEventListener("pointermove", (event) => {
    if (dragged < 0 || !event.buttons || view.candidate) return;
    const cell = cellAt(event);
    if (cell < 0 || cell === dragged) return;
    for (const one of way(dragged, cell, view.drawn.size)) {
      if (isLeaving === view.selection.has(one)) view.selection[isLeaving ? "toggle" : "add"](one);
    }
    dragged = cell;
    view.showSelection();
  });
  // A drag is no swipe: the browser would take the next tap for the end of one. Large grids are scrolled.
  const keep = (event) => view.isDragging && view.drawn.size <= SCROLLED && event.cancelable && event.preventDefault();
  lattice.addEventListener("touchmove", keep, { passive: false });
  view.on(document, "pointerup", (event) => {
    if (dragged >= 0 && view.candidate) view.joinTo(candidateAt(event));
    end();
  });
  view.on(document, "pointercancel", end);
}
