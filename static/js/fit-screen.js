// <fit-screen> around the big screen: letters as large as they can be while the whole table is on the screen. Nobody
// scrolls a screen on a wall. They grow again only when the window or the scene changes, so that nothing flickers.
const LEAST = 12;
const COLUMN = 58; // ems that a line of the screen has at least: larger letters would break every name

customElements.define("fit-screen", class extends HTMLElement {
  connectedCallback() {
    this.leaving = new AbortController();
    const until = { signal: this.leaving.signal };
    window.addEventListener("resize", () => this.fit(), until);
    document.addEventListener("htmx:after:swap", () => this.look(), until);
    document.addEventListener("toggle", () => this.look(), { capture: true, ...until });
    document.fonts.ready.then(() => this.fit());
    this.fit();
  }

  disconnectedCallback() {
    this.leaving.abort();
  }

  get scene() {
    const { dataset } = document.getElementById("status");
    return `${dataset.scene} ${document.getElementById("board").dataset.phase}`;
  }

  get overflows() {
    return document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth;
  }

  look() {
    if (this.scene !== this.fitted || this.overflows) this.fit();
  }

  fit() {
    this.fitted = this.scene;
    let [least, most] = [LEAST, Math.max(LEAST, innerWidth / COLUMN)];
    while (most - least > 0.5) {
      const size = (least + most) / 2;
      document.documentElement.style.fontSize = `${size}px`;
      if (this.overflows) most = size;
      else least = size;
    }
    document.documentElement.style.fontSize = `${least}px`;
  }
});
