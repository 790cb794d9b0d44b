/* Dialog that asks which technique of Sudoku is to be practised. */

import { button, make } from "../dom.js";

/** @param {import("../page.js").Page} page */
export async function showPractice({ connection, dialogs, labels, router }) {
  const { result } = await connection.ask({ do: "get", what: "lessons" });
  if (!result) return;
  const error = make("p", { class: "error", role: "alert" });
  const lessons = result.map(({ value, label, about }) => {
    const practise = async () => {
      error.textContent = labels.generating;
      error.textContent = await router.start({ do: "practise", technique: value });
      if (!error.textContent) dialog.close();
    };
    const card = button(label, practise, { class: "card" });
    if (about) card.append(make("small", {}, about));
    return make("li", {}, card);
  });
  const dialog = dialogs.show(labels.practise, error, make("ul", { class: "cards lessons" }, ...lessons));
}
