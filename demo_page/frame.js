// Added to simcord's app.js: the page around says who is looking, and is told what is shown.
window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || !data?.viewAs || state.viewerId === data.viewAs) return;
  const known = [...ui.viewer.options].some((option) => option.value === data.viewAs);
  if (known && state.pendingAction?.kind !== "viewer") dispatch("viewer", { viewer_id: data.viewAs });
});
setInterval(() => {
  const troubled = state.closed || ["error", "uncertain"].includes(state.transport.state);
  window.parent.postMessage({ viewer: state.viewerId, ready: state.ready, troubled }, "*");
}, 250);
