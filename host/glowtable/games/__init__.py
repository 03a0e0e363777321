"""Finds games: every folder here that offers a `GAME`, what a program registered, what installed packages bring.

Knows none by name, imports only the one asked for.
"""

from __future__ import annotations

import copyreg
import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from glowtable.game import BotFactory, Choose, Game, Rules, Surface, levels_of
from glowtable.messages import USAGE, Message, UserError, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from importlib.metadata import EntryPoints

ENTRY_POINTS = "glowtable.games"  # the group in which an installed package names a Game
# what comes of importing a game that was written for another Python, or for another glowtable
BROKEN = (
    ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError, OSError, RuntimeError,
    SyntaxError, SystemExit, TypeError, ValueError,
)  # fmt: skip

Bot = Choose | BotFactory
B = TypeVar("B", bound=Bot)
_guests: dict[str, Game] = {}
_guest_bots: dict[str, dict[str, Bot]] = {}  # by game


def names() -> tuple[str, ...]:
    """The games of this house, of packages and those registered, in alphabetical order; none is imported for it."""
    return tuple(sorted({*_own_names(), *_guests, *_installed_games().names}))


def load_games() -> tuple[tuple[Game, ...], tuple[Message, ...]]:
    """Every game that can be loaded, in alphabetical order; and of each other one why it cannot."""
    loaded, failures = [], []
    for name in names():
        try:
            loaded.append(find(name))
        except UserError as error:
            failures.append(error.message)
    return tuple(loaded), tuple(failures)


def find(name: str) -> Game:
    """The game of that name, with the bots that were registered for it.

    UserError if it cannot be loaded, or there is none: it lists the games there are.
    """
    game = _own_game(name) or _guests.get(name) or _installed_game(name)
    if game is None:
        known = ", ".join(names())
        raise UserError(say("No game called {name}. Choose one of {games}.", name=name, games=known), USAGE)
    return game._replace(bots={**game.bots, **_guest_bots[name]}) if name in _guest_bots else game


