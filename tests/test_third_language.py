"""A language is added by files alone; see docs/translating.md.

A copy of the bot gets a made-up German: English with accents. A process of its own speaks it.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from scripts import messages

ROOT = Path(__file__).parent.parent
PARTS = (
    *("bot.py", "config.py", "version.py", "pyproject.toml"),
    *("cogs", "data", "lookup", "matches", "monitor", "players", "render"),
    *("rules", "scripts", "workers"),
)
ACCENTED = str.maketrans("aeiouAEIOU", "àéîöüÀÉÎÖÜ")
PROBE = """
import asyncio, json
import discord
import bot
from cogs.admin import cog as admin
from cogs.ui.translator import Translator, named
from lookup import shelf, words
from matches.domain.model import language_of
from render import gallery
from render.i18n import LANGS, translate
from rules import registry
from rules.protocol import WATCHER
from rules.text import Printed, t, tn

bot.load_games()
rules = registry.get("krakow")
state = rules.initial_state(2, frozenset())
seen = gallery.artist("krakow").board(
    rules.view(state, WATCHER), names={}, lang="de", to_act=frozenset()
)
print(json.dumps({
    "langs": LANGS,
    "locales": [language_of(name) for name in ("de", "de-AT", "pl", "en-GB", "fr")],
    "offered": [c.name for c in admin.Admin.configure.get_parameter("language").choices],
    "posting": translate(admin._posting("de"), "en", {}),
    "sentence": translate(t("There's no rulebook for this game."), "de", {}),
    "counted": [translate(tn("{count} card", "{count} cards", n), "de", {}) for n in (1, 2)],
    "printed": translate(t("{name}", name=Printed("food", "jedzenie")), "de", {}),
    "added": translate(t("{name}", name=Printed("not in it", "nie ma")), "de", {}),
    "command": asyncio.run(
        Translator().translate(named(t("help")), discord.Locale.german, None)
    ),
    "books": [shelf.book(slug, "de").lang for slug in ("lodge", "krakow")],
    "found": shelf.find("lodge", "de", "koffertrager").entry.key,
    "asked": words.asked(["und", "häuser"], "de"),
    "stems": words.printed("häuser", "de")[0],
    "alt": seen.alt,
}))
"""


def pseudo(sentence: str) -> str:
    """Return a sentence with accents, but for its places and the commands it names."""
    parts = re.split(r"(\{\w*\}|`[^`]*`|/(?:match )?[-\w]+)", sentence)
    return "".join(p if n % 2 else p.translate(ACCENTED) for n, p in enumerate(parts))


def translate_all(catalogue: Catalog) -> None:
    for message in catalogue:
        if isinstance(message.id, str):
            message.string = pseudo(message.id)
        else:
            message.string = tuple(map(pseudo, message.id))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the bot with one more language, as docs/translating.md says."""
    root = tmp_path_factory.mktemp("bot")
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, root)
    return root


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=root, capture_output=True, text=True, timeout=100, check=False
    )


def test_a_third_language_is_files_alone(copy: Path) -> None:
    begun = run(copy, "-m", "scripts.messages", "--add", "de")
    assert begun.returncode == 1
    assert "data/locale/de/LC_MESSAGES/stolik.po: untranslated: " in begun.stdout
    catalogue = messages.read(copy, "de")
    translate_all(catalogue)
    messages.write(copy, catalogue)
    checked = run(copy, "-m", "scripts.messages", "--check")
    assert (checked.returncode, checked.stdout) == (0, ""), checked
    shutil.copy(copy / "data/lodge/rulebook.en.md", copy / "data/lodge/rulebook.de.md")
    (copy / "data/lodge/words.de.txt").write_text("valet: Kofferträger\n", encoding="utf-8")
    (copy / "data/locale/de/questions.txt").write_text("und oder\n", encoding="utf-8")
    whole = run(copy, "bot.py", "--check")
    assert whole.returncode == 0, whole.stderr
    probed = run(copy, "-c", PROBE)
    assert probed.returncode == 0, probed.stderr
    said: dict[str, Any] = json.loads(probed.stdout)
    assert said["langs"] == ["en", "de", "pl"]
    assert said["locales"] == ["de", "de", "pl", "en", "en"]
    assert said["offered"][:3] == ["English", "Deutsch", "Polski"]
    assert said["posting"] == "I post in this language on this server: Deutsch."
    assert said["sentence"] == pseudo("There's no rulebook for this game.")
    assert said["counted"] == ["1 càrd", "2 càrds"]
    assert said["printed"] == pseudo("food")
    assert said["added"] == "not in it"
    assert said["command"] == "hélp"
    assert said["books"] == ["de", "en"]
    assert said["found"] == "valet"
    assert (said["asked"], said["stems"]) == (["häuser"], "haus")
    assert said["alt"] == pseudo(said["alt"])
