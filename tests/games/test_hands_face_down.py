"""Hands that see only the backs of bots' cards play whole matches, and what they take by mistake is noticed."""

import pytest

from tests.games.test_alex_face_down import AlexHands
from tests.games.test_ego_face_down import VigilanteHands
from tests.games.test_spiel_face_down import CompanyHands
from tests.support.blind_hands import assert_noticed, blind_match
from tests.support.campaign import long_share

ENDING = {"first_player": "random", "stall": "end"}
RARE = {"swap_pick": "asker_blind", "esg_show": "public", "display_after_reveal": "no", "final_auto": "yes"}
HANDS = {  # the hands, the bots, and options in turn
    "alex_and_co": (AlexHands, "memory", [ENDING, {**ENDING, **RARE}]),
    "alter_ego": (
        VigilanteHands,
        "vigilante",
        [{}, {"nemesis": "personal", "character_stays": "yes"}, {"event_goes": "discard", "level": "rookie"}],
    ),
    "spiel_des_jahres": (
        CompanyHands,
        "publisher",
        [{}, {"actions": "secret", "last_call": "yes"}, {"unpaid": "poachable", "bank": "limited"}],
    ),
}
MATCHES = 60  # of a long campaign
SEEDS = {"alex_and_co": [23, 4]}  # a bot pays in a swap


def blind(name, folder, seed, number=0, amiss=0):
    hands, bot, options = HANDS[name]
    bots = (f"bot:{bot}", "bot:random", f"bot:{bot}")
    return blind_match(hands, hands.GAME, folder, bots, seed, amiss, **options[number % len(options)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "number", "seed"),
    [(name, *each) for name in HANDS for each in enumerate(SEEDS.get(name, range(long_share(MATCHES))))],
)
def test_hands_that_see_only_backs_play_a_whole_match_of_bots(tmp_path, name, number, seed, record_property):
    match = blind(name, tmp_path, seed, number)
    match.to_the_end()
    hands, actions = match.pump.gestures, len(match.session.history)
    assert match.session.outcome and hands.taken > 20
    told = f"{hands.taken} cards taken, {hands.told} times several came, {actions} actions"
    record_property(f"face down, {name} {seed}", told)


@pytest.mark.parametrize("name", HANDS)
def test_hands_that_take_the_card_beside_it_are_refused(tmp_path, name):
    assert_noticed(blind(name, tmp_path, 4, amiss=1))
