// <live-table data-socket="/ws/r/CODE/" data-page="/r/CODE/" data-now="…">: keeps the page the present picture, by the
// page's only socket and, while there is none, by plain requests that name the stamp of the picture shown.
import * as clock from "./server-clock.js";
import { Lifeline } from "./lifeline.js";

const BEAT_MISSED = 17_000;
const POLL = 2_500;
const BANNER = 3_000;
const ANSWER = 10_000;

customElements.define("live-table", class extends HTMLElement {
  connectedCallback() {
    clock.set(Number(this.dataset.now));
    this.alive = this.asked = Date.now();
    this.line = Object.assign(new Lifeline(this.dataset.socket), {
      ontext: (text) => this.show(text),
      onend: () => location.reload(),
    });
    this.line.open();
    this.ticking = setInterval(() => this.tick(), 500);
    this.leaving = new AbortController();
    const until = { signal: this.leaving.signal };
    document.addEventListener("visibilitychange", () => document.hidden || this.wake(this.joined ? BEAT_MISSED : 0), until);
    window.addEventListener("pageshow", (event) => event.persisted && this.wake(0), until);
    window.addEventListener("online", () => this.wake(0), until);
    window.addEventListener("pagehide", () => this.line.close(), until);
    document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => this.date(ctx.request.body), until);
    document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => this.welcome(ctx.sourceElement), until);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
    this.leaving.abort();
    this.line.close();
  }

  get status() {
    return document.getElementById("status").dataset;
  }

  get joined() {
    return "joined" in this.status;
  }

  show(text) {
    const time = text.match(/<!--now (\d+)-->/);
    if (time) clock.set(Number(time[1]));
    if (text.includes("<section")) htmx.swap({ text, swap: "none", sourceElement: this });
  }

  tick() {
    this.line.tick();
    const now = Date.now();
    if (this.line.alive) this.alive = now;
    else if (now - this.asked > POLL) this.ask();
    this.querySelector(".banner").hidden = now - this.alive < BANNER;
  }

  // A choice is decided on the picture that is shown; its form may be older, and stand unchanged.
  date(fields) {
    if (fields.has("version")) fields.set("version", this.status.stamp.split(".")[2]);
  }

  // A socket belongs to whom the page belonged to when it was opened: a newcomer who has joined needs another.
  welcome(form) {
    if ("newcomer" in form.dataset) this.line.open();
  }

  // The tab is looked at again, or the network is back: is this still the present picture, and does the socket live?
  wake(patience) {
    this.ask();
    if (!this.line.alive || this.line.quiet >= patience) this.line.open();
  }

  async ask() {
    this.asked = Date.now() + ANSWER; // one question at a time
    const headers = { "HX-Request": "true", "X-Stamp": this.status.stamp };
    try {
      const answer = await fetch(this.dataset.page, { headers, cache: "no-store", signal: AbortSignal.timeout(ANSWER) });
      if (this.unreached) this.line.again(1000 * Math.random()); // the server is back: wait no longer
      this.unreached = false;
      if (answer.status === 200) this.show(await answer.text());
      if (answer.status === 403 || answer.status === 404) location.reload();
    } catch {
      this.unreached = true;
    }
    this.asked = Date.now();
  }
});
