// <live-voice> stands in the page's one polite region and says once what is new: "your move", each line of the log,
// and what a "say" event brings (the countdown's last seconds). The title of the tab follows the move as well.
const table = document.querySelector("live-table");

customElements.define("live-voice", class extends HTMLElement {
  connectedCallback() {
    this.told = new Set(this.lines().map((line) => line.id));
    this.mine = this.status().hasAttribute("data-mine");
    document.addEventListener("htmx:after:swap", () => this.look());
    document.addEventListener("say", ({ detail }) => this.say([detail]));
  }

  status() {
    return document.getElementById("status");
  }

  lines() {
    return [...document.querySelectorAll("#log li[id]")];
  }

  look() {
    const fresh = this.lines().filter((line) => !this.told.has(line.id));
    const sentences = fresh.map((line) => line.innerText);
    this.told = new Set(this.lines().map((line) => line.id));
    const mine = this.status().hasAttribute("data-mine");
    if (mine && !this.mine) sentences.push(`${table.dataset.turn}. ${this.status().querySelector("h1").innerText}`);
    this.mine = mine;
    if (sentences.length) this.say(sentences);
    document.title = mine ? `${table.dataset.turn} · ${table.dataset.title}` : table.dataset.title;
  }

  say(sentences) {
    this.replaceChildren(...sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })));
  }
});
