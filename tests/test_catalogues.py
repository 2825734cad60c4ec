"""The catalogues and the script that maintains them."""

import ast
import re
from pathlib import Path

import discord
import pytest
from babel.messages.catalog import Catalog
from discord import app_commands

from cogs.operator.cog import Stolik
from matches.domain import model
from matches.domain.model import language_of
from render import i18n
from render.kit.type import Face, clean
from rules import registry
from rules.text import Text, tn
from scripts import messages
from tests.world import World

ROOT = Path(__file__).parent.parent
COMMAND = re.compile(r"[-\w]{1,32}")


@pytest.fixture
def wanted() -> Catalog:
    found = Catalog(locale="pl")
    found.add("Lay {card} at {place}.")
    found.add(("{count} card", "{count} cards"))
    return found


def translated(lay: str, forms: tuple[str, ...], *, fuzzy: bool = False) -> Catalog:
    kept = Catalog(locale="pl")
    kept.add("Lay {card} at {place}.", lay, flags=["fuzzy"] if fuzzy else [])
    kept.add(("{count} card", "{count} cards"), forms)
    return kept


GOOD = "Połóż {card} na {place}."
CARDS = ("jedna karta", "{count} karty", "{count} kart")


LANGS = [lang for lang in i18n.LANGS if lang != "en"]


@pytest.mark.parametrize("lang", LANGS)
def test_catalogue_is_complete(lang: str) -> None:
    assert messages.renewed(ROOT, lang, check=True) == []


@pytest.mark.parametrize("lang", LANGS)
def test_language_is_one_of_discords(lang: str) -> None:
    """Otherwise nobody could read it."""
    assert lang in {language_of(str(locale)) for locale in discord.Locale}


