// <pop-menu> around a <details>: Escape shuts it and gives the focus back, and so does a tap beside it.
customElements.define("pop-menu", class extends HTMLElement {
  connectedCallback() {
    this.leaving = new AbortController();
    const until = { signal: this.leaving.signal };
    document.addEventListener("click", ({ target }) => this.contains(target) || this.shut(), until);
    this.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !this.menu.open) return;
      this.shut();
      this.menu.querySelector("summary").focus();
    }, until);
  }

  disconnectedCallback() {
    this.leaving.abort();
  }

  get menu() {
    return this.querySelector("details");
  }

  shut() {
    this.menu.open = false;
  }
});
