"""What is wrong with the form of a message or a modal: the parts of a refusal with code 50035."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, TypeAlias

from tests.range import limits
from tests.range.limits import FORM, Refusal, refuse
from tests.range.world import Payload, inside

EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
HAS_THREAD: Final = 1 << 5
COMPONENTS_V2: Final = 1 << 15

ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL = 17, 18
SELECTS: Final = (SELECT, 5, 6, 7, 8)
LINK: Final = 5
"""The style of a button that opens an address."""
STYLES: Final = (1, 2, 3, 4, LINK)
"""The styles of buttons, without that of a shop."""
IN_CONTAINER: Final = (ROW, TEXT, SECTION, GALLERY, SEPARATOR, FILE)
AT_TOP: Final = (*IN_CONTAINER, CONTAINER)

Wrong: TypeAlias = "tuple[str, str, str]"
"""Where something is wrong, Discord's name for it, and a sentence."""


def wrong_form(*found: Wrong) -> Refusal:
    """Return the refusal of a request whose form is wrong."""
    errors: dict[str, Any] = {}
    for path, code, message in found:
        inner = errors
        for step in path.split("."):
            inner = inner.setdefault(step, {})
        inner.setdefault("_errors", []).append({"code": code, "message": message})
    return Refusal(400, FORM, "Invalid Form Body", errors=errors)


def long(path: str, text: object, most: int, least: int = 0) -> Iterator[Wrong]:
    """Yield what is wrong with the length of a text, if there is one."""
    if text is None and not least:
        return
    if not isinstance(text, str):
        yield path, "BASE_TYPE_REQUIRED", "This field is required"
    elif len(text) > most:
        yield path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."
    elif len(text) < least:
        yield path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."


def many(path: str, found: Collection[object], most: int, least: int = 0) -> Iterator[Wrong]:
    """Yield what is wrong with a number of things."""
    if not least <= len(found) <= most:
        yield path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."


def _between(path: str, number: int, least: int, most: int) -> Iterator[Wrong]:
    """Yield what is wrong with a number."""
    if number < least:
        yield path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}."
    elif number > most:
        yield path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}."


