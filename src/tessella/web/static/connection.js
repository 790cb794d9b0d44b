/* WebSocket connection to the server: one request at a time, sent again when the server comes back.
 *
 * The messages are declared in web/protocol.py.
 *
 * @typedef {{do: string}} Request
 * @typedef {{n?: number|null, error?: string, hint?: string, result?: object, state?: object}} Answer
 */

const MAX_WAITING = 6; // moves that may wait for the one in flight
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000]; // milliseconds before the next try to connect
const REFUSED = [4401, 4429]; // the codes that close on somebody without a cookie, or with too many requests

export class Connection {
  /** @param {{online: function(Answer), offline: function(string), receive: function(Answer)}} listener */
  constructor(listener) {
    this.listener = listener;
    this.waiting = [];
    this.inFlight = null;
    this.lastNumber = 0;
    this.tries = 0;
    this.isOnline = false;
    this.state = null; // the last one received
    this.game = new URLSearchParams(location.search).get("g") ?? "";
    window.addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
  }

  connect() {
    clearTimeout(this.timer);
    const address = new URL("ws", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    // A game that another tab has left meanwhile is not begun anew by a page that only comes back.
    const back = this.state ? { back: 1 } : {};
    address.search = this.game ? new URLSearchParams({ g: this.game, ...back }) : "";
    address.hash = "";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.socket === socket) this.close(event);
    };
  }

  /** @param {CloseEvent} event */
  close(event) {
    this.socket = null;
    this.isOnline = false;
    const isRefused = REFUSED.includes(event.code);
    this.listener.offline(isRefused ? event.reason : "");
    if (isRefused) this.tries = RETRY_DELAYS.length;
    const delay = RETRY_DELAYS[Math.min(this.tries++, RETRY_DELAYS.length - 1)];
    this.timer = setTimeout(() => this.connect(), delay);
  }

  /** Try at once: the network or the person is back. */
  retryNow() {
    if (!this.socket) this.connect();
  }

  /** @param {Answer} message */
  receive(message) {
    if (message.state) {
      this.state = message.state;
      this.game = message.state.id;
    }
    if (message.hello) {
      this.isOnline = true;
      this.tries = 0;
      this.listener.online(message);
      if (this.inFlight) this.socket.send(JSON.stringify({ ...this.inFlight.request, again: true }));
      else this.sendNext();
      return;
    }
    const { inFlight } = this;
    // An error without a number is for the request in flight, which was not even read.
    const isAnswer = inFlight && (message.n === inFlight.request.n || (message.error && message.n === null));
    if (isAnswer) {
      this.inFlight = null;
      inFlight.answer(message);
    }
    // What the page asked for itself is no answer to the game.
    this.listener.receive(isAnswer && !inFlight.isFromGame ? { ...message, n: undefined } : message);
    this.sendNext();
  }

  /**
   * Return the answer to a request, in time.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  ask(request, isFromGame = false) {
    return new Promise((answer) => {
      this.waiting.push({ request, answer, isFromGame });
      this.sendNext();
    });
  }

  /** Send what a game asks for. A few moves may wait for the one in flight; more are dropped. @param {Request} request */
  send(request) {
    if (this.waiting.length < MAX_WAITING || request.do !== "play") this.ask(request, true);
    else this.listener.receive({ n: null, state: this.state });
  }

  sendNext() {
    if (this.inFlight || !this.isOnline || !this.waiting.length) return;
    this.inFlight = this.waiting.shift();
    const { state } = this;
    const seen = state ? { at: state.at, of: state.id } : {};
    this.inFlight.request = { n: ++this.lastNumber, ...seen, ...this.inFlight.request };
    this.socket.send(JSON.stringify(this.inFlight.request));
  }
}
