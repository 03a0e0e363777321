"""People who see only backs: they lay each bot's cards in a row and find a card by the sentence on the screen alone.

They play at the twin, and know nothing but the places of cards in rows, what lies open, and what is said. After every
action their rows must be those that the program believes in.
"""

import re

from glowtable.match.dealer import Dealer
from glowtable.match.gestures import Gestures
from glowtable.match.presenter import current_prompt
from glowtable.match.session import Phase
from glowtable.table import Card

from tests.support.matches import Match

PLACE = re.compile(r"([\w ]+)'s card (\d+) from the left")
LIE = re.compile(r"At the right end of ([\w ]+)'s cards: (.*)")


class BlindHands(Gestures):
    """The hands of one match; a game says in `move` what hands do for its actions. `amiss`: so far they reach."""

    SHOWN_AND_GONE: tuple[str, ...] = ()  # kinds of actions for which a card of a row is shown and leaves it

    def __init__(self, dealer, match, amiss=0):
        super().__init__(dealer)
        self.match, self.amiss = match, amiss
        self.names = match.console.translator.names
        self.rows = {name: [] for name in self.names}
        self.shown = ""  # the card taken out of a row and shown last
        self.taken = self.told = 0  # cards out of rows; times that several were laid in an order
        self._apply = match.session.apply_action
        match.session.apply_action = self.applied

    def text(self, message):
        return self.match.console.translator.text(message)

    def asked(self):
        return self.text(current_prompt(self.match.session).message)

    def row(self, seat):
        return self.rows[self.names[seat]]

    def _gesture_in_play(self, session):
        """The gesture of a bot; which card of a row it is only the sentence says."""
        event = super()._gesture_in_play(session)
        place = (
            PLACE.search(self.asked())
            if isinstance(event, Card) and not session.match_state.chance.is_awaited
            else None
        )
        if not place:
            return event
        row = self.rows[place[1]]
        self.shown = row[(int(place[2]) - 1 + self.amiss) % len(row)]
        return event._replace(card=self.shown)

    def applied(self, what):
        before, asked = self.match.session.state, self.asked()
        reply = self._apply(what)
        self.follow(what, before, asked, [self.text(message) for message in reply.said])
        believed = self.match.session.match_state.face_down.rows_at(
            self.match.session.history, self.match.session.state
        )
        for seat, name in enumerate(self.names):
            assert [card.name for card in believed[seat]] == self.rows[name], (what, asked)
        return reply

    def follow(self, what, before, asked, said):
        """What hands do for this action: they read what was asked before, and hear what is said."""
        if what.kind in self.SHOWN_AND_GONE and PLACE.search(asked):
            self.row(what.seat).remove(self.shown)
            self.taken += 1
        self.move(what, before, said)

    def move(self, what, before, said):
        raise NotImplementedError

    def take_out(self, told):
        """The cards at these places, counted before one is taken."""
        gone = [(name, self.rows[name][int(place) - 1]) for name, place in told]
        for name, card in gone:
            self.rows[name].remove(card)
        return [card for _, card in gone]

    def lie(self, seat, cards, said):
        """Several lie in the order that is told; of cards that look alike any may be first."""
        told = [found.groups() for each in said if (found := LIE.fullmatch(each))]
        order = [titles.split(", ") for name, titles in told if name == self.names[seat]]
        assert len(order) == (len(cards) > 1), said
        self.told += len(order)
        for title in order[0] if order else ():
            first = next(card for card in sorted(cards) if card.startswith(title))
            cards.remove(first)
            self.row(seat).append(first)
        self.row(seat).extend(cards)


def blind_match(hands, game, folder, bots, seed, amiss=0, **options):
    """A match of bots, with such hands at the twin."""
    match = Match(folder, bots, seed=seed, game=game, **options)
    match.pump.gestures = hands(Dealer(seed, "cards"), match, amiss)
    return match


def assert_noticed(match):
    """The control: a wrong back is noticed when it is read, and the match waits for the right one."""
    match.until(lambda: match.pump.gestures.shown)
    match.wait(5000)
    assert match.pump.gestures.taken == 0 and match.session.phase is Phase.PLAYING
    assert PLACE.search(" ".join(match.page().split())), "it is asked again"
