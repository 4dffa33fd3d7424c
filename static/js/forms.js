// All forms: Enter that picks a candidate of an input method sends nothing, and neither does a form that is under way.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) event.preventDefault();
}, true);

document.addEventListener("submit", (event) => {
  if (event.target.classList.contains("htmx-request")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
