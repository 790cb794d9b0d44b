/* Picture of the rules of a Sudoku: cages, lines and signs in the grid, clues beside it, and the same in words. */

import { make } from "./dom.js";

// What stands over the lines of the grid.
const OVER_LINES = new Set(["white", "on_white", "black", "on_black", "plate", "label", "clue"]);

/**
 * Return what lies under the lines of the grid and what stands over them, as SVG elements; a cell is a unit square.
 * @param {object} rules `ShownRules` of web/protocol.py
 * @returns {Element[][]}
 */
export function rulesPicture(rules) {
  const isSign = ({ role }) => OVER_LINES.has(role);
  const draw = (shapes) => shapes.map((shape) => shapeElement(shape, rules));
  return [draw(rules.shapes.filter((shape) => !isSign(shape))), draw(rules.shapes.filter(isSign))];
}

function outline({ kind, role, points, size, text }, dashes) {
  const [[x, y]] = points;
  if (kind === "text") return make("text", { x, y: y + 0.35 * size, "font-size": size }, text);
  if (kind === "circle") return make("circle", { cx: x, cy: y, r: size });
  if (kind === "area") return make("path", { d: `M${points.join("L")}Z` });
  const step = kind === "edges" ? 2 : points.length;
  let d = "";
  for (let n = 0; n < points.length; n += step) d += `M${points.slice(n, n + step).join("L")}`;
  return make("path", { d, "stroke-dasharray": dashes[role]?.join(" ") });
}

function shapeElement(shape, { colours, dashes }) {
  const { kind, role, size } = shape;
  const node = outline(shape, dashes);
  node.setAttribute("class", `${role} ${kind}`);
  node.style.setProperty("--rule", colours[role]); // the policy of the page forbids styles in attributes
  node.style.setProperty("stroke-width", kind === "circle" ? 0.03 : kind === "line" || kind === "edges" ? size : 0);
  return node;
}

/** Return the borders between regions, and the frame. */
export function regionBorders(regions, size) {
  let d = `M0 0H${size}V${size}H0Z`;
  regions.forEach((region, cell) => {
    const [x, y] = [cell % size, Math.floor(cell / size)];
    if (x + 1 < size && regions[cell + 1] !== region) d += `M${x + 1} ${y}v1`;
    if (y + 1 < size && regions[cell + size] !== region) d += `M${x} ${y + 1}h1`;
  });
  return d;
}

/** Return whether rules keep equal digits out of two cells, beside rows and columns. */
export function isApart(one, other, { sets, steps }, size) {
  const [down, right] = [Math.floor(one / size) - Math.floor(other / size), (one % size) - (other % size)];
  const isStep = ([rows, cols]) => (rows === down && cols === right) || (rows === -down && cols === -right);
  return steps.some(isStep) || sets.some((cells) => cells.includes(one) && cells.includes(other));
}

/** Return the rules in words, to be opened. */
export function rulesList(rules, labels) {
  const items = [...rules.general, ...rules.told.map(([sentence]) => sentence)].map((one) => make("li", {}, one));
  return [make("summary", {}, labels.rules), make("ul", {}, ...items)];
}
