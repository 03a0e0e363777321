"""Nobody learns what is hidden by doing one thing after another, and what finds that is no fool."""

import itertools
from collections.abc import Iterator

import pytest
from glowtable import games
from glowtable.match.news import News
from glowtable.match.session import Phase, Reply, Session
from glowtable.match.undo import card_of
from glowtable.messages import say
from glowtable.table import Card, Event, Lying

from tests.support import wishes
from tests.support.adversary import attempts
from tests.support.campaign import IN_CAMPAIGN, long_share
from tests.support.sequences import Difference, try_match
from tests.support.spots import Planted, dealt_spots, drawn_spots, forgotten_spots, lying_spots
from tests.support.wishes import EXPORT, HISTORY_PAGE

GAMES = [game for game in map(games.find, games.names()) if game.hidden_information]
EVENTS = 1_000_000 // len(GAMES) + 1  # of each game in a long campaign
QUICK_EVENTS = 500  # of each game in `make test`
QUICK_TRIES = 8  # sequences from one position there, so that there are more positions
CHUNKS = 4 if IN_CAMPAIGN else 1  # so that several cores share a game
MAX_MATCHES = 40_000


class NamesTheCardDrawn(Session):
    """Control: in a dispute the card that came last waits for no key, though it came unseen."""

    def handle_event(self, event: Event) -> Reply:
        reply = super().handle_event(event)
        drawn = card_of(self.game, self.history[-1]) if self.history else ""
        look = self.dispute.look
        if self.phase is Phase.DISPUTED and isinstance(event, Card) and look and event.card == drawn:
            self.dispute.look = None
            return reply._replace(said=(look[0],))
        return reply


class NamesWhatLies(Session):
    """Control: an inventory names each card whose tag it reads, face down or not."""

    def handle_event(self, event: Event) -> Reply:
        reply = super().handle_event(event)
        if isinstance(event, Lying) and self.phase is Phase.DISPUTED:
            return reply._replace(said=(say("{card} is on {cell}.", card=event.card, cell=event.cell),))
        return reply


class LastingNews(News):
    """Control: what was said stays, though cards were turned back."""

    def _forget_cards(self, texts):
        """It keeps all."""


class NoNews(News):
    """So that only what is looked up of the match so far can tell."""

    def add(self, message, *, is_asked=False):
        """It keeps nothing."""


REMEMBERS = {"is_forgetting": False}  # rules of a game of which nothing is meant to be forgotten


def differences(name, planted, kinds, seeds=range(20)) -> Iterator[Difference]:
    """What is found where this is planted, in positions of these kinds."""
    tried = itertools.chain.from_iterable(try_match(games.find(name), seed, planted, kinds=kinds) for seed in seeds)
    return (sequence.difference for sequence in tried if sequence.difference)


@pytest.mark.campaign
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_sequence_tells_two_worlds_apart(game, chunk, record_property):
    """Match after match, until so much was tried."""
    wanted = long_share(EVENTS) // CHUNKS + 1 if IN_CAMPAIGN else QUICK_EVENTS
    tries = {} if IN_CAMPAIGN else {"tries": QUICK_TRIES}
    events = sequences = 0
    for tried in itertools.chain.from_iterable(
        try_match(game, seed, **tries) for seed in range(chunk, MAX_MATCHES, CHUNKS)
    ):
        assert tried.difference is None, f"\n{tried.difference}"
        events, sequences = events + tried.events, sequences + 1
        if events >= wanted:
            break
    record_property(f"sequences, {game.title}", f"{events} events in {sequences} sequences, 0 differences")
    assert events >= wanted > 100


@pytest.mark.parametrize(("name", "first"), [("alex_and_co", 0), ("alter_ego", 6), ("spiel_des_jahres", 3)])
def test_control_a_sequence_tells_which_card_was_drawn(name, first):
    """As the program once did; the match that is tried first is known to be enough."""
    kinds, planted = (drawn_spots, dealt_spots), Planted(session=NamesTheCardDrawn)
    difference = next(differences(name, planted, kinds, (first, *range(20))))
    assert len(difference.deeds) > 1 and any("wrong" in str(deed) for deed in difference.deeds)


def test_control_single_probes_do_not_notice_it():
    """What takes two things, one after the other, is no single probe's to find."""
    game = games.find("spiel_des_jahres")
    assert not any(itertools.chain.from_iterable(attempts(game, n, make=NamesTheCardDrawn, part=9) for n in range(3)))


def test_control_an_inventory_that_names_what_lies_face_down_is_noticed():
    difference = next(differences("alex_and_co", Planted(session=NamesWhatLies), (lying_spots,)))
    assert any(deed.do == "audit" for deed in difference.deeds)


def test_control_news_that_last_are_noticed():
    difference = next(differences("alex_and_co", Planted(news=LastingNews), (forgotten_spots,)))
    assert {face.name for face in difference.faces} >= {"news"}


@pytest.mark.parametrize("wish", [HISTORY_PAGE, EXPORT], ids=["history page", "export"])
def test_control_a_match_so_far_that_tells_what_was_turned_back_is_noticed(wish, monkeypatch):
    """Where people do nothing else than look back: among all that they can do it comes seldom."""
    monkeypatch.setattr(wishes, "WISHES", (wish,))
    difference = next(differences("alex_and_co", Planted(news=NoNews, rules=REMEMBERS), (forgotten_spots,)))
    assert len(difference.deeds) == 1
