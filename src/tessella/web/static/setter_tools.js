/* Tools of the setter: the palette, the form of the tool in hand, and the list of clues. */

import { button, fill, make } from "./dom.js";
import { keyName } from "./keyboard.js";

/** Return a field of the form. @param {object} field `ToolField` of web/protocol.py */
function formField({ name, label, value, choices, takes_cells: takesCells, is_asked: isAsked }, view) {
  const id = `ask-${name}`;
  const input = choices.length
    ? make("select", { id, name })
    : make("input", { id, name, type: "text", autocomplete: "off", spellcheck: "false", maxlength: "500" });
  for (const [one, text] of choices) input.append(make("option", { value: one }, text));
  input.value = value;
  const take = () => {
    const { size } = view.drawn;
    const names = [...view.selection.cells].map((cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`);
    input.value = [...(name === "sets" && input.value ? [input.value] : []), names.join("")].join(",");
    input.focus();
  };
  const more = takesCells ? [button(view.labels.take_cells, take)] : [];
  const node = make("div", { class: "ask" }, make("label", { for: id }, label), input, ...more);
  return { name, node, input, value, isAsked, isText: !choices.length };
}

/** Show the key of a button on it. */
function named(node, key) {
  node.append(make("kbd", { "aria-hidden": "true" }, key));
  return node;
}

export class Palette {
  /** @param {object} view the game's view, which puts what is asked for */
  constructor(view) {
    this.view = view;
    this.all = []; // `ShownTool` of web/protocol.py
    this.tool = null; // the one in hand, null for givens
    this.fields = [];
    this.hands = make("div", { class: "hands", role: "radiogroup" });
    this.whole = make("div", { class: "hands", role: "group" });
    this.more = make("select", { class: "more" });
    this.about = make("p", { class: "about" });
    this.asks = make("div", { class: "asks" });
    this.submit = make("button", { type: "submit", class: "main" });
    this.digits = make("div", { class: "keys" });
    this.form = make("form", {}, this.about, this.asks, this.submit);
    this.node = make("section", { class: "palette" }, this.form, this.digits, this.hands, this.whole, this.more);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      view.put();
      view.focus();
    });
    this.form.addEventListener("keydown", (event) => {
      if (keyName(event) !== "escape") return;
      event.stopPropagation();
      view.focus();
    });
    this.more.addEventListener("change", () => {
      if (this.more.value) this.choose(this.more.value);
      view.focus();
    });
  }

  applyLabels(labels) {
    this.node.setAttribute("aria-label", labels.rules);
    this.hands.setAttribute("aria-label", labels.rules);
    this.whole.setAttribute("aria-label", labels.whole_grid);
    this.more.setAttribute("aria-label", labels.more_rules);
    this.submit.textContent = labels.put;
  }

  /** Offer these tools. @param {object[]} all */
  offer(all) {
    const { labels } = this.view;
    this.all = all;
    const hand = ({ name, title, key }) => {
      const attributes = { role: "radio", "data-hand": name, "aria-keyshortcuts": key.toUpperCase(), title: `${title} (${key})` };
      return named(button(title, () => this.choose(name), attributes), key);
    };
    const keyed = all.filter(({ key }) => key);
    const givens = { name: "", title: labels.givens, key: "d" };
    this.hands.replaceChildren(...[givens, ...keyed.filter(({ most }) => most !== 0)].map(hand));
    const toggles = keyed.filter(({ most }) => most === 0);
    this.whole.replaceChildren(...toggles.map(({ name, title, key }) => {
      const attributes = { "data-whole": name, "aria-keyshortcuts": key, title: `${title} (${key})` };
      return named(button(title, () => this.choose(name), attributes), key);
    }));
    const groups = new Map();
    for (const { name, title, group } of all.filter(({ key }) => !key)) {
      if (!groups.has(group)) groups.set(group, make("optgroup", { label: group }));
      groups.get(group).append(make("option", { value: name }, title));
    }
    this.more.replaceChildren(make("option", { value: "" }, `${labels.more_rules} (m)`), ...groups.values());
    this.choose(this.tool?.name ?? "", null, false);
    if (this.view.drawn) this.draw(this.view.drawn);
  }

  /** Take a tool into hand; a rule of the whole grid that asks for nothing is put, or taken away, at once. */
  choose(name, values = null, isPressed = true) {
    const { view } = this;
    this.tool = this.all.find((tool) => tool.name === name) ?? null;
    for (const node of this.hands.children) node.setAttribute("aria-checked", String(node.dataset.hand === (this.tool?.name ?? "")));
    this.more.value = this.tool && !this.tool.key ? name : "";
    this.fields = (this.tool?.fields ?? []).map((field) => formField(field, view));
    for (const field of this.fields) if (values?.[field.name] !== undefined) field.input.value = values[field.name];
    this.asks.replaceChildren(...this.fields.map(({ node }) => node));
    this.about.textContent = this.tool?.about ?? view.labels.about_givens;
    this.submit.hidden = !this.tool;
    this.digits.hidden = Boolean(this.tool);
    if (isPressed && values === null) {
      view.announce(`${this.tool?.title ?? view.labels.givens}. ${this.about.textContent}`);
      if (this.tool?.most === 0 && this.tool.key && !this.fields.some(({ isAsked }) => isAsked)) view.put();
    }
  }

  /** Do what a key is for; return whether it is for anything. */
  press(key) {
    const tool = this.all.find((one) => one.key === key);
    if (!tool && key !== "d") return false;
    this.choose(tool?.name ?? "");
    return true;
  }

  /** Lead to the first field that is to be filled in. @param {string} [typed] what it begins with */
  ask(typed = "") {
    const field = this.fields.find(({ isAsked }) => isAsked) ?? this.fields.find(({ isText }) => isText);
    if (!field) return;
    if (typed) field.input.value = typed;
    field.input.focus();
    if (!typed) field.input.select?.();
  }

  values() {
    return Object.fromEntries(this.fields.map(({ name, input }) => [name, input.value]));
  }

  /** Begin the form again: what was asked for is put. */
  clear() {
    for (const { input, value } of this.fields) input.value = value;
  }

  draw({ size, symbols, clues }) {
    const there = new Set(clues.map(({ type }) => type));
    for (const node of this.whole.children) node.setAttribute("aria-pressed", String(there.has(node.dataset.whole)));
    if (this.signs === symbols) return;
    this.signs = symbols;
    const { view } = this;
    const keys = [...symbols.slice(1)].map((sign, n) => button(sign, () => view.write(n + 1)));
    this.digits.classList.toggle("large", size > 9);
    this.digits.replaceChildren(...keys);
  }
}

export class CluesList {
  /** @param {object} view the game's view */
  constructor(view) {
    this.view = view;
    this.drawn = "";
    this.list = make("ul");
    this.head = make("summary");
    this.node = make("details", { class: "told clues", open: true }, this.head, this.list);
  }

  draw({ clues, rules }, labels) {
    const key = JSON.stringify([clues, rules?.told]);
    if (key === this.drawn) return;
    this.drawn = key;
    const { view } = this;
    this.head.textContent = `${labels.rules} (${clues.length})`;
    const item = (clue, n) => {
      const light = () => view.light(clue.cells);
      const dim = () => view.light([]);
      const [sentence] = rules.told[n];
      const edit = button(sentence, () => view.edit(clue), { class: "quiet", onfocus: light, onblur: dim });
      if (clue.mark) edit.append(" ", make("small", { class: clue.mark }, labels[`clue_${clue.mark}`]));
      const remove = button("×", () => view.remove(clue), { class: "quiet", "aria-label": fill(labels.remove, { clue: sentence }) });
      return make("li", { onpointerenter: light, onpointerleave: dim }, edit, remove);
    };
    this.list.replaceChildren(...(clues.length ? clues.map(item) : [make("li", {}, labels.no_clues)]));
  }
}
