"""Who plays a match of the laboratory, and how they are asked. A guest's bot is kept to what a seat may know and do.

A bot of the house is trusted. A guest is a function or factory that a program brings: what it does wrong becomes one
sentence, its own traceback being the cause, and it is never handed the state, in whatever wrapping.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from types import FrameType, TracebackType
from typing import Any, NamedTuple, TypeVar

from glowtable import games
from glowtable.game import Action, BotFactory, Choose, Game, Rules, bot_for_seat, look_of, named_bot
from glowtable.kit.search import NAME, read_search
from glowtable.messages import USAGE, Message, UserError, say

Bot = (
    str | Choose | BotFactory
)  # a bot of the game by its name, search:200, a guest's function, or what makes one for a seat
Think = Callable[[Any, Sequence[Action], Random], Action]  # what a seat does in a state, of what is legal
SEARCH = f"{NAME}:"  # a bot of every game: search:200
LONGEST_MS = 7  # digits of a time
PATIENCE_S = 60.0  # so long a guest may think about one decision


class TooLongError(Exception):
    """A guest has thought for longer than it may."""


def bot_name(bot: Bot) -> str:
    """What a bot is called in records: its name, or that of the function."""
    if isinstance(bot, str):
        return bot
    made = bot.make if isinstance(bot, BotFactory) else bot
    return str(getattr(made, "bot_name", None) or getattr(made, "__name__", None) or type(made).__name__)


B = TypeVar("B", bound=games.Bot)


def bot(game: str, name: str = "") -> Callable[[B], B]:
    """Decorates a function choose(view, legal, determinize, rng): the game then has a bot of its name, or of this one.

    `view` is what its seat may know, `legal` what it may do, `determinize()` a state that it cannot tell from the true
    one, `rng` the only source of chance that it should use. It returns one of the legal actions. A BotFactory is
    registered in the same way. UserError for a game that there is not, and a name that another bot of it has.
    """
    return lambda made: games.register_bot(game, name or bot_name(made), made)


def check_player(game: Game, name: str) -> None:
    """UserError if no bot can be made of this name: one of the game, with its time or without, or search:200."""
    if name.startswith(SEARCH):
        read_search(name)
    else:
        name_and_time(game, name)


def is_timed(game: Game, name: str) -> bool:
    """Whether what this bot does depends on how quick the machine is: search, search:200, mine:200; not search:40p.

    UserError if no bot can be made of this name.
    """
    if name.startswith(SEARCH):
        return name.removeprefix(SEARCH).isdecimal()
    bot, ms = name_and_time(game, name)
    return ms > 0 or (bot == NAME and not games.is_guest(game.name, bot))


def name_and_time(game: Game, text: str) -> tuple[str, int]:
    """The bot of this name or level, and the milliseconds it may take: `mine:200`, where it is a factory; else 0."""
    name, colon, ms = text.partition(":")
    bot = named_bot(game, name)
    if not colon:
        return bot, 0
    if not isinstance(game.bots[bot], BotFactory) or not ms.isdecimal() or len(ms) > LONGEST_MS or not int(ms):
        raise UserError(
            say("{given} can't have a time. Only a bot made by a factory can, such as {bot}:200 for 200 ms a "
                "decision.",
                given=text, bot=bot),
            USAGE,
        )  # fmt: skip
    return bot, int(ms)


def make_player(game: Game, bot: Bot, seat: int, patience_s: float = PATIENCE_S) -> Think:
    """The bot for one seat of one match; UserError if the game has none of that name, or its factory fails."""
    if isinstance(bot, str) and bot.startswith(SEARCH):
        return _guard_bot(game, seat, read_search(bot).make(game, seat, 0))
    name, ms = name_and_time(game, bot) if isinstance(bot, str) else (bot_name(bot), 0)
    make = partial(bot_for_seat, game, name, seat, ms) if isinstance(bot, str) else partial(_made_by, game, bot, seat)
    if isinstance(bot, str) and not games.is_guest(game.name, name):
        return _guard_bot(game, seat, make())
    watch = BotTimeLimit(ExternalBot(name, seat, patience_s))
    with watch:
        choose = make()
    return partial(_ask_guest, game.rules, watch, choose)


def _made_by(game: Game, bot: Choose | BotFactory, seat: int) -> Choose:
    return bot.make(game, seat, 0) if isinstance(bot, BotFactory) else bot


def _guard_bot(game: Game, seat: int, choose: Choose) -> Think:
    look, determinize = look_of(game, choose), game.rules.determinize

    def think(state: Any, legal: Sequence[Action], rng: Random) -> Action:
        return choose(look(state, seat), legal, partial(determinize, state, seat, rng), rng)

    return think


def _ask_guest(
    rules: Rules[Any, Any], watch: BotTimeLimit, choose: Choose, state: Any, legal: Sequence[Action], rng: Random
) -> Action:
    """Its worlds are imagined from one that is imagined already: the true state is in nothing that it is handed."""
    seat = watch.guest.seat
    world = rules.determinize(state, seat, rng)
    with watch:
        action = choose(rules.view(state, seat), tuple(legal), partial(rules.determinize, world, seat, rng), rng)
    if action not in legal:
        raise UserError(
            say("Bot {bot} in {seat} answered {answer}, which isn't legal. It must return a legal action.",
                bot=watch.guest.bot, seat=seat, answer=str(action)[:60])
        )  # fmt: skip
    return action


class ExternalBot(NamedTuple):
    """A guest's bot in a seat, and how long it may think."""

    bot: str
    seat: int
    patience_s: float


class BotTimeLimit:
    """While a guest thinks, what it raises and a thought too long become a UserError, whose cause is the traceback.

    The time is kept where the system can interrupt a program, in its main thread: not in Windows.
    """

    def __init__(self, guest: ExternalBot) -> None:
        self.guest = guest
        self._before: Any = None

    def __enter__(self) -> None:
        if _can_interrupt():
            self._before = signal.signal(signal.SIGALRM, _raise_interrupt)
            signal.setitimer(signal.ITIMER_REAL, self.guest.patience_s)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if _can_interrupt():
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        if isinstance(error, Exception) and not isinstance(error, UserError):
            raise UserError(self._sentence(error)) from error

    def _sentence(self, error: Exception) -> Message:
        guest = self.guest
        if isinstance(error, TooLongError):
            return say("Bot {bot} in {seat} thought for {limit} seconds and found nothing. Make it quicker.",
                       bot=guest.bot, seat=guest.seat, limit=f"{guest.patience_s:g}")  # fmt: skip
        cause = f"{type(error).__name__}: {error}"[:200]
        return say("Bot {bot} in {seat} failed: {cause}", bot=guest.bot, seat=guest.seat, cause=cause)


def _can_interrupt() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _raise_interrupt(number: int, frame: FrameType | None) -> None:
    raise TooLongError
