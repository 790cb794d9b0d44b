/* Dialog for language, theme and animation. */

import { button, make } from "../dom.js";

/** @param {import("../page.js").Page} page */
export function showSettings(page) {
  const { dialogs, labels, languages, settings } = page;
  const choice = (name, label, choices) => {
    const select = make("select", { id: `set-${name}` });
    for (const [value, text] of Object.entries(choices)) select.append(make("option", { value }, text));
    select.value = settings.preferences[name];
    select.addEventListener("change", async () => {
      const changed = (await page.connection.ask({ do: "settings", [name]: select.value })).result;
      if (changed) page.applySettings(changed);
      if (changed && name === "lang" && dialogs.current) showSettings(page);
      document.getElementById(`set-${name}`)?.focus();
    });
    return make("div", { class: "field" }, make("label", { for: `set-${name}` }, label), select);
  };
  dialogs.show(
    labels.settings,
    choice("lang", labels.language, languages),
    choice("theme", labels.theme, settings.themes),
    choice("motion", labels.motion, { auto: labels.motion_auto, on: labels.motion_on, off: labels.motion_off }),
    ...(page.install ? [button(labels.install, () => page.install.prompt(), { class: "main" })] : []),
  );
}
