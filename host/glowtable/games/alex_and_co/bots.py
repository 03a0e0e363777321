"""Players of ALEX & CO. They see what a person sees: the view, what is legal, and their own imagination.

`memory` forgets nothing that its seat has seen or heard. It calls what it knows to be there, turns up pairs it
knows of, else looks at cards nobody has seen; a call that can cost nothing more it also dares by the odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from zlib import crc32

from glowtable.game import Action, Choose, Determinize, Level
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.bots import random_bot
from glowtable.kit.cached_method import HasCache, cached_method
from glowtable.messages import Message, say

from .cards import DECK, ESG, EVERY, NO_CARD, NUMBER, SAZ, SET, SETS, SIZE
from .revealing import are_pair
from .sets import count_sets
from .state import NOBODY
from .views import FACES_KEPT, GONE, View

GOOD_ODDS = 0.5  # from here on a guess is worth the end of the turn
LATE = 8  # face-down cards: from here on what has the majority is displayed, complete or not
NEARLY_SIX = 5  # sets of somebody: the match may end soon


def memory(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """What follows best from all it has seen and heard."""
    return _choose(Mind(view, rng), legal)


def forgetful(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """The same, as people do it: each turn half of what it has seen does not come to its mind."""
    return _choose(Forgetful(view, rng), legal)


class Knowledge(HasCache):
    """What a seat concludes from its view."""

    def __init__(self, view: View) -> None:
        self.view, self.eyes = view, view.eyes

    @cached_method
    def faces(self) -> Mapping[int, int]:
        """The cards that were seen, by their places."""
        return faces_of(self.view.places)

    @cached_method
    def hands(self) -> list[int]:
        """The cards of each hand that it knows of."""
        return [DECK.set_of(names) for names in self.view.known]

    @cached_method
    def hand(self) -> int:
        return self.hands[self.eyes]

    @cached_method
    def unknown(self) -> list[int]:
        """How many cards of each hand it does not know."""
        return [size - cards.bit_count() for size, cards in zip(self.view.sizes, self.hands, strict=True)]

    @cached_method
    def denied(self) -> list[int]:
        return [DECK.set_of(names) for names in self.view.denied]

    @cached_method
    def shown(self) -> list[int]:
        return [DECK.set_of(names) for names in self.view.shown]

    @cached_method
    def shown_elsewhere(self) -> int:
        """By all others."""
        return sum([cards for seat, cards in enumerate(self.shown) if seat != self.eyes])

    @cached_method
    def unseen(self) -> list[int]:
        """The places of which it knows no card."""
        return [place for place, name in enumerate(self.view.places) if name != GONE and place not in self.faces]

    @cached_method
    def held_by(self) -> dict[int, int]:
        return {card: seat for seat, cards in enumerate(self.hands) if seat != self.eyes for card in members(cards)}

    @cached_method
    def lies_at(self) -> dict[int, int]:
        return {card: place for place, card in self.faces.items()}

    @cached_method
    def lost(self) -> int:
        """The cards that could be anywhere."""
        located = mask_of([*self.held_by, *self.lies_at]) | DECK.set_of(self.view.gone) | sum(self.shown)
        return EVERY & ~(self.hand | located)

    # -- what is worth how much

    def wish(self, card: int) -> float:
        """How much a card would help: the more of its set are here the better, most if it completes it."""
        if SET[card] < 0:
            return 0.5
        whole = SETS[SET[card]]
        own = (self.hand | self.shown[self.eyes]) & whole
        if self.shown_elsewhere & whole:
            return 0.2 if own else 0.1  # one point as a single card at most
        return (own.bit_count() + 1) / SIZE[SET[card]] + own.bit_count() / 10

    def spare(self, cards: int) -> int:
        """The card of these it misses least."""
        return min(members(cards), key=lambda card: (self._kept(card), card))

    def _kept(self, card: int) -> float:
        return 1.5 if SET[card] < 0 else self.wish(card) + (self.hand & SETS[SET[card]]).bit_count()

    # -- what can be called

    @cached_method
    def rights(self) -> int:
        """The cards of all sets of which it has one in hand; what others display is not worth a call."""
        rights = 0
        for card in members(self.hand & ~(ESG | SAZ)):
            rights |= SETS[SET[card]]
        return rights & ~self.hand

    @cached_method
    def certain(self) -> list[int]:
        """The cards it may call and knows to be somewhere, the most wanted first."""
        cards = [card for card in members(self.rights) if card in self.lies_at or card in self.held_by]
        return sorted(cards, key=self.wish, reverse=True)

    @cached_method
    def odds(self) -> tuple[float, int, int]:
        """The best guess: how likely it is right, the card, the seat that is asked."""
        hidden = sum(self.unknown) - self.unknown[self.eyes] + len(self.unseen) + self.view.pile
        asked = [(seat, unknown) for seat, unknown in enumerate(self.unknown) if seat != self.eyes and unknown]
        best = 0.0, 0.0, NO_CARD, NOBODY
        for card in members(self.rights & self.lost):
            wish, others = self.wish(card), self._denying(card)
            for seat, unknown in asked:
                likely = 0.0 if self.denied[seat] >> card & 1 else unknown / max(1, hidden - others)
                best = max(best, (likely, wish, card, seat))
        likely, _, card, seat = best
        return likely, card, seat

    def _denying(self, card: int) -> int:
        """The unknown cards of those who said not to have it: all other hidden places are alike."""
        return sum([unknown for denied, unknown in zip(self.denied, self.unknown, strict=True) if denied >> card & 1])

    # -- what can be turned up

    @cached_method
    def known_pair(self) -> tuple[int, ...]:
        """Two places whose cards are a pair, the most wanted one; () if it knows of none."""
        pairs = [
            (self.wish(one) + self.wish(other), (first, second))
            for first, one in self.faces.items()
            for second, other in self.faces.items()
            if first < second and are_pair(one, other)
        ]
        return max(pairs, default=(0.0, ()))[1]

    # -- when to display

    @cached_method
    def nears_the_end(self) -> bool:
        """The match may end before long, or nothing moves any more."""
        lying = len(self.faces) + len(self.unseen) + self.view.pile
        return lying <= LATE or self.view.quiet >= self.view.seats or max(map(count_sets, self.shown)) >= NEARLY_SIX

    def displays(self, card: int) -> bool:
        """Whole sets, single and added cards at once; a mere majority only near the end."""
        whole = SETS[SET[card]]
        if any(shown & whole for shown in self.shown):
            return True
        return self.hand & whole == whole or self.nears_the_end


class Mind(Knowledge):
    """The same, and what decides between equals."""

    def __init__(self, view: View, rng: Random) -> None:
        super().__init__(view)
        self.rng = rng


class Forgetful(Mind):
    """Remembers half of it, another half each turn, but what it holds and what lies open now."""

    @cached_method
    def faces(self) -> Mapping[int, int]:
        seen = faces_of(self.view.places).items()
        return {place: card for place, card in seen if place in self.view.turned or self._comes_to_mind(place, card)}

    @cached_method
    def hands(self) -> list[int]:
        known = [DECK.set_of(names) for names in self.view.known]
        return [
            cards if seat == self.eyes else mask_of(card for card in members(cards) if self._comes_to_mind(-seat, card))
            for seat, cards in enumerate(known)
        ]

    def _comes_to_mind(self, where: int, card: int) -> bool:
        return crc32(f"{self.view.turns}/{self.eyes}/{where}/{card}".encode()) % 2 == 0


@lru_cache(FACES_KEPT)
def faces_of(places: tuple[str, ...]) -> Mapping[int, int]:
    return MappingProxyType({place: NUMBER[name] for place, name in enumerate(places) if name and name != GONE})


# -- a choice for each phase


def _choose(mind: Mind, legal: Sequence[Action]) -> Action:
    choice = CHOICES.get(mind.view.phase)
    return choice(mind, legal) if choice else legal[0]


def _choose_turn(mind: Mind, legal: Sequence[Action]) -> Action:
    kinds = {action.kind: action for action in reversed(legal)}
    for action in legal:
        if action.kind == "lay" and mind.displays(int(action.args[0])):
            return action
    plan = _choose_plan(mind, kinds)
    if plan in ("call", "swap"):  # what may come before it costs nothing
        return kinds.get("saz") or kinds.get("esg") or kinds[plan]
    return kinds[plan]


def _choose_plan(mind: Mind, kinds: Mapping[str, Action]) -> str:
    """The action to take in the end."""
    calls, likely = [], 0.0
    if "call" in kinds:
        calls, likely = mind.certain, mind.odds[0] if mind.lost else 0.0
    if "reveal" in kinds:
        return _call_or_reveal(mind, calls, likely) or ("swap" if "swap" in kinds else "reveal")
    if calls or likely > 0:
        return "call"
    return next(kind for kind in ("end", "swap", "call") if kind in kinds)


def _call_or_reveal(mind: Mind, calls: Sequence[int], likely: float) -> str:
    """Call what is there for certain or likely, reveal pairs and what nobody has seen; "" if neither promises much."""
    if len(calls) > 1 or (calls and mind.wish(calls[0]) >= 1):
        return "call"
    if mind.known_pair:
        return "reveal"
    if calls or likely >= (GOOD_ODDS if mind.unseen else 0.01):
        return "call"
    return "reveal" if mind.unseen else ""


def _choose_seat(mind: Mind, legal: Sequence[Action]) -> Action:
    """In a call the place or player of the card it will name; else the player with most cards it does not know."""
    if mind.view.act != "call":
        return max(legal, key=lambda action: (mind.unknown[int(action.args[0])], mind.rng.random()))
    calls = mind.certain
    if not calls:
        seat = mind.odds[2]
        return _actions_about(legal, "ask", seat) or mind.rng.choice(legal)
    card = calls[0]
    actions = _actions_about(legal, "at", mind.lies_at.get(card, NOBODY)) or _actions_about(
        legal, "ask", mind.held_by.get(card, NOBODY)
    )
    return actions or mind.rng.choice(legal)


def _actions_about(legal: Sequence[Action], kind: str, about: int) -> Action | None:
    return next((action for action in legal if action[1:] == (kind, (about,))), None)


def _choose_name(mind: Mind, legal: Sequence[Action]) -> Action:
    """Of the target chosen what it knows to be there; else the most wanted card that may be there."""
    names = [action for action in legal if action.kind == "name"]
    if not names:
        return legal[0]
    return max(names, key=lambda action: (_worth_naming(mind, int(action.args[0])), mind.rng.random()))


def _worth_naming(mind: Mind, card: int) -> float:
    view, bit = mind.view, 1 << card
    here = mind.lies_at.get(card, NOBODY) in view.turned if view.turned else mind.held_by.get(card) == view.whom
    wish = mind.wish(card) if view.act == "call" or mind.rights & bit else 0.1
    if here:
        return 2 + wish
    if mind.lost & bit and not (view.whom >= 0 and mind.denied[view.whom] & bit):
        return wish
    return -1.0


def _makes_pair(mind: Mind, action: Action, turned: Sequence[int]) -> bool:
    """Whether it turns up a card that it knows, and that is a pair with one of these."""
    place = int(action.args[0]) if action.args else NOBODY
    return place in mind.faces and any(are_pair(mind.faces[place], card) for card in turned)


def _choose_reveal(mind: Mind, legal: Sequence[Action]) -> Action:
    """The other card of a pair, or a pair it knows of, else a card nobody has seen."""
    turned = [mind.faces[place] for place in mind.view.turned]
    for action in legal:
        if _makes_pair(mind, action, turned):
            return action
    pair = mind.known_pair
    if pair and not turned:
        return _actions_about(legal, "at", pair[0]) or legal[0]
    unseen = [action for action in legal if action.kind == "at" and action.args[0] in mind.unseen]
    if unseen:
        return mind.rng.choice(unseen)
    return legal[-1]


def _choose_payment(mind: Mind, legal: Sequence[Action]) -> Action:
    """The card it misses least."""
    card = mind.spare(mask_of(int(action.args[0]) for action in legal))
    return _actions_about(legal, "give", card) or legal[0]


def reason(view: View, action: Action) -> Message:
    """Why `memory` does so: what it knows, or the odds."""
    mind = Knowledge(view)
    kind = "call" if view.act == "call" and action.kind in ("at", "ask") else action.kind
    sure = {"call": mind.certain, "reveal": mind.known_pair}
    return SURE[kind] if sure.get(kind) else REASONS.get(action.kind, ONLY_WAY)


ONLY_WAY = say("It's what the turn needs.")
SURE = {
    "call": say("You can know where a card of your sets is."),
    "reveal": say("You've seen 2 cards that make a pair."),
}
REASONS = {
    "call": say("It's a guess: someone may hold a card of your sets."),
    "ask": say("It's the likeliest guess."),
    "swap": say("Nothing better is left. A swap may bring you closer to a set."),
    "reveal": say("No card is certain, and you'll know whatever you turn over."),
    "at": say("It makes a pair, or nobody has seen this card yet."),
    "name": say("Of the cards that may be there, it helps your sets most."),
    "lay": say("Displayed cards are worth points."),
    "done": say("Displayed cards are worth points."),
    "esg": say("It costs nothing: you draw from another hand, and your turn continues."),
    "saz": say("It costs nothing: you may get a designer, and your turn continues."),
    "give": say("You'll miss this card least."),
    "prove": say("It shows no more than it has to."),
    "point": say("It doesn't show any card from your hand."),
    "take": say("A pair gives you 2 cards for your sets."),
}


CHOICES: Mapping[str, Callable[[Mind, Sequence[Action]], Action]] = {
    "turn": _choose_turn,
    "whom": _choose_seat,
    "name": _choose_name,
    # best what shows nothing new: a displayed set
    "proof": lambda mind, legal: next((action for action in legal if action.kind == "point"), legal[0]),
    "reveal": _choose_reveal,
    "give": _choose_payment,
    "pay": _choose_payment,
}
BOTS: Mapping[str, Choose] = {"memory": memory, "forgetful": forgetful, "random": random_bot}
LEVELS = (
    Level("random", say("Does anything that's allowed.")),
    Level("forgetful", say("Remembers half of the cards it has seen, a different half each turn. Good for families.")),
    Level("memory", say("Forgets nothing, and guesses when the odds are good.")),
)
