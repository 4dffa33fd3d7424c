// <copy-link> around a read-only field and a button that copies it. Without script the button is not shown.
customElements.define("copy-link", class extends HTMLElement {
  connectedCallback() {
    this.field = this.querySelector("input");
    this.button = this.querySelector("button");
    this.field.addEventListener("focus", () => this.field.select());
    this.button.addEventListener("click", () => this.copy());
  }

  async copy() {
    const words = this.button.textContent;
    this.field.select();
    try {
      await navigator.clipboard.writeText(this.field.value);
    } catch {
      if (!document.execCommand("copy")) return; // pages without TLS have no clipboard interface; the field stays selected
    }
    this.button.textContent = this.button.dataset.done;
    setTimeout(() => { this.button.textContent = words; }, 2000);
  }
});
