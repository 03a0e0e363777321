"""Our games as games of OpenSpiel: importing this registers glowtable_punto and the others. Needs the extra `peers`.

The parameters of a game are `players`, every option of its rules, and `history`. Actions are numbered as in
`Vocabulary`, chance's likewise. Where several seats may act at once it is a chance node that says who does: the same
lot as in `glowtable simulate`, so that the dynamics are sequential and exact. An observation is a seat's view, as the
game's `observation` numbers it, or as JSON. An information state is all that the seat saw being done, a line each; it
is a tensor where `history` says how many actions that has room for.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from glowtable import games
from glowtable.game import CHANCE, Action, Arg, Game, check_seats, full_options
from glowtable.kit.json_form import from_json, to_json
from glowtable.lab.one_match import PATIENCE
from glowtable.lab.vocabulary import Vocabulary, rewards_of
from glowtable.messages import USAGE, UserError, no_peers, say

try:
    import numpy
    import pyspiel
except ImportError:
    raise no_peers() from None

PLAYERS, HISTORY = "players", "history"
WORD = "_"  # begins a word that looks like a number
TERMINAL, BY_CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)


class Rulebook:
    """What all states of a game have in common; a copy of a state shares it."""

    def __init__(self, name: str, params: Mapping[str, Arg]) -> None:
        self.again = name, tuple(sorted(params.items()))
        self.name, self.seats, self.history = name, int(params[PLAYERS]), int(params[HISTORY])
        self.game = games.find(name)
        check_seats(self.game, self.seats)
        self.rules = self.game.rules
        self.apply, self.to_act = self.rules.apply, self.rules.to_act
        self.options = _bounded_options(self.game, params)
        self.actions, self.chances = Vocabulary(self.game), Vocabulary(self.game, by_chance=True)
        self.first_lot = len(self.chances)  # the numbers from here on say which seat acts
        self.by_chance = range(self.first_lot + self.seats)
        deeds = [[action._replace(seat=seat) for action in self.actions.actions] for seat in range(self.seats)]
        self.deeds = [*deeds, self.chances.actions]  # the last, which is number -1, those of chance
        self.observation = self.game.observation and self.game.observation(self.seats, self.options)
        self.first = Position(self, self.rules.setup(self.seats, self.options))

    def __deepcopy__(self, memo: Any) -> Rulebook:
        return self

    def __reduce__(self) -> Any:
        return rulebook, self.again

    @property
    def longest(self) -> int:
        """More actions no match takes, lots included."""
        patience = 1 if self.options == full_options(self.game, self.game.test_options) else PATIENCE
        return 2 * patience * self.game.test_bound  # each action may have a lot before it


def _bounded_options(game: Game, params: Mapping[str, Arg]) -> dict[str, Arg]:
    """Every option; UserError for one that there is not, and for a choice under which a match need not end."""
    given = {name: value for name, value in params.items() if name not in (PLAYERS, HISTORY)}
    options = full_options(game, {name: str(value).removeprefix(WORD) for name, value in given.items()})
    for option in game.options:
        if options[option.name] in option.endless:
            raise UserError(
                say("With {option}={choice} a match may never end. OpenSpiel needs games that do.",
                    option=option.name, choice=options[option.name]),
                USAGE,
            )  # fmt: skip
    return options


@cache
def rulebook(name: str, params: tuple[tuple[str, Arg], ...]) -> Rulebook:
    return Rulebook(name, dict(params))


class Position:
    """A state of ours and who acts in it by OpenSpiel's numbers. It never changes, so that a copy of it is itself."""

    __slots__ = ("actors", "book", "listed", "listed_for", "player", "state")

    def __init__(self, book: Rulebook, state: Any) -> None:
        self.book, self.state = book, state
        self.actors = actors = book.to_act(state)
        # CHANCE is BY_CHANCE, and of several seats chance says which
        self.player = actors[0] if len(actors) == 1 else BY_CHANCE if actors else TERMINAL
        self.listed: Sequence[Any] = ()
        self.listed_for = TERMINAL  # whose actions are listed

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> Any:
        return _read_position, (self.book, type(self.state), to_json(self.state))

    def legal(self, player: int) -> list[int]:
        if self.listed_for != player:
            self.listed, self.listed_for = self.book.actions.legal_numbers(self.state, player), player
        return [*self.listed]

    def list_outcomes(self) -> list[tuple[int, float]]:
        """Of the cards, by their weights; or of the seats that may act, each as likely."""
        if self.listed_for != BY_CHANCE:
            chances, actors = self.book.chances, self.actors
            lot = [(len(chances) + seat, 1 / len(actors)) for seat in actors] if len(actors) > 1 else None
            self.listed, self.listed_for = lot or chances.chance_numbers(self.state), BY_CHANCE
        return [*self.listed]


