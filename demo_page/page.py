"""simcord's page, reduced to a chat window that our own page can frame.

simcord serves its page from files. We change them while serving: corrections, a style sheet that
hides the tools for bot developers, and a few lines that let the page around it say who is looking.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from aiohttp import web
from simcord.preview._server import PreviewServer

HERE: Final = Path(__file__).parent

CORRECTIONS: Final = {
    "/timeline.js": (
        # While pictures load, the content changes size; only scrolling by hand counts.
        (
            'if (!state.ready && state.scrollIntent?.policy === "target") return;',
            "if (!state.ready && !window.movedByHand()) return;",
        ),
        (
            'if (state.scrollIntent?.policy !== "target") state.scrollIntent = capture',
            "if (wasReady) state.scrollIntent = capture",
        ),
        (
            "      state.ready = false;\n",
            "      const wasReady = state.ready; state.ready = false;\n",
        ),
        # Start at the end and scroll to new messages, above all to the user's own answers.
        (
            "ui.channelEmpty.hidden = ids.length > 0;",
            'if (hasNewTail || !previousIds.length) state.scrollIntent = { policy: "bottom" };'
            " ui.channelEmpty.hidden = ids.length > 0;",
        ),
    ),
    "/commands.js": (
        # Suggest choices before anything is typed, as in Discord.
        (
            'const current = String(field.value || "");',
            'const current = String(field.value || "");'
            " if (!current) queryAutocomplete(option, current);",
        ),
    ),
    "/selects.js": (
        # An edited message shows its present choice, not the one made before.
        (
            "  if (draftValue(key) === undefined) {\n",
            "  if (window.givenAnew(key, component))"
            " options.onReconcileDraft?.(key, optionDefaults(entries).slice(0, maximum));\n"
            "  if (draftValue(key) === undefined) {\n",
        ),
    ),
    "/select-drafts.js": (
        ("if (rect.bottom <= 0 || rect.top >= viewportHeight) {", "if (false) {"),
    ),
}
"""Replacements in simcord's scripts: path to (old text, new text).

Every old text must be in its script exactly once.
"""

ADDITIONS: Final = {"/app.js": "frame.js", "/preview.css": "frame.css"}
"""Additions at the end of simcord's files: path to a file of this folder."""


class MissingTextError(Exception):
    """simcord's page is not the one these corrections were made for."""


def corrected(path: str, text: str) -> str:
    """Return a file of simcord's page as it is served here.

    Raises:
        MissingTextError: A text to replace is not in it exactly once.
    """
    for old, new in CORRECTIONS.get(path, ()):
        if text.count(old) != 1:
            raise MissingTextError(f"simcord's {path} has no {old!r}")
        text = text.replace(old, new)
    if path in ADDITIONS:
        text += "\n" + (HERE / ADDITIONS[path]).read_text(encoding="utf-8")
    return text


def frame_headers(origin: str) -> dict[str, str]:
    """Return simcord's security headers, with `origin` allowed to frame the page.

    Raises:
        MissingTextError: The headers do not forbid framing in the way we know.
    """
    headers = dict(PreviewServer._SECURITY_HEADERS)
    policy = headers["Content-Security-Policy"]
    if headers.pop("X-Frame-Options", None) != "DENY" or "frame-ancestors 'none'" not in policy:
        raise MissingTextError("simcord's pages have other security headers")
    headers["Content-Security-Policy"] = policy.replace(
        "frame-ancestors 'none'", f"frame-ancestors {origin}"
    )
    return headers


class FramedServer(PreviewServer):
    """Serves simcord's page as changed here."""

    async def _static(self, request: Any) -> Any:
        answer = await super()._static(request)
        if isinstance(answer, web.Response) and request.path in {*CORRECTIONS, *ADDITIONS}:
            answer.text = corrected(request.path, answer.text or "")
        return answer
