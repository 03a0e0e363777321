"""Our games as games of OpenSpiel: importing this registers glowtable_punto and the others. Needs the extra `peers`.

Actions are numbered as in `Vocabulary`, chance's likewise. Where several seats may act at once it is a chance node that
says who does: the same lot as in `glowtable simulate`, so that the dynamics are sequential and exact. An observation is
the JSON of a seat's view; there is no information state, for a view forgets what people remember.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pyspiel
from glowtable import games
from glowtable.game import CHANCE, Action, Game, full_options
from glowtable.kit.json_form import from_json, to_json
from glowtable.lab.vocabulary import Vocabulary, rewards_of


class Rulebook:
    """What all states of a game have in common; a copy of a state shares it."""

    def __init__(self, name: str, seats: int) -> None:
        self.name, self.seats = name, seats
        self.game = games.find(name)
        self.rules = self.game.rules
        self.options = full_options(self.game, self.game.test_options)
        self.first = self.rules.setup(seats, self.options)
        self.actions, self.chances = Vocabulary(self.game), Vocabulary(self.game, by_chance=True)

    def __deepcopy__(self, memo: Any) -> Rulebook:
        return self

    def __reduce__(self) -> Any:
        return rulebook, (self.name, self.seats)


@cache
def rulebook(name: str, seats: int) -> Rulebook:
    return Rulebook(name, seats)


class Position:
    """A state of ours: immutable, so that a copy of it is itself."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> Any:
        return _read_position, (type(self.value), to_json(self.value))


def _read_position(kind: type, data: Any) -> Position:
    return Position(from_json(kind, data))


class State(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel's; `lot` is the seat that was drawn of several, until it has acted."""

    def __init__(self, game: Any, book: Rulebook) -> None:
        super().__init__(game)
        self.book, self.at, self.lot = book, Position(book.first), -1

    def _seats_to_act(self) -> tuple[int, ...]:
        return self.book.rules.to_act(self.at.value)

    def current_player(self) -> int:
        actors = self._seats_to_act()
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        if actors[0] == CHANCE or (len(actors) > 1 and self.lot < 0):
            return int(pyspiel.PlayerId.CHANCE)
        return self.lot if len(actors) > 1 else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(self.book.actions.number_of, self.book.rules.legal(self.at.value, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Of the cards, by their weights; or of the seats that may act, each as likely."""
        actors = self._seats_to_act()
        if actors[0] != CHANCE:
            return [(len(self.book.chances) + seat, 1 / len(actors)) for seat in actors]
        chances = self.book.rules.chance(self.at.value)
        total = sum(weight for _, weight in chances)
        return sorted((self.book.chances.number_of(action), weight / total) for action, weight in chances)

    def _apply_action(self, number: int) -> None:
        if self.current_player() == int(pyspiel.PlayerId.CHANCE) and number >= len(self.book.chances):
            self.lot = number - len(self.book.chances)
            return
        self.at = Position(self.book.rules.apply(self.at.value, self._action_numbered(self.current_player(), number)))
        self.lot = -1

    def _action_numbered(self, player: int, number: int) -> Action:
        if player == int(pyspiel.PlayerId.CHANCE):
            return self.book.chances.action_of(number, CHANCE)
        return self.book.actions.action_of(number, player)

    def _action_to_string(self, player: int, number: int) -> str:
        if player == int(pyspiel.PlayerId.CHANCE) and number >= len(self.book.chances):
            return f"asked {number - len(self.book.chances)}"
        return str(self._action_numbered(player, number))

    def is_terminal(self) -> bool:
        return not self._seats_to_act()

    def returns(self) -> list[float]:
        return rewards_of(self.book.game, self.book.seats, self.book.rules.outcome(self.at.value))

    def __str__(self) -> str:
        return json.dumps([to_json(self.at.value), self.lot], separators=(",", ":"))


class Observer:
    """What a seat sees, as a string. There is no tensor: features to learn from are made of a view, by who learns."""

    def __init__(self) -> None:
        self.tensor: None = None
        self.dict: dict[str, Any] = {}

    def string_from(self, state: State, player: int) -> str:
        return json.dumps(to_json(state.book.rules.view(state.at.value, player)), separators=(",", ":"))

    def set_from(self, state: State, player: int) -> None:
        """There is no tensor to set."""


class GlowtableGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its number of players; each has a subclass, under whose name it is pickled."""

    name: str
    described: Any

    def __init__(self, params: Any = None) -> None:
        game = games.find(self.name)
        book = rulebook(self.name, int((params or {}).get("players", min(game.seats))))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(book.actions),
            max_chance_outcomes=len(book.chances) + book.seats,
            num_players=book.seats,
            max_game_length=2 * game.test_bound,  # each action may have a lot before it
            **({"min_utility": 0.0, "max_utility": 1.0} if game.cooperative else _zero_sum(book.seats)),
        )
        super().__init__(self.described, info, params or {})

    def new_initial_state(self) -> State:
        return State(self, rulebook(self.name, self.num_players()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer()


def _zero_sum(seats: int) -> dict[str, float]:
    return {"min_utility": -1 / seats, "max_utility": 1 - 1 / seats, "utility_sum": 0.0}


def _game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it makes one."""
    kinds, utilities = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"glowtable_{game.name}",
        long_name=f"Glowtable: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if game.hidden_information else kinds.PERFECT_INFORMATION,
        utility=utilities.IDENTICAL if game.cooperative else utilities.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": min(game.seats)},
    )


def _register_game(game: Game) -> None:
    """Make OpenSpiel know this game as glowtable_<name>."""
    described = _game_type(game)
    name = f"GlowtableGame_{game.name}"
    own = type(name, (GlowtableGame,), {"name": game.name, "described": described, "__module__": __name__})
    globals()[name] = own
    pyspiel.register_game(described, own)


for each in games.names():
    _register_game(games.find(each))
