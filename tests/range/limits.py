"""Discord's limits and how it refuses; ``docs/discord-limits.md`` is written from these tables.

Write it anew with ``python -m tests.range.limits``; a test compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

DOCUMENT: Final = Path(__file__).parents[2] / "docs/discord-limits.md"
FORM: Final = 50035
"""The code of a request whose form is wrong."""


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit.

    Attributes:
        what: What is limited.
        most: The most there may be.
        unit: Of what.
        code: The error code of a refusal; 0 if it has none.
        page: The page of Discord's documentation that says so; else where others have seen it,
            like ``seen: owner/repository#1``.
    """

    what: str
    most: int
    unit: str
    code: int
    page: str


TABLE: Final[list[Limit]] = []


def _limit(most: int, unit: str, what: str, page: str, code: int = FORM) -> int:
    TABLE.append(Limit(what, most, unit, code, page))
    return most


_CHARS: Final = "characters"
_MESSAGE: Final = "Message Resource"
_PARTS: Final = "Component Reference"
_COMMANDS: Final = "Application Commands"
_ANSWERS: Final = "Receiving and Responding to Interactions"
_CHANNEL: Final = "Channels Resource"
_EMOJI: Final = "Emoji Resource"
_RATES: Final = "Rate Limits"
_GATEWAY: Final = "Gateway"

CONTENT: Final = _limit(2000, _CHARS, "content of a message", _MESSAGE)
NONCE: Final = _limit(25, _CHARS, "nonce of a message", _MESSAGE)
EMBEDS: Final = _limit(10, "embeds", "a message", _MESSAGE)
FILES: Final = _limit(10, "files", "a message", "API Reference, Uploading Files")
FILE_BYTES: Final = _limit(
    10 * 1024 * 1024, "bytes", "a file on a server without boosts", _ANSWERS, 40005
)
REQUEST_BYTES: Final = _limit(25 * 1024 * 1024, "bytes", "all files of a message", _MESSAGE, 40005)
MENTIONED: Final = _limit(100, "users or roles", "allowed mentions of a message", _MESSAGE)
ALT_TEXT: Final = _limit(1024, _CHARS, "description of a file or picture", _MESSAGE)
PAGE_OF_MESSAGES: Final = _limit(100, "messages", "one request for messages", _MESSAGE)

COMPONENTS: Final = _limit(40, "components", "a message, however deep", _PARTS)
OLD_ROWS: Final = _limit(5, "action rows", "a message without Components V2", _PARTS)
TEXTS: Final = _limit(4000, _CHARS, "all text displays of a message", _PARTS)
BUTTONS: Final = _limit(5, "buttons", "an action row", _PARTS)
CUSTOM_ID: Final = _limit(100, _CHARS, "custom id, unique in its message", _PARTS)
LABEL: Final = _limit(80, _CHARS, "label of a button", _PARTS)
URL: Final = _limit(512, _CHARS, "address of a link button", _PARTS)
OPTIONS: Final = _limit(25, "options", "a select", _PARTS)
CHOSEN: Final = _limit(25, "options", "a choice in a select, and no more than it has", _PARTS)
OPTION_TEXT: Final = _limit(100, _CHARS, "label, value or description of an option", _PARTS)
PLACEHOLDER: Final = _limit(150, _CHARS, "placeholder of a select", _PARTS)
SECTION_TEXTS: Final = _limit(3, "text displays", "a section", _PARTS)
GALLERY: Final = _limit(10, "items", "a media gallery", _PARTS)

