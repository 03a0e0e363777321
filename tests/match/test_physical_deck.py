"""Real cards, tags and typing mixed, bad readers: no true card is ever refused, and no false one is let in by it."""

from collections import Counter
from random import Random
from time import process_time

import pytest
from glowtable import games
from glowtable.game import full_options
from glowtable.match.identities import Identities

from tests.support.campaign import long_share
from tests.support.physical_deck import NamesAlone, RealTable

MOST = 1500  # things done in a match; then it is left
# of each game how many matches of the 10,000, under options that keep them short or hands unread
PLAYED = [
    ("punto", {"max_rounds": 1}, 7700),
    ("punto", {"max_rounds": 2}, 1000),
    ("punto", {}, 100),
    ("alex_and_co", {}, 300),
    ("alex_and_co", {"knowledge": "trust"}, 400),
    ("alter_ego", {}, 100),
    ("alter_ego", {"knowledge": "trust"}, 100),
    ("spiel_des_jahres", {}, 100),
    ("spiel_des_jahres", {"knowledge": "trust"}, 200),
]


def match(name, options, seed, identities=Identities) -> RealTable:
    """A match of this game that was played on a table with real cards."""
    game, rng = games.find(name), Random(f"{name} {sorted(options.items())} {seed}")
    table = RealTable(
        game, rng.choice(game.seats), full_options(game, {**game.test_options, **options}), rng, identities
    )
    table.play(MOST)
    return table


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "options", "matches"), PLAYED)
def test_no_true_card_is_refused(name, options, matches, record_property):
    did, began = Counter(), process_time()
    for seed in range(long_share(matches)):
        table = match(name, options, seed)
        assert table.wrong == [], seed
        again = table.resumed()
        assert again.state == table.host.state
        assert vars(again.match_state.identities) == vars(table.host.match_state.identities)
        did += table.did + Counter(matches=1, exchanged=bool(table.host.match_state.identities.names))
    ran = process_time() - began
    record_property(f"real cards, {name} {options}", f"{dict(did)}, {did['matches'] / ran:.1f} matches per CPU second")
    assert did["kinds"] > did["matches"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["punto", "alex_and_co"])
def test_a_host_that_knows_names_alone_refuses_true_cards(name):
    refused = [table.wrong for table in (match(name, {}, seed, NamesAlone) for seed in range(12))]
    assert sum(map(bool, refused)) >= 2
    assert all(wrong.said.refused for some in refused for wrong in some if wrong.done != "compared")


@pytest.mark.slow
def test_a_host_that_takes_any_copy_for_any_other_lets_false_cards_in():
    class AnyCopy(Identities):
        """Every card has several copies, and all of them are doubtful."""

        def is_doubtful(self, card: str) -> bool:
            return False

        def known_as(self, event, state):
            return event._replace(card=self.kinds[event.card]) if getattr(event, "card", "") in self.kinds else event

    caught = [wrong.done for seed in range(12) for wrong in match("punto", {}, seed, AnyCopy).wrong]
    assert any(done[1] == "false" for done in caught if isinstance(done, tuple))
