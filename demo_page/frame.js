// Added to simcord's app.js: the page around says who is looking, and is told what is shown.
window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || !data?.viewAs || state.viewerId === data.viewAs) return;
  const known = [...ui.viewer.options].some((option) => option.value === data.viewAs);
  if (known && state.pendingAction?.kind !== "viewer") dispatch("viewer", { viewer_id: data.viewAs });
});
let moved = -Infinity;
for (const kind of ["wheel", "touchmove"]) {
  window.addEventListener(kind, () => { moved = performance.now(); }, { passive: true });
}
window.movedByHand = () => performance.now() - moved < 500;
setInterval(() => {
  const troubled = state.closed || ["error", "uncertain"].includes(state.transport.state);
  fitOpenDropdowns(); // a picture that was loading may have moved an open list away
  window.parent.postMessage({ viewer: state.viewerId, ready: state.ready, troubled }, "*");
}, 250);
