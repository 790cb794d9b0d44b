/* Dialog that asks what a new game should be like. */

import { make } from "../dom.js";

/**
 * @param {import("../page.js").Page} page
 * @param {string} game
 */
export function showNewGame(page, game) {
  const { dialogs, labels, router, settings } = page;
  const error = make("p", { class: "error", role: "alert" });
  const fields = settings.forms[game].map(formField);
  for (const field of fields.filter(({ onlyWith }) => onlyWith)) {
    const [name, needed] = field.onlyWith;
    const other = fields.find((one) => one.name === name);
    field.node.addEventListener("change", () => field.value() && other.choose(needed));
    other.node.addEventListener("change", () => other.value() !== needed && field.choose(""));
  }
  const submit = make("button", { type: "submit", class: "main" }, labels.start);
  const form = make("form", {}, ...fields.map(({ node }) => node), error, make("div", { class: "row" }, submit));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (router.shown === "opening") return; // it is being generated
    error.textContent = "";
    const options = { game, ...Object.fromEntries(fields.map(({ name, value }) => [name, value()])) };
    const problem = await router.start({ do: "new", options });
    error.textContent = problem;
    error.scrollIntoView({ block: "nearest" });
    if (!problem) dialog.close();
  });
  const dialog = dialogs.show(game === "2048" ? labels.new_game : labels.new_puzzle, form);
  submit.focus({ preventScroll: true }); // the form begins at its top, and Enter starts
}

/**
 * Return a field of the form.
 * @returns {{name: string, value: function(): string, choose: function(string), node: Element, onlyWith: string[]}}
 */
function formField({ name, label, value, about, choices, only_with: onlyWith }) {
  const id = `new-${name}`;
  const description = make("p", { class: "about", id: `${id}-about` }, about);
  if (!choices.length) {
    const input = make("input", { id, type: "text", value, autocomplete: "off", "aria-describedby": `${id}-about` });
    const node = make("div", { class: "field" }, make("label", { for: id }, label), input, description);
    return { name, value: () => input.value, node };
  }
  const describe = (choice) => (description.textContent = choice?.about || about);
  const chips = choices.map((choice) => {
    const input = make("input", { type: "radio", name: id, value: choice.value, checked: choice.value === value });
    input.addEventListener("change", () => describe(choice));
    return make("label", { class: "chip" }, input, make("span", {}, choice.label));
  });
  describe(choices.find((choice) => choice.value === value));
  const group = make("div", { class: "chips" }, ...chips);
  const node = make("fieldset", { class: "field" }, make("legend", {}, label), group, description);
  const choose = (value) => (node.querySelector(`input[value="${value}"]`).checked = true);
  return { name, value: () => node.querySelector("input:checked")?.value ?? "", choose, node, onlyWith };
}
