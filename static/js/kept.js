// What readers set for themselves: kept in this browser, or while it keeps nothing (private windows), in this page.
const page = new Map();

export function get(key, otherwise = null) {
  try {
    return localStorage.getItem(key) ?? page.get(key) ?? otherwise;
  } catch {
    return page.get(key) ?? otherwise;
  }
}

export function set(key, value) {
  page.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // refused: the page remembers it for as long as it stands
  }
}
