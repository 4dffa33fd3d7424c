// <replay-player> around the controls of a replay: plays by pressing the forward link again and again, at the speed that
// is chosen, and takes the arrow keys, Home and End. Each step waits for the show on the table, unless motion is reduced.
const PAUSE = 1200;
const BEAT = 600;
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
const still = matchMedia("(prefers-reduced-motion: reduce)");

customElements.define("replay-player", class extends HTMLElement {
  connectedCallback() {
    this.button = this.querySelector("button[data-play]");
    this.speed = this.querySelector(".auto select");
    this.button.addEventListener("click", () => (this.playing ? this.stop() : this.play()));
    this.speed.addEventListener("change", () => this.playing && this.wait());
    document.addEventListener("keydown", (event) => this.take(event));
    document.addEventListener("htmx:after:swap", () => this.arrive());
  }

  // Follows one of the links; false where there is no way on.
  press(way) {
    const link = this.querySelector(`[data-way="${way}"]`);
    if (link.hasAttribute("href")) link.click();
    return link.hasAttribute("href");
  }

  play() {
    this.playing = true;
    this.button.textContent = this.button.dataset.stop;
    if (!this.press("forward")) this.press("first");
  }

  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    this.button.textContent = this.button.dataset.play;
  }

  wait() {
    const show = document.querySelector("#board .captions");
    const beats = show && show.id !== this.shown && !still.matches ? Number(show.dataset.until) : 0;
    this.shown = show?.id;
    document.documentElement.style.setProperty("--beat", `${BEAT / this.speed.value}ms`);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.press("forward") || this.stop(), (PAUSE + beats * BEAT) / this.speed.value);
  }

  // Another step is shown: the address follows, so that a reload or a copied link leads to it.
  arrive() {
    history.replaceState(null, "", this.querySelector("#controls").dataset.here);
    if (this.playing) this.wait();
  }

  take(event) {
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (modified || !KEYS[event.key] || event.target.closest("input, select, textarea, .scroll")) return;
    if (this.press(KEYS[event.key])) event.preventDefault();
  }
});
