/* Dialog of lessons, and of the techniques of Sudoku that are practised without one. */

import { button, make } from "../dom.js";

/** @param {import("../page.js").Page} page */
export async function showPractice({ connection, dialogs, labels, router }) {
  const { result } = await connection.ask({ do: "get", what: "lessons" });
  if (!result) return;
  const error = make("p", { class: "error", role: "alert" });
  const card = ({ technique, label, so_far, id }) => {
    const open = async () => {
      if (!id) error.textContent = labels.generating;
      error.textContent = await router.start(id ? { do: "open", id } : { do: "practise", technique });
      if (!error.textContent) dialog.close();
    };
    const node = button(label, open, { class: "card" });
    if (so_far) node.append(" ", make("small", {}, so_far));
    return make("li", {}, node);
  };
  const cards = (entries) => make("ul", { class: "cards lessons" }, ...entries.map(card));
  const more = result.filter(({ id }) => !id);
  const dialog = dialogs.show(
    labels.practise,
    make("p", {}, labels.about_lessons),
    error,
    cards(result.filter(({ id }) => id)),
    make("details", {}, make("summary", {}, labels.more_techniques), cards(more)),
  );
}