def count(path: str, text: str, least: int, most: int) -> int:
    """Return the number that a part of an address says.

    Raises:
        Refusal: It is no number, or none of those allowed.
    """
    if not text.removeprefix("-").isdecimal():
        raise wrong_form((path, "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.'))
    if found := list(_between(path, int(text), least, most)):
        raise wrong_form(*found)
    return int(text)


def check_ids(args: Mapping[str, str]) -> None:
    """Refuse a path with something else in the place of an id.

    Raises:
        Refusal: Something is wrong.
    """
    found = [
        (name, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        for name, value in args.items()
        if name != "token" and value != "@original" and not value.isdecimal()
    ]
    if found:
        raise wrong_form(*found)


def check_message(
    body: Payload, files: Collection[str], emojis: Collection[str], *, flags: int
) -> None:
    """Refuse a message whose form is wrong.

    Args:
        body: The request.
        files: The names of the files that the message has then.
        emojis: The ids of the emojis that the bot may use.
        flags: The flags that the message has then.

    Raises:
        Refusal: Something is wrong.
    """
    components = body.get("components") or []
    found = [
        *long("content", body.get("content"), limits.CONTENT),
        *many("embeds", body.get("embeds") or [], limits.EMBEDS),
        *many("attachments", files, limits.FILES),
        *_files(body.get("attachments") or []),
        *_mentions(body.get("allowed_mentions")),
        *long("nonce", str(body.get("nonce") or ""), limits.NONCE),
    ]
    if flags & COMPONENTS_V2:
        found += _layout(body, components, files)
    else:
        found += _rows(components)
    found += [*_ids(components), *_emojis(components, emojis)]
    if found:
        raise wrong_form(*found)


def _files(attachments: list[Payload]) -> Iterator[Wrong]:
    for n, one in enumerate(attachments):
        yield from long(f"attachments.{n}.description", one.get("description"), limits.ALT_TEXT)


def _mentions(allowed: Payload | None) -> Iterator[Wrong]:
    parse = (allowed or {}).get("parse") or []
    for kind in ("users", "roles"):
        named = (allowed or {}).get(kind) or []
        yield from many(f"allowed_mentions.{kind}", named, limits.MENTIONED)
        if named and kind in parse:
            told = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", told


def _layout(body: Payload, components: list[Payload], files: Collection[str]) -> Iterator[Wrong]:
    for name in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(name):
            told = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield name, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", told
    every = list(inside(components))
    yield from many("components", every, limits.COMPONENTS)
    texts = sum(len(one.get("content") or "") for one in every if one.get("type") == TEXT)
    if texts > limits.TEXTS:
        told = f"The total length of displayable text must be {limits.TEXTS} or less"
        yield "components", "COMPONENT_MAX_TOTAL_COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", told
    for n, one in enumerate(components):
        yield from _part(f"components.{n}", one, AT_TOP, files)


def _rows(components: list[Payload]) -> Iterator[Wrong]:
    yield from many("components", components, limits.OLD_ROWS)
    for n, one in enumerate(components):
        yield from _part(f"components.{n}", one, (ROW,), ())


def _part(
    path: str, part: Payload, allowed: Collection[int], files: Collection[str]
) -> Iterator[Wrong]:
    """Yield what is wrong with a component that may only be of some types."""
    kind: Any = part.get("type")
    if kind not in allowed:
        told = f'Value of field "type" must be one of {tuple(allowed)}.'
        yield f"{path}.type", "UNION_TYPE_CHOICES", told
        return
    yield from _CHECKS[kind](path, part, files)


def _each(
    path: str, parts: list[Payload], allowed: Collection[int], files: Collection[str]
) -> Iterator[Wrong]:
    for n, one in enumerate(parts):
        yield from _part(f"{path}.components.{n}", one, allowed, files)


def _row(path: str, part: Payload, files: Collection[str]) -> Iterator[Wrong]:
    inner = part.get("components") or []
    has_select = any(one.get("type") in SELECTS for one in inner)
    yield from many(f"{path}.components", inner, 1 if has_select else limits.BUTTONS, 1)
    yield from _each(path, inner, (BUTTON, *SELECTS), files)


def _container(path: str, part: Payload, files: Collection[str]) -> Iterator[Wrong]:
    inner = part.get("components") or []
    yield from many(f"{path}.components", inner, limits.COMPONENTS, 1)
    yield from _each(path, inner, IN_CONTAINER, files)


def _section(path: str, part: Payload, files: Collection[str]) -> Iterator[Wrong]:
    inner = part.get("components") or []
    yield from many(f"{path}.components", inner, limits.SECTION_TEXTS, 1)
    yield from _each(path, inner, (TEXT,), files)
    accessory = part.get("accessory") or {}
    yield from _part(f"{path}.accessory", accessory, (BUTTON, THUMBNAIL), files)


def _text(path: str, part: Payload, files: Collection[str]) -> Iterator[Wrong]:
    yield from long(f"{path}.content", part.get("content"), limits.TEXTS, 1)


def _gallery(path: str, part: Payload, files: Collection[str]) -> Iterator[Wrong]:
    items = part.get("items") or []
    yield from many(f"{path}.items", items, limits.GALLERY, 1)
    for n, item in enumerate(items):
        yield from _picture(f"{path}.items.{n}", item, files)


def _picture(path: str, item: Payload, files: Collection[str]) -> Iterator[Wrong]:
    yield from long(f"{path}.description", item.get("description"), limits.ALT_TEXT)
    url = str((item.get("media") or item.get("file") or {}).get("url") or "")
    if url.startswith("attachment://"):
        if url.removeprefix("attachment://") not in files:
            yield f"{path}.media.url", "INVALID_ATTACHMENT_REFERENCE", "Unknown attachment"
    elif not url.startswith(("http://", "https://")):
        yield f"{path}.media.url", "URL_TYPE_INVALID_URL", "Not a well formed URL."


def _button(path: str, part: Payload, files: Collection[str]) -> Iterator[Wrong]:
    yield from long(f"{path}.label", part.get("label"), limits.LABEL)
    if not part.get("label") and not part.get("emoji"):
        yield f"{path}.label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji."
    if part.get("style") not in STYLES:
        yield f"{path}.style", "BASE_TYPE_CHOICES", f"Value must be one of {STYLES}."
    if part.get("url") is not None and part.get("custom_id") is not None:
        told = "A custom id and url cannot both be specified"
        yield path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", told
    if part.get("style") == LINK:
        yield from long(f"{path}.url", part.get("url"), limits.URL, 1)
    else:
        yield from long(f"{path}.custom_id", part.get("custom_id"), limits.CUSTOM_ID, 1)


def _select(path: str, part: Payload, files: Collection[str]) -> Iterator[Wrong]:
    yield from long(f"{path}.custom_id", part.get("custom_id"), limits.CUSTOM_ID, 1)
    yield from long(f"{path}.placeholder", part.get("placeholder"), limits.PLACEHOLDER)
    if part.get("type") != SELECT:
        return
    options = part.get("options") or []
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    yield from _between(f"{path}.min_values", least, 0, most)
    yield from _between(f"{path}.max_values", most, 1, limits.CHOSEN)
    yield from many(f"{path}.options", options, limits.OPTIONS, max(1, most))
    for n, one in enumerate(options):
        where = f"{path}.options.{n}"
        yield from long(f"{where}.label", one.get("label"), limits.OPTION_TEXT, 1)
        yield from long(f"{where}.value", one.get("value"), limits.OPTION_TEXT, 1)
        yield from long(f"{where}.description", one.get("description"), limits.OPTION_TEXT)
        if any(one.get("value") == other.get("value") for other in options[:n]):
            told = "The specified option value is already used"
            yield f"{where}.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", told


def _nothing(path: str, part: Payload, files: Collection[str]) -> Iterator[Wrong]:
    yield from ()


_CHECKS: Final[dict[int, Callable[[str, Payload, Collection[str]], Iterator[Wrong]]]] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _picture,
    GALLERY: _gallery,
    FILE: _picture,
    SEPARATOR: _nothing,
    CONTAINER: _container,
}


def _ids(components: list[Payload]) -> Iterator[Wrong]:
    """Yield what is wrong with the ids of a message or modal as a whole."""
    for name in ("custom_id", "id"):
        given = [one[name] for one in inside(components) if one.get(name)]  # 0 is no id
        if len(given) > len(set(given)):
            told = f"Component {name.replace('_', ' ')} cannot be duplicated"
            yield "components", f"COMPONENT_{name.upper()}_DUPLICATED", told


def _emojis(components: list[Payload], known: Collection[str]) -> Iterator[Wrong]:
    """Yield what is wrong with the emojis of buttons and options."""
    for one in inside(components):
        for part in (one, *(one.get("options") or [])):
            number = (part.get("emoji") or {}).get("id")
            if number is not None and str(number) not in known:
                yield "components", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"


def check_filled(body: Payload, files: Collection[str]) -> None:
    """Refuse a message with nothing in it; Discord takes blanks off its content.

    Raises:
        Refusal: 50006.
    """
    written = (body.get("content") or "").strip()
    if not (files or written or any(body.get(name) for name in ("components", "embeds", "poll"))):
        raise refuse(50006)


def check_modal(modal: Payload) -> None:
    """Refuse a modal whose form is wrong.

    Raises:
        Refusal: Something is wrong.
    """
    parts = modal.get("components") or []
    found = [
        *long("data.title", modal.get("title"), limits.TITLE, 1),
        *long("data.custom_id", modal.get("custom_id"), limits.CUSTOM_ID, 1),
        *many("data.components", parts, limits.MODAL_PARTS, 1),
        *_ids(parts),
    ]
    for n, one in enumerate(parts):
        path = f"data.components.{n}"
        if one.get("type") not in (ROW, TEXT, LABEL):
            yield_told = (f"{path}.type", "UNION_TYPE_CHOICES", "Not a part of a modal.")
            found.append(yield_told)
        for inner in inside([one]):
            if inner.get("type") in SELECTS:
                found += _select(path, inner, ())
            elif inner.get("type") == INPUT:
                found += _field(path, inner)
            elif inner.get("type") == LABEL:
                found += long(f"{path}.label", inner.get("label"), limits.FIELD, 1)
                found += long(f"{path}.description", inner.get("description"), limits.FIELD_ABOUT)
    if found:
        raise wrong_form(*found)


def _field(path: str, part: Payload) -> Iterator[Wrong]:
    """Yield what is wrong with a field to type in."""
    yield from long(f"{path}.custom_id", part.get("custom_id"), limits.CUSTOM_ID, 1)
    yield from long(f"{path}.label", part.get("label"), limits.FIELD)
    yield from long(f"{path}.placeholder", part.get("placeholder"), limits.FIELD_ABOUT)
    yield from long(f"{path}.value", part.get("value"), limits.TYPED)
    for name, least in (("min_length", 0), ("max_length", 1)):
        if (number := part.get(name)) is not None:
            yield from _between(f"{path}.{name}", number, least, limits.TYPED)


def check_choices(choices: list[Payload]) -> None:
    """Refuse choices of an autocomplete whose form is wrong.

    Raises:
        Refusal: Something is wrong.
    """
    found = [*many("data.choices", choices, limits.CHOICES), *choice_texts("data", choices)]
    if found:
        raise wrong_form(*found)


def choice_texts(path: str, choices: list[Payload]) -> Iterator[Wrong]:
    """Yield what is wrong with the texts of choices."""
    for n, one in enumerate(choices):
        yield from long(f"{path}.choices.{n}.name", one.get("name"), limits.CHOICE_TEXT, 1)
        if isinstance(one.get("value"), str):
            yield from long(f"{path}.choices.{n}.value", one["value"], limits.CHOICE_TEXT, 1)
