// The server's time. The client's own clock may be hours off: only its differences are used.
let ahead = 0;

export function set(milliseconds) {
  ahead = milliseconds - Date.now();
}

export function now() {
  return Date.now() + ahead;
}
