from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import get_args

import pytest
from dotenv import dotenv_values

import config
from config import ConfigError, Settings


def test_settings_need_no_environment() -> None:
    assert Settings(database=Path("x.db")).token == ""


def test_every_setting_is_read() -> None:
    given = {
        "DISCORD_TOKEN": " secret ",
        "STOLIK_DATABASE": "somewhere/else.db",
        "STOLIK_LOG_LEVEL": "DEBUG",
        "STOLIK_CACHED_MATCHES": "7",
        "STOLIK_REQUESTS_PER_S": "12.5",
        "STOLIK_THINKERS": "0",
        "STOLIK_OWNER_SERVER": "1234567890123456789",
        "STOLIK_BACKUPS": "0",
        "STOLIK_BACKUP_HOURS": "0.5",
        "STOLIK_BACKUP_FOLDER": "/mnt/copies",
        "STOLIK_LOG_FORMAT": "json",
        "STOLIK_METRICS": "[::1]:9464",
        "STOLIK_PERSON_TAPS_PER_S": "2.5",
        "STOLIK_SERVER_TAPS_PER_S": "0",
        "STOLIK_SHARDS": "4",
    }
    assert given.keys() == set(config.VARIABLES.values())
    assert config.load(given) == Settings(
        database=Path("somewhere/else.db"),
        token="secret",
        log_level="DEBUG",
        cached_matches=7,
        requests_per_s=12.5,
        thinkers=0,
        owner_server=1234567890123456789,
        backups=0,
        backup_hours=0.5,
        backup_folder="/mnt/copies",
        log_format="json",
        metrics="[::1]:9464",
        person_taps_per_s=2.5,
        server_taps_per_s=0,
        shards=4,
    )


@pytest.mark.parametrize("variable", sorted(config.VARIABLES.values()))
def test_a_wrong_value_of_any_setting_is_told_with_what_is_allowed(variable: str) -> None:
    junk = {"STOLIK_BACKUP_FOLDER": __file__, "STOLIK_DATABASE": "http://x", "DISCORD_TOKEN": "a b"}
    with pytest.raises(ConfigError, match=rf"^{variable} (is|has) .{{20}}"):
        config.load({"DISCORD_TOKEN": "x", variable: junk.get(variable, "junk")})


@pytest.mark.parametrize("environ", [{}, {"DISCORD_TOKEN": ""}, {"DISCORD_TOKEN": "  "}])
def test_a_missing_token_is_one_line_that_names_the_way_out(environ: dict[str, str]) -> None:
    with pytest.raises(ConfigError) as caught:
        config.load(environ)
    line = str(caught.value)
    assert "\n" not in line
    assert "DISCORD_TOKEN" in line
    assert "make play" in line


@pytest.mark.parametrize("token", ["secret two", "secret\ntwo", "secr\u0119t"])
def test_a_token_that_cannot_be_sent_is_one_line_without_it(token: str) -> None:
    with pytest.raises(ConfigError, match=r"^DISCORD_TOKEN has .* copy it again$") as caught:
        config.load({"DISCORD_TOKEN": token})
    assert "secr" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STOLIK_LOG_LEVEL", "LOUD"),
        ("STOLIK_LOG_FORMAT", "xml"),
        *(
            ("STOLIK_METRICS", x)
            for x in ("9464", ":9464", "localhost", "a b:1", "::1:80", "h:65536")
        ),
        ("STOLIK_CACHED_MATCHES", "many"),
        ("STOLIK_CACHED_MATCHES", "0"),
        ("STOLIK_REQUESTS_PER_S", "0.5"),
        ("STOLIK_THINKERS", "-1"),
        ("STOLIK_PERSON_TAPS_PER_S", "-1"),
        ("STOLIK_SERVER_TAPS_PER_S", "many"),
        *(("STOLIK_PERSON_TAPS_PER_S", x) for x in ("inf", "nan", "1e400")),
        *(("STOLIK_SERVER_TAPS_PER_S", x) for x in ("inf", "nan", "1e400")),
        *(("STOLIK_REQUESTS_PER_S", x) for x in ("inf", "nan")),
        ("STOLIK_BACKUP_FOLDER", __file__),
        ("STOLIK_OWNER_SERVER", "my server"),
        ("STOLIK_BACKUPS", "-1"),
        ("STOLIK_BACKUP_HOURS", "0"),
    ],
)
def test_a_wrong_value_is_one_line(name: str, value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config.load({"DISCORD_TOKEN": "secret", name: value})
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)
    assert str(caught.value).startswith(f"{name} is {value!r}, not ")