TITLE: Final = _limit(45, _CHARS, "title of a modal", _ANSWERS)
MODAL_PARTS: Final = _limit(5, "components", "a modal", _ANSWERS)
FIELD: Final = _limit(45, _CHARS, "label of a field of a modal", _PARTS)
FIELD_ABOUT: Final = _limit(100, _CHARS, "description or placeholder of such a field", _PARTS)
TYPED: Final = _limit(4000, _CHARS, "what can be typed in such a field", _PARTS)
CHOICES: Final = _limit(25, "choices", "an autocomplete answer or an option", _ANSWERS)
CHOICE_TEXT: Final = _limit(100, _CHARS, "name or value of a choice", _COMMANDS)
ANSWER_S: Final = _limit(3, "seconds", "until the first answer to an interaction", _ANSWERS, 10062)
TOKEN_S: Final = _limit(900, "seconds", "for later answers to an interaction", _ANSWERS, 50027)

COMMANDS: Final = _limit(100, "slash commands", "an application", _COMMANDS, 30032)
COMMANDS_A_DAY: Final = _limit(
    200, "new commands", "a server, or all together, in 24 hours", _COMMANDS, 30034
)
DAY_S: Final = 24 * 3600
COMMAND_NAME: Final = _limit(32, _CHARS, "name of a command or option", _COMMANDS)
COMMAND_ABOUT: Final = _limit(100, _CHARS, "description of a command or option", _COMMANDS)
COMMAND_OPTIONS: Final = _limit(25, "options", "a command or group", _COMMANDS)
COMMAND_CHARS: Final = _limit(
    8000, _CHARS, "names, descriptions and values of a command", _COMMANDS
)

EMOJIS: Final = _limit(2000, "emojis", "an application", _EMOJI, 30008)
EMOJI_NAME: Final = _limit(32, _CHARS, "name of an emoji", _EMOJI)
EMOJI_BYTES: Final = _limit(256 * 1024, "bytes", "picture of an emoji", _EMOJI)

CHANNEL_NAME: Final = _limit(100, _CHARS, "name of a channel or thread", _CHANNEL)
OPEN_THREADS: Final = _limit(
    1000,
    "open threads",
    "a server",
    "seen: pR0Ps/slack-to-discord#16, Copycord/Copycord#15",
    160006,
)
RENAMES: Final = _limit(
    2, "renames", "a channel or thread in ten minutes", "seen: discord/discord-api-docs#2761", 0
)
RENAMES_WITHIN_S: Final = 600
OLD_EDITS: Final = _limit(
    3,
    "edits",
    "a channel in six seconds, of messages older than an hour",
    "seen: discord-userdoccers/discord-userdoccers#551",
    30046,
)
OLD_EDITS_WITHIN_S: Final = 6
OLD_S: Final = 3600
"""After how long an edit of a message counts among those of old ones."""
NONCE_KEPT_S: Final = 300
"""How long Discord knows a nonce; it says "the past few minutes"."""
PER_S: Final = _limit(50, "requests", "a bot in one second, interactions apart", _RATES, 0)
INVALID: Final = _limit(10_000, "answers 401, 403, 429", "a bot in ten minutes", _RATES, 0)
INVALID_WITHIN_S: Final = 600
BANNED_S: Final = 24 * 3600
"""How long a bot is banned that made too many invalid requests; Discord says "temporarily"."""

