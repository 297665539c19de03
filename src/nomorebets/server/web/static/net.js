// The wire to a table: numbered frames in, numbered messages out, and coming back after a break with nothing lost.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export class Wire {
  #waiting = new Map(); // id -> {message, done, refused}
  #socket = null;
  #wait = FIRST_WAIT;
  #number = 0;
  #view = null; // the table as it was last shown
  #unheard = 0; // a timer
  #name = Math.random().toString(36).slice(2, 10);

  constructor(path, { seq, frame, status }) {
    this.path = path;
    this.seq = seq;
    this.frame = frame;
    this.status = status;
    this.#open();
    addEventListener("online", () => this.#again(0));
  }

  /** Resolves when the house has it in its book; rejects with the refusal. */
  send(type, fields = {}) {
    const id = `${this.#name}-${++this.#number}`;
    const message = { type, id, ...fields };
    return new Promise((done, refused) => {
      this.#waiting.set(id, { message, done, refused });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    });
  }

  close() {
    this.#socket?.close();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}?states=changes&after=${this.seq}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.status("connected");
      this.#sayAgain();
    };
    socket.onmessage = (event) => this.#read(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (event.code === 4404) return this.status("closed", event.reason);
      this.status("reconnecting");
      this.#again(this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    };
  }

  #again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.#socket || this.#socket.readyState > WebSocket.OPEN) this.#open();
    }, wait);
  }

  /** Whatever was not acknowledged, under the same id: the house does it once. */
  #sayAgain() {
    this.#unheard = 0;
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    for (const { message } of this.#waiting.values()) this.#socket.send(JSON.stringify(message));
  }

  #read(frame) {
    if (frame.wait) this.#unheard ||= setTimeout(() => this.#sayAgain(), 1000 * frame.wait); // it came too fast
    if (frame.type === "ack" || frame.type === "refused") {
      const sent = this.#waiting.get(frame.id);
      this.#waiting.delete(frame.id);
      if (frame.type === "ack") sent?.done(frame);
      else if (sent) sent.refused(frame);
      else this.frame(frame);
      return;
    }
    const shown = frame.type === "state" || frame.type === "change";
    if (frame.seq > this.seq || shown) this.seq = frame.seq;
    if (shown) this.#view = frame.view ?? changed(this.#view, frame.changes);
    this.frame(shown ? { type: "state", seq: frame.seq, view: this.#view } : frame);
  }
}

/** A view brought up to date; the one before stays as it was. */
function changed(view, changes) {
  const fresh = { ...view };
  for (const [path, ...value] of changes) {
    const last = path[path.length - 1];
    let inner = fresh;
    for (const step of path.slice(0, -1)) inner = inner[step] = Array.isArray(inner[step]) ? [...inner[step]] : { ...inner[step] };
    if (value.length) inner[last] = value[0];
    else delete inner[last];
  }
  return fresh;
}
