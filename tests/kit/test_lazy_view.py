"""A view field by field has the fields of the whole one, and finds out no more than it is asked for."""

import copy
from typing import NamedTuple

import glowtable as gt
import pytest
from glowtable import games
from glowtable.game import PUBLIC
from glowtable.kit.cached_method import HasCache, cached_method
from glowtable.kit.lazy_view import make_view_builders

MOMENTS = 6  # of a match, or all of a shorter one


class Seen(NamedTuple):
    eyes: int
    cards: tuple[int, ...]


def counted(asked):
    return {"eyes": lambda state, eyes: eyes, "cards": lambda state, eyes: asked.append(eyes) or state[eyes]}


def test_a_field_is_found_out_once_and_only_if_it_is_asked_for():
    asked = []
    looks = make_view_builders(Seen, counted(asked))
    glance = looks.glance({1: (4, 5)}, 1)
    assert glance.eyes == 1 and not asked
    assert glance.cards == (4, 5) and glance.cards == (4, 5) and asked == [1]
    assert looks.whole({1: (4, 5)}, 1) == Seen(1, (4, 5))
    with pytest.raises(AttributeError):
        glance.hand  # noqa: B018


def test_a_view_and_its_table_have_the_same_fields():
    with pytest.raises(TypeError, match=r"differ in \['hand'\]$"):
        make_view_builders(Seen, {**counted([]), "hand": len})


def same(glance, whole):
    """Whether it has the same in each field, glances in glances too."""
    if hasattr(whole, "_fields"):
        return all(same(getattr(glance, name), getattr(whole, name)) for name in whole._fields)
    if isinstance(whole, tuple):
        return len(glance) == len(whole) and all(map(same, glance, whole))
    return glance == whole


@pytest.mark.parametrize("name", games.names())
def test_at_a_glance_a_bot_sees_what_is_in_the_view(name):
    played, rules = gt.play(name, seed=2), games.find(name).rules
    states = [state for state, _ in played.steps()]
    moments = states[:: max(1, min(17, len(states) // MOMENTS))]
    assert len(moments) >= min(MOMENTS, len(states))
    for state in moments:
        for eyes in (PUBLIC, *range(played.players)):
            assert same(rules.glance(state, eyes), rules.view(state, eyes))


@pytest.mark.parametrize("has_dict", [True, False], ids=["interpreted", "compiled"])
def test_what_is_found_once_is_kept_beside_the_others(has_dict, monkeypatch):
    monkeypatch.setattr("glowtable.kit.cached_method.HAS_DICT", has_dict)

    class Sums(HasCache):
        asked = 0

        @cached_method
        def total(self):
            """All of it."""
            self.asked += 1
            return 7

    assert isinstance(Sums.total, cached_method) and Sums.total.__doc__ == "All of it."
    one, other = Sums(), Sums()
    assert (one.total, one.total, other.total) == (7, 7, 7) and (one.asked, other.asked) == (1, 1)
    assert ("total" in vars(one)) == has_dict


def test_a_glance_has_nothing_of_a_tuple_and_is_copied_as_what_it_is():
    glance = make_view_builders(Seen, counted([])).glance({1: (4, 5)}, 1)
    assert copy.copy(glance).cards == (4, 5)
    with pytest.raises(AttributeError, match="_replace"):
        glance._replace(eyes=2)