STARTS: Final = _limit(1000, "new sessions", "a bot in 24 hours", _GATEWAY, 4004)
STARTS_WITHIN_S: Final = 24 * 3600
CONCURRENCY: Final = _limit(1, "new session", "a bot with few servers in five seconds", _GATEWAY, 9)
CONCURRENCY_WITHIN_S: Final = 5
EVENTS: Final = _limit(120, "messages", "a connection to the gateway in a minute", _GATEWAY, 4008)
EVENTS_WITHIN_S: Final = 60
EVENT_BYTES: Final = _limit(4096, "bytes", "a message to the gateway", _GATEWAY, 4002)

ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)
"""The times after which a thread may be archived."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """A rate limit of a route, for each channel or each interaction.

    Discord documents that there are such limits, not their size.

    Attributes:
        seen: Where others have seen this size in headers; "" if it's assumed.
    """

    method: str
    template: str
    most: int
    within_s: float
    seen: str = ""


_SENT: Final = "/channels/{channel}/messages"
_HOOK: Final = "/webhooks/{application}/{token}"
_DOCS: Final = "discord/discord-api-docs"
_HATA: Final = "HuyaneMatsu/hata"
BUCKETS: Final = (
    Bucket("POST", _SENT, 5, 5.0, f"{_DOCS}#2761, alexemanuelol/rustplusplus#475"),
    Bucket("PATCH", f"{_SENT}/{{message}}", 5, 5.0, f"{_DOCS}#2761"),
    Bucket("DELETE", f"{_SENT}/{{message}}", 5, 1.0, f"{_DOCS}#8330"),
    Bucket("GET", _SENT, 5, 5.0, f"{_DOCS}#8161, {_HATA}"),
    Bucket("POST", f"{_SENT}/{{message}}/threads", 50, 300.0, _HATA),
    Bucket("POST", "/channels/{channel}/threads", 50, 300.0, f"{_HATA}, {_DOCS}#7816"),
    Bucket("POST", _HOOK, 5, 2.0, f"{_DOCS}#6753"),
    Bucket("PATCH", f"{_HOOK}/messages/{{message}}", 5, 2.0, f"bwmarrin/discordgo#1384, {_HATA}"),
    Bucket("POST", "/users/@me/channels", 10, 10.0),
)


class Refusal(Exception):  # noqa: N818 - it's an answer, no error of the range
    """A request that Discord refuses.

    Attributes:
        status: Of the HTTP answer.
        code: Discord's own.
        told: The rest of the answer.
        headers: Of the HTTP answer.
    """

    def __init__(self, status: int, code: int, message: str, **told: object) -> None:
        super().__init__(f"{status} {code}: {message} {told or ''}")
        self.status, self.code = status, code
        self.told = {"message": message, "code": code, **told}
        self.headers: dict[str, str] = {}


_CLOSED: Final = f"seen: {_DOCS}#8238"
CODES: Final = {
    0: (401, "401: Unauthorized", "the token is wrong"),
    10003: (404, "Unknown Channel", "the channel or thread doesn't exist"),
    10004: (404, "Unknown Guild", "the bot isn't on the server"),
    10007: (404, "Unknown Member", "the user isn't on the server"),
    10008: (404, "Unknown Message", "the message doesn't exist"),
    10013: (404, "Unknown User", "the user doesn't exist"),
    10014: (404, "Unknown Emoji", "the emoji doesn't exist"),
    10015: (404, "Unknown Webhook", "an interaction is followed up before its first answer"),
    10062: (404, "Unknown interaction", "it doesn't exist, or its 3 seconds are over"),
    30008: (400, "Maximum number of emojis reached (2000)", "more than 2,000 emojis"),
    30046: (
        429,
        "Maximum number of edits to messages older than 1 hour reached. Try again later",
        "too many edits of old messages; try again when it says",
    ),
    30032: (400, "Maximum number of application commands reached", "more than 100 commands"),
    30034: (
        400,
        "Max number of daily application command creates has been reached (200)",
        "more than 200 commands that weren't there before, in a day",
    ),
    40005: (413, "Request entity too large", "a file is too big, or all together are"),
    40060: (400, "Interaction has already been acknowledged", "a second first answer"),
    50001: (403, "Missing Access", "the bot doesn't see the channel"),
    50005: (403, "Cannot edit a message authored by another user", "somebody else's message"),
    50006: (
        400,
        "Cannot send an empty message",
        "nothing in it but blanks",
    ),
    50007: (403, "Cannot send messages to this user", f"they have blocked the bot ({_CLOSED})"),
    50013: (403, "Missing Permissions", "a permission is missing, or the thread is locked"),
    50024: (
        400,
        "Cannot execute action on this channel type",
        "a thread in a thread or in direct messages",
    ),
    50027: (401, "Invalid Webhook Token", "the 15 minutes of an interaction are over"),
    50278: (
        403,
        "Cannot send messages to this user due to having no mutual guilds",
        "they share no server with the bot, or take no direct messages from its members"
        f" ({_CLOSED})",
    ),
    50083: (400, "Thread is archived", "an edit or an answer in an archived thread"),
    160004: (400, "A thread has already been created for this message", "a second thread"),
    160006: (
        400,
        "Maximum number of active threads reached",
        "a thread is opened, for the first time or again, on a server with 1,000 open ones",
    ),
}
"""Status, message and meaning of the refusals, by code; a wrong form and a rate limit apart."""


def refuse(code: int) -> Refusal:
    """Return the refusal with one of the `CODES`."""
    status, message, _ = CODES[code]
    return Refusal(status, code, message)


def document() -> str:
    """Return ``docs/discord-limits.md``."""
    lines = [
        "# What Discord allows, and how it refuses",
        "",
        "`tests/range` enforces this; the file is written from its tables by"
        " `python -m tests.range.limits`. The last column names the page of Discord's developer"
        " documentation, or the issue on GitHub where others have seen what it doesn't say.",
        "",
        "## Limits",
        "",
        "| of | at most | refused with | source |",
        "| --- | --- | --- | --- |",
    ]
    for one in TABLE:
        refused = f"{one.code}" if one.code else "429"
        lines.append(f"| {one.what} | {one.most:,} {one.unit} | {refused} | {one.page} |")
    lines += [
        "",
        "A wrong form is status 400 with code 50035 and says where; too many requests are status"
        " 429 and say when to try again. Ids of components are unique in their message, too,"
        " but for 0, which is none. A thread is archived after"
        f" {', '.join(map(str, ARCHIVE_MINUTES))} minutes without a message. A nonce is known for"
        f" some minutes, here {NONCE_KEPT_S // 60}.",
        "",
        "Whoever makes too many invalid requests is banned for a while, here"
        f" {BANNED_S // 3600} hours (seen: discord-userdoccers/discord-userdoccers): every answer"
        " is status 429, without the header `Via`. Too many sessions a day end all of them, and the"
        " token is reset. One that begins too soon after another is told INVALID SESSION (opcode"
        f" 9); bots on very many servers may begin more than {CONCURRENCY} at once. Whoever sends"
        " no heartbeat is disconnected with 4009.",
        "",
        "## Rate limits by route",
        "",
        "Discord says in the headers of its answers how many requests are left, and documents no"
        " numbers, because they may change. Those below, of each channel or interaction,"
        " were seen by others in the issues named, or are assumed. The first answer to an"
        " interaction has no limit. Sending and editing are said to share one limit in"
        f" {_DOCS}#981; here each has its own. {_HATA} is a library that lists what it was told"
        " (`hata/discord/http/rate_limit_groups.py`). It counts new threads together for both"
        f" routes and all channels; in {_DOCS}#7816, where Discord asked for a wait of 219 of the"
        " 300 seconds, that was the limit of one channel, which everybody shared. Here each channel"
        " has its own.",
        "",
        f"The one that is assumed opens direct messages. {_HATA} was told no limit; Discord has a"
        " refusal, 40003, for a bot that opens them too fast, and doesn't say how fast that is."
        " So the range has one that the bot meets now and then.",
        "",
        "| request | at most | within | seen in |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        f"| `{b.method} {b.template}` | {b.most} | {b.within_s:g} s | {b.seen or 'assumed'} |"
        for b in BUCKETS
    ]
    lines += [
        "",
        "## Refusals",
        "",
        "| code | status | message | when |",
        "| --- | --- | --- | --- |",
    ]
    lines += [f"| {code} | {s} | {told} | {why} |" for code, (s, told, why) in CODES.items()]
    lines += ["", "Source: page Opcodes and Status Codes.", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
