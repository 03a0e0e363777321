"""A game with hidden hands as small as it can be: each is dealt a card, and seat 0 ends it."""

from typing import NamedTuple

from glowtable.game import CHANCE, Action, Game, Kind, Outcome, Rules, Surface
from glowtable.kit.bots import random_bot
from glowtable.kit.text_notation import Heading, line_notation
from glowtable.messages import say
from glowtable.table import GREEN, OPEN, Card, Light, Picture, Press, Prompt

DECK = ("A", "B", "C", "D")
SEATS = 2
UNKNOWN = -1
END = Action(0, "end", (0,))


class State(NamedTuple):
    """Each hand's one card, in the order of the seats; a view is a state, too."""

    hands: tuple[int, ...] = ()
    over: bool = False
    eyes: int = UNKNOWN  # of a view: whose


class DealtRules(Rules):
    """Nothing is random but what comes."""

    def setup(self, seats, options):
        return State()

    def to_act(self, state):
        if len(state.hands) < SEATS:
            return (CHANCE,)
        return () if state.over else (0,)

    def legal(self, state, seat):
        return (END,) if seat in self.to_act(state) else ()

    def chance(self, state):
        left = (card for card in range(len(DECK)) if card not in state.hands)
        return tuple((Action(CHANCE, "deal", (card,)), 1) for card in left) if self.to_act(state) == (CHANCE,) else ()

    def apply(self, state, action):
        return state._replace(over=True) if action == END else state._replace(hands=(*state.hands, action.args[0]))

    def outcome(self, state):
        return Outcome("end", (0,), (1, 0), ()) if state.over else None

    def view(self, state, eyes):
        known = tuple(card if seat == eyes else UNKNOWN for seat, card in enumerate(state.hands))
        return state._replace(hands=known, eyes=eyes)

    def seen(self, state, action, eyes):
        own = action.kind != "deal" or eyes == len(state.hands)
        return action if own else action._replace(args=("hidden",))

    def public_state(self, state):
        return state._replace(hands=(UNKNOWN,) * len(state.hands))

    def believed(self, state, action):
        return state._replace(hands=tuple(UNKNOWN if card == action.args[0] else card for card in state.hands))

    def determinize(self, state, seat, rng):
        own = state.hands[seat] if seat < len(state.hands) else UNKNOWN
        others = rng.sample([card for card in range(len(DECK)) if card != own], SEATS)
        hands = [own if at == seat else others[at] for at in range(len(state.hands))]
        return state._replace(hands=tuple(hands))


RULES = DealtRules()


class DealtSurface(Surface):
    def read(self, event, state):
        action = END
        if isinstance(event, Card) and event.card in DECK:
            action = Action(CHANCE, "deal", (DECK.index(event.card),))
        elif event != Press(0):
            return None
        return RULES.refuse(state, action) or action

    def gesture(self, action, state):
        return Press(0) if action == END else Card(0, DECK[action.args[0]])

    def paint(self, view):
        return Picture.of({0: Light(GREEN, OPEN)} if RULES.to_act(view) == (0,) else {})

    def prompts(self, view):
        return tuple(Prompt(seat, say("Deal, or press.")) for seat in RULES.to_act(view))

    def instruction(self, action, state):
        return say("Do it.")

    def own_hand(self, view):
        cards = view.hands[view.eyes : view.eyes + 1] if view.eyes >= 0 else ()
        return tuple(DECK[card] for card in cards if card != UNKNOWN), len(cards)


KINDS = {"end": Kind(((0,),)), "deal": Kind((range(len(DECK)),), by_chance=True)}
GAME = Game(
    "dealt", "Dealt", (SEATS,), 3, RULES, DealtSurface(), {"random": random_bot},
    line_notation(Heading("Dealt", (SEATS,), (), RULES), KINDS), KINDS, deck=DECK, hidden_information=True,
)  # fmt: skip
