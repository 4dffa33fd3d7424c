// <rules-search> around a search field, a list of contents and sections of rules: shows the sections that have every
// word of the search, and of a section's cards those that have them. Without script the field stays hidden: the
// browser's own search does. A link to something that the search has put away ends the search first.
customElements.define("rules-search", class extends HTMLElement {
  connectedCallback() {
    this.field = this.querySelector("input[type=search]");
    this.none = this.querySelector(".none");
    this.links = [...this.querySelectorAll(".contents a")];
    this.sections = [...this.querySelectorAll("section[id]")].map((section) => ({
      section,
      own: plain(without(section, ".reference > li")),
      cards: [...section.querySelectorAll(".reference > li")].map((card) => ({ card, text: plain(card) })),
    }));
    this.field.closest("[hidden]").hidden = false;
    this.field.addEventListener("input", () => this.find());
    addEventListener("hashchange", this.followed = () => this.follow());
    this.find(); // a page that comes back keeps what was typed
  }

  disconnectedCallback() {
    removeEventListener("hashchange", this.followed);
  }

  find() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (text) => words.every((word) => text.includes(word));
    let found = 0;
    for (const { section, own, cards } of this.sections) {
      const whole = has(own);
      const some = cards.filter(({ text }) => has(text)).length;
      for (const { card, text } of cards) card.hidden = some ? !has(text) : !whole;
      section.hidden = !whole && !some;
      found += section.hidden ? 0 : 1;
      for (const link of this.links) if (link.hash === `#${section.id}`) link.parentElement.hidden = section.hidden;
    }
    this.none.textContent = found ? "" : this.none.dataset.words;
  }

  follow() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[hidden]")) return;
    this.field.value = "";
    this.find();
    target.scrollIntoView();
  }
});

function without(element, selector) {
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll(selector)) part.remove();
  return copy;
}

function plain(element) {
  return element.textContent.toLowerCase();
}
