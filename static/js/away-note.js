// One notification of the browser's, for readers who look elsewhere. It goes when they look here again.
let note = null;

/** What the browser lets us do: "" (show them), "blocked" by its reader or settings, or "unable". */
export function obstacle() {
  if (!globalThis.Notification) return "unable";
  return Notification.permission === "granted" ? "" : "blocked";
}

export async function ask() {
  await globalThis.Notification?.requestPermission();
  return obstacle();
}

/** Show these words, unless the page is looked at; false where the browser has no such thing after all (phones). */
export function show(words, icon) {
  if (!document.hidden) return true;
  try {
    note = new Notification(words, { tag: location.pathname, icon });
  } catch {
    return false;
  }
  note.onclick = () => window.focus();
  return true;
}

export function close() {
  note?.close();
  note = null;
}

document.addEventListener("visibilitychange", () => document.hidden || close());
