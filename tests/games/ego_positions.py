"""Positions of Alter Ego for tests, as people would write them: `do(position(...), "0 fight", "0 engage Bagman Bill")`.

Cards are named by what people call them: `Strength`, `Family`; each mention is another copy.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from glowtable.game import CHANCE, Action
from glowtable.games.alter_ego.cards import (
    AFFILIATIONS,
    CARDS,
    CHARACTERS,
    CIVS,
    EQUIPMENT,
    EVENTS,
    HENCHMEN,
    HOSTAGES,
    NAMES,
    NEMESES,
    NO_CARD,
    NUMBER,
    PRICE,
    STACKED,
    STARTING,
    TYPES,
    VILLAIN_TYPE,
    VILLAINS,
    copies_of,
    names_of,
)
from glowtable.games.alter_ego.kinds import CARD_KINDS, HOSTAGE_WORDS
from glowtable.games.alter_ego.options import OPTIONS
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import (
    BLACK,
    PENALTIES,
    AlterEgoParameters,
    Henchman,
    Phase,
    State,
    Status,
    Vigilante,
    Villain,
)
from glowtable.kit.bit_sets import mask_of
from glowtable.match.dealer import Dealer

from tests.games.play import Written, after_chance, steps

DEFAULTS = {option.name: option.default for option in OPTIONS}
PEOPLE = tuple(NAMES[card] for card in range(CARDS) if CHARACTERS >> card & 1)
WAITING = ("Madame Vivisect", "The Unmayor", "The Auditor")  # one of each type; none of them has a word in a fight
ROW = 3


def options_for(**options: Any) -> dict[str, Any]:
    return {**DEFAULTS, "knowledge": "full", **options}


class Box:
    """The cards not yet laid anywhere."""

    def __init__(self) -> None:
        self.left = (1 << CARDS) - 1

    def out(self, names: Sequence[str]) -> int:
        """A copy of each of these cards."""
        found = 0
        for name in names:
            card = next(card for card in copies_of(name) if self.left >> card & 1)
            self.left &= ~(1 << card)
            found |= 1 << card
        return found

    def card(self, name: str) -> int:
        return NUMBER[names_of(self.out([name]))[0]] if name else NO_CARD

    def rest(self, cards: int) -> int:
        found = self.left & cards
        self.left &= ~cards
        return found


def civs(counts: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(counts.get(word, 0) for word in HOSTAGE_WORDS)


ALONE: Mapping[str, Any] = {}


def person(box: Box, seat: int, given: Mapping[str, Any]) -> Vigilante:
    """`given` has lists of cards (display, hand, deck, discard, gear, trophies), and numbers as Vigilante has them."""
    zones = ("display", "hand", "deck", "discard", "gear", "trophies", "drawn")
    cards = {zone: box.out(given.get(zone, ())) for zone in zones}
    penalties = tuple(given.get("penalties", {}).get(phase, 0) for phase in PENALTIES)
    numbers = {name: given[name] for name in ("money", "tokens", "hidden_count", "buried", "tips") if name in given}
    character, nemesis = box.card(given.get("character", PEOPLE[seat])), box.card(given.get("nemesis", ""))
    zone = "display" if given.get("character_shown", False) else "discard"
    cards[zone] |= 1 << character
    return Vigilante(character, nemesis, penalties=penalties, team=1 << seat, **cards, **numbers)


def position(
    *people: Mapping[str, Any],
    phase: Phase = Phase.FIGHT,
    villains: Sequence[str] = WAITING,
    in_play: Mapping[str, Mapping[str, int]] | Sequence[str] = (),
    defeated: Sequence[str] = (),
    tokens: Mapping[str, int] | int = 4,
    henchmen: Sequence[tuple[str, Mapping[str, int]]] = (),
    pools: Mapping[str, int] | None = None,
    row: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    offers: Sequence[str] | None = None,
    seats: int = 0,
    **options: Any,
) -> State:
    """An open phase of round 2. Villains `in_play` may say their hostages; hostages that lie nowhere are lost.

    Without a whole row of the supply its deck is empty but for `offers`, so that nothing is turned up.
    """
    terms = AlterEgoParameters.of(seats or max(1, len(people)), options_for(**options))
    box = Box()
    foes = tuple(_villain(box, name, in_play, defeated, tokens) for name in _foe_names(villains, in_play, defeated))
    lying = tuple(Henchman(box.card(name), place, civs(held)) for place, (name, held) in enumerate(henchmen))
    crew = tuple(person(box, seat, people[seat] if seat < len(people) else ALONE) for seat in terms.everybody)
    offered = tuple(box.card(name) for name in row)
    below = box.out(deck) if deck is not None else box.rest(HENCHMEN & ~STARTING)
    supply = box.rest(EQUIPMENT | EVENTS if len(row) == ROW else 0) if offers is None else box.out(offers)
    gone = box.rest(HENCHMEN | EQUIPMENT | EVENTS | VILLAINS)
    gone |= mask_of(foe.card for foe in foes if foe.status is Status.DEFEATED)
    have, lost = _tokens(pools, terms.black, [foe.hostages for foe in (*lying, *foes)])
    return State(
        terms,
        phase,
        phase,
        round=2,
        people=crew,
        villains=foes,
        henchmen=lying,
        deck=(below,) if below else (),
        pools=have,
        lost=lost,
        gone=gone,
        stacks=box.rest(STACKED),
        row=(*offered, *(NO_CARD,) * (ROW - len(offered))),
        offers=(supply,) if supply else (),
        nemeses=box.rest(NEMESES),
        bank=100 - sum(each.money for each in crew),
        teamwork=20 - sum(each.tokens for each in crew),
        tokens=40 - sum(foe.tokens for foe in foes) - sum(sum(each.penalties) for each in crew),
    )


def _foe_names(villains: Sequence[str], *named: Iterable[str]) -> list[str]:
    """One villain of each type: the one that is named, else the one that waits."""
    return [next((name for name in chain(*named) if type_of(name) == at), villains[at]) for at in range(3)]


def _tokens(pools: Mapping[str, int] | None, black: int, hostages: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The tokens in the pools, and those that lie nowhere."""
    held = [sum(counts) for counts in zip((0,) * 4, *hostages, strict=True)]
    have = civs(pools if pools is not None else {civ: 5 - held[at] for at, civ in enumerate(CIVS)})
    have = (*have[:BLACK], have[BLACK] or black - held[BLACK])
    lost = tuple(all_of - a - b for all_of, a, b in zip((5, 5, 5, black), have, held, strict=True))
    assert min(lost) >= 0, f"more tokens than there are: {lost}"
    return [have, lost]


