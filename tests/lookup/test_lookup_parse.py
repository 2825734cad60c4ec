from __future__ import annotations

import pytest

from lookup.book import Book, Entry
from lookup.parse import MAX_BODY, read
from rules.errors import DataError
from tests.lookup.small import EN, PL, WORDS


@pytest.fixture
def english() -> Book:
    return read("ferry", {"en": EN, "pl": PL}, WORDS)["en"]


@pytest.fixture
def polish() -> Book:
    return read("ferry", {"en": EN, "pl": PL}, WORDS)["pl"]


def entry(book: Book, key: str) -> Entry:
    found = book.get(key)
    assert found is not None, key
    return found


def test_entries_stand_in_printed_order_with_keys_of_the_english_headings(
    english: Book, polish: Book
) -> None:
    keys = ["in-two-minutes", "going", "F-GO-1", "F-GO-2", "G:1", "boat", "glossary"]
    assert [e.key for e in english.entries] == [*keys, "goat", "river"]
    assert [e.key for e in polish.entries] == [*keys, "river", "goat"]
    kinds = ["topic", "topic", "rule", "rule", "component", "component", "topic", "term", "term"]
    assert [e.kind for e in english.entries] == kinds
    titles = ["W dwie minuty", "Przeprawa", "F-GO-1", "F-GO-2", "Brązowa koza", "Łódź promowa"]
    assert [e.title for e in polish.entries][:6] == titles


def test_a_rule_ends_at_its_example(english: Book) -> None:
    rule = entry(english, "F-GO-1")
    assert rule.body == "The ferry carries two goats.\n\n- one in front\n- one behind"
    assert rule.examples == ("Two goats board.\nThe third waits.", "A lone goat boards too.")


def test_a_topic_keeps_its_rules_and_leaves_out_components_examples_and_comments(
    english: Book,
) -> None:
    topic = entry(english, "going")
    assert topic.body.startswith("**F-GO-1** The ferry carries two goats.\n\n- one in front")
    assert "Nobody swims.\n\n**F-GO-2** A goat" in topic.body
    assert "board" not in topic.body
    assert "Heavy" not in topic.body
    assert "Brown goat" not in topic.body
    assert topic.examples == entry(english, "F-GO-1").examples


def test_a_component_has_its_ids_and_examples(english: Book) -> None:
    goat = entry(english, "g:2")
    assert (goat.key, goat.components) == ("G:1", ("G:1", "G:2"))
    assert goat.body == "Heavy. It is carried by the ferry."
    assert goat.examples == ("Two brown goats sink it.",)
    assert entry(english, "boat").body == "Floats well."


def test_a_term_is_its_meaning(english: Book, polish: Book) -> None:
    assert entry(english, "goat").body == "what you carry."
    assert entry(polish, "goat").title == "Żwawa koza"
    assert entry(english, "goat").chapter == "glossary"
    assert entry(english, "glossary").body.startswith(
        "- **Goat**: what you carry.\n- **River**: wet"
    )


def test_no_comment_reaches_a_reader(english: Book, polish: Book) -> None:
    for one in (*english.entries, *polish.entries):
        assert "<!--" not in "".join((one.title, one.body, *one.examples))


def test_the_other_words_of_an_entry_stand_in_a_file_of_their_own(
    english: Book, polish: Book
) -> None:
    assert {e.key: e.also for e in english.entries if e.also} == {
        "F-GO-2": ("lone goat", "goat left"),
        "boat": ("raft",),
    }
    assert {e.key: e.also for e in polish.entries if e.also} == {"boat": ("tratwa",)}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("boat: raft\nferry: barge", "there is no entry 'ferry'"),
        ("G:2: horned goat", "there is no entry 'G:2'"),
        ("boat: raft\nboat: barge", "the key 'boat' is used twice"),
        ("boat: raft; barge; Raft", "the phrase 'Raft' of 'boat' is used twice"),
        ("boat: raft\nG:1: ram; raft", "the phrase 'raft' of 'G:1' is used twice"),
        ("boat:", "the line 'boat:' needs a key and phrases"),
        ("boat: ", "the line 'boat:' needs a key and phrases"),
        ("boat: raft;; barge", "the line 'boat: raft;; barge' needs a key and phrases"),
        ("boat: raft;", "the line 'boat: raft;' needs a key and phrases"),
        ("raft; barge", "the line 'raft; barge' needs a key and phrases"),
    ],
)
def test_a_fault_in_the_other_words_is_named_with_its_file(words: str, told: str) -> None:
    with pytest.raises(DataError) as error:
        read("ferry", {"en": EN, "pl": PL}, {"pl": words})
    assert str(error.value).startswith("data/ferry/words.pl.txt: ")
    assert told in str(error.value)


def test_every_entry_stands_in_a_topic(english: Book) -> None:
    for one in english.entries:
        assert entry(english, one.chapter).kind == "topic"
        assert (one.chapter == one.key) is (one.kind == "topic")


@pytest.mark.parametrize("key", ["F-GO-1", "f-go-1", " F-GO-1 ", "g:1", "G:2", "BOAT", "goat"])
def test_an_entry_is_got_by_key_number_and_id(english: Book, key: str) -> None:
    assert english.get(key)


@pytest.mark.parametrize("key", ["", "F-GO-3", "G:3", "Goat!", "going going", "\ud800"])
def test_what_is_not_there_is_not_got(english: Book, key: str) -> None:
    assert english.get(key) is None


def test_neighbours_are_of_one_kind(english: Book) -> None:
    first, last = entry(english, "G:1"), entry(english, "boat")
    assert (english.before(first), english.after(first)) == (None, last)
    assert (english.before(last), english.after(last)) == (first, None)
    assert english.after(entry(english, "going")) == entry(english, "glossary")


