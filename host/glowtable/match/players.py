"""Who plays: people and bots by their names; which bot acts next, and what it wants.

Each bot sees only what its seat may know.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import Any, NamedTuple
from unicodedata import normalize

from glowtable.game import CHANCE, PUBLIC, Action, Choose, Game, bot_for_seat
from glowtable.gate import JOINERS
from glowtable.match.bot_guard import BotGuard, TooLongError
from glowtable.match.dealer import Dealer
from glowtable.match.undo import PlayedAction
from glowtable.messages import Message, say

# Lights; the first six are those of the seats, so that a bot keeps its name whoever else comes or goes
BOT_NAMES = (
    "Lantern", "Moth", "Ember", "Comet", "Firefly", "Beacon",
    "Candle", "Spark", "Aurora", "Nova", "Glimmer", "Halo",
)  # fmt: skip
SEAT_BOTS = 6
UNJOINED = dict.fromkeys(map(ord, JOINERS))
BOT = "bot:"  # before a bot, in a header
LEVELS = {"easy": say("easy"), "medium": say("medium"), "hard": say("hard")}


class Player(NamedTuple):
    """Who sits in a seat; `bot` names a bot of the game, '' for a person."""

    name: str
    bot: str = ""


def players_of(texts: Sequence[str]) -> tuple[Player, ...]:
    """Who sits where: `Ann` is a person, `bot:greedy` a bot, which has the name of a light."""
    bots = {seat: text.removeprefix(BOT) for seat, text in enumerate(texts) if text.startswith(BOT)}
    named = name_bots([text for text in texts if not text.startswith(BOT)], tuple(bots))
    return tuple(Player(named.get(seat, text), bots.get(seat, "")) for seat, text in enumerate(texts))


def player_label(player: Player) -> Message:
    """`Ann`, or `Moth (medium)`."""
    if not player.bot:
        return say("{name}", name=player.name)
    return say("{name} ({bot})", name=player.name, bot=LEVELS.get(player.bot, player.bot))


def player_labels(texts: Sequence[str]) -> tuple[Message, ...]:
    """All players of a header, one after the other."""
    return tuple(map(player_label, players_of(texts)))


def name_bots(people: Sequence[str], seats: Sequence[int]) -> dict[int, str]:
    """The name of the bot in each of these seats: no two alike, and none that one of these people has."""
    taken, named = set(map(fold_name, people)), dict[int, str]()
    for seat in seats:
        spare = chain(BOT_NAMES[SEAT_BOTS:], (f"{BOT_NAMES[0]} {n}" for n in range(2, len(people) + len(seats) + 3)))
        own = BOT_NAMES[seat : seat + 1] if seat < SEAT_BOTS else ()
        named[seat] = next(name for name in (*own, *spare) if fold_name(name) not in taken)
        taken.add(fold_name(named[seat]))
    return named


def fold_name(name: str) -> str:
    """The same for names that differ only in capitals, in how a letter is coded, or in what joins two letters.

    I, i and the Turkish letters İ and ı are one letter: which is whose capital depends on the language.
    """
    folded = normalize("NFKC", name.translate(UNJOINED)).casefold()
    return folded.replace("i\N{COMBINING DOT ABOVE}", "i").replace("ı", "i")


Think = Callable[[Any, int], Action]  # what the bot in this seat wants to do in this state
PATIENCE_S = 20.0  # so long people wait for a bot


def no_bots(state: Any, seat: int) -> Action:
    raise LookupError(f"no bot sits in seat {seat}")


class BotFailed(Exception):
    """A bot found no legal action; `cause` may be told to all people, for it quotes nothing that the bot saw."""

    def __init__(self, cause: Message | str) -> None:
        super().__init__(cause)
        self.cause = cause


def think_with(
    game: Game, players: Sequence[Player], dealer: Dealer, tell: Callable[[Message], None] = lambda message: None
) -> Think:
    """The bots of these seats as one function. One that fails gets an action drawn by lot, and `tell` is told."""
    bots = {seat: bot_for_seat(game, player.bot, seat) for seat, player in enumerate(players) if player.bot}

    def think(state: Any, seat: int) -> Action:
        try:
            return ask_bot(bots[seat], game, state, seat, dealer.rng)
        except BotFailed as failed:
            tell(say("{seat} failed ({cause}). A lot decides instead.", seat=seat, cause=failed.cause))
            return dealer.rng.choice(game.rules.legal(state, seat))

    return think


def ask_bot(choose: Choose, game: Game, state: Any, seat: int, rng: Random) -> Action:
    """What a bot in this seat does in this state; it sees only what its seat may know. BotFailed if it fails."""
    rules = game.rules
    legal = rules.legal(state, seat)
    with BotGuard(PATIENCE_S, _failure_of):
        action = choose(rules.view(state, seat), legal, partial(rules.determinize, state, seat, rng), rng)
    if action not in legal:
        raise BotFailed(say("its answer isn't legal"))
    return action


def _failure_of(error: Exception) -> BotFailed:
    """Names only its kind: its words may name a hidden card."""
    too_long = isinstance(error, TooLongError)
    return BotFailed(say("no answer in {s} s", s=f"{PATIENCE_S:g}") if too_long else type(error).__name__)


def bot_action(
    game: Game, players: Sequence[Player], history: Sequence[PlayedAction], state: Any, think: Think
) -> Action | None:
    """The bot that has waited longest acts; while a person may act, each bot once after an action of a person.

    A secret action then waits for all people: its light would show it to them.
    """
    people = [seat for seat, player in enumerate(players) if not player.bot]
    if len(people) == len(players):
        return None
    actors = game.rules.to_act(state)
    last = {played.action.seat: n for n, played in enumerate(history)}
    with_people = not set(people).isdisjoint(actors)
    before = max((last.get(seat, -1) for seat in people), default=-1) if with_people else len(history)
    due = [seat for seat in actors if seat != CHANCE and seat not in people and last.get(seat, -1) < before]
    if not due:
        return None
    action = think(state, min(due, key=lambda seat: (last.get(seat, -1), seat)))
    in_secret = with_people and game.rules.seen(state, action, PUBLIC) != action
    return None if in_secret else action