def price(name: str) -> int:
    """What a card of the supply costs."""
    return PRICE[copies_of(name)[0]]


def type_of(name: str) -> int:
    return VILLAIN_TYPE[NUMBER[name]]


def _villain(box: Box, name: str, in_play: Any, defeated: Sequence[str], tokens: Any) -> Villain:
    card = box.card(name)
    if name in defeated:
        return Villain(card, 0, Status.DEFEATED)
    if name in in_play:
        held = civs(in_play[name]) if isinstance(in_play, Mapping) else (*HOSTAGES[card], 0)
        return Villain(card, 0, Status.IN_PLAY, held)
    at = TYPES[VILLAIN_TYPE[card]]
    return Villain(card, tokens if isinstance(tokens, int) else tokens.get(at, 4))


def action(text: str, state: State | None = None) -> Action:
    """`0 engage Bagman Bill`, `chance draw Family 3`, `2 ready`, `1 rescue kin`; of copies the one that may be."""
    who, _, rest = text.partition(" ")
    kind, _, about = rest.partition(" ")
    seat = CHANCE if who == "chance" else int(who)
    if not about:
        return Action(seat, kind)
    if kind not in CARD_KINDS:
        return Action(seat, kind, (int(about) if about.isdecimal() else about,))
    copies = [Action(seat, kind, (card,)) for card in copies_of(about)]
    assert copies, f"there is no card {about}"
    return next((each for each in copies if state and rules.refuse(state, each) is None), copies[0])


WRITTEN = Written(rules, lambda state, text: action(text, state))
do, may, refused, all_ready = WRITTEN.do, WRITTEN.may, WRITTEN.refused, WRITTEN.all_ready


def about(state: State, seat: int, kind: str) -> set[str]:
    """What the legal actions of a seat and kind are about, cards by name."""
    found = [each.args[0] for each in rules.legal(state, seat) if each.kind == kind]
    return {NAMES[int(each)] if kind in CARD_KINDS else str(each) for each in found}


def dealt(state: State, *texts: str, seed: int = 1) -> State:
    """The cards that chance brings now: these, then any."""
    return after_chance(rules, do(state, *texts), Dealer(seed))


def started(seats: int, seed: int = 1, **options: Any) -> State:
    """A match in its first Income."""
    match = steps(rules, rules.setup(seats, options_for(**options)), Dealer(seed, seats), first_legal)
    return next(step.after for step in match if step.after.round)


def first_legal(state: State, actors: Sequence[int]) -> Action:
    return rules.legal(state, actors[0])[0]


def recouped(state: State) -> State:
    """From Recoup on to the next round or what is asked before: everybody takes and lays the first that may be."""
    round_now = state.round
    while state.round == round_now and state.phase is Phase.RECOUP:
        seat = rules.to_act(state)[0]
        legal = rules.legal(state, seat)
        wanted = ("take", "fill", "ready")
        state = rules.apply(state, next(each for kind in wanted for each in legal if each.kind == kind))
    return state


def pools(state: State) -> dict[str, int]:
    return dict(zip(HOSTAGE_WORDS[:BLACK], state.pools, strict=False))


def lost(state: State) -> int:
    return sum(state.lost)


def tokens(state: State) -> dict[str, int]:
    return {TYPES[at]: villain.tokens for at, villain in enumerate(state.villains)}


def in_play(state: State) -> list[str]:
    return [NAMES[villain.card] for villain in state.villains if villain.status is Status.IN_PLAY]


def hostages(state: State, name: str) -> dict[str, int]:
    """What a henchman or villain in play holds."""
    foe = next(each for each in (*state.henchmen, *state.villains) if NAMES[each.card] == name)
    return {word: held for word, held in zip(HOSTAGE_WORDS, foe.hostages, strict=True) if held}


def henchmen(state: State) -> set[str]:
    return {NAMES[each.card] for each in state.henchmen}


def zone(state: State, seat: int, name: str) -> set[str]:
    return set(names_of(getattr(state.people[seat], name)))


def some_henchman(marks: Sequence[str] = (), held: Mapping[str, int] | None = None) -> str:
    """A henchman of the deck with exactly these affiliations and, if said, hostages."""
    wanted = tuple(TYPES.index(mark) for mark in marks)
    return next(
        NAMES[card]
        for card in range(CARDS)
        if HENCHMEN & ~STARTING & 1 << card
        and AFFILIATIONS[card] == wanted
        and (held is None or dict(zip(CIVS, HOSTAGES[card], strict=True)) == {**dict.fromkeys(CIVS, 0), **held})
    )