def _read_position(book: Rulebook, kind: type, data: Any) -> Position:
    return Position(book, from_json(kind, data))


class State(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel's. `player` is who acts by its numbers; of several seats the one drawn, once it is.

    What programs ask most is answered here, though OpenSpiel would ask these methods, too: that is twice as quick.
    """

    def __init__(self, game: Any, book: Rulebook) -> None:
        super().__init__(game)
        self.at, self.player = book.first, book.first.player

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.player == BY_CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        if self.player >= 0 and player in (None, self.player):
            return self.at.legal(self.player)
        return super().legal_actions(*() if player is None else (player,))  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.at.list_outcomes() if self.player == BY_CHANCE else []

    def _apply_action(self, number: int) -> None:
        at, player = self.at, self.player
        book = at.book
        if number not in (at.legal(player) if player >= 0 else book.by_chance if player == BY_CHANCE else ()):
            legal = at.legal(player) if player >= 0 else [each for each, _ in self.chance_outcomes()]
            raise ValueError(f"action must be legal, got {number}: {legal} are")
        if player < 0 and number >= book.first_lot:
            self.player = number - book.first_lot
        else:
            self.at = after = Position(book, book.apply(at.state, book.deeds[player][number]))
            self.player = after.player

    def seen_by(self, seat: int) -> list[Action]:
        """All that was done, as this seat knows it."""
        book, at, seen = self.at.book, self.at.book.first, []
        for step in self.full_history():
            if action := self.action_numbered(step.player, step.action):
                seen.append(book.rules.seen(at.state, action, seat))
                at = Position(book, book.apply(at.state, action))
        return seen

    def action_numbered(self, player: int, number: int) -> Action | None:
        """What a player or chance does by this; None for the lot that says who acts."""
        book = self.at.book
        if player >= 0:
            return book.actions.action_of(number, player)
        return book.chances.action_of(number, CHANCE) if number < book.first_lot else None

    def _action_to_string(self, player: int, number: int) -> str:
        action = self.action_numbered(player, number)
        return str(action) if action else f"asked {number - self.at.book.first_lot}"

    def returns(self) -> list[float]:
        book = self.at.book
        return rewards_of(book.game, book.seats, book.rules.outcome(self.at.state))

    def __str__(self) -> str:
        return json.dumps([to_json(self.at.state), self.player], separators=(",", ":"))

    # -- what a player sees: of a player that is none OpenSpiel's own methods end in a line of C++

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seen = self.seen_as_numbers(self._seat_of(player))
        return [] if seen is None else seen.tolist()

    def seen_as_numbers(self, seat: int) -> array[float] | None:
        """The game's observation of this moment, if it has one."""
        observation, rules = self.at.book.observation, self.at.book.rules
        return observation.tensor(rules.glance(self.at.state, seat), seat) if observation else None

    def observation_string(self, player: int | None = None) -> str:
        return Observer(self.at.book).string_from(self, self._seat_of(player))

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        observer = Recalling(self.at.book)
        observer.set_from(self, self._seat_of(player))
        return [] if observer.tensor is None else observer.tensor.tolist()

    def information_state_string(self, player: int | None = None) -> str:
        return Recalling(self.at.book).string_from(self, self._seat_of(player))

    def _seat_of(self, player: int | None) -> int:
        """Who looks: a player, or who acts now. ValueError if that is nobody."""
        seat, seats = self.player if player is None else player, self.at.book.seats
        if 0 <= seat < seats:
            return seat
        now = {BY_CHANCE: ", for chance acts now", TERMINAL: ", for the match is over"}
        raise ValueError(f"player must be 0..{seats - 1}, got {seat}{now.get(seat, '')}")


class Observer:
    """What a seat sees: its view."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if size := self._size():
            self.tensor = numpy.zeros(size, numpy.float32)
            self.dict = self._split()

    def _size(self) -> int:
        return self.book.observation.size if self.book.observation else 0

    def _split(self) -> dict[str, Any]:
        return self.book.observation.split(self.tensor) if self.book.observation else {}

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.seen_as_numbers(player)

    def string_from(self, state: State, player: int) -> str:
        return json.dumps(to_json(self.book.rules.view(state.at.state, player)), separators=(",", ":"))


class Recalling(Observer):
    """With perfect recall: all that it saw being done."""

    def _size(self) -> int:
        return self.book.history * (self.book.seats + 2)

    def _split(self) -> dict[str, Any]:
        history, seats = self.book.history, self.book.seats
        return {
            "done": self.tensor[:history],  # by their numbers, as a share of all
            "doers": self.tensor[history:].reshape(history, seats + 1),  # counted from the own seat, chance last
        }

    def set_from(self, state: State, player: int) -> None:
        """ValueError if more was done than the tensor has room for."""
        seen, book = state.seen_by(player), self.book
        if len(seen) > book.history:
            raise ValueError(f"history must be at least {len(seen)} now, got {book.history}")
        if self.tensor is not None:
            self.tensor.fill(0)
        for row, action in enumerate(seen):
            words = book.chances if action.seat == CHANCE else book.actions
            self.dict["done"][row] = (words.seen_number(action) + 1) / words.seen_size
            self.dict["doers"][row, book.seats if action.seat == CHANCE else (action.seat - player) % book.seats] = 1

    def string_from(self, state: State, player: int) -> str:
        return "\n".join(map(str, state.seen_by(player)))


class GlowtableGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters; each has a subclass, under whose name it is pickled."""

    name: str

    def __init__(self, params: Any = None) -> None:
        game = games.find(self.name)
        given = {name: _as_parameter(value) for name, value in (params or {}).items()}
        book = _rulebook_with(game, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(book.actions),
            max_chance_outcomes=len(book.chances) + book.seats,
            num_players=book.seats,
            max_game_length=book.longest,
            **({"min_utility": 0.0, "max_utility": 1.0} if game.cooperative else _zero_sum(book.seats)),
        )
        super().__init__(_game_type(game, recalls=book.history > 0), info, given)

    @property
    def book(self) -> Rulebook:
        """OpenSpiel keeps the parameters of a game that it has read back, and none of its attributes."""
        if "kept" not in self.__dict__:
            self.kept = _rulebook_with(games.find(self.name), self.get_parameters())
        return self.kept

    def new_initial_state(self) -> State:
        return State(self, self.book)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """None for what else OpenSpiel can ask: all hands at once, or what is public or private alone."""
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"an observer has no parameters, got {params}")
        if not asked.public_info or asked.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return (Recalling if asked.perfect_recall else Observer)(self.book)


