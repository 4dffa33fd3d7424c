// <live-voice> stands in the page's one polite region and says once what is new: "your move", what is asked next, each line
// of the log, what others say in the talk, and what a "say" event brings (the countdown's last seconds).
const table = document.querySelector("live-table");

customElements.define("live-voice", class extends HTMLElement {
  connectedCallback() {
    this.told = new Set(this.lines().map((line) => line.id));
    this.said();
    this.asked = this.question();
    document.addEventListener("htmx:after:swap", () => this.look());
    document.addEventListener("say", ({ detail }) => this.say([detail]));
  }

  status() {
    return document.getElementById("status");
  }

  headline() {
    return this.status().querySelector("h1").innerText;
  }

  // What the reader is asked; the same words in another round are another question. "" while it is not their move.
  question() {
    return this.status().hasAttribute("data-mine") ? `${this.status().querySelector(".eyebrow").innerText} ${this.headline()}` : "";
  }

  lines() {
    return [...document.querySelectorAll("#log li[id]")];
  }

  // Others' remarks that came since; not those that a reader who has just come in, or hears somebody again, finds there.
  said() {
    const talk = document.querySelector("#chat ol");
    const before = this.heard;
    this.heard = talk ? Math.max(before ?? 0, Number(talk.dataset.newest)) : undefined;
    if (!talk || before === undefined) return [];
    const others = [...talk.querySelectorAll("li[id]:not([data-mine])")];
    return others.filter((line) => Number(line.id.split("-")[1]) > before).map((line) => line.textContent.trim());
  }

  look() {
    const fresh = this.lines().filter((line) => !this.told.has(line.id));
    const sentences = fresh.map((line) => line.innerText).concat(this.said());
    this.told = new Set(this.lines().map((line) => line.id));
    const asked = this.question();
    if (asked && asked !== this.asked) sentences.push(this.asked ? this.headline() : `${table.dataset.turn}. ${this.headline()}`);
    this.asked = asked;
    if (sentences.length) this.say(sentences);
  }

  say(sentences) {
    this.replaceChildren(...sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })));
  }
});
