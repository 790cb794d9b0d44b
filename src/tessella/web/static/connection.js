/* WebSocket connection to the server: one request at a time, sent again when the server comes back.
 *
 * A page says within 5 s that the server is away, and takes nothing until it is back: what was not sent by then is given
 * up, and said to be.
 *
 * Where the page names a worker, that is the server (worker_transport.js). The messages are declared in web/protocol.py.
 *
 * @typedef {{do: string}} Request
 * @typedef {{n?: number|null, error?: string, hint?: string, result?: object, state?: object}} Answer
 */

const MAX_WAITING = { 2048: 6, sudoku: 200, setting: 200 }; // moves that may wait for the one in flight
const QUIET = 2000; // milliseconds until a silent server is asked
const NO_ANSWER = 2500; // milliseconds to answer that, or to accept a connection
const PING = "ping";
const RETRY_DELAYS = [250, 500, 1000, 2000, 4000]; // milliseconds before each try
const REFUSED = [4401, 4429]; // without a cookie; too many requests

const isRemote = !document.body.dataset.worker;
const Socket = isRemote ? WebSocket : (await import("./worker_transport.js")).WorkerSocket;

export class Connection {
  /**
   * @param {{online: function(Answer), offline: function(string, number), receive: function(Answer),
   *   loading: function(string), generating: function()}} listener `loading` takes how far a server has come that
   *   runs in this browser, `generating` is called where the game of the address has to be made first
   */
  constructor(listener) {
    this.listener = listener;
    this.waiting = [];
    this.inFlight = null;
    this.lastNumber = 0;
    this.tries = 0;
    this.isOnline = false;
    this.state = null; // the last one received
    this.refusal = document.body.dataset.offline; // the answer to all while the server is away
    this.game = new URLSearchParams(location.search).get("g") ?? "";
    window.addEventListener("online", () => this.retryNow());
    window.addEventListener("offline", () => isRemote && this.drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
  }

  connect() {
    clearTimeout(this.timer);
    const address = new URL("ws", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    // A page that only comes back begins no game that another tab has left.
    const back = this.state ? { back: 1 } : {};
    address.search = this.game ? new URLSearchParams({ g: this.game, ...back }) : "";
    address.hash = "";
    const socket = new Socket(address);
    this.socket = socket;
    this.expect(() => this.drop(), NO_ANSWER * (this.tries + 1));
    socket.onopen = () => this.listen();
    socket.onloading = (sentence) => this.listener.loading(sentence);
    socket.onmessage = (event) => {
      if (this.socket !== socket) return; // it was given up
      this.listen();
      if (event.data !== PING) this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.close(event);
    };
  }

  expect(otherwise, delay) {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(otherwise, delay);
  }

  /** The server is there; ask again when it has been quiet for a while. */
  listen() {
    this.expect(() => document.hidden || this.ping(), QUIET);
  }

  ping() {
    if (this.socket.readyState !== WebSocket.OPEN) return; // it is still awaited
    this.socket.send(PING);
    this.expect(() => this.drop(), NO_ANSWER);
  }

  /** Give a connection up that nothing comes from. @param {CloseEvent} [event] */
  drop(event) {
    const { socket } = this;
    if (!socket) return;
    this.close(event);
    socket.close();
  }

  /** @param {CloseEvent} [event] */
  close(event) {
    clearTimeout(this.pulse);
    this.socket = null;
    this.isOnline = false;
    const isRefused = REFUSED.includes(event?.code);
    const given = this.waiting.splice(0);
    for (const { answer } of given) answer({ error: this.refusal });
    if (isRefused) this.tries = RETRY_DELAYS.length;
    const delay = RETRY_DELAYS[Math.min(this.tries++, RETRY_DELAYS.length - 1)];
    this.timer = setTimeout(() => this.connect(), delay);
    this.listener.offline(isRefused ? event.reason : "", given.filter(({ isFromGame }) => isFromGame).length);
  }

  /** Try at once: the network or the person is back. */
  retryNow() {
    if (this.socket) this.ping();
    else this.connect();
  }

  /** @param {Answer} message */
  receive(message) {
    if (message.state) {
      this.state = message.state;
      this.game = message.state.id;
    }
    if (message.generating) {
      this.listener.generating();
      return;
    }
    if (message.hello) {
      this.isOnline = true;
      this.tries = 0;
      if (this.inFlight) this.socket.send(JSON.stringify({ ...this.inFlight.request, again: true }));
      this.listener.online(message);
      this.sendNext();
      return;
    }
    if (message.error && !this.isOnline) {
      this.drop({ code: REFUSED[0], reason: message.error }); // no game: try again later
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
   * Return the answer to a request, in time; at once, and an error, while the server is away.
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  ask(request, isFromGame = false) {
    if (!this.isOnline) return Promise.resolve({ error: this.refusal });
    return new Promise((answer) => {
      this.waiting.push({ request, answer, isFromGame });
      this.sendNext();
    });
  }

  /** Send what a game asks for. A few moves may wait for the one in flight; more are dropped. @param {Request} request */
  send(request) {
    if (this.waiting.length < MAX_WAITING[this.state.game] || request.do !== "play") this.ask(request, true);
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
