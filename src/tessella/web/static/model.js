/* Model of a game on the page, with the interface that anywidget gives to a notebook: get, set, on, off, send. */

export class Model {
  /**
   * @param {Object<string, *>} values
   * @param {function(object)} [send] what sends a request
   */
  constructor(values, send = () => {}) {
    this.values = { where: "page", ...values };
    this.send = send;
    this.listeners = new Map();
  }

  get(name) {
    return this.values[name];
  }

  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    this.emit(`change:${name}`);
  }

  /** Tell the server how the player that is watched is to go on. */
  save_changes() {
    this.send({ do: "watch", running: this.get("running"), speed: this.get("speed") });
  }

  on(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  off(name, listener) {
    const others = (this.listeners.get(name) ?? []).filter((one) => one !== listener);
    this.listeners.set(name, others);
  }

  emit(name, value) {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }
}
