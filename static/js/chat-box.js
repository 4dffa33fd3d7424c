// <chat-box> around the talk: on a phone it is folded away and counts what is new, and what was sent leaves the field.
const DESK = window.matchMedia("(min-width: 56rem)");

customElements.define("chat-box", class extends HTMLElement {
  connectedCallback() {
    this.fold.open = DESK.matches;
    this.seen = this.newest;
    this.leaving = new AbortController();
    const until = { signal: this.leaving.signal };
    this.fold.addEventListener("toggle", () => this.count(), until);
    document.addEventListener("htmx:after:swap", () => this.count(), until);
    this.addEventListener("htmx:after:request", ({ detail: { ctx } }) => this.sent(ctx), until);
  }

  disconnectedCallback() {
    this.leaving.abort();
  }

  get fold() {
    return this.querySelector("#fold-chat");
  }

  get newest() {
    return Number(this.querySelector("ol").dataset.newest);
  }

  count() {
    if (this.fold.open) this.seen = this.newest;
    const others = [...this.querySelectorAll("li[id]:not([data-mine])")];
    const fresh = others.filter((line) => Number(line.id.split("-")[1]) > this.seen).length;
    const bubble = this.querySelector(".unread");
    bubble.textContent = fresh ? bubble.dataset.words.replace("{n}", fresh) : "";
  }

  // Only what was said leaves the field: a refusal keeps it to be mended, and whoever typed on keeps that.
  sent({ response, request }) {
    if (response.status !== 200) return;
    const field = this.querySelector("#chat-text");
    const said = new URLSearchParams(request.body).get("text");
    if (field && said !== null && field.value === said) field.value = "";
    const phrases = this.querySelector("#fold-phrases");
    if (phrases) phrases.open = false;
  }
});
