// <first-guide data-guide="GAME:KIND"> in the prompt: stands there (`data-new`) until its reader has met that kind of
// prompt once. <guide-switch> has the reader's two ways: no hints at all, and all of them again.
import * as kept from "./kept.js";

const SEEN = "hints-seen";
const WANTED = "hints";
const READ = 4_000; // what stood there for so long has been read
const CHANGED = "hints-changed";

const seen = () => new Set(JSON.parse(kept.get(SEEN, "[]")));
const wanted = () => kept.get(WANTED, "on") === "on";

function change(key, value) {
  kept.set(key, value);
  document.dispatchEvent(new Event(CHANGED));
}

customElements.define("first-guide", class extends HTMLElement {
  static observedAttributes = ["data-guide"];

  connectedCallback() {
    this.leaving = new AbortController();
    const until = { signal: this.leaving.signal };
    this.addEventListener("click", ({ target }) => this.answer(target.dataset.hint), until);
    document.addEventListener(CHANGED, () => this.look(), until);
    this.look();
  }

  disconnectedCallback() {
    this.leaving.abort();
    this.leave(this.dataset.guide);
  }

  attributeChangedCallback(_name, before) {
    if (!this.isConnected || !this.leaving) return;
    this.leave(before);
    this.look();
  }

  look() {
    const fresh = wanted() && !seen().has(this.dataset.guide);
    if (fresh && !this.since) this.since = Date.now();
    if (!fresh) this.since = 0;
    this.toggleAttribute("data-new", fresh);
    this.querySelector("details").open = fresh;
  }

  leave(key) {
    if (this.since && Date.now() - this.since >= READ) kept.set(SEEN, JSON.stringify([...seen().add(key)]));
    this.since = 0;
  }

  answer(hint) {
    if (!hint) return;
    const part = this.closest("section");
    if (hint === "off") change(WANTED, "off");
    else change(SEEN, JSON.stringify([...seen().add(this.dataset.guide)]));
    part.tabIndex = -1; // the button that had the focus is gone
    part.focus({ preventScroll: true });
  }
});

customElements.define("guide-switch", class extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector("input");
    this.look();
    document.addEventListener(CHANGED, () => this.look());
    field.addEventListener("change", () => change(WANTED, field.checked ? "on" : "off"));
    this.querySelector("button").addEventListener("click", () => {
      kept.set(SEEN, "[]");
      change(WANTED, "on");
    });
  }

  look() {
    this.querySelector("input").checked = wanted();
  }
});