def _pickle_game(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """A game is pickled as its name; where it is loaded it must be known, too.

    UserError if no game has that name, ValueError if another has.
    """
    if game.rules is not find(game.name).rules:
        raise ValueError(f"game must be one that is registered, got another one called {game.name}")
    return find, (game.name,)


copyreg.pickle(Game, _pickle_game)


def find_typed(text: str) -> Game:
    """The game that a person means: its name, its title, the beginning of one of them, or one mistyped. UserError."""
    is_name = _own_folder(text) is not None or text in _guests or not text.isprintable()
    return find(text if is_name or text in (known := names()) else _name_meant(text, known))


def _name_meant(text: str, known: Sequence[str]) -> str:
    """The name that is meant by something similar; the text itself if that could be several, or none."""
    from difflib import get_close_matches  # its import takes its time

    typed = _fold_letters(text)
    spellings = {_fold_letters(spelling): name for name in known for spelling in (name, title_of(name))}
    if typed in spellings:
        return spellings[typed]
    begun = {name for spelling, name in spellings.items() if typed and spelling.startswith(typed)}
    close = {spellings[spelling] for spelling in get_close_matches(typed, spellings, cutoff=0.75)}
    meant = begun or close
    return meant.pop() if len(meant) == 1 else text


def _fold_letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def title_of(name: str) -> str:
    """The title of a game; its name if it is not here any more, or cannot be loaded."""
    try:
        return find(name).title
    except UserError:
        return name


def register(game: Game) -> Game:
    """From now on `find` finds this game, too, until the program ends; a second of its name takes its place.

    UserError if a game of the house has that name.
    """
    if fault := fault_of(game):
        raise _unloadable_error(game.name, "GAME", fault)
    if _own_folder(game.name):
        raise UserError(say("There's already a game called {name}. Give yours another name.", name=game.name), USAGE)
    _guests[game.name] = game
    return game


def register_bot(game: str, name: str, bot: B) -> B:
    """From now on this game has a bot of this name, until the program ends; a second takes its place.

    UserError if the game itself has a bot or a level of that name, or it cannot be typed in a list of bots.
    """
    if not name.replace("-", "_").isidentifier():
        raise UserError(
            say("A bot's name can have letters, digits, - and _, and starts with a letter, not {name}.", name=name),
            USAGE,
        )
    game_found = find(game)
    if name in {**game_found.bots, **levels_of(game_found)} and not is_guest(game, name):
        raise UserError(
            say("{game} already has a bot called {name}. Give yours another name.", game=game, name=name), USAGE
        )
    _guest_bots.setdefault(game, {})[name] = bot
    return bot


def is_guest(game: str, bot: str) -> bool:
    """Whether a bot of this name was registered for the game."""
    return bot in _guest_bots.get(game, ())


def _own_names() -> Iterator[str]:
    """The games of the house, in no order."""
    return (name for place in __path__ for name in os.listdir(place) if _own_folder(name))


def _own_folder(name: str) -> Path | None:
    """Where this game of the house is."""
    folders = (Path(place, name) for place in __path__ if name in os.listdir(place))  # capitals count on each system
    return next((folder for folder in folders if (folder / "__init__.py").is_file()), None)


def _own_game(name: str) -> Game | None:
    """The game of this folder; UserError if it cannot be loaded."""
    folder = _own_folder(name)
    return (
        _load_game(name, lambda: getattr(import_module(f"{__name__}.{name}"), "GAME", None), folder) if folder else None
    )


def _installed_game(name: str) -> Game | None:
    """The game of an installed package; UserError if it cannot be loaded."""
    for entry in _installed_games().select(name=name):
        return _load_game(name, entry.load, Path(entry.value))
    return None


def _load_game(name: str, load: Callable[[], Any], place: Path) -> Game:
    """UserError if there is no game of this name, or importing it fails: it says where and why."""
    try:
        game = load()
        if game is None:
            place, cause = place / "__init__.py", "it has no GAME, such as GAME = game_in(...)"
        elif not isinstance(game, Game) or game.name != name:
            cause = f"GAME is no Game called {name}"
        elif cause := fault_of(game):
            place /= "__init__.py"
        else:
            return game
    except (UserError, *BROKEN) as error:
        raise _unloadable_error(name, place_of(error, place), cause_text(error)) from error
    raise _unloadable_error(name, place, cause)


def fault_of(game: Game) -> str:
    """What is so wrong with its facts that nothing can be asked of it; '' if nothing is."""
    if not isinstance(game.seats, tuple) or not game.seats or not all(isinstance(n, int) for n in game.seats):
        return f"seats is {game.seats!r}, not a tuple of numbers such as (2,)"
    for fact, value, base in (("rules", game.rules, Rules), ("surface", game.surface, Surface)):
        if isinstance(value, type):
            return f"{fact} is the class {value.__name__}, not an object: {value.__name__}()"
        if not isinstance(value, base):
            return f"{fact} is {type(value).__name__}, which doesn't derive from {base.__name__}"
    for option in game.options:
        if option.default not in option.choices:
            return f"the default of option {option.name} is {option.default!r}, none of its choices {option.choices}"
    return ""


def _unloadable_error(name: str, place: Path | str, cause: str) -> UserError:
    return UserError(
        say("The game {name} can't be loaded: {place}: {cause}. Correct it, or remove the game.",
            name=name, place=str(place), cause=cause)
    )  # fmt: skip


def cause_text(error: BaseException) -> str:
    """What went wrong, in a line: a UserError is a sentence already."""
    return str(error).rstrip(".") if isinstance(error, UserError) else f"{type(error).__name__}: {error}"


def place_of(error: BaseException, folder: Path) -> str:
    """The file and the line where this went wrong: the last that lies in the folder; the folder if none does."""
    from traceback import extract_tb  # nothing else needs it

    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    lines = [frame for frame in extract_tb(error.__traceback__) if folder in Path(frame.filename).parents]
    return f"{lines[-1].filename}, line {lines[-1].lineno}" if lines else str(folder)


def _installed_games() -> EntryPoints:
    from importlib.metadata import entry_points  # only for a game that is not here: its import takes its time

    return entry_points(group=ENTRY_POINTS)
