"""Hundreds of seeded matches of every game there is keep the contract; and each check catches who breaks it."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from glowtable import games
from glowtable.game import CHANCE, HIDDEN, Action, Game, Kind, Option, Outcome, Refusal, Rules, Surface, full_options
from glowtable.lab import contract, contract_rules, contract_secrets, contract_table, contract_words
from glowtable.lab.breaches import Breach, fitting, possible_actions
from glowtable.match.dealer import Dealer
from glowtable.messages import say
from glowtable.table import GREEN, OPEN, Card, Light, Picture, Press

from tests.games.play import Step, steps
from tests.games.shipped import SHIPPED
from tests.support.campaign import IN_CAMPAIGN, LONG
from tests.support.overridden import overridden

MATCHES = 30 if IN_CAMPAIGN else 3  # per number of seats under the test options
ENOUGH = 600  # actions of a match that need not end, then it is left
CLOSELY = 11 if LONG else 31 if IN_CAMPAIGN else 211  # of so many actions one has all checks; prime: none is missed
AT_FIRST = 120 if LONG else 40 if IN_CAMPAIGN else 6  # so many first actions have all checks but where chance acts


def choices_of(option: Option) -> Sequence[Any]:
    """What may be chosen; of many numbers the first and the last."""
    return option.choices if len(option.choices) < 6 else option.choices[:: len(option.choices) - 1]


def option_sets(game: Game) -> list[dict[str, Any]]:
    """The test options, and each other choice of each option: one change at a time, in part several at once."""
    if IN_CAMPAIGN:
        return [{}, *({option.name: choice} for option in game.options for choice in choices_of(option))]
    most = max((len(choices_of(option)) for option in game.options), default=0)
    return [{}, *(changed_at_once(game, at) for at in range(most))]


def changed_at_once(game: Game, at: int) -> dict[str, Any]:
    """The choice of this number of every option, as long as there is a number of seats that goes with them all."""
    changes: dict[str, Any] = {}
    for option in game.options:
        found = {**changes, option.name: choices_of(option)[at % len(choices_of(option))]}
        if any(fitting(game, seats, found) for seats in game.seats):
            changes = found
    return changes


def tables(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of seats with every set of options that goes with it; in part: each other set with one number."""
    for at, change in enumerate(option_sets(game)):
        found = [table for seats in game.seats for table in fitting(game, seats, change)]
        yield from found if LONG or not change else found[at % len(found) :][:1]


def endless(game: Game, options: dict[str, Any]) -> bool:
    """Need such a match not end?"""
    return any(options[option.name] in option.endless for option in game.options)


def match(game: Game, seats: int, options: dict[str, Any], seed: int) -> Iterator[Step]:
    """A match in which everybody plays at random."""
    dealer = Dealer(seed, seats)
    played = steps(
        game.rules,
        game.rules.setup(seats, options),
        dealer,
        lambda state, _: dealer.rng.choice(possible_actions(game, state)),
    )
    return islice(played, ENOUGH if endless(game, options) else game.test_bound + 1)


def whereabouts(game: Game) -> Any:
    """tests/games/whereabouts_<game>.py tells where every card of a game is; a new game may do without."""
    return import_module(f"tests.games.whereabouts_{game.name}")


GAMES = [games.find(name) for name in games.names()]
TABLES = [pytest.param(game, *table, id=f"{game.name}-{at}") for game in GAMES for at, table in enumerate(tables(game))]
NONSENSE = [Action(0, "nonsense"), Action(CHANCE, "nonsense", (1,)), Action(5, "place", ("x", -1))]


@pytest.mark.campaign
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_every_state_of_a_match_keeps_the_contract(game, seats, options):
    seen: list[Action] = list(NONSENSE)
    rng = Random(seats)
    for number, step in enumerate(match(game, seats, options, seed=1)):
        contract_words.something_is_asked(game, step.state)
        if game.rules.round_number(step.after) != game.rules.round_number(step.state):
            contract_rules.rounds_are_counted(game, step.state, step.after)
        by_seats = game.rules.to_act(step.after) != (CHANCE,) != game.rules.to_act(step.state)
        if number % CLOSELY == 0 or (number < AT_FIRST and by_seats):
            closely(game, step.state, step.action, seats, options, rng.sample(seen, min(20, len(seen))), rng)
        seen += possible_actions(game, step.state)[:3]
    closely(game, step.after, None, seats, options, rng.sample(seen, min(20, len(seen))), rng)
    contract_rules.rounds_are_counted(game, step.state, step.after)
    assert endless(game, options) or game.rules.outcome(step.after) is not None


