"""A table with real cards: each is itself, whatever the host believes of it.

The true table is the game itself with every card by its own name. People do there what may be done, at random and
honestly. Of each thing they do the host is told what a real table would tell: the tag of the card, or only its kind,
typed or pressed, because a reader is dead or somebody likes to type. Now and then they undo, have the tags on the cells
read, or show a card that cannot be there.
"""

from collections import Counter
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action, Game
from glowtable.games.alex_and_co.cards import games_of
from glowtable.grid import TABLE_SEAT, seat_name
from glowtable.kit.bit_sets import mask_of
from glowtable.lab.breaches import possible_actions
from glowtable.match.dealer import Dealer
from glowtable.match.identities import Identities
from glowtable.match.judge import ALL_READERS
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Phase, Reply, Session
from glowtable.match.undo import PlayedAction, UndoneDraws, card_of
from glowtable.table import Audited, Card, Event, Key, Lying, Press, Row, Said

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
UNDO, COMPARE, CHEAT = 0.02, 0.005, 0.02  # how often people do that
FIRST = 200  # actions; a reader dies within them


class NamesAlone(Identities):
    """A host that knows every card by its name alone: the control."""

    def known_as(self, event: Event, state: Any) -> Event:
        return event

    def is_meant(self, wanted: Action, meant: Action, state: Any) -> bool:
        return False


class Wrong(NamedTuple):
    """What a host got wrong: what was done at the table, and what it said."""

    done: object
    said: object


