// Embers: "another…" takes back what was chosen in a step. It hides with that, and a hidden radio that stays chosen
// would keep the keyboard from its whole group: so none is chosen, and the focus goes to the first of the others.
document.addEventListener("change", (event) => {
  const other = event.target.closest(".embers .other");
  if (!other) return;
  event.target.checked = false;
  other.parentElement.querySelector(".way > label > input").focus();
});
