"""Whole matches at a simulated table of people whose hands are read and people whose hands are not."""

from random import Random

import pytest
from glowtable import games

from tests.games.at_table import begun, eager_for, plays_on, random_wish, seldom
from tests.games.test_ego_table import HELPS
from tests.support.campaign import slow

WISHES = {
    "alex_and_co": random_wish,
    "alter_ego": eager_for(HELPS, 0.7),
    "spiel_des_jahres": seldom(("trade", "call", "hire")),
}
LEFT = {  # when the match is taken up again from its journal
    "alex_and_co": lambda state: state.turns >= 9,
    "alter_ego": lambda state: state.round >= 2 and state.phase == "fight",
    "spiel_des_jahres": lambda state: state.month >= 3,
}
STALL = {"stall": "end"}


@pytest.mark.parametrize(
    ("name", "ann", "ben", "options"),
    [
        slow("alex_and_co", False, True, STALL),
        slow("alex_and_co", False, False, STALL),
        slow("alex_and_co", True, True, STALL),
        ("alter_ego", True, False, {}),
        slow("alter_ego", False, False, {"nemesis": "personal", "engage": "per_card", "level": "rookie"}),
        slow("alter_ego", True, True, {"event_goes": "discard", "money_kept": "no", "character_stays": "yes"}),
        slow("spiel_des_jahres", False, True, {}),
        slow("spiel_des_jahres", False, False, {"actions": "secret", "bank": "limited"}),
        slow("spiel_des_jahres", True, True, {"last_call": "yes", "money": "hidden", "negative": "pay"}),
    ],
)
def test_a_match_of_both_kinds_of_hands_is_played_to_its_end_and_taken_up_again(tmp_path, name, ann, ben, options):
    match, rng = begun(games.find(name), tmp_path, ann, ben, **options), Random(5)
    plays_on(match, rng, lambda session: LEFT[name](session.state), WISHES[name])
    (tmp_path / "again").mkdir()
    again = match.resumed(tmp_path / "again")
    plays_on(again, rng, lambda session: False, WISHES[name])
    assert again.session.outcome and again.journaled().state == again.session.state
    assert not again.session.state.untracked >> 2 & 1, "a bot's hand is always read"
