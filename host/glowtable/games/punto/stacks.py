"""What everybody knows about the face-down stacks: which cards, not in which order. Knows no board.

Some cards are surely in one seat's stack. The others are mixed: of a bag it is known how many lie in each
stack, but not which. A bag may hold more cards than that: the others left the game unseen (P-31).
"""

from functools import lru_cache
from math import lcm
from typing import NamedTuple

from glowtable.game import CHANCE, Action, Chances
from glowtable.kit.bit_sets import Listing, mask_of, members

from .cards import CARD_KINDS, DECK, CardSet


class Mixed(NamedTuple):
    bag: CardSet
    held: tuple[int, ...]  # how many of the bag each seat's stack holds


class Stacks(NamedTuple):
    sure: tuple[CardSet, ...]  # seat -> the cards known to be in its stack
    mixed: tuple[Mixed, ...]


TURNS = tuple(Action(CHANCE, "turn", (card,)) for card in DECK)
WEIGHTS_KEPT = 256  # more than one match meets; thousands of matches with neutral cards meet many more


@lru_cache(WEIGHTS_KEPT)
def _turn_chances(weight: int) -> Listing[tuple[Action, int]]:
    return Listing([(turn, weight) for turn in TURNS])


EVEN = _turn_chances(1)


def turn_chances(stacks: Stacks, seat: int) -> Chances:
    """Every card that may lie on top of a seat's stack, with its exact weight.

    All cards of a stack are alike on top, and all cards of a mixed bag are alike to be one of the stack's.
    """
    sure, mixed = stacks
    if not mixed:
        return EVEN.of(sure[seat])
    held = [(bag, counts[seat]) for bag, counts in mixed if counts[seat]]
    whole = lcm(*(bag.bit_count() for bag, _ in held))
    chances = _turn_chances(whole).of(sure[seat])
    for bag, count in held:
        chances += _turn_chances(count * whole // bag.bit_count()).of(bag)
    return chances


def possible(stacks: Stacks, seat: int) -> int:
    """The set of cards that may lie in a seat's stack."""
    cards = stacks.sure[seat]
    for bag, held in stacks.mixed:
        cards |= bag if held[seat] else 0
    return cards


def stack_size(stacks: Stacks, seat: int) -> int:
    """How many cards lie in a seat's stack."""
    sure, mixed = stacks
    count = sure[seat].bit_count()
    for _, held in mixed:
        count += held[seat]
    return count


def lift_card(stacks: Stacks, seat: int, card: int) -> Stacks:
    """The stacks after a seat turned up a card of its own."""
    sure, mixed = stacks
    bit = 1 << card
    if sure[seat] & bit:
        return Stacks((*sure[:seat], sure[seat] ^ bit, *sure[seat + 1 :]), mixed)
    return Stacks(sure, tuple([_without_card(each, seat, bit) if each.bag & bit else each for each in mixed]))


def _without_card(mixed: Mixed, seat: int, bit: int) -> Mixed:
    bag, held = mixed
    return Mixed(bag ^ bit, (*held[:seat], held[seat] - 1, *held[seat + 1 :]))


def turn_of(stacks: Stacks, seat: int, text: str) -> Action | None:
    """What it means that a seat turns up a card so called: `turn` of a card, or None if it cannot be.

    A kind means its first copy if it does not matter which; `shown` of the kind if one copy is surely in the
    stack and the other mixed, or both are mixed in different bags.
    """
    cards = possible(stacks, seat) & mask_of(DECK.copies_of(text))
    if not cards:
        return None
    first = members(cards)[0]
    alike = any(cards & ~part == 0 for part in (stacks.sure[seat], *(bag for bag, _ in stacks.mixed)))
    return TURNS[first] if alike else Action(CHANCE, "shown", (CARD_KINDS[first],))


def settle_copy(stacks: Stacks, seat: int, kind: str) -> tuple[Stacks, int]:
    """The stacks before a seat turns up a card of a kind it may have, and a copy that stands for it.

    That is a copy surely in the stack, if any. Otherwise all bags the copy may be of become one, so that
    all that may be true of the cards is still possible.
    """
    copies = mask_of(DECK.copies_of(kind))
    one = [each for each in stacks.mixed if each.bag & copies and each.held[seat]]
    if len(one) > 1:
        held = tuple(map(sum, zip(*(each.held for each in one), strict=True)))
        others = tuple(each for each in stacks.mixed if each not in one)
        stacks = Stacks(stacks.sure, (*others, Mixed(sum(each.bag for each in one), held)))
    return stacks, members(stacks.sure[seat] & copies or possible(stacks, seat) & copies)[0]


def halved(bag: int, holders: tuple[int, ...], extra: int, seats: int) -> Mixed:
    """A team's cards shuffled and shared by its seats; an odd card goes to `extra` (P-06, P-30)."""
    each, odd = divmod(bag.bit_count(), len(holders))
    return Mixed(bag, tuple(each + (odd and seat == extra) if seat in holders else 0 for seat in range(seats)))


def shared(bag: int, seats: int, starter: int, rest: str) -> Mixed:
    """Neutral cards shuffled and dealt out evenly; the rest leaves the game, or goes round from the starter.

    Source: Punto DE, "Verteilt die gespielten Karten der neutralen Farbe gleichmäßig" (P-31)
    """
    each, left = divmod(bag.bit_count(), seats)
    lucky = left if rest == "deal" else 0
    return Mixed(bag, tuple(each + ((seat - starter) % seats < lucky) for seat in range(seats)))
