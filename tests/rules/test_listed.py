"""Things that are their names, and that exist once."""

from __future__ import annotations

import copy
import pickle

import pytest

from rules import registry
from rules.listed import Named

registry.load()
KINDS = sorted(Named.__subclasses__(), key=lambda kind: kind.__qualname__)


@pytest.mark.parametrize("kind", KINDS)
def test_a_thing_exists_once_also_after_it_was_sent_to_another_process(kind: type[Named]) -> None:
    assert kind.known
    for thing in kind.known.values():
        assert pickle.loads(pickle.dumps(thing)) is thing
        assert copy.deepcopy(thing) is thing
