// <plan-builder data-draft data-open data-spoken>: around the form of a plan that is being laid. The server draws it for
// every tap; this keeps it when a picture comes that knows nothing of it (somebody else has moved): what the draft is
// seen in stays, and is asked for again. It knows no rules.
const SEEN_IN = ["board", "hand", "prompt"];

customElements.define("plan-builder", class extends HTMLElement {
  connectedCallback() {
    this.leaving = new AbortController();
    const until = { signal: this.leaving.signal };
    document.addEventListener("htmx:before:swap", ({ detail }) => this.keep(detail.ctx, detail.tasks), until);
    document.addEventListener("htmx:after:swap", ({ detail }) => this.look(detail.ctx), until);
    document.addEventListener("htmx:finally:request", () => setTimeout(() => this.ask()), until); // no longer under way then
    this.was = this.dataset.open;
  }

  disconnectedCallback() {
    this.leaving.abort();
  }

  get form() {
    return this.querySelector("form");
  }

  keep(ctx, tasks) {
    if (ctx.sourceElement === this.form || !(this.dataset.draft || this.dataset.open)) return;
    const prompt = tasks.find((task) => task.target?.id === "prompt");
    const coming = prompt?.fragment.querySelector("plan-builder");
    if (prompt && (coming?.id !== this.id || coming.dataset.draft)) return; // the turn is over, or it is a draft itself
    const others = tasks.filter((task) => !SEEN_IN.includes(task.target?.id));
    this.stale ||= others.length < tasks.length;
    tasks.splice(0, tasks.length, ...others);
  }

  look(ctx) {
    if (ctx.sourceElement !== this.form) return this.ask();
    const skip = document.querySelector(".pass input");
    if (skip) skip.checked = true; // who plans waits for no show, also when the plan is empty again
    document.dispatchEvent(new CustomEvent("say", { detail: this.dataset.spoken }));
    const open = this.dataset.open;
    if (open && open !== this.was) this.querySelector(".choice :is(.ways, .targets) button, .choice select")?.focus({ preventScroll: true });
    if (!open && this.was) document.getElementById(`side-${this.was.split(":")[0]}`)?.focus({ preventScroll: true });
    this.was = open;
  }

  ask() {
    if (!this.stale || this.form.classList.contains("htmx-request")) return;
    this.stale = false;
    this.form.requestSubmit();
  }
});
