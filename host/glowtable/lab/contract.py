"""What every game promises, as checks that know no game: each takes a game and a state, and raises a Breach.

`glowtable games check` and the tests play matches and ask them. Seats are numbered as in Python, from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from glowtable.game import Action, Arg, Game, full_options
from glowtable.lab import contract_rules, contract_secrets, contract_table, contract_words
from glowtable.lab.breaches import Check


def checks_of_state(
    game: Game, state: Any, seats: int, options: Mapping[str, Arg], others: Sequence[Action], rng: Random
) -> Iterator[Check]:
    """All that is promised of a single state. `others` are actions of other moments."""
    is_usual = options == full_options(game, game.test_options)
    yield from contract_rules.checks_of_state(game, state, seats, others)
    yield from contract_table.checks_of_state(game, state, seats)
    yield from contract_words.checks_of_state(game, state, seats)
    yield from contract_secrets.checks_of_state(game, state, seats, rng, is_usual=is_usual)
    if game.observation:
        sight = game.observation(seats, options)
        yield from (partial(sight.tensor, game.rules.view(state, seat), seat) for seat in range(seats))


def checks_of_action(game: Game, state: Any, action: Action, after: Any, seats: int) -> Iterator[Check]:
    """All that is promised of an action that led from a state to the one after it."""
    yield partial(contract_rules.apply_leaves_the_old_state, game, state, action)
    yield partial(contract_rules.rounds_are_counted, game, state, after)
    yield partial(contract_words.sentences_can_be_filled, game, state, action, after, seats)
