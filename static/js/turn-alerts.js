// <turn-alerts> around its switches (data-alert): says that it is the reader's move to one who looks elsewhere, by the
// tab's title, a sound and a notification. It knows a turn by `data-mine` of #status, and tells each of them once.
import * as away from "./away-note.js";
import * as chime from "./chime.js";
import * as kept from "./kept.js";

const OWN_DOING = 2_000; // a turn that follows one's own command so soon is no news
const table = document.querySelector("live-table");

customElements.define("turn-alerts", class extends HTMLElement {
  connectedCallback() {
    this.acted = 0;
    Object.assign(this, this.present());
    for (const field of this.querySelectorAll("[data-alert]")) {
      field.checked = kept.get(`alert-${field.dataset.alert}`, field.defaultChecked ? "on" : "off") === "on";
      field.addEventListener("change", () => this.set(field));
    }
    if (this.wants("note")) this.say(away.obstacle());
    this.entitle();
    document.addEventListener("htmx:after:swap", () => this.look());
    document.addEventListener("submit", () => { this.acted = Date.now(); }, true);
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, () => this.wants("sound") && chime.wake());
  }

  wants(alert) {
    return this.querySelector(`[data-alert="${alert}"]`).checked;
  }

  async set(field) {
    if (field.dataset.alert === "sound" && field.checked) {
      chime.wake();
      setTimeout(chime.ring, 100);
    }
    if (field.dataset.alert === "note") this.refuse(field.checked ? await away.ask() : "");
    kept.set(`alert-${field.dataset.alert}`, field.checked ? "on" : "off");
    this.entitle();
  }

  // The reader asked for notifications just now: what stands against them is said aloud, in the page's one live region.
  refuse(obstacle) {
    this.say(obstacle);
    if (obstacle) document.dispatchEvent(new CustomEvent("say", { detail: this.dataset[obstacle] }));
  }

  // Notifications cannot be had (any more): the switch is off, and the reader is told why.
  say(obstacle) {
    if (obstacle) this.querySelector('[data-alert="note"]').checked = false;
    Object.assign(this.querySelector(".why"), { textContent: this.dataset[obstacle] ?? "", hidden: !obstacle });
  }

  present() {
    const { mine = "", seat, scene, stamp } = document.getElementById("status").dataset;
    return { mine, begun: scene === "match" && seat !== undefined ? stamp.split(".")[1] : "" };
  }

  look() {
    const { mine, begun } = this.present();
    const goesOn = this.mine && Date.now() - this.acted < OWN_DOING;
    const turn = mine && mine !== this.mine;
    const match = begun && begun !== this.begun;
    if (mine !== this.mine) away.close();
    Object.assign(this, { mine, begun });
    this.entitle();
    if (turn && !goesOn) this.tell(this.dataset.move);
    else if (match && !turn) this.tell(this.dataset.begun);
  }

  entitle() {
    document.title = this.mine && this.wants("title") ? `${table.dataset.turn} · ${table.dataset.title}` : table.dataset.title;
  }

  tell(words) {
    if (this.wants("sound")) chime.ring();
    if (this.wants("note") && !away.show(words, this.dataset.icon)) this.say("unable");
  }
});
