"""The reason of a hint: of two games it follows from the kind of the action alone."""

import pytest
from glowtable import games
from glowtable.game import Action
from glowtable.games.alter_ego import reasons as of_alter_ego
from glowtable.games.spiel_des_jahres import reasons as of_spiel_des_jahres

MODULES = {"alter_ego": of_alter_ego, "spiel_des_jahres": of_spiel_des_jahres}


@pytest.mark.parametrize("name", MODULES)
def test_every_kind_of_action_has_its_reason_or_says_that_nothing_is_better(name):
    told, kinds = MODULES[name], games.find(name).kinds
    assert set(told.REASONS) <= set(kinds)
    for kind in kinds:
        assert told.reason(None, Action(0, kind)) == told.REASONS.get(kind, told.READY)
