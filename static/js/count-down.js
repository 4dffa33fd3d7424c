// <count-down data-deadline="EPOCH_MS" data-total="SECONDS" data-say="{n} seconds left">: the seconds that are left by the
// server's clock, rounded up, so that it never shows zero early. It speaks at 60, 30 and 10 only. `data-low` says that
// little time is left, `data-up` that none is.
import * as clock from "./server-clock.js";

const SPEAKS_AT = [60, 30, 10];
const LOW = 10;

customElements.define("count-down", class extends HTMLElement {
  static observedAttributes = ["data-deadline", "data-total"];

  connectedCallback() {
    this.tick();
    this.ticking = setInterval(() => this.tick(), 200);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.tick();
  }

  tick() {
    const left = Math.max(0, (Number(this.dataset.deadline) - clock.now()) / 1000);
    const seconds = Math.ceil(left);
    if (seconds === this.seconds) return;
    const goesOn = this.deadline === this.dataset.deadline; // a new wait that is as short as this has lost no time yet
    if (goesOn && this.seconds > seconds && SPEAKS_AT.includes(seconds)) {
      const detail = this.dataset.say.replace("{n}", seconds);
      document.dispatchEvent(new CustomEvent("say", { detail }));
    }
    this.seconds = seconds;
    this.deadline = this.dataset.deadline;
    this.textContent = seconds < 100 ? seconds : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.style.setProperty("--left", `${Math.min(100, (100 * left) / Number(this.dataset.total))}%`);
    this.toggleAttribute("data-low", seconds <= LOW);
    this.toggleAttribute("data-up", seconds === 0);
  }
});
