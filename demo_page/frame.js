// Added to simcord's app.js: the page around it sets the viewer and learns what is shown.
window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || !data?.viewAs || state.viewerId === data.viewAs) return;
  const known = [...ui.viewer.options].some((option) => option.value === data.viewAs);
  if (known && state.pendingAction?.kind !== "viewer") dispatch("viewer", { viewer_id: data.viewAs });
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const [, visit] = link?.href.match(/^https:\/\/discord\.com\/channels\/\d+\/(\d+)/) ?? [];
  if (!visit) return;
  event.preventDefault(); // it leads to a place of this Discord
  window.parent.postMessage({ visit }, "*");
}, true);
let moved = -Infinity;
for (const kind of ["wheel", "touchmove"]) {
  window.addEventListener(kind, () => { moved = performance.now(); }, { passive: true });
}
window.movedByHand = () => performance.now() - moved < 500;
const given = new Map();
window.givenAnew = (key, { custom_id, options }) => {
  const now = JSON.stringify([custom_id, options]);
  const before = given.get(key);
  given.set(key, now);
  return before !== undefined && before !== now;
};
setInterval(() => {
  const troubled = state.closed || ["error", "uncertain"].includes(state.transport.state);
  fitOpenDropdowns(); // a picture that was loading may have moved an open list away
  window.parent.postMessage({ viewer: state.viewerId, ready: state.ready, troubled }, "*");
}, 250);
