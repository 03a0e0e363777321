"""One match on the rules alone, played or replayed: no table, no files; a bot that thinks too long is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from traceback import walk_tb
from typing import Any, NamedTuple, TypeVar

from glowtable import games
from glowtable.game import (
    CHANCE,
    Action,
    Arg,
    BotFactory,
    Choose,
    Game,
    Outcome,
    Rules,
    bot_for_seat,
    check_seats,
    full_options,
    look_of,
    named_bot,
)
from glowtable.kit.search import MOST_DIGITS, NAME, check_time, read_search
from glowtable.match.bot_guard import BotGuard, TooLongError
from glowtable.match.dealer import Dealer, random_stream
from glowtable.match.export import from_jsonl, from_text
from glowtable.match.match_record import MatchRecord, match_state_of
from glowtable.messages import USAGE, Message, UserError, say

Bot = (
    str | Choose | BotFactory
)  # a bot of the game by its name, search:200, a guest's function, or what makes one for a seat
Think = Callable[[Any, Sequence[Action], Random], Action]  # what a seat does in a state, of what is legal
SEARCH = f"{NAME}:"  # a bot of every game: search:200
PATIENCE_S = 60.0  # so long a guest may think about one decision


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
    if not isinstance(game.bots[bot], BotFactory) or not ms.isdecimal() or len(ms) > MOST_DIGITS:
        raise UserError(
            say("{given} can't have a time. Only a bot made by a factory can, such as {bot}:200 for 200 ms a "
                "decision.",
                given=text, bot=bot),
            USAGE,
        )  # fmt: skip
    check_time(bot, int(ms))
    return bot, int(ms)


def make_player(game: Game, bot: Bot, seat: int, patience_s: float = PATIENCE_S) -> Think:
    """The bot for one seat of one match; UserError if the game has none of that name, or its factory fails.

    ValueError for what is no bot.
    """
    if not isinstance(bot, str | BotFactory) and not callable(bot):
        raise ValueError(f"bot must be a name, a function or a BotFactory, got {bot!r}")
    if isinstance(bot, str) and bot.startswith(SEARCH):
        return _guard_bot(game, bot, seat, read_search(bot).make(game, seat, 0))
    name, ms = name_and_time(game, bot) if isinstance(bot, str) else (bot_name(bot), 0)
    make = partial(bot_for_seat, game, name, seat, ms) if isinstance(bot, str) else partial(_made_by, game, bot, seat)
    if isinstance(bot, str) and not games.is_guest(game.name, name):
        return _guard_bot(game, name, seat, make())
    guest = ExternalBot(name, seat, patience_s)
    guard = guard_guest(guest)
    with guard:
        choose = make()
    return partial(_ask_guest, game.rules, guest, guard, choose)


def _made_by(game: Game, bot: Choose | BotFactory, seat: int) -> Choose:
    return bot.make(game, seat, 0) if isinstance(bot, BotFactory) else bot


def _guard_bot(game: Game, name: str, seat: int, choose: Choose) -> Think:
    look, determinize = look_of(game, choose), game.rules.determinize

    def think(state: Any, legal: Sequence[Action], rng: Random) -> Action:
        action = choose(look(state, seat), legal, partial(determinize, state, seat, rng), rng)
        if action not in legal:
            raise illegal_answer(name, seat, action)
        return action

    return think


def illegal_answer(bot: str, seat: int, answer: Any) -> UserError:
    return UserError(
        say("Bot {bot} in {seat} answered {answer}, which isn't legal. It must return a legal action.",
            bot=bot, seat=seat, answer=str(answer)[:60])
    )  # fmt: skip


def _ask_guest(
    rules: Rules[Any, Any], guest: ExternalBot, guard: BotGuard, choose: Choose, state: Any, legal: Sequence[Action],
    rng: Random,
) -> Action:  # fmt: skip
    """Its worlds are imagined from one that is imagined already: the true state is in nothing that it is handed."""
    seat = guest.seat
    world = rules.determinize(state, seat, rng)
    with guard:
        action = choose(rules.view(state, seat), tuple(legal), partial(rules.determinize, world, seat, rng), rng)
    if action not in legal:
        raise illegal_answer(guest.bot, seat, action)
    return action


class ExternalBot(NamedTuple):
    """A guest's bot in a seat, and how long it may think."""

    bot: str
    seat: int
    patience_s: float


def guard_guest(guest: ExternalBot) -> BotGuard:
    """While a guest thinks, what it raises and a thought too long become a UserError, whose cause is the traceback."""
    return BotGuard(guest.patience_s, partial(_guest_error, guest))


def _guest_error(guest: ExternalBot, error: Exception) -> UserError:
    if isinstance(error, TooLongError):
        return UserError(say("Bot {bot} in {seat} thought for {limit} seconds and found nothing. Make it quicker.",
                             bot=guest.bot, seat=guest.seat, limit=f"{guest.patience_s:g}"))  # fmt: skip
    cause = f"{type(error).__name__}: {error}"[:200]
    place = _place_of(error)
    if place is None:
        return UserError(say("Bot {bot} in {seat} failed: {cause}", bot=guest.bot, seat=guest.seat, cause=cause))
    file, line = place
    return UserError(say("Bot {bot} in {seat} failed: {cause} ({file}, line {line})", bot=guest.bot, seat=guest.seat,
                         cause=cause, file=file, line=line))  # fmt: skip


def _place_of(error: Exception) -> tuple[str, int] | None:
    """The file of a guest's bot, without its folder, and the last line in it before the error; None if it never ran."""
    ours = str(Path(games.__file__).parents[1])
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    theirs = next((file for file, _ in frames if not file.startswith(ours)), None)
    lines = [line for file, line in frames if file == theirs]
    return (Path(theirs).name, lines[-1]) if theirs else None


