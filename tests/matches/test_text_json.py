from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from matches.domain.text_json import dump_text, load_text
from rules.text import Param, Printed, Text, Who

values: st.SearchStrategy[Param] = st.deferred(
    lambda: st.one_of(
        st.integers(),
        st.text(max_size=20),
        st.builds(Who, st.integers(0, 5)),
        st.builds(Printed, st.text(max_size=10), st.text(max_size=10)),
        texts,
        st.lists(values, max_size=3).map(tuple),
    )
)
texts: st.SearchStrategy[Text] = st.builds(
    Text,
    st.text(max_size=20),
    st.lists(st.tuples(st.text(max_size=5), values), max_size=3).map(tuple),
    st.text(max_size=10),
    st.integers(),
)


@given(texts)
def test_a_stored_text_comes_back_as_it_was(text: Text) -> None:
    assert load_text(dump_text(text)) == text