def closely(game, state, action, seats, options, others, rng):
    for check in contract.checks_of_state(game, state, seats, options, others, rng):
        check()
    if game.deck and (game.name in SHIPPED or find_spec(f"tests.games.whereabouts_{game.name}")):
        assert sorted(whereabouts(game).cards(state)) == sorted(game.deck)
    if action:
        for check in contract.checks_of_action(game, state, action, game.rules.apply(state, action), seats):
            check()


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_match_ends_within_its_bound_and_replays_to_the_same_end(game):
    options = full_options(game, game.test_options)
    alone = 0
    for seats in game.seats:
        for seed in range(MATCHES):
            played = list(match(game, seats, options, seed))
            assert len(played) <= game.test_bound
            outcome = game.rules.outcome(played[-1].after)
            contract_rules.winners_are_all_or_none_if_they_play_together(game, outcome, seats)
            alone += 0 < len(outcome.winners) < seats
            state = game.rules.setup(seats, options)
            for step in played:
                state = game.rules.apply(state, step.action)
            assert state == played[-1].after
    assert game.cooperative or alone, "in a game that is not cooperative some win and others do not"


@pytest.mark.parametrize("game", [game for game in GAMES if game.hidden_information], ids=lambda game: game.name)
def test_a_game_of_hidden_information_holds_a_secret(game):
    rng, seats = Random(1), game.seats[-1]
    played = match(game, seats, full_options(game, game.test_options), seed=4)
    assert any(contract_secrets.holds_a_secret(game, step.state, seats, rng) for step in played)


