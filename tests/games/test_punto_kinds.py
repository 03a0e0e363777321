"""What is known of the stacks: exact chances, and cards of which only the kind is known."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import lcm
from random import Random
from typing import Any

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, Refusal, full_options
from glowtable.games.punto import notation
from glowtable.games.punto.cards import DECK, NAMES, bag_of
from glowtable.games.punto.rules import RULES as rules
from glowtable.games.punto.stacks import (
    TURNS,
    Mixed,
    Stacks,
    lift_card,
    possible,
    settle_copy,
    stack_size,
    turn_chances,
    turn_of,
)
from glowtable.games.punto.state import State
from glowtable.games.punto.surface import SURFACE as surface
from glowtable.kit.json_form import from_json, to_json
from glowtable.table import PICK, YELLOW, Card, Light, Said

from tests.games.punto_positions import GAME, begun, card
from tests.games.whereabouts_punto import cards as whereabouts
from tests.support.campaign import IN_CAMPAIGN


def bag(names: str) -> int:
    return sum(1 << card(name) for name in names.split())


# -- exact chances, against every way the cards may lie

World = tuple[frozenset[int], ...]


def worlds(stacks: Stacks) -> list[World]:
    """Every way the cards may lie, each as likely as the others."""
    ways = [list(_shares(mixed)) for mixed in stacks.mixed]
    sure = [frozenset(each for each in range(72) if known >> each & 1) for known in stacks.sure]
    return [tuple(frozenset.union(*parts) for parts in zip(sure, *way, strict=True)) for way in product(*ways)]


def _shares(mixed: Mixed) -> set[World]:
    cards = [each for each in range(72) if mixed.bag >> each & 1]
    ends = [sum(mixed.held[: seat + 1]) for seat in range(len(mixed.held))]
    starts = [0, *ends]
    return {
        tuple(frozenset(order[start:end]) for start, end in zip(starts, ends, strict=False))
        for order in permutations(cards, sum(mixed.held))
    }


def random_stacks(rng: Random) -> Stacks:
    neutral = rng.sample(range(54, 72), 10)
    bags = [neutral[:4], neutral[4:7], neutral[7:9]][: rng.randint(1, 3)]
    mixed = []
    for cards in bags:
        holders = [rng.randrange(3) for _ in range(rng.randint(0, len(cards)))]
        mixed.append(Mixed(sum(1 << each for each in cards), tuple(holders.count(seat) for seat in range(3))))
    sure = [sum(1 << 18 * seat + own for own in range(rng.randint(0, 2))) for seat in range(3)]
    sure[rng.randrange(3)] |= 1 << neutral[9]
    return Stacks(tuple(sure), tuple(mixed))


@pytest.mark.parametrize("seed", range(12))
def test_P12_every_card_is_turned_up_as_often_as_in_all_worlds_together(seed):
    rng = Random(seed)
    stacks = random_stacks(rng)
    left = worlds(stacks)
    while alive := [seat for seat in range(3) if stack_size(stacks, seat)]:
        seat = rng.choice(alive)
        weights = {action.args[0]: weight for action, weight in turn_chances(stacks, seat)}
        share = {each: sum(each in world[seat] for world in left) for world in left for each in world[seat]}
        expected = {each: Fraction(count, len(left) * stack_size(stacks, seat)) for each, count in share.items()}
        assert {each: Fraction(weight, sum(weights.values())) for each, weight in weights.items()} == expected
        shown = rng.choice(sorted(expected))
        left = [_without(world, seat, shown) for world in left if shown in world[seat]]
        stacks = lift_card(stacks, seat, shown)


def _without(world: World, seat: int, shown: int) -> World:
    return (*world[:seat], world[seat] - {shown}, *world[seat + 1 :])


def test_P12_chances_stay_exact_for_bags_of_any_size():
    large, small = sum(1 << each for each in range(54, 71)), 1 << 71
    chances = turn_chances(Stacks((0b111, 0, 0), (Mixed(large, (5, 6, 6)), Mixed(small, (1, 0, 0)))), 0)
    weights = {action.args[0]: Fraction(weight, lcm(3, 17)) for action, weight in chances}
    assert weights[60] / weights[0] == Fraction(5, 17)
    assert weights[71] == weights[0]


# -- a kind, its copies in different bags

APART = Stacks(
    (bag_of((0,)), bag_of((1,)), bag_of((2,))), (Mixed(bag("Y2a Y3a"), (1, 1, 0)), Mixed(bag("Y2b Y4a"), (1, 0, 1)))
)


def test_a_kind_means_its_first_copy_where_it_does_not_matter_which():
    assert turn_of(APART, 0, "R5") == TURNS[card("R5a")]
    assert turn_of(APART, 0, "y3") == TURNS[card("Y3a")]
    assert turn_of(APART, 0, "Y2b") == TURNS[card("Y2b")]
    assert turn_of(APART, 1, "Y2") == TURNS[card("Y2a")]  # the other copy is surely not this seat's
    assert turn_of(APART, 1, "Y4") is None
    together = Stacks((0, 0, 0), (Mixed(bag("Y2a Y2b"), (1, 1, 0)),))
    assert turn_of(together, 0, "Y2") == TURNS[card("Y2a")]


def test_a_kind_of_two_bags_is_shown_and_the_bags_become_one():
    assert turn_of(APART, 0, "Y2") == Action(CHANCE, "shown", ("Y2",))
    stacks, copy = settle_copy(APART, 0, "Y2")
    assert stacks == Stacks(APART.sure, (Mixed(bag("Y2a Y2b Y3a Y4a"), (2, 1, 1)),))
    assert settle_copy(APART, 1, "Y2") == (APART, card("Y2a"))  # of no bag of others
    assert lift_card(stacks, 0, copy).mixed == (Mixed(bag("Y2b Y3a Y4a"), (1, 1, 1)),)


def test_a_bag_without_the_kind_stays_apart():
    other = Mixed(bag("Y7a Y8a"), (1, 1, 0))
    stacks, _ = settle_copy(APART._replace(mixed=(*APART.mixed, other)), 0, "Y2")
    assert stacks.mixed[0] == other and len(stacks.mixed) == 2


def test_of_a_sure_and_a_mixed_copy_the_sure_one_is_taken():
    stacks = Stacks((bag("Y2b"), 0, 0), (Mixed(bag("Y2a Y3a"), (1, 1, 0)),))
    assert turn_of(stacks, 0, "Y2") == Action(CHANCE, "shown", ("Y2",))
    assert settle_copy(stacks, 0, "Y2") == (stacks, card("Y2b"))


def test_a_shown_kind_is_read_entered_and_written():
    state = begun(3)._replace(stacks=APART)
    shown = Action(CHANCE, "shown", ("Y2",))
    assert surface.gesture(shown, state) == Card(0, "Y2")
    assert surface.read(Card(0, "Y2"), state) == surface.read(Said("y2"), state) == shown
    assert surface.entry_cells(rules.view(state, PUBLIC))[19] == (shown, Light(YELLOW, PICK))
    assert rules.refuse(state, shown) is None
    assert shown not in [action for action, _ in rules.chance(state)]
    after = rules.apply(state, shown)
    assert after.phase == "place" and NAMES[after.card][:2] == "Y2"


# -- whole matches of three in which nobody says more than the kind

Entering = Callable[[str, State], Action | Refusal | None]


def as_typed(kind: str, state: State) -> Any:
    return surface.read(Said(kind), state)


def as_lit(kind: str, state: State) -> Any:
    """The lit cell that stands for the kind; None if there is none."""
    spelled = surface.entry_cells(rules.view(state, PUBLIC)).values()
    return next((action for action, _ in spelled if _kind(action) == kind), None)


def _kind(action: Action) -> str:
    return str(action.args[0]) if action.kind == "shown" else NAMES[int(action.args[0])][:2]


def first_copy(kind: str, state: State) -> Any:
    """Control: always the first copy that may be in the stack, as if it did not matter which."""
    may = possible(state.stacks, state.seat)
    action = TURNS[next((each for each in DECK.copies_of(kind) if may >> each & 1), DECK.copies_of(kind)[0])]
    return rules.refuse(state, action) or action


class Table:
    """Real stacks of three players, of which the engine hears nothing but kinds."""

    def __init__(self, seed: int, rest: str, enter: Entering) -> None:
        self.rng, self.rest, self.enter = Random(seed), rest, enter
        self.options = full_options(GAME, {"neutral_rest": rest, "rounds_to_win": 4})
        self.state = rules.setup(3, self.options)
        self.actions: list[Action] = []
        neutral = [name[:2] for name in NAMES if name[0] == "Y"]
        self.rng.shuffle(neutral)
        self.neutral = [neutral[6 * seat : 6 * seat + 6] for seat in range(3)]
        self.held: list[list[str]] = []
        self.unknown = 0  # how often nobody knew which copy

    def play(self) -> str:
        """The kind that was refused, or the empty text."""
        while rules.outcome(self.state) is None:
            self.deal()
            self.do(Action(self.state.seat, "begin"))
            if refused := self.round():
                return refused
        return ""

    def do(self, action: Action) -> None:
        self.unknown += action.kind == "shown"
        self.actions.append(action)
        self.state = rules.apply(self.state, action)

    def deal(self) -> None:
        won = [done.trophy[:2] for done in self.state.rounds if done.trophy]
        self.held = [[f"{own}{value}" for value in range(1, 10) for _ in "ab"] for own in "RGB"]
        for seat, stack in enumerate(self.held):
            for kind in won:
                if kind in stack:
                    stack.remove(kind)
            stack += self.neutral[seat]
            self.rng.shuffle(stack)

    def round(self) -> str:
        played: list[str] = []
        while self.state.phase == "turn":
            seat, kind = self.state.seat, self.held[self.state.seat][-1]
            assert rules.view(self.state, PUBLIC).stacks == tuple(map(len, self.held))
            action = self.enter(kind, self.state)
            if not isinstance(action, Action):
                return kind
            self.do(action)
            if self.state.phase == "place":
                self.held[seat].pop()
                played.append(kind)
                self.do(self.rng.choice(rules.legal(self.state, seat)))
        while self.state.phase == "trophy":
            self.do(self.rng.choice(rules.legal(self.state, self.state.seat)))
        self.share([kind for kind in played if kind[0] == "Y"])
        return ""

    def share(self, played: list[str]) -> None:
        self.neutral = [[kind for kind in stack if kind[0] == "Y"] for stack in self.held]
        self.rng.shuffle(played)
        each = len(played) // 3
        for seat in range(3):
            self.neutral[seat] += played[each * seat : each * (seat + 1)]
        if self.rest == "deal":
            for at, kind in enumerate(played[3 * each :]):
                self.neutral[(self.state.seat + at) % 3].append(kind)


def tables(enter: Entering) -> Iterator[Table]:
    for rest in ("remove", "deal"):
        for seed in range(8 if IN_CAMPAIGN else 2):
            yield Table(seed, rest, enter)


@pytest.mark.campaign
@pytest.mark.parametrize("enter", [as_typed, as_lit])
def test_P31_no_true_card_is_ever_refused_when_only_kinds_are_said(enter):
    unknown = 0
    for table in tables(enter):
        assert table.play() == ""
        unknown += table.unknown
        assert sorted(whereabouts(table.state)) == sorted(NAMES)
        assert from_json(State, json.loads(json.dumps(to_json(table.state)))) == table.state
        text = notation.write(3, table.options, table.actions)
        assert notation.read(text) == (3, table.options, table.actions)
    assert unknown > 0


def test_P31_the_first_copy_alone_would_be_refused():
    assert any(table.play() for table in tables(first_copy))