# -- who plays


PATIENCE = 10  # times the game's test bound, for options that the bound does not cover; then a match is given up


class Match(NamedTuple):
    """What was done, and how it ended: `outcome` is None if it did not. `str` of an action reads it."""

    game: str
    players: int
    options: dict[str, Arg]
    actions: tuple[Action, ...]
    outcome: Outcome | None

    def steps(self) -> Iterator[tuple[Any, Action]]:
        """Each state with the action done in it, from the first; the states are the rules' own."""
        rules = games.find(self.game).rules
        state = rules.setup(self.players, self.options)
        for action in self.actions:
            yield state, action
            state = rules.apply(state, action)


class Step(NamedTuple):
    """An action, the state after it, and how many were legal; 0 where chance decided."""

    action: Action
    after: Any
    choices: int


def play_match(
    game: Game | str,
    players: Sequence[Bot] = (),
    options: Mapping[str, Arg] | None = None,
    seed: int = 1,
    index: int = 0,
) -> Match:
    """Play one match: for each seat a bot of the game by name, or a function choose(view, legal, determinize, rng).

    Without players the best bot sits in as few seats as the game allows. Options that are not given are those under
    which every match ends. The same seed and index bring the same match, as in `glowtable simulate`. UserError for a
    game, option, value, bot or number of players that there is not, and for a function that fails or does what is not
    legal.
    """
    check_list(players)
    game_found, seats, terms = settled_terms(game, len(players), options or {})
    bots = tuple(players) or (best_bot(game_found),) * seats
    actions, state = [], game_found.rules.setup(len(bots), terms)
    for action, after, _ in match_steps(game_found, state, make_players(game_found, bots), seed, index):
        actions.append(action)
        state = after
    return Match(game_found.name, len(bots), terms, tuple(actions), game_found.rules.outcome(state))


def play(game: Game | str, bots: Sequence[Bot] = (), *, seed: int = 1, index: int = 0, **options: Arg) -> Match:
    """`play_match` with the options by their names: play("punto", ["greedy", "random"], rounds_to_win=1)."""
    return play_match(game, bots, options, seed, index)


def settled_terms(game: Game | str, seats: int, options: Mapping[str, Arg]) -> tuple[Game, int, dict[str, Arg]]:
    """The game, how many play, the fewest without a number, and every option. UserError for what there is not."""
    game_found = games.find(game) if isinstance(game, str) else game
    players = seats or min(game_found.seats)
    check_seats(game_found, players)
    return game_found, players, full_options(game_found, {**game_found.test_options, **options})


def check_list(bots: Sequence[Bot]) -> None:
    """ValueError for bots in one text, whose letters would be their names."""
    if isinstance(bots, str):
        raise ValueError(f"bots must be a list, such as {bots.split(',')}, got {bots!r}")


def best_bot(game: Game) -> str:
    """The name of the bot that plays best."""
    return next(iter(game.bots))


def make_players(game: Game, bots: Sequence[Bot]) -> list[Think]:
    """One for each seat of one match."""
    return [make_player(game, bot, seat) for seat, bot in enumerate(bots)]


def match_steps(game: Game, state: Any, players: Sequence[Think], seed: int, index: int) -> Iterator[Step]:
    """Step by step to the end, with two streams of random numbers: for the dealer, for the players.

    Nobody is asked, and nothing is shown, where only one action is legal.
    """
    rules, dealer, rng = game.rules, Dealer(seed, index, "dealer"), random_stream(seed, index, "bots")
    left = most_actions(game)
    while left and (actors := rules.to_act(state)) != ():
        if type(actors) is not tuple:
            raise _faulty(game, say("to_act() returned {given}, no tuple of seats", given=repr(actors)))
        left -= 1
        if actors[0] == CHANCE:
            action, choices = dealer.draw_outcome(rules.chance(state)), 0
        else:
            seat = actors[0] if len(actors) == 1 else rng.choice(actors)
            legal = rules.legal(state, seat)
            choices = len(legal)
            if not choices:
                raise _faulty(game, say("{seat} is to act but has no legal action", seat=seat))
            action = legal[0] if choices == 1 else players[seat](state, legal, rng)
        state = rules.apply(state, action)
        yield Step(action, state, choices)


def most_actions(game: Game) -> int:
    """After so many a match is given up."""
    return PATIENCE * game.test_bound


def _faulty(game: Game, cause: Message) -> UserError:
    return UserError(
        say("{game} makes a mistake: {cause}. See all its mistakes: glowtable games check {name}",
            game=game.title, cause=cause, name=game.name)
    )  # fmt: skip


def replay(text: str) -> Match:
    """The match that `glowtable export` wrote, as JSON lines or in the game's notation; UserError if it is none."""
    record = read_match(text)
    match_state = match_state_of(games.find(record.header.game), record)
    actions = tuple(step.action for step in match_state.history)
    return Match(record.header.game, len(match_state.players), dict(match_state.options), actions, match_state.outcome)


NOT_EXPORTED = say("This isn't a match to replay. Export one with --format jsonl or --format text.")


def read_match(text: str) -> MatchRecord:
    """A match from the text of any of our formats; UserError says what was expected."""
    first = text.lstrip().split("\n", 1)[0].lower()
    if first.startswith("{"):
        return from_jsonl(text)
    named = [game for game in games.load_games()[0] if first.startswith(game.title.lower())]
    if not named:
        raise UserError(NOT_EXPORTED)
    return from_text(max(named, key=lambda game: len(game.title)), text)
