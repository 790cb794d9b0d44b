/* Keys as the games hear them. */

/**
 * Return the name of a key, whatever the input method made of it.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  if (event.key === "Process" || event.isComposing) return event.code.replace(/^(Key|Digit)/, "").toLowerCase();
  return event.key.normalize("NFKC").toLowerCase();
}

/** Return whether somebody types into a field. @param {Event} event */
export function isTyping(event) {
  return Boolean(event.target.closest?.("input, textarea, select, [contenteditable]"));
}

/** Return whether a key pressed somewhere on the page is meant for the game. @param {KeyboardEvent} event */
export function isForGame(event) {
  if (event.defaultPrevented || event.metaKey || document.querySelector("dialog[open]")) return false;
  if (event.altKey && !/^(Digit|Numpad)\d$/.test(event.code)) return false; // Alt and a digit show its places
  return !isTyping(event) && !(event.ctrlKey && !["z", "y"].includes(keyName(event)));
}

/** Return whether a key pressed in the game is for what is around it: to save the notebook, say. */
export function isForNotebook(event) {
  return (event.ctrlKey || event.metaKey) && !isForGame(event);
}
