/* DOM elements, icons and texts. */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "rect", "circle", "line", "text", "g"]);
const ICONS = {
  undo: "M9 7H15A5 5 0 0 1 15 17H8M9 7L12 4M9 7L12 10",
  redo: "M15 7H9A5 5 0 0 0 9 17H16M15 7L12 4M15 7L12 10",
  hint: "M9 18H15M10 21H14M12 3A6 6 0 0 0 8.5 14V15.5H15.5V14A6 6 0 0 0 12 3Z",
  new: "M12 5V19M5 12H19",
  close: "M6 6L18 18M18 6L6 18",
  marks: "M4 20L5 15.5L16 4.5L19.5 8L8.5 19L4 20M13.5 7L17 10.5",
  mark_all: "M5 5H8V8H5ZM16 5H19V8H16ZM5 16H8V19H5ZM16 16H19V19H16ZM10.5 10.5H13.5V13.5H10.5Z",
  check: "M4 12.5L9.5 18L20 6.5",
  pause: "M8 5V19M16 5V19",
  erase: "M9 6H21V18H9L3 12ZM12 9.5L17 14.5M17 9.5L12 14.5",
  follow: "M5 12H19M13 6L19 12L13 18",
  play: "M7 5L19 12L7 19Z",
  lesson: "M12 6Q8 3.5 3 4.5V18.5Q8 17.5 12 20Q16 17.5 21 18.5V4.5Q16 3.5 12 6V20",
  prior: "M15 5L8 12L15 19",
  next: "M9 5L16 12L9 19",
  next_drill: "M5 5L12 12L5 19M12 5L19 12L12 19",
  drills: "M4 6L6 8L9 4M12 6H20M4 12L6 14L9 10M12 12H20M4 18L6 20L9 16M12 18H20",
  puzzles: "M4 4H20V20H4ZM4 9.3H20M4 14.7H20M9.3 4V20M14.7 4V20",
  watch: "M2 12Q12 1 22 12Q12 23 2 12M12 9A3 3 0 0 1 12 15A3 3 0 0 1 12 9",
  step: "M6 5L15 12L6 19ZM18 5V19",
  open: "M3 6H9L11 8H21V19H3Z",
  share: "M12 15V4M8 8L12 4L16 8M5 12V20H19V12",
  left: "M19 12H5M11 6L5 12L11 18",
  right: "M5 12H19M13 6L19 12L13 18",
  up: "M12 19V5M6 11L12 5L18 11",
  down: "M12 5V19M6 13L12 19L18 13",
};

/** Let the browser save what is given as a file. @param {string} name @param {BlobPart} content */
export function download(name, content) {
  const address = URL.createObjectURL(new Blob([content]));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** Return a button that asks for a file. @param {string} label @param {function(File): void} take */
export function fileButton(label, take) {
  const input = make("input", { type: "file", hidden: true, "aria-label": label });
  input.addEventListener("change", () => {
    if (input.files.length) take(input.files[0]);
    input.value = "";
  });
  return make("span", {}, button(label, () => input.click()), input);
}

/**
 * Return an element with attributes, listeners (`onclick`) and children.
 * @param {string} tag
 * @param {Object<string, *>} [attributes] false and undefined leave an attribute out
 * @param {...(Node|string|null|undefined)} children
 * @returns {Element}
 */
export function make(tag, attributes = {}, ...children) {
  const node = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== null));
  return node;
}

/**
 * Return a button that calls a function.
 * @param {string|Node} label
 * @param {function(Event): *} press
 * @param {Object<string, *>} [attributes]
 */
export function button(label, press, attributes = {}) {
  return make("button", { type: "button", onclick: press, ...attributes }, label);
}

/** Return the icon of a tool. @param {string} name */
export function icon(name) {
  return make("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, make("path", { d: ICONS[name] }));
}

/**
 * Return a sentence with its {places} filled.
 * @param {string} sentence
 * @param {Object<string, *>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (all, name) => (name in values ? String(values[name]) : all));
}

/** Let keys reach and scroll a part of the page for as long as it holds more than it shows. */
export function reachable(node) {
  const look = () => {
    if (node.scrollHeight > node.clientHeight) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  new ResizeObserver(look).observe(node);
  new MutationObserver(look).observe(node, { childList: true, characterData: true, subtree: true });
}