def _zero_sum(seats: int) -> dict[str, float]:
    return {"min_utility": -1 / seats, "max_utility": 1 - 1 / seats, "utility_sum": 0.0}


def _parameters(game: Game) -> dict[str, Arg]:
    """Of a game that is loaded without any."""
    options = full_options(game, game.test_options)
    return {PLAYERS: min(game.seats), HISTORY: 0, **{name: _as_parameter(value) for name, value in options.items()}}


def _rulebook_with(game: Game, given: Mapping[str, Arg]) -> Rulebook:
    return rulebook(game.name, tuple(sorted((_parameters(game) | dict(given)).items())))


def _as_parameter(value: Arg) -> Arg:
    """OpenSpiel takes a word like 36+9 for a number when it reads the name of a game back."""
    return WORD + value if isinstance(value, str) and value[:1].isdecimal() else value


def _game_type(game: Game, *, recalls: bool = False) -> Any:
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
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=game.observation is not None,
        parameter_specification=_parameters(game),
    )


def _register_game(game: Game) -> None:
    """Make OpenSpiel know this game as glowtable_<name>."""
    name = f"GlowtableGame_{game.name}"
    own = type(name, (GlowtableGame,), {"name": game.name, "__module__": __name__})
    globals()[name] = own
    pyspiel.register_game(_game_type(game), own)


for each in games.names():
    _register_game(games.find(each))
