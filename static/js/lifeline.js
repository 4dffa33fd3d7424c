// One WebSocket that is replaced whenever it dies, with whatever close code, or falls silent: with back-off and jitter.
// `ontext(text)` gets what it brings; `onend(code)` is told when the server will not have this page back.
const SILENCE = 45_000; // the server says something every 15 s
const CONNECTING = 10_000;
const LAST_WAIT = 15_000;
const GONE_FOR_GOOD = [4401, 4403, 4404, 4410]; // signed out, sent away, no such room, banned

export class Lifeline {
  constructor(path) {
    this.address = location.origin.replace("http", "ws") + path;
    this.tries = 0;
  }

  get alive() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  get quiet() {
    return Date.now() - this.heard;
  }

  open() {
    this.close();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = ({ data }) => socket === this.socket && this.take(data);
    socket.onclose = ({ code }) => socket === this.socket && this.lose(code);
  }

  close() {
    const socket = this.socket;
    this.socket = null;
    this.retry = Infinity;
    socket?.close();
  }

  take(text) {
    this.heard = Date.now();
    this.tries = 0;
    this.greeted = true;
    this.ontext(text);
  }

  lose(code) {
    this.socket = null;
    this.again(Math.min(LAST_WAIT, 500 * 2 ** this.tries++) * (0.5 + Math.random()));
    if (this.greeted && GONE_FOR_GOOD.includes(code)) this.onend(code);
  }

  again(milliseconds) {
    this.retry = Date.now() + milliseconds;
  }

  tick() {
    const patience = this.alive ? SILENCE : CONNECTING;
    if (this.socket ? this.quiet > patience : Date.now() > this.retry) this.open();
  }
}