def test_a_wrong_level_is_answered_with_those_there_are() -> None:
    with pytest.raises(ConfigError) as caught:
        config.load({"DISCORD_TOKEN": "secret", "STOLIK_LOG_LEVEL": "LOUD"})
    allowed = str(caught.value).partition(", not ")[2].replace(" or ", ", ").split(", ")
    assert allowed == list(get_args(config.LogLevel))


def test_the_environment_wins_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=filed\nSTOLIK_LOG_LEVEL=ERROR\n")
    monkeypatch.setattr(config, "dotenv_values", lambda: {"DISCORD_TOKEN": "filed", "OTHER": None})
    monkeypatch.setenv("DISCORD_TOKEN", "set")
    assert config.load().token == "set"
    monkeypatch.delenv("DISCORD_TOKEN")
    assert config.load().token == "filed"


def test_a_file_in_another_encoding_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / ".env"
    written.write_text("DISCORD_TOKEN=filed\n", encoding="utf-16")
    monkeypatch.setattr(config, "dotenv_values", partial(dotenv_values, written))
    with pytest.raises(ConfigError, match="UTF-8"):
        config.load()


def test_a_file_that_may_not_be_read_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> dict[str, str | None]:
        raise PermissionError(13, "Permission denied", ".env")

    monkeypatch.setattr(config, "dotenv_values", refused)
    with pytest.raises(ConfigError, match=r"^\.env can't be read: Permission denied$"):
        config.load()


def test_a_folder_that_cannot_be_looked_at_is_left_to_the_backup() -> None:
    name = "x" * 300  # longer than names of files may be
    assert config.load({"DISCORD_TOKEN": "x", "STOLIK_BACKUP_FOLDER": name}).backup_folder == name


@pytest.mark.parametrize(
    ("database", "given", "folder"),
    [
        ("somewhere/else.db", "", "somewhere/backups"),
        ("postgresql://stolik:secret@db/stolik", "", "var/backups"),
        ("postgresql://stolik:secret@db/stolik", "/mnt/copies", "/mnt/copies"),
    ],
)
def test_where_backups_are(database: str, given: str, folder: str) -> None:
    settings = config.load(
        {"STOLIK_DATABASE": database, "STOLIK_BACKUP_FOLDER": given}, token_needed=False
    )
    assert settings.backups_in == Path(folder)
    assert "secret" not in repr(settings)


def test_the_token_is_not_shown() -> None:
    assert "secret" not in repr(Settings(token="secret"))


@pytest.mark.parametrize(
    ("name", "near"),
    [("STOLIK_THINKER", "STOLIK_THINKERS"), ("STOLIK_BACKUP_HOUR", "STOLIK_BACKUP_HOURS")],
)
def test_a_misspelled_name_is_told(name: str, near: str, caplog: pytest.LogCaptureFixture) -> None:
    config.load({"DISCORD_TOKEN": "x", name: "3", "STOLIK_IMAGE": "stolik", "STOLIK_THINKERS": "1"})
    assert caplog.messages == [f"{name} is no setting and does nothing; do you mean {near}?"]


def test_a_misspelled_name_is_told_even_if_nothing_else_can_be_read(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(ConfigError):
        config.load({"STOLIK_THINKER": "3"})
    assert len(caplog.messages) == 1
