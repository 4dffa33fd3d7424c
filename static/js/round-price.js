// <round-price data-zero="EPOCH_MS" data-started="SECONDS" data-steps="0:5 900:15 1800:30">: what losing the round costs, by
// the server's clock. data-zero is the match's start, from which data-started counts.
// A step is "seconds from the round's start : HP". The words come with it: data-now "{n} HP", data-then "{n} from {time}",
// data-age "round: {time}". With data-still (paused, in a replay) no time runs, and what the server wrote stays.
import * as clock from "./server-clock.js";

function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

customElements.define("round-price", class extends HTMLElement {
  static observedAttributes = ["data-zero", "data-started", "data-steps", "data-still"];

  connectedCallback() {
    this.tick();
    this.ticking = setInterval(() => this.tick(), 1000);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.tick();
  }

  tick() {
    if ("still" in this.dataset) return;
    const age = Math.max(0, Math.floor((clock.now() - this.dataset.zero) / 1000 - this.dataset.started));
    const steps = this.dataset.steps.trim().split(" ").map((step) => step.split(":").map(Number));
    const next = steps.findIndex(([seconds]) => seconds > age);
    const now = steps.at(next < 0 ? -1 : next - 1)[1];
    const parts = [["b", this.dataset.now.replace("{n}", now)]];
    if (next > 0) parts.push(["span", this.dataset.then.replace("{n}", steps[next][1]).replace("{time}", minutes(steps[next][0]))]);
    parts.push(["small", this.dataset.age.replace("{time}", minutes(age))]);
    this.replaceChildren(...parts.flatMap(([tag, text]) => [Object.assign(document.createElement(tag), { textContent: text }), " "]));
  }
});