def test_links_lead_to_rules_then_to_components_and_terms(english: Book, polish: Book) -> None:
    assert entry(english, "in-two-minutes").links == ("F-GO-1", "river", "goat")
    assert entry(english, "F-GO-2").links == ("F-GO-1", "G:1", "goat")
    assert entry(english, "river").links == ("boat",)
    assert entry(polish, "in-two-minutes").links == ("F-GO-1", "river")
    assert entry(polish, "F-GO-2").links == ("F-GO-1", "G:1")


def test_a_topic_leads_to_its_components_but_not_to_its_own_rules(english: Book) -> None:
    links = entry(english, "going").links
    assert links[:2] == ("G:1", "boat")
    assert not {"F-GO-1", "F-GO-2", "going"} & set(links)


def test_links_are_few_and_never_to_itself(english: Book) -> None:
    many = "".join(f"- **Word{n}x** <!-- w{n} -->: one.\n" for n in range(30))
    text = EN + many + "- **All** <!-- all -->: all " + " ".join(f"word{n}x" for n in range(30))
    book = read("ferry", {"en": text})["en"]
    assert len(entry(book, "all").links) == 10
    for one in (*english.entries, *book.entries):
        assert not {one.key, one.chapter} & set(one.links)


def test_keys_of_topics_are_made_of_letters_and_figures() -> None:
    text = EN.replace("## Going", "## Żółw: “2 goats”, at once!")
    assert entry(read("ferry", {"en": text})["en"], "zolw-2-goats-at-once")


def broken(old: str, new: str, lang: str = "en") -> str:
    """Return what is said about the rulebook after a change in one language."""
    texts = {"en": EN, "pl": PL}
    assert old in texts[lang]
    texts[lang] = texts[lang].replace(old, new, 1)
    with pytest.raises(DataError) as error:
        read("ferry", texts)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("**F-GO-2**", "**F-GO-1**", "'F-GO-1' is used twice"),
        ("<!-- goat -->", "<!-- river -->", "'river' is used twice"),
        ("<!-- goat -->", "<!-- Boat -->", "'Boat' is used twice"),
        ("<!-- G:1 G:2 -->", "<!-- G:1 G:1 -->", "'G:1' is used twice"),
        ("## Glossary", "## Going", "'going' is used twice"),
        ("### Brown goat <!-- G:1 G:2 -->", "### Brown goat", "'### Brown goat' needs a name and"),
        ("### Brown goat <!-- G:1 G:2 -->", "### Brown goat <!-- -->", "needs a name and ids"),
        ("### Brown goat <!-- G:1 G:2 -->", "### <!-- G:1 -->", "needs a name and ids"),
        ("### Brown goat", "#### Brown goat", "needs a name and ids"),
        ("Heavy. It is carried by the ferry.", "", "'G:1' has no title, or no words"),
        ("what you carry.", "", "'goat' has no title, or no words"),
        ("- **Goat**", "- **?**", "'goat' has no title, or no words"),
        ("<!-- goat -->", "<!-- my goat -->", "'my goat' of 'Goat' isn't a key"),
        ("<!-- goat -->", f"<!-- {'g' * 60} -->", "isn't a key of 1 to 59 characters"),
        ("<!-- goat -->", "<!-- -->", "'' of 'Goat' isn't a key"),
        ("## Going", "## !?", "'' of '!?' isn't a key"),
        ("Heavy.", "Heavy. " + "x" * MAX_BODY, f"characters, more than {MAX_BODY}"),
    ],
)
def test_a_fault_is_named_with_its_file(old: str, new: str, told: str) -> None:
    said = broken(old, new)
    assert said.startswith("data/ferry/rulebook.en.md: ")
    assert told in said


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("**F-GO-2** Koza", "Koza", "only one of {files} has 'F-GO-2'"),
        ("**F-GO-2** Koza", "**F-GO-3** Koza", "only one of {files} has 'F-GO-2', 'F-GO-3'"),
        ("<!-- river -->", "<!-- water -->", "only one of {files} has 'river', 'water'"),
        ("- **Żwawa koza** <!-- goat -->: to, co przewozisz.", "", "has 'goat'"),
        ("<!-- G:1 G:2 -->", "<!-- G:1 -->", "{files} differ: 'going component G:1 G:2' and"),
        ("## Słowniczek", "## S\n## W", "4 topics, but 3 in data/ferry/rulebook.en.md"),
    ],
)
def test_an_entry_in_one_language_alone_is_named(old: str, new: str, told: str) -> None:
    said = broken(old, new, "pl")
    assert told.format(files="data/ferry/rulebook.en.md and data/ferry/rulebook.pl.md") in said
    assert "data/ferry/rulebook.pl.md" in said


def test_entries_in_another_order_are_named() -> None:
    head, tail = "### Łódź promowa <!-- boat -->\n\nPływa dobrze.\n\n", "### Brązowa koza"
    said = broken("### Brązowa koza", f"{head}{tail}", "pl")
    assert "'boat' is used twice" in said
    moved = PL.replace("### Łódź promowa <!-- boat -->", "### Łódź promowa <!-- G:1 G:2 -->")
    moved = moved.replace("### Brązowa koza <!-- G:1 G:2 -->", "### Brązowa koza <!-- boat -->", 1)
    with pytest.raises(DataError, match="differ: 'going component G:1 G:2' and 'going component b"):
        read("ferry", {"en": EN, "pl": moved})


def test_the_english_rulebook_names_the_topics() -> None:
    with pytest.raises(DataError, match=r"rulebook\.en\.md: there is no such file"):
        read("ferry", {"pl": PL})


def test_a_book_without_topics_is_empty() -> None:
    assert read("ferry", {"en": "# Ferry\n\nWords."})["en"].entries == ()
