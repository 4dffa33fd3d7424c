// What cannot come as a fragment is said where refusals are said: no network, or a fault of the server.
const table = document.querySelector("live-table");
const notice = document.getElementById("notice");
let offline = false;

function say(words) {
  notice.textContent = words;
  notice.hidden = false;
}

document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
  if (!ctx?.request || error.name === "AbortError") return;
  offline = true;
  say(table.dataset.offline);
});

document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (ctx.response.status >= 500) say(table.dataset.fault);
});

document.addEventListener("htmx:after:swap", () => {
  if (offline) notice.hidden = true; // a picture has come: the network is back
  offline = false;
});
