"""The exercise "power" in short, two of its planted faults, and its tools."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from matches.db.desk.copies import backup
from matches.db.schema import connect
from rules.errors import StoreError
from tests.soak import power, power_full
from tests.soak.__main__ import run_exercise
from tests.soak.planted import BY_NAME
from tests.soak.power import EXERCISE, Power
from tests.soak.power_disk import SECTOR, Disk
from tests.soak.power_judge import Content, Diary
from tests.soak.power_vfs import FULL, READ_ONLY, Op, Recorder, Trouble
from tests.soak.report import Run


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    """Record what happens in a folder of the test's."""
    folder = tmp_path / "disk"
    folder.mkdir()
    recorder = Recorder(folder)
    with recorder.installed():
        yield recorder


@pytest.fixture
def database(recorder: Recorder) -> Path:
    """Return an empty database in the recorder's folder."""
    path = recorder.folder / "a.db"
    connect(path).close()
    return path


async def test_nothing_is_lost(
    recorder: Recorder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(power, "IMAGES", 80)
    monkeypatch.setattr(power_full, "LENGTH", 20)
    run = Run(seed=1, seconds=60.0, folder=tmp_path)
    turns = Power(run, recorder)

    for turn in (turns.lives, turns.fullness, turns.birth, turns.single):
        await turn()

    assert run.report.wrongs == []
    assert run.report.counts["images"] > 50
    assert run.report.counts["failed writes"] > 5
    assert run.report.counts["copies"]


@pytest.mark.parametrize("name", ["synchronous-normal", "a-move-in-two-transactions"])
async def test_a_planted_fault_is_found(name: str) -> None:
    plant = BY_NAME[name]

    report = await run_exercise(EXERCISE, 1, 1.0, plant)

    assert report.kinds()[plant.finds], report.kinds()


# The tools


def test_the_recorder_misses_nothing(recorder: Recorder) -> None:
    with closing(connect(recorder.folder / "a.db")) as db:
        db.execute("PRAGMA wal_autocheckpoint = 3")
        for number in range(20):
            db.execute("INSERT INTO meta VALUES (?, ?)", (str(number), "x" * 1000))
        disk = Disk({})
        for op in [*recorder.ops, Op("sync", "a.db"), Op("sync", "a.db-wal")]:
            disk.do(op)

        kept = {name: bytes(data) for name, data in disk.image(Random(1)).files.items()}

        assert kept == {name: (recorder.folder / name).read_bytes() for name in kept}
        assert kept.keys() == {"a.db", "a.db-wal"}


def test_an_image_has_what_was_synced_and_any_of_the_rest() -> None:
    disk = Disk({"a": bytes(4 * SECTOR)})
    disk.do(Op("write", "a", 0, b"1" * 2 * SECTOR))
    disk.do(Op("sync", "a"))
    disk.do(Op("write", "a", SECTOR, b"2" * 2 * SECTOR))
    disk.do(Op("write", "a", 2 * SECTOR, b"3" * SECTOR))

    images = {bytes(disk.image(Random(n)).files["a"][::SECTOR]) for n in range(300)}

    assert images == {b"1%c%c\0" % (second, third) for second in b"12" for third in b"\00023"}


def test_names_arrive_in_order() -> None:
    disk = Disk({"a": b"old"})
    disk.do(Op("create", "b"))
    disk.do(Op("delete", "a"))

    names = {tuple(sorted(disk.image(Random(n)).files)) for n in range(50)}
    disk.do(Op("sync", "b"))

    assert names == {("a",), ("a", "b"), ("b",)}
    assert [*disk.image(Random(1)).files] == ["b"]


async def test_a_judge_knows_lost_and_half() -> None:
    diary, contents = Diary([]), [Content(name, {7: ply}) for ply, name in enumerate("abcd")]
    for found in contents[:2]:
        diary.ops.append(Op("sync", "a"))
        diary.note(None, found)
    with diary.request():
        diary.note(asyncio.current_task(), contents[2])
        diary.note(asyncio.current_task(), contents[3])
    diary.answer(7, 3)
    wrong = diary.judge()

    assert [wrong(1, found) for found in contents] == ["", "", "half", ""]
    assert [wrong(2, found) for found in contents] == ["lost", "lost", "half", ""]


@pytest.mark.parametrize(("code", "why"), [(FULL, "full"), (READ_ONLY, "read-only")])
def test_a_disk_fails_for_a_while(recorder: Recorder, database: Path, code: int, why: str) -> None:
    recorder.trouble = Trouble(code, after=2, lasts=2)
    with pytest.raises(StoreError, match=why):
        connect(database.with_name("b.db"))
    recorder.trouble = None
    connect(database.with_name("b.db")).close()


def test_a_copy_is_there_after_a_power_loss(recorder: Recorder, database: Path) -> None:
    disk = Disk({"a.db": database.read_bytes()})
    recorder.ops.clear()
    copy = database.with_name("b.db")

    backup(database, copy)

    for op in recorder.ops:
        disk.do(op)
    images = [disk.image(Random(number)).files for number in range(20)]
    assert [bytes(files["b.db"]) for files in images] == [copy.read_bytes()] * 20
