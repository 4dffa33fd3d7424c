// How a swap treats what the reader has before them. htmx morphs elements into place; this adds what it cannot know:
// an older picture never replaces a newer one, what the reader opened stays open, and the focus is never lost.
const FRAGMENTS = "#status, #board, #hand, #prompt, #seats, #log, #host, #chat";
const SET_HERE = ["style", "tabindex", "data-low", "data-up", "data-new"]; // by this file and by our elements, never by the server

htmx.registerExtension("reader-first", {
  htmx_before_morph_attr: (element, { attrName, newValue }) =>
    !(attrName === "open" && element.matches("details")) && !(SET_HERE.includes(attrName) && newValue === null),
});

function older(one, other) {
  const [a, b] = [one, other].map((stamp) => stamp.split(".").map(Number));
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && a[at] < b[at];
}

let held = null;

document.addEventListener("htmx:before:swap", ({ detail: { tasks } }) => {
  const status = tasks.find((task) => task.target?.id === "status");
  if (status && older(status.fragment.firstElementChild.dataset.stamp, status.target.dataset.stamp)) {
    tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target?.id === "notice"));
  }
  const control = document.activeElement;
  const fragment = control?.closest(FRAGMENTS)?.id;
  held = fragment && { control, fragment, id: control.id, command: commandOf(control) };
});

// The focus stays on the same control, else goes to one that gives the same command, else to the part it stood in.
document.addEventListener("htmx:after:swap", () => {
  if (!held) return;
  const { control, fragment, id, command } = held;
  held = null;
  if (document.activeElement === control && commandOf(control) === command && isThere(control)) return;
  const same = command
    ? document.querySelector(`[data-command="${CSS.escape(command)}"] button`)
    : id && document.getElementById(id);
  const parts = [fragment, "prompt", "status"].map((name) => document.getElementById(name));
  const next = [same, ...parts].find((element) => element && isThere(element));
  if (parts.includes(next)) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
});

// A control that the swap has hidden or switched off keeps the focus until the next frame, which takes it away.
function isThere(element) {
  return !element.disabled && element.checkVisibility({ visibilityProperty: true });
}

function commandOf(control) {
  return control.closest("[data-command]")?.dataset.command;
}
