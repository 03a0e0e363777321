"""A game as its folder offers it, and what is asked of any game: its bots, its options, how many may play."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from glowtable.game.actions import Action, Arg, Form, Kind, Option
from glowtable.game.faces import CardFace, Letter, named_only
from glowtable.game.rules import Rules
from glowtable.game.surface import Surface
from glowtable.messages import USAGE, Message, UserError, say, say_count

if TYPE_CHECKING:
    from glowtable.game.observation import Observation


class LessonStep(NamedTuple):
    """It wants confirm, a press on a cell lit open, cover or pick, a word (why, hint, rules), or the match's end.

    Or it wants a move: an action of the kind that it names.

    The rest is what its words say can be done then, so that a test can try it.
    """

    wants: str
    words: Mapping[str, str]  # by language
    where: str = ""  # of the cells lit so only these, by their name in `Game.lesson_places`
    mentions: str = ""  # at least one of the cells lit so is one of these
    cell: str = ""  # the dark one that `why` asks about
    does: str = ""  # the kind of action that a move is
    phone: Mapping[str, str] = MappingProxyType({})  # its words where people tap; without any it is skipped there


class Lesson(NamedTuple):
    """A first match that is led step by step, always with the same cards; the last step wants the end."""

    bot: str
    seed: int
    options: Mapping[str, Arg]
    steps: tuple[LessonStep, ...]

    def on_phones(self) -> "Lesson":
        """The steps that can be done by taps, in the words of a phone."""
        return self._replace(steps=tuple(step._replace(words=step.phone) for step in self.steps if step.phone))


class TeachingStep(NamedTuple):
    """A step of how to play: a headline, a sentence or two, and a picture of the demonstration match.

    The picture has parts, from above: `grid`, `score`, `asked` (the card that is asked about), `hand 1` (a seat's),
    `zone 1` (what lies beside the grid), `pile c3 d4` (the cards on cells, from below).
    """

    after: int  # how many actions of the demonstration the picture shows
    shows: tuple[str, ...]
    head: Mapping[str, str]  # by language
    words: Mapping[str, str]
    rule: str  # of the sheet


class Teaching(NamedTuple):
    """How to play, in pictures: a short match in the game's notation, and what is said of its positions."""

    demo: str
    steps: tuple[TeachingStep, ...]


def default_reason(view: Any, action: Action) -> Message:
    """A hint has no better reason."""
    return say("A bot would do this.")


Determinize = Callable[[], Any]  # a state that the bot's seat cannot tell from the true one
Choose = Callable[[Any, Sequence[Action], Determinize, Random], Action]  # choose(view, legal, determinize, rng)


class BotFactory(NamedTuple):
    """A bot made for one seat of one match: `make(game, seat, budget_ms)`; 0 ms: as long as it likes."""

    make: Callable[["Game", int, int], Choose]


class Notation(Protocol):
    """A match as text people read, and back (the `text` export)."""

    def write(self, seats: int, options: Mapping[str, Arg], actions: Sequence[Action]) -> str: ...
    def read(self, text: str) -> tuple[int, dict[str, Arg], list[Action]]:
        """Inverse of write; ValueError names the line and what was expected."""


class Box(NamedTuple):
    """What the sheet says of who may play, and for how long, as boxes have it; what it does not say is left out."""

    age: int = 0  # from so many years on
    minutes: str = ""  # such as 30-50


class Level(NamedTuple):
    """How well a bot plays, for people who choose one: `level1` is the easiest."""

    bot: str  # one of the game's
    about: Message
    strength: str = ""  # `easy`, `medium` or `hard`, where those are not the first three levels


class Asset(NamedTuple):
    """What seats have more or less of, as everybody sees: a field of the view, and what people call it."""

    field: str
    about: Message
    decides: bool = False  # who has most of it at the end wins by the rules: that teaches nothing


Words = Mapping[str, str] | Message  # by language; or why there are none


class Game(NamedTuple):
    """A game as its folder offers it: `GAME` in games/<name>/__init__.py."""

    name: str
    title: str
    seats: tuple[int, ...]  # how many may play
    test_bound: int  # no match under `test_options` takes more actions
    rules: Rules[Any, Any]
    surface: Surface[Any, Any]
    bots: Mapping[str, Choose | BotFactory]  # first the usual one, which plays well at once
    notation: Notation
    kinds: Mapping[str, Kind]  # every kind of action: the vocabulary of the game follows
    help: Message = say("Type a cell (c3).")  # what may be typed, with examples
    legend: Message = say("○ free   ◎ cover   ◇ choose   ● look here")  # what the shapes of lit cells mean
    letters: tuple[Letter, ...] = ()  # what the letters on cards mean; they are typed before a number
    words: Mapping[str, Message] = MappingProxyType({})  # kinds that people type -> what may be typed instead of them
    options: tuple[Option, ...] = ()
    test_options: Mapping[str, Arg] = MappingProxyType({})
    deck: tuple[str, ...] = ()  # the name of every physical card
    alike: Mapping[str, tuple[str, ...]] = MappingProxyType({})  # what people call them -> cards nobody can tell apart
    sheet: Mapping[str, Words] = MappingProxyType({})  # rule -> the sheet's words
    short_rules: Sequence[Words] = ()  # in a few sentences, ten at most, the goal first; else the sheet's
    read_lesson: Callable[[], Lesson] | None = None  # what `glowtable learn` leads through
    read_teaching: Callable[[], Teaching] | None = None  # how to play, in pictures
    # where a step of the lesson sends a person, by name -> those cells of the table in the public view
    lesson_places: Mapping[str, Callable[[Any], Collection[int]]] = MappingProxyType({})
    hidden_information: bool = False  # seats know what not everybody may know
    cooperative: bool = False  # all win or nobody does
    box: Box = Box()
    endings: Mapping[str, Message] = MappingProxyType({})  # reason of an outcome -> why, as a sentence
    forms: tuple[Form, ...] = ()  # what people put together before they do it
    card_face: Callable[[str], CardFace] = named_only  # what is on a card of the deck
    levels: tuple[Level, ...] = ()  # what people choose from, the easiest first
    assets: tuple[Asset, ...] = ()  # what a report compares, half-way and at the end
    adviser: BotFactory | None = None  # whom `hint` asks; else the best level that plays at once
    observation: Callable[[int, Mapping[str, Arg]], "Observation"] | None = None  # what a seat sees as numbers
    worth: Callable[[Any, int], float] | None = None  # of a state to a seat, from 0 to 1: searches need not play it out
    # from the seat's own view, and of what the best level that plays at once does: why
    reason: Callable[[Any, Action], Message] = default_reason
    glancing: tuple[Choose | BotFactory, ...] = ()  # the bots that look at a few fields only: they get the glance

    def __deepcopy__(self, memo: Any) -> "Game":
        """The game itself: a copy of a match shares it."""
        return self


LEVEL = "level"
STRENGTHS = ("easy", "medium", "hard")  # how people choose a bot, whatever levels a game has


def levels_of(game: Game) -> dict[str, Level]:
    """`level1` and so on, the easiest first; without those whose bot the game has not, since others were put there."""
    return {f"{LEVEL}{number}": level for number, level in enumerate(game.levels, 1) if level.bot in game.bots}


def strengths_of(game: Game) -> dict[str, str]:
    """`easy`, `medium` and `hard` -> the levels that say so, else the first three or as many as there are."""
    levels = levels_of(game)
    said, names = {level.strength: name for name, level in levels.items()}, tuple(levels)
    return {
        strength: said.get(strength) or names[min(n, len(names) - 1)] for n, strength in enumerate(STRENGTHS) if names
    }


def strength_of_bot(game: Game, bot: str) -> str:
    """`easy`, `medium` or `hard` for a bot or level that plays so well; of several the usual one. Else the bot."""
    levels, strengths = levels_of(game), strengths_of(game)
    alike = [strength for strength, level in strengths.items() if bot in (strength, level, levels[level].bot)]
    return bot if bot in strengths or not alike else alike[len(alike) // 2]


def named_bot(game: Game, bot: str) -> str:
    """The bot that is meant by a name, a level or a strength; UserError if the game has none, which lists them."""
    levels = levels_of(game)
    if bot not in game.bots:
        bot = strengths_of(game).get(bot, bot)
    if not levels and bot in STRENGTHS and bot not in game.bots and game.bots:
        return next(iter(game.bots))
    if bot in levels:
        return levels[bot].bot
    if bot not in game.bots:
        known = ", ".join((*game.bots, *levels))
        raise UserError(
            say("{game} has no bot {bot}. Choose one of {bots}.", game=game.title, bot=bot, bots=known), USAGE
        )
    return bot


def bot_for_seat(game: Game, bot: str, seat: int, budget_ms: int = 0) -> Choose:
    """The bot of this name or level for one seat of one match; UserError if the game has none of that name."""
    bot_entry = game.bots[named_bot(game, bot)]
    return bot_entry.make(game, seat, budget_ms) if isinstance(bot_entry, BotFactory) else bot_entry


def look_of(game: Game, choose: Choose) -> Callable[[Any, int], Any]:
    """How this bot is shown what its seat may know: at a glance if the game says so, else as the whole view."""
    return game.rules.glance if choose in game.glancing else game.rules.view


def adviser_for(game: Game, seat: int) -> Choose:
    """Who says what a person in this seat might do: it gets to see what the seat may know, as any bot does."""
    if game.adviser:
        return game.adviser.make(game, seat, 0)
    at_once = [name for name, bot in game.bots.items() if not isinstance(bot, BotFactory)]
    best = [level.bot for level in game.levels if level.bot in at_once]
    return bot_for_seat(game, best[-1] if best else next(iter(game.bots)), seat)


def reason_of(choose: Choose, game: Game, view: Any, action: Action) -> Message:
    """Why a bot has chosen this: as it says itself, if it can, or as the game does."""
    said: Callable[[], Message | None] = getattr(choose, "own_reason", lambda: None)
    return said() or game.reason(view, action)


def say_players(game: Game) -> Message:
    """How many may play."""
    least, most = min(game.seats), max(game.seats)
    if least == most:
        return say_count("{n} player", "{n} players", n=least)
    return say("{least} to {most} players", least=least, most=most)


def check_seats(game: Game, seats: int) -> None:
    """UserError if the game is not for this many players."""
    if seats not in game.seats:
        raise UserError(
            say("{game} needs {players}, not {n}.", game=game.title, players=say_players(game), n=seats), USAGE
        )


def full_options(game: Game, given: Mapping[str, str | int]) -> dict[str, Arg]:
    """Every option of the game: as given (texts are read as the option's type) or by default. UserError otherwise."""
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            raise UserError(
                say(
                    "{game} has no option {name}. Choose one of {known}.",
                    game=game.title,
                    name=name,
                    known=", ".join(known),
                ),
                USAGE,
            )
    return {name: _value(option, given.get(name, option.default)) for name, option in known.items()}


def _value(option: Option, given: str | int) -> Arg:
    for choice in option.choices:
        if str(choice) == str(given):
            return choice
    choices = _listed(option.choices)
    raise UserError(
        say("{option} can be {choices}, not {given}.", option=option.name, choices=choices, given=given), USAGE
    )


def _listed(choices: tuple[Arg, ...]) -> str:
    return f"{choices[0]}..{choices[-1]}" if len(choices) > 9 else ", ".join(map(str, choices))