class RealTable:
    """One match. `wrong` has what the host refused though it was true, and what it accepted though it was false."""

    def __init__(
        self, game: Game, seats: int, options: dict[str, Any], rng: Random, identities: type[Identities] = Identities
    ) -> None:
        self.game, self.rng = game, rng
        self.players, self.options = tuple(Player(name) for name in NAMES[:seats]), options
        self.true_state = game.rules.setup(seats, options)
        self.history: list[PlayedAction] = []
        self.drawn_before = UndoneDraws(game)
        self.host = Session(MatchState(game, self.players, options), Phase.PLAYING)
        self.host.match_state.identities = identities(game)
        self.rows: list[Row] = []
        self.kinds = {name: kind for kind, names in game.alike.items() for name in names}
        domains = chain(*(kind.domains for kind in game.kinds.values()))
        self.deck = next(domain for domain in domains if getattr(domain, "names", ()) == game.deck)
        self.likes_typing = rng.random() ** 2  # how often a card is typed that could be shown
        self.dies_at = rng.randrange(FIRST)  # then a reader is dead for good
        self.wrong: list[Wrong] = []
        self.did: Counter[str] = Counter()

    # -- what people do

    def play(self, most: int) -> None:
        """Until the match is over, the host was wrong, or so many things were done."""
        while most and not self.wrong and self.game.rules.to_act(self.true_state):
            self.do_something(self.rng.random())
            most -= 1

    def do_something(self, luck: float) -> None:
        if len(self.history) == self.dies_at:
            self.host.judge.readers = ALL_READERS & ~(1 << self.rng.randrange(len(self.players)))
        if self.history and luck < UNDO:
            self.undo()
        elif luck > 1 - COMPARE:
            self.compare()
        elif luck > 1 - COMPARE - CHEAT:
            self.cheat()
        else:
            chance = self.game.rules.to_act(self.true_state) == (CHANCE,)
            self.act(self.draw() if chance else self.choice())

    def draw(self) -> Action:
        draws = self.drawn_before.possible_draws(self.true_state)
        true = [draw for draw in draws if self.is_true(draw[0])] if hasattr(self.true_state, "hands") else draws
        return Dealer(self.rng.getrandbits(64)).draw_outcome(true)

    def choice(self) -> Action:
        actions = possible_actions(self.game, self.true_state)
        return next(filter(self.is_true, self.rng.sample(actions, len(actions))))

    def is_true(self, action: Action) -> bool:
        """Rules let people do what only a hand that the table has read speaks against; here nobody lies.

        A card comes from no hand but that of who shows it or whom it is drawn from; who has a card does not deny it.
        """
        state, cards = self.true_state, self.cards_of(action)
        hands = getattr(state, "hands", ())
        if hands and action.kind in ("yes", "no"):
            wanted = games_of(state.card) if state.act == "swap" else 1 << state.card
            unread = state.bag & ~mask_of(self.seen_where_they_lie()) if state.hidden_count[state.seat] else 0
            known = hands[state.seat]
            return bool((known | unread) & wanted) if action.kind == "yes" else not known & wanted
        if not cards or action.kind == "name":
            return True
        giver = getattr(state, "whom", CHANCE) if action.kind == "draw" else action.seat
        elsewhere = any(hand >> cards[0] & 1 for seat, hand in enumerate(hands) if seat != giver)
        in_no_hand = action.seat != CHANCE and cards[0] in self.seen_where_they_lie()
        return not (elsewhere or in_no_hand or self.is_twice_in_row(cards[0]))

    def seen_where_they_lie(self) -> set[int]:
        """Cards that were turned up where cards stay, and turned back by an undo: they are in no hand."""
        kept = self.drawn_before.kept.items()
        return {card for source, draws in kept if source.keeps for draw in draws for card in self.cards_of(draw.action)}

    def cards_of(self, action: Action) -> list[int]:
        """The cards that an action is about."""
        domains = self.game.kinds[action.kind].domains
        return [int(arg) for arg, domain in zip(action.args, domains, strict=True) if domain is self.deck]

    def is_twice_in_row(self, card: int) -> bool:
        """Of two copies in a row of offers the cell tells which one is taken, not the card."""
        row, names = getattr(self.true_state, "row", ()), self.game.deck
        alike = [self.kinds.get(names[each]) == self.kinds.get(names[card], "") for each in row if each >= 0]
        return card in row and sum(alike) > 1

    def act(self, action: Action) -> None:
        event = self.event_for(action)
        reply = self.lot(action) if self.host.wants_dealer else self.tell(event)
        if not any(row.kind == "action" for row in reply.rows):
            self.wrong.append(Wrong((event, action), reply))
        else:
            self.follow(action)

    def follow(self, action: Action) -> None:
        """The host has it: now it is so at the table."""
        before = self.true_state
        self.did["actions"] += 1
        self.true_state = self.game.rules.apply(before, action)
        self.history.append(PlayedAction(before, action))
        if action.seat == CHANCE:
            self.drawn_before.came_again(before, action)
        if self.game.rules.round_number(before) != self.game.rules.round_number(self.true_state):
            self.drawn_before.forget_draws()

    def lot(self, action: Action) -> Reply:
        """What no card decides the host's dealer draws."""
        reply = self.host.apply_action(action)
        self.rows += reply.rows
        return reply

    def tell(self, event: Event) -> Reply:
        reply = self.host.handle_event(event)
        self.rows += reply.rows
        question = self.host.question
        if question and question.actions:  # something would be given up: yes
            return self.tell(Key(min(question.needed), "confirm"))
        return reply

    # -- how the host hears of it

    def event_for(self, action: Action) -> Event:
        """By the tag, if its reader works and nobody prefers to type; else by the kind."""
        event = self.game.surface.gesture(action, self.true_state)
        if not isinstance(event, Card):
            return event
        by_tag = self.host.judge.readers >> event.reader & 1 and self.rng.random() > self.likes_typing
        self.did["tags" if by_tag else "kinds"] += 1
        named = event if by_tag else event._replace(card=self.kinds.get(event.card, event.card))
        pressed = None if by_tag else self.pressed(event)
        return pressed or (named if self.is_clear(named, action) else self.said(action, named.card))

    def pressed(self, event: Card) -> Press | None:
        """The cell that stands for this card while its reader is dead, if there is one."""
        if not self.host.judge.by_hand:
            return None
        for cell, (action, _) in self.game.surface.entry_cells(self.host.view).items():
            name = card_of(self.game, PlayedAction(self.host.state, action))
            if self.kinds.get(name, name) == self.kinds.get(event.card, event.card):
                return Press(cell)
        return None

    def is_clear(self, event: Card, action: Action) -> bool:
        """Of a card that may be one to buy or one to play people must say what they do."""
        if action.seat == CHANCE:
            return True
        read, state = self.game.surface.read, self.host.state
        meant = read(self.host.match_state.identities.known_as(event, state), state)
        if isinstance(meant, Action):
            return meant.kind == action.kind
        return not isinstance(read(self.said(action, event.card), state), Action)

    def said(self, action: Action, card: str) -> Said:
        return Said(" ".join((seat_name(action.seat), action.kind, self.kinds.get(card, card))))

    # -- undo, the inventory of the tags, and a card that cannot be there

    def undo(self) -> None:
        """A seat wants to go back, and all others agree; what was turned up lies on its stack again."""
        rows = [*self.tell(Key(0, "undo")).rows]
        while self.host.question:
            rows += self.tell(Key(min(self.host.question.needed), "confirm")).rows
        while self.host.repairs:
            self.tell(Key(0, "confirm"))
        for row in rows:
            if row.kind == "undo":
                taken = self.history[-int(row.text) :]
                del self.history[-len(taken) :]
                self.true_state = taken[0].before
                self.drawn_before.keep_draws(taken)
                self.did["undone"] += 1

    def compare(self) -> None:
        """Somebody is in doubt: the tags on the cells are read, and nothing may differ."""
        self.tell(Key(TABLE_SEAT, "wrong"))
        for cell, names in self.open_cards().items():
            self.tell(Lying(cell, self.rng.choice(sorted(names))))
        self.tell(Audited(0))
        self.did["compared"] += 1
        if self.host.dispute.look:
            self.wrong.append(Wrong("compared", self.host.dispute.look))
        while self.host.phase is Phase.DISPUTED:
            self.tell(Key(0, "confirm"))

    def open_cards(self) -> dict[int, frozenset[str]]:
        """The single cards on the cells; those of a stack do not answer."""
        piles = self.game.surface.cards_on_cells(self.game.rules.view(self.true_state, PUBLIC))
        return {cell: pile[0] for cell, pile in piles.items() if len(pile) == 1}

    def cheat(self) -> None:
        """A card that lies on the table, known by its tag, is shown where another one comes from."""
        rules, lying = self.game.rules, [min(names) for names in self.open_cards().values() if len(names) == 1]
        if not lying or rules.to_act(self.true_state) != (CHANCE,):
            return
        event = Card(self.game.surface.reader(self.true_state), self.rng.choice(lying))
        by_tag = any(row.text.startswith("card") and row.text.endswith(f" {event.card}") for row in self.rows)
        false = not isinstance(self.game.surface.read(event, self.true_state), Action)
        if not (by_tag and false) or self.host.match_state.identities.is_doubtful(event.card):
            return
        self.did["cheated"] += 1
        reply = self.tell(event)
        if not reply.refused:
            self.wrong.append(Wrong((event, "false"), reply))
        if self.host.question:
            self.tell(Key(min(self.host.question.needed), "pass"))

    # -- what the journal says of it

    def resumed(self) -> Session:
        session = Session(MatchState(self.game, self.players, self.options))
        session.match_state.replay_rows(self.rows)
        return session
