// The waiting page of ranked play, behind another tab: a browser lets it ask once a minute then. The request says so, and
// the place in the queue is kept for so long.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (document.hidden) ctx.request.headers["X-Hidden"] = "true";
});
