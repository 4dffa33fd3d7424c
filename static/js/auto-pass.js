// <auto-pass data-turn data-round> around a <select>: the player's own switch "pass for me", for this turn or this round
// (their names are in the data). While it is on, whatever the hand holds, a question that can be passed is passed after
// the same short wait. It knows no rules, and tells nobody: what is set stays in this tab.
const WAIT = 1_200;
const JITTER = 400;
const KEPT = "auto-pass";
const PASS = `#prompt form[data-command='{"type":"pass"}']`;

customElements.define("auto-pass", class extends HTMLElement {
  connectedCallback() {
    this.leaving = new AbortController();
    document.addEventListener("htmx:after:swap", () => this.look(), { signal: this.leaving.signal });
    this.addEventListener("change", () => this.keep(), { signal: this.leaving.signal });
    this.look();
  }

  disconnectedCallback() {
    this.leaving.abort();
    clearTimeout(this.waiting);
    this.asked = null;
  }

  get select() {
    return this.querySelector("select");
  }

  /** For how long it is on: "turn", "round", or "" once the one that it was set for is over. */
  get scope() {
    const { scope, name } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    return scope && name === this.dataset[scope] ? scope : "";
  }

  keep() {
    const scope = this.select.value;
    sessionStorage.setItem(KEPT, JSON.stringify({ scope, name: this.dataset[scope] }));
    this.look();
  }

  look() {
    this.select.value = this.scope;
    const form = this.scope ? document.querySelector(PASS) : null;
    const asked = form?.elements.version.value;
    if (asked === this.asked) return;
    this.asked = asked;
    clearTimeout(this.waiting);
    if (form) this.waiting = setTimeout(() => this.pass(), WAIT + JITTER * Math.random());
  }

  pass() {
    if (this.scope) document.querySelector(PASS)?.requestSubmit();
  }
});
