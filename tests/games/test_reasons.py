"""The reason of a hint: of two games it follows from the kind of the action alone, of Punto it is true."""

import glowtable as gt
import pytest
from glowtable import games
from glowtable.game import Action
from glowtable.games.alter_ego import kinds as of_alter_ego
from glowtable.games.punto import bots as of_punto
from glowtable.games.spiel_des_jahres import bots as of_spiel_des_jahres

MODULES = {"alter_ego": of_alter_ego, "spiel_des_jahres": of_spiel_des_jahres}


@pytest.mark.parametrize("name", MODULES)
def test_every_kind_of_action_has_its_reason_or_says_that_nothing_is_better(name):
    told, kinds = MODULES[name], games.find(name).kinds
    assert set(told.REASONS) <= set(kinds)
    for kind in kinds:
        assert told.reason(None, Action(0, kind)) == told.REASONS.get(kind, told.OTHERWISE)


def test_why_a_card_lies_better_for_its_colour_or_for_less_danger():
    """Of what `watchful` lays: where another place looks better, that one leaves the others more cards."""
    told = {"No other cell is better for {colour}.": 0, "It leaves the others fewer cards that complete a line.": 0}
    for seed in range(1, 9):
        played = gt.play("punto", ["watchful"] * 4, seed=seed, rounds_to_win=1, max_rounds=1)
        for state, action in played.steps():
            if action is None or action.kind != "place":
                continue
            view = games.find("punto").rules.view(state, action.seat)
            reason = of_punto.reason(view, action).text
            if reason in told:
                told[reason] += 1
                here, best = action.args[0], max(view.cells, key=gain_at(view))
                danger = of_punto.Danger(view)
                looks_best = gain_at(view)(here) == gain_at(view)(best)
                assert looks_best == reason.startswith("No other") and (
                    looks_best or danger.after(here) < danger.after(best)
                )
    assert min(told.values()) >= 3, told


def gain_at(view):
    shown = {at: of_punto._shown_by(pile[-1]) for at, pile in view.piles}
    return lambda cell: of_punto._cell_gain(view, shown, of_punto._window_weights(view), cell)
