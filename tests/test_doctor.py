"""The picture doctor finds planted faults, and nothing new in the games' pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from render import gallery
from render.gallery import AnyArtist
from render.i18n import Lang, Names
from render.kit import type as words
from render.kit.canvas import Canvas
from render.kit.layout import Box
from render.kit.pen import disc
from render.kit.press import Press
from render.lodge import LodgeArtist
from render.lodge import theme as th
from render.picture import Area, Picture
from rules import registry
from rules.protocol import WATCHER
from rules.text import Seat, t
from scripts.doctor import measures, positions, report
from scripts.doctor.__main__ import charted, looked_at, main
from scripts.doctor.recording import Recorder, recording
from scripts.doctor.report import Chart, Key, Tally
from scripts.doctor.thresholds import DECIDING, LIMITS, MEANT
from scripts.doctor.visits import CASTS, Visit, seats

FONT = words.bold(40)
PART = Box(0, 0, 400, 100)
LODGE = registry.get("lodge")


def clear(w: int, h: int) -> Canvas:
    art = Canvas(w, h, th.PAPER)
    art.label(art.box, "Sauna", FONT, th.INK)
    return art


def shortened(w: int, h: int) -> Canvas:
    art = Canvas(w, h, th.PAPER)
    art.label(Box(0, 0, 90, h), "Breakfast Hall", FONT, th.INK)
    return art


def beyond_its_box(w: int, h: int) -> Canvas:
    art = Canvas(w, h, th.PAPER)
    art.write(w - 40, h // 2, "Sauna", FONT, th.INK)
    return art


def across(w: int, h: int) -> Canvas:
    art = clear(w, h)
    art.label(art.box, "Cellar", FONT, th.INK)
    return art


def covered(w: int, h: int) -> Canvas:
    art = clear(w, h)
    art.fill(Box(w // 2, 0, w // 2, h), th.PAPER)
    return art


def tiny(w: int, h: int) -> Canvas:
    art = Canvas(w, h, th.PAPER)
    art.label(art.box, "Sauna", words.bold(15), th.INK)
    return art


def modest(w: int, h: int) -> Canvas:
    art = Canvas(w, h, th.PAPER)
    art.label(art.box, "Sauna", words.bold(19), th.INK)
    return art


def pale(w: int, h: int) -> Canvas:
    art = Canvas(w, h, th.PAPER)
    art.label(art.box, "Sauna", FONT, th.GOLD)
    return art


def unknown(w: int, h: int) -> Canvas:
    art = Canvas(w, h, th.PAPER)
    art.write(40, 60, "狐", FONT, th.INK)
    return art


class Planted(LodgeArtist):
    """Draws a board of one tile."""

    def __init__(self, press: Press, painter: Callable[[int, int], Canvas], alt: str) -> None:
        super().__init__(press)
        self._painter, self._alt = painter, alt

    def board(self, view: object, *, names: Names, lang: Lang, to_act: frozenset[Seat]) -> Picture:
        return self._drawn(self.press)

    def areas(self, view: object) -> tuple[Area, ...]:
        return ()

    def _drawn(self, press: Press) -> Picture:
        sheet = press.sheet(100)
        sheet.put(PART, self._painter)
        return Picture(sheet.png(), self._alt, self._alt)


class Enlarging(Planted):
    """Shows the tile enlarged, too."""

    def areas(self, view: object) -> tuple[Area, ...]:
        return (Area("sauna", t("town")),)

    def area(
        self, view: object, slug: str, *, names: Names, lang: Lang, to_act: frozenset[Seat]
    ) -> Picture:
        return self._drawn(self.press.enlarged(PART))


def faults(
    painter: Callable[[int, int], Canvas], alt: str = "Ada", artist: type[Planted] = Planted
) -> set[str]:
    """Return the kinds of faults of a board that a painter paints."""

    def planted(press: Press) -> AnyArtist:
        return artist(press, painter, alt)

    with recording():
        visit = Visit("lodge", Recorder("lodge", planted))
        place = next(positions.sampled(LODGE, 3))
        return {fault.kind for fault in next(visit.positions([place])).faults} - {"palette"}


@pytest.mark.parametrize(
    ("painter", "kinds"),
    [
        (clear, set()),
        (shortened, {"cut"}),
        (beyond_its_box, {"cut"}),
        (across, {"overlap", "faint"}),
        (covered, {"hidden"}),
        (tiny, {"small"}),
        (pale, {"faint"}),
        (unknown, {"box"}),
    ],
)
def test_planted_faults_are_found(painter: Callable[[int, int], Canvas], kinds: set[str]) -> None:
    assert faults(painter) == kinds


def test_what_is_small_may_be_larger_in_an_area() -> None:
    assert faults(modest) == {"small"}
    assert faults(modest, artist=Enlarging) == set()
    assert faults(tiny, artist=Enlarging) == {"small"}, "too small even so"


def test_an_alternative_text_without_the_mover_is_found() -> None:
    assert faults(clear, "A lodge in the snow.") == {"alt mover"}


def test_an_alternative_text_that_is_too_long_is_found() -> None:
    assert faults(clear, "Ada" * 400) == {"alt long"}


def test_an_alternative_text_that_does_not_tell_what_changed_is_found() -> None:
    before, after = Picture(b"1", "Ada", ""), Picture(b"2", "Ada", "")
    assert [fault.kind for fault in measures.told([before, after])] == ["alt same"]
    assert [*measures.told([before, Picture(b"2", "Bo", "")])] == []
    assert [*measures.told([before, before])] == []


def tokens(*fills: str) -> list[Image.Image]:
    return [disc(44, fill) for fill in fills]


def test_seats_that_are_equal_in_grey_are_found() -> None:
    found = [*seats("lodge", tokens("#c03030", "#306fb4"))]
    assert "pieces.chip grey" in {fault.part for fault in found}
    assert [*seats("lodge", tokens("#101010", "#f0f0f0"))] == []


def test_of_many_positions_the_board_and_one_picture_drawn_by_lot_are_seen() -> None:
    rules = registry.get("letnisko")
    places = [*positions.sampled(rules, 3)][1:3]
    with recording():
        seen = [
            [it.name for it in Visit("letnisko", amount="many").positions(places)] for _ in range(2)
        ]
        whole = [it.name for it in Visit("letnisko", amount="whole").positions(places[:1])]
    assert seen[0] == seen[1]
    assert sum(" board: " in name for name in seen[0]) == len(places) < len(seen[0])
    assert len(seen[0]) <= 2 * len(places) < len(whole)


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_recorded_picture_is_the_one_that_is_posted(slug: str) -> None:
    rules = registry.get(slug)
    *_, place = positions.sampled(rules, 3)
    view, names = rules.view(place.state, WATCHER), dict(enumerate(CASTS[0]))

    def board(artist: AnyArtist) -> Picture:
        return artist.board(view, names=names, lang="en", to_act=frozenset())

    write = Canvas.write
    with recording():
        assert Canvas.write is not write
        drawn = Recorder(slug).draw(board)
    assert Canvas.write is write
    assert drawn is not None
    assert drawn[0] == board(gallery.artist(slug))


@pytest.mark.parametrize("slug", registry.slugs())
def test_nothing_new_is_wrong_with_the_pictures(slug: str) -> None:
    seen = set[str]()

    def shown() -> Iterator[object]:
        for it in looked_at(slug, 0):
            seen.update(written.part for written in it.record.written)
            yield it

    with recording():
        chart = charted(slug, shown())  # type: ignore[arg-type]
    verdict = report.judged(chart, report.accepted(slug), counted=True)
    advice = "run python -m scripts.doctor; --shrink strikes off what is gone"
    assert verdict == ((), (), ()), advice
    assert DECIDING.get(slug, frozenset()) <= seen, "a painter that one decides by paints nothing"
    assert all(part in seen for game, part, _ in MEANT if game == slug)
    assert all(report.limit_of(key) in LIMITS for key in report.accepted(slug))


def test_what_is_new_worse_or_gone_is_told() -> None:
    known = {Key("board", "a.b", "small"): Tally(2, 6.0), Key("hand", "a.b", "cut"): Tally(1, 0.5)}
    chart = Chart("lodge", tallies={Key("board", "a.b", "small"): Tally(3, 6.0)})
    verdict = report.judged(chart, known, counted=True)
    assert [len(lines) for lines in verdict] == [0, 1, 1]
    assert [len(lines) for lines in report.judged(chart, known, counted=False)] == [0, 0, 0]
    assert [len(lines) for lines in report.judged(chart, {}, counted=False)] == [1, 0, 0]
    small = Key("board", "a.b", "small")
    assert report.shrunk(chart, known, counted=True) == {small: Tally(2, 6.0)}
    chart.tallies[small].worst = 6.5
    assert report.shrunk(chart, known, counted=False)[small] == Tally(2, 6.5)
    chart.tallies[small].worst = 5.0
    assert len(report.judged(chart, known, counted=False).worse) == 1


def test_a_game_that_there_is_not_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["scripts.doctor", "loge"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert "error: no game 'loge': take one of krakow, " in capsys.readouterr().err