@pytest.mark.parametrize(
    ("locale", "lang"),
    [
        ("pl", "pl"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("pt-BR", "pt"),
        ("es-419", "es-419"),
        ("", "en"),
    ],
)
def test_language_of_a_locale(monkeypatch: pytest.MonkeyPatch, locale: str, lang: str) -> None:
    monkeypatch.setattr(model, "LANGUAGES", ("en", "es-419", "pl", "pt"))
    assert language_of(locale) == lang


@pytest.mark.parametrize("lang", LANGS)
def test_every_letter_of_a_language_can_be_drawn(lang: str) -> None:
    """Signs like arrows are only in sentences for Discord."""
    forms = [form for m in messages.read(ROOT, lang) for form in messages._forms(m)]
    letters = {letter for form in forms for letter in form if letter.isalpha()}
    assert not [letter for letter in sorted(letters) for face in Face if not clean(letter, face)]


def test_no_fault_in_a_good_catalogue(wanted: Catalog) -> None:
    assert list(messages.faults(wanted, translated(GOOD, CARDS))) == []


@pytest.mark.parametrize(
    ("lay", "forms", "fault"),
    [
        ("", CARDS, "untranslated: 'Lay {card} at {place}.'"),
        ("Połóż {card}.", CARDS, "has the places ['card'] instead of ['card', 'place']"),
        ("Połóż {card} na {place", CARDS, "braces do not match"),
        (GOOD, ("karta", "", "{count} kart"), "untranslated: '{count} card'"),
        (GOOD, ("karta", "karty", "{count} kart"), "has the places [] instead of ['count']"),
    ],
)
def test_faulty_translation_is_told(
    wanted: Catalog, lay: str, forms: tuple[str, ...], fault: str
) -> None:
    [found] = messages.faults(wanted, translated(lay, forms))
    assert found.startswith(fault)


def test_fuzzy_translation_is_told(wanted: Catalog) -> None:
    [found] = messages.faults(wanted, translated(GOOD, CARDS, fuzzy=True))
    assert found == "fuzzy: 'Lay {card} at {place}.'"


def test_missing_and_obsolete_sentences_are_told(wanted: Catalog) -> None:
    kept = translated(GOOD, CARDS)
    kept.delete("Lay {card} at {place}.")
    kept.add("Lay a card.", "Połóż kartę.")
    assert list(messages.faults(wanted, kept)) == [
        "missing: 'Lay {card} at {place}.'",
        "obsolete: 'Lay a card.'",
    ]


def test_sentences_are_found_in_code(tmp_path: Path) -> None:
    for folder in messages.SPEAKING:
        (tmp_path / folder).mkdir()
    (tmp_path / "rules" / "game.py").write_text(
        'a = t("One "\n      "sentence.", n=1)\nb = tn("{count} card", "{count} cards", n)\n'
    )
    (tmp_path / "cogs" / "play.py").write_text('c = other("not this")\n')
    found = {message.id for message in messages.extract(tmp_path) if message.id}
    assert found == {"One sentence.", ("{count} card", "{count} cards")}


def test_writing_twice_changes_nothing(tmp_path: Path, wanted: Catalog) -> None:
    messages.po_path(tmp_path).parent.mkdir(parents=True)
    messages.write(tmp_path, translated(GOOD, CARDS))
    first = messages.po_path(tmp_path).read_bytes()
    kept = messages.read(tmp_path)
    kept.update(wanted, no_fuzzy_matching=True)
    messages.write(tmp_path, kept)
    assert messages.po_path(tmp_path).read_bytes() == first
    assert list(messages.faults(wanted, messages.read(tmp_path))) == []


@pytest.mark.parametrize("lang", ["pl", "xx", "no language"])
def test_only_a_new_language_can_be_added(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "write", None)
    with pytest.raises(SystemExit):
        messages.main(["--add", lang])
    assert f"error: {lang} " in capsys.readouterr().err


def sources() -> list[Path]:
    return [path for folder in messages.SPEAKING for path in sorted((ROOT / folder).rglob("*.py"))]


def test_every_sentence_in_the_code_is_found() -> None:
    """A sentence inside an f-string is not, and would stay English for ever."""
    wanted = messages.extract(ROOT)
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("t", "tn"):
                msgid = ast.literal_eval(node.args[0])
                assert msgid in wanted, f"{path.name}:{node.lineno}: {msgid}"


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_only_literal_sentences_are_said(path: Path) -> None:
    """Nothing else could be found for the catalogues."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            spoken = node.args[: {"t": 1, "tn": 2}.get(node.func.id, 0)]
            for sentence in spoken:
                assert isinstance(sentence, ast.Constant), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    ("count", "shown"),
    [(1, "jedna karta"), (3, "3 karty"), (5, "5 kart"), (12, "12 kart"), (22, "22 karty")],
)
def test_polish_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, shown: str
) -> None:
    messages.po_path(tmp_path).parent.mkdir(parents=True)
    messages.write(tmp_path, translated(GOOD, CARDS))
    monkeypatch.setattr(i18n, "LOCALE_DIR", tmp_path / "data" / "locale")
    monkeypatch.setattr(i18n, "catalogue", i18n.catalogue.__wrapped__)
    assert i18n.translate(tn("{count} card", "{count} cards", count), "pl", {}) == shown


def command_texts(slug: str) -> list[Text]:
    return [kind.command for kind in registry.get(slug).move_types if not kind.by_chance]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", registry.slugs())
def test_translated_commands_are_names_for_discord(slug: str, lang: str) -> None:
    """A game's commands have their own group, so two games may use the same names."""
    shown = [i18n.translate(text, lang, {}) for text in command_texts(slug)]
    assert all(COMMAND.fullmatch(name) and name == name.lower() for name in shown), shown
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize("lang", LANGS)
async def test_sentences_name_commands_as_everybody_can_type_them(world: World, lang: str) -> None:
    """Discord shows them in the reader's language where it can, otherwise unchanged."""
    walked = (*world.bot.tree.walk_commands(), *Stolik().walk_commands())
    every = [c for c in walked if isinstance(c, app_commands.Command)]
    names = {command.qualified_name for command in every}
    checked = 0
    for message in (m for m in messages.read(ROOT, lang) if m.id):
        english, other = (
            [one] if isinstance(one, str) else list(one or ())
            for one in (message.id, message.string)
        )
        due = {name for form in english for name in commands_in(form, names)}
        named = [commands_in(form, names) for form in other]
        assert set[str]().union(*named) == due, english
        checked += bool(due)
    assert checked > 90


def commands_in(sentence: str, names: set[str]) -> set[str]:
    """Return the commands that a sentence names; each of them exists."""
    found = set()
    for first, second in re.findall(r"(?<![\w/])/(\w+)(?: (\w+))?", sentence):
        whole = f"{first} {second}"
        assert whole in names or first in names, f"there is no /{whole}: {sentence}"
        found.add(whole if whole in names else first)
    return found