@pytest.mark.campaign
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_match_written_as_text_reads_back(game, seats, options):
    actions = [step.action for step in match(game, seats, options, seed=2)]
    for part in (actions, actions[: len(actions) // 2], actions[: len(actions) // 3], actions[:1], []):
        assert game.notation.read(game.notation.write(seats, options, part)) == (seats, options, part)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_copies_of_a_card_have_one_kind(game):
    contract_rules.copies_are_what_their_kind_says(game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_sentence_of_a_game_can_be_filled(game):
    for seats in game.seats:
        for step in match(game, seats, full_options(game, game.test_options), seed=3):
            contract_words.something_is_asked(game, step.state)
            contract_words.sentences_can_be_filled(game, *step, seats)


# -- controls: a game as small as a game can be, and one that breaks each promise


class ToyState(NamedTuple):
    coins: tuple[int | None, ...] = (0, 1)  # of each seat, hidden from the other
    over: bool = False


TOY_ACTION = Action(0, "end", (3,))
ENDED = Outcome("end", (0,), (1, 0), ())


def toy_rules(**broken):
    """Two seats, each with a hidden coin; seat 0 says `end`."""
    parts = {
        "setup": lambda seats, options: ToyState(),
        "to_act": lambda state: () if state.over else (0,),
        "legal": lambda state, seat: (TOY_ACTION,) if seat == 0 and not state.over else (),
        "apply": lambda state, action: state._replace(over=True),
        "view": lambda state, eyes: state._replace(
            coins=tuple(coin if eyes == seat else None for seat, coin in enumerate(state.coins))
        ),
        "outcome": lambda state: Outcome("end", (0,), (1, 0), ()) if state.over else None,
        "determinize": lambda state, seat, rng: state._replace(
            coins=tuple(coin if at == seat else 1 - coin for at, coin in enumerate(state.coins))
        ),
    }
    return overridden(Rules(), **{**parts, **broken})


def toy_surface(**broken):
    parts = {
        "read": lambda event, state: TOY_ACTION if event.cell == 3 and not state.over else None,
        "gesture": lambda action, state: Press(3),
        "paint": lambda view: Picture(
            tuple(Light(GREEN, OPEN) if cell == 3 and not view.over else Light() for cell in range(36))
        ),
        "prompts": lambda view: () if view.over else (SimpleNamespace(message=say("end it")),),
        "instruction": lambda action, state: say("end it"),
        "face": lambda view: SimpleNamespace(cells=tuple("A" if cell == 7 else "" for cell in range(36))),
        "cards_on_cells": lambda view: {7: (frozenset({"A1"}),)},
        "where_is": lambda view, card: (say("home"), 7),
    }
    return overridden(Surface(), **{**parts, **broken})


CHECKS = {
    "legal": lambda game, state: contract_rules.legal_is_what_is_not_refused(game, state, NONSENSE),
    "over": lambda game, state: contract_rules.over_means_nobody_acts(game, state, 2),
    "who": lambda game, state: contract_rules.only_who_may_act_has_legal_actions(game, state, 2),
    "chances": contract_rules.chances_have_weights,
    "old": lambda game, state: contract_rules.apply_leaves_the_old_state(game, state, TOY_ACTION),
    "texts": lambda game, state: contract_rules.texts_parse_back(game, state, 2),
    "secret": lambda game, state: contract_secrets.no_view_holds_a_secret(game, state, 2, Random(1)),
    "seen": lambda game, state: contract_secrets.what_is_seen_is_an_action(game, state, 2),
    "vocabulary": contract_rules.every_action_is_in_the_vocabulary,
    "lights": contract_table.lights_are_the_legal_cells,
    "gestures": contract_table.gestures_are_read_back,
    "claims": contract_secrets.words_and_keys_hang_on_no_hand,
    "entries": contract_table.entries_are_chances,
    "copies": lambda game, state: contract_rules.copies_are_what_their_kind_says(game),
    "kind": contract_table.a_kind_means_a_copy_that_can_come,
    "lying": contract_table.what_lies_is_shown_and_belongs_there,
    "asked": contract_words.something_is_asked,
    "readers": lambda game, state: contract_table.cards_come_to_the_reader_that_is_said(game, state, 2),
    "board": contract_table.the_board_asks_nothing,
    "hidden": lambda game, state: contract_secrets.nothing_is_hidden_unless_said(game, state, 2, Random(1)),
    "rounds": lambda game, state: contract_rules.rounds_are_counted(game, ToyState(), state),
    "together": lambda game, state: contract_rules.winners_are_all_or_none_if_they_play_together(game, ENDED, 2),
}


def toy(**broken):
    rules = {name: part for name, part in broken.items() if hasattr(Rules, name)}
    surface = {name: part for name, part in broken.items() if hasattr(Surface, name)}
    kinds = broken.get("kinds", {"end": Kind((range(36),))})
    said = {"hidden_information": True, "cooperative": False, "alike": {"A": ("A1", "A2")}}
    said |= {name: part for name, part in broken.items() if name in said}
    deck = ("A1", "A2")
    said |= {"deck": deck, "kinds": kinds, "endings": {}}
    return SimpleNamespace(rules=toy_rules(**rules), surface=toy_surface(**surface), **said)


@pytest.mark.parametrize("name", CHECKS)
def test_the_toy_keeps_the_contract(name):
    for state in (ToyState(), ToyState(over=True)):
        CHECKS[name](toy(), state)


class Coins:
    """What JSON may hold beside tuples: a class that says its own data."""

    def __init__(self, values):
        self.values = values

    def to_data(self):
        return list(self.values)

    @classmethod
    def from_data(cls, data):
        return cls(data)


class ListState(NamedTuple):
    """A state that can be overwritten."""

    coins: Coins
    over: bool = False


def overwritten(state, action):
    state.coins.values[0] = 7
    return state


COINLESS, BY_HAND = ToyState((None, None)), ((), (TOY_ACTION,))
SOME_CHANCE = ((Action(CHANCE, "turn"), 1),)
TURNS = (Action(CHANCE, "turn", (1,)), Action(CHANCE, "turn", (2,)))
TURNED = {
    "to_act": lambda state: (CHANCE,),
    "chance": lambda state: tuple((turn, 1) for turn in TURNS),
    "instruction": lambda action, state: say("turn up {card}", card=action.args[0]),
    "gesture": lambda action, state: Card(0, "A1"),
}
OPENLY = {"view": lambda state, eyes: state, "determinize": lambda state, seat, rng: state}
BREAKERS = [
    ("legal", {"is_unlisted": lambda state, action: True}),
    ("legal", {"why": lambda state, action: Refusal("no", say(""))}),
    ("over", {"outcome": lambda state: None if state.over else Outcome("end", (0,), (1, 0), ())}),
    ("over", {"chance": lambda state: SOME_CHANCE}),
    ("who", {"legal": lambda state, seat: (TOY_ACTION,)}),
    ("chances", {"chance": lambda state: ((Action(CHANCE, "turn"), 0),)}),
    ("old", {"apply": overwritten}),
    ("texts", {"legal": lambda state, seat: (Action(0, "end", ("3",)),)}),
    ("secret", {"view": lambda state, eyes: state}),  # leaks every coin to all eyes
    ("seen", {"seen": lambda state, action, eyes: action._replace(seat=1)}),
    ("seen", {"seen": lambda state, action, eyes: action._replace(args=(HIDDEN,))}),  # from who acts, too
    ("vocabulary", {"kinds": {}}),
    ("vocabulary", {"kinds": {"end": Kind((range(3),))}}),
    ("lights", {"paint": lambda view: Picture()}),
    ("gestures", {"gesture": lambda action, state: Press(4)}),
    ("claims", {"public_state": lambda state: COINLESS, "legal": lambda state, seat: BY_HAND[state == COINLESS]}),
    ("claims", {"public_state": lambda state: COINLESS, "legal": lambda state, seat: BY_HAND[state != COINLESS]}),
    ("entries", {"entry_cells": lambda view: {1: (Action(CHANCE, "turn"), Light(GREEN, OPEN))}}),
    ("copies", {"alike": {"A": ("A1",)}}),
    ("copies", {"alike": {"A": ("A1", "B1")}}),
    ("copies", {"alike": {"A": ("A1", "A2"), "B": ("A1", "A2")}}),
    ("copies", {"alike": {"A1": ("A1", "A2")}}),
    (
        "kind",
        {
            "chance": lambda state: SOME_CHANCE,
            "gesture": lambda action, state: Card(0, "A1"),
            "read": lambda event, state: TOY_ACTION if event.card == "A1" else None,
        },
    ),
    ("lying", {"cards_on_cells": lambda view: {}}),
    ("lying", {"cards_on_cells": lambda view: {7: (frozenset({"B1"}),)}}),
    ("lying", {"where_is": lambda view, card: (say("home"), 8)}),
    ("lying", {"where_is": lambda view, card: (say("{card} is hidden", card=card), None)}),  # and named
    ("asked", {"prompts": lambda view: ()}),
    ("entries", {**TURNED, "entry_cells": lambda view: {1: (TURNS[0], Light(GREEN, OPEN))}}),  # and not the other
    ("readers", {"gesture": lambda action, state: Card(0, "A1"), "reader": lambda state: 1}),
    ("readers", {**TURNED, "read": lambda event, state: TURNS[0] if event.reader == 0 else None}),
    ("board", {"board": lambda view: Picture((Light(GREEN, OPEN),) * 36)}),
    ("hidden", {"hidden_information": False}),
    ("hidden", {"hidden_information": False, **OPENLY, "private": lambda view: (say("a coin"),)}),
    ("hidden", {"hidden_information": False, **OPENLY, "determinize": toy_rules().determinize}),
    ("rounds", {"round_number": lambda state: 3 if state.over else 1}),
    ("rounds", {"round_number": lambda state: 0}),
    ("rounds", {"rounds_over": lambda view: 2 if view.over else 0}),
    ("rounds", {"round_number": lambda state: 2 if state.over else 1}),  # and no end of a round is heard
    ("rounds", {"rounds_over": lambda view: 0 if view.over else 1}),
    ("together", {"cooperative": True}),
]


@pytest.mark.parametrize(("name", "broken"), BREAKERS)
def test_a_game_that_breaks_a_promise_is_caught(name, broken):
    states = [ListState(Coins([0, 1]))] if name == "old" else [ToyState(), ToyState(over=True)]
    with pytest.raises(Breach):
        for state in states:
            CHECKS[name](toy(**broken), state)


def test_every_check_has_a_breaker():
    assert {name for name, _ in BREAKERS} == set(CHECKS)


def test_a_game_in_which_all_is_seen_holds_no_secret():
    """The control of those that hold one."""
    assert contract_secrets.holds_a_secret(toy(), ToyState(), 2, Random(1))
    assert not contract_secrets.holds_a_secret(toy(**OPENLY), ToyState(), 2, Random(1))
