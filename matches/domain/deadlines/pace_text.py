"""The pace of a match and the version of its rules, in words."""

from __future__ import annotations

from typing import Final

from matches.domain.broken import BROKEN
from matches.domain.deadlines.pace import Pace, PaceKind
from matches.domain.model import MatchInfo
from rules import registry
from rules.text import Text, t, tn

PACE_NAMES: Final = {
    PaceKind.CASUAL: t("casual"),
    PaceKind.STEADY: t("steady"),
    PaceKind.STRICT: t("strict"),
}
MEANING: Final = {
    PaceKind.CASUAL: t(
        "If you're late, you get reminders; after some days another player can free your seat."
    ),
    PaceKind.STEADY: t("If you're late, a computer makes that one decision for you."),
    PaceKind.STRICT: t("If you're late, somebody else can take your seat."),
}
_ALONE: Final = t("While only one person plays, they only get reminders if they're late.")


def span_text(hours: int) -> Text:
    """Return a number of hours in words; as days if they are whole days."""
    if hours % 24:
        return tn("{count} hour", "{count} hours", hours)
    return tn("{count} day", "{count} days", hours // 24)


def short_text(pace: Pace) -> Text:
    """Return a pace as the label of a choice: ``steady, 2 days``."""
    return t("{kind}, {time}", kind=PACE_NAMES[pace.kind], time=span_text(pace.hours))


def pace_of(match: MatchInfo) -> Text:
    """Return the pace of a match in sentences, with what being late means now."""
    is_full = match.status != "lobby" or match.is_full
    is_alone = match.is_solo and is_full and match.pace.kind is not PaceKind.STEADY
    return pace_text(match.pace, _ALONE if is_alone else None)


def pace_text(pace: Pace, meaning: Text | None = None) -> Text:
    """Return a pace in sentences; `meaning` says what being late leads to."""
    time = span_text(pace.hours)
    parts = [t("{time} for each decision ({kind}).", kind=PACE_NAMES[pace.kind], time=time)]
    if pace.hour is not None:
        hour = f"{pace.hour:02d}:00"
        parts.append(t("Decisions are due at {hour} ({zone}).", hour=hour, zone=pace.zone))
    if pace.bank:
        parts.append(
            t("Each seat has {time} of extra time for the whole match.", time=span_text(pace.bank))
        )
    parts.append(meaning or MEANING[pace.kind])
    return _joined(parts)


def rules_text(match: MatchInfo) -> Text:
    """Return which version of the rules a match uses."""
    return t("Rules: version {version}", version=match.rules_version)


def rules_lines(match: MatchInfo) -> tuple[Text, ...]:
    """Return what is unusual about the rules of a live match, in sentences, or ()."""
    if match.status != "live":
        return ()
    if match.broken:
        return (BROKEN,)
    newest = registry.get(match.slug).info.rules_version
    if match.rules_version == newest:
        return ()
    return (
        t(
            "This match keeps the rules it started with (version {version}). New "
            "matches use version {newest}.",
            version=match.rules_version,
            newest=newest,
        ),
    )


def _joined(parts: list[Text]) -> Text:
    names = [f"part{number}" for number in range(len(parts))]
    pattern = " ".join(f"{{{name}}}" for name in names)
    return Text(pattern, tuple(zip(names, parts, strict=True)))
