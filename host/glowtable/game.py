"""The contract every game keeps: the words rules, surfaces, bots and the rest of the house share.

Knows no game and no hardware. States are immutable values owned by a game; everything outside its folder
handles them only through the functions of `Rules`, `Surface` and a bot's `choose`.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from glowtable.grid import cell_name
from glowtable.messages import USAGE, Message, UserError, say
from glowtable.table import CHOICE, OFF, Event, Face, Light, Picture, Prompt

CHANCE = -1  # acts where the cards decide: the dealer in simulation, a tag at a reader on the table
PUBLIC = -2  # the pair of eyes that belongs to nobody: what all people at the table may know
HIDDEN = "hidden"  # stands in an action for the card that not everybody may know
TRACKED, UNTRACKED = "full", "trust"  # the actions by which a seat says whether the table may read its hand
YIELDS = ("ready", "pass")  # kinds of actions by which a seat that is waited for wants no more of what is asked

Arg = int | str


class Action(NamedTuple):
    """What a seat (0..5) or CHANCE does. `args` are ints or words (no spaces, not looking like an int)."""

    seat: int
    kind: str
    args: tuple[Arg, ...] = ()

    def __str__(self) -> str:
        """The text form, `parse_action` reads it back: `0 place 14`, `chance turn 33`."""
        who = "chance" if self.seat == CHANCE else str(self.seat)
        return " ".join((who, self.kind, *map(str, self.args)))


def parse_action(text: str) -> Action:
    """Read `str(action)` back; ValueError if it is no action's text."""
    match text.split(" "):
        case [who, kind, *args] if kind and all(args):
            return Action(CHANCE if who == "chance" else int(who), kind, tuple(map(_arg, args)))
    raise ValueError(f"action must be 'seat kind args...', got {text!r}")


def _arg(word: str) -> Arg:
    return int(word) if word.removeprefix("-").isdigit() else word


RULING = "ruling"  # what a refusal quotes that follows from a ruling of ours, or from how people sit: no words


class Refusal(NamedTuple):
    """Why an action is impossible now: a reason (a StrEnum of the game), a sentence, and the rule it breaks.

    `plausible` is the action if as far as everybody knows it may be done: only hands that are hidden forbid it.
    `quote` names the sheet's words that forbid it where a rule rests on several sentences; RULING if none do.
    """

    reason: str
    message: Message
    rule: str = ""
    plausible: Action | None = None
    quote: str = ""
    by_confirm: bool = False  # of a press: the confirm key of who means it does it; typed it is `1 a4 a5`


class Point(NamedTuple):
    """One ledger line: which seats it belongs to, how much, and why (rule)."""

    seats: tuple[int, ...]
    amount: int
    message: Message
    rule: str


class Outcome(NamedTuple):
    """How a match ended. `winners` are seats; several share it. `scores` has a total per seat."""

    reason: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ledger: tuple[Point, ...]
    rounds: tuple[str, ...] = ()  # how each round ended, in a word of the game; simulate counts them

    def __str__(self) -> str:
        """Who won, why, and the scores. People count from 1: seat 0 is "seat 1", as on a board."""
        *others, last = [f"seat {seat + 1}" for seat in self.winners] or ["nobody"]
        who = f"{', '.join(others)} and {last}" if others else last
        return f"{who.capitalize()} won ({self.reason}). Scores: {', '.join(map(str, self.scores))}."

    def __repr__(self) -> str:
        return f"<Outcome: {self}>"


class Option(NamedTuple):
    """Our named answer to an open question of a sheet; `choices` are all words or all ints."""

    name: str
    choices: tuple[Arg, ...]
    default: Arg
    rule: str
    words: str  # the sheet's words that leave it open
    help: str = ""
    off_table: tuple[Arg, ...] = ()  # choices that no physical table can follow: simulation and the twin only
    needs_cards: tuple[Arg, ...] = ()  # choices for people who hold cards; dealt ones take the first other choice
    endless: tuple[Arg, ...] = ()  # choices under which a match need not end: only people put an end to it


Chances = Sequence[tuple[Action, int]]  # every outcome with its exact integer weight


class DrawSource(NamedTuple):
    """Where chance takes a card from: a stack, a place, a hand. What came from it before an undo comes again."""

    name: Hashable
    keeps: bool = True  # until then the card is there and nowhere else; a hand that is drawn from is no such place
    ordered: bool = True  # as people turned it up, so that hands can; what is drawn or dealt unseen they cannot


State = TypeVar("State")
View = TypeVar("View")

# -- what most games need not say


def no_chance(state: Any) -> Chances:
    """Nothing is left to chance."""
    return ()


def whole_state(state: State, eyes: int) -> State:
    """Everybody may know everything: the `view` of a game in which nothing is hidden."""
    return state


def not_legal(state: Any, action: Action) -> Refusal:
    """All that can be said of an action if a game gives no reasons."""
    return Refusal("not legal", say("that is not possible now"))


def never_unlisted(state: Any, action: Action) -> bool:
    """`legal` and `chance` list everything."""
    return False


def one_deck(state: Any) -> DrawSource:
    """All cards come from one deck."""
    return DrawSource("deck")


def seen_by_all(state: Any, action: Action, eyes: int) -> Action:
    """Everything happens before all eyes."""
    return action


def nothing_hidden(state: State, seat: int, rng: Random) -> State:
    """Every seat knows the whole state."""
    return state


def all_public(state: State) -> State:
    """Everybody knows the whole state."""
    return state


def as_believed(state: State, action: Action) -> State:
    """No hidden card can contradict chance."""
    return state


def first_round(state: Any) -> int:
    """The match is one round."""
    return 1


class Rules(NamedTuple, Generic[State, View]):
    """A game's rules as functions: the sheet and nothing else. What has a default most games need not say."""

    setup: Callable[[int, Mapping[str, Arg]], State]
    to_act: Callable[[State], tuple[int, ...]]  # seats that may act now, or (CHANCE,), or () when the match is over
    legal: Callable[[State, int], Sequence[Action]]
    apply: Callable[[State, Action], State]  # the state after a possible action; the old one is untouched
    view: Callable[[State, int], View]  # what a seat, or PUBLIC, may know
    outcome: Callable[[State], Outcome | None]
    chance: Callable[[State], Chances] = no_chance
    why: Callable[[State, Action], Refusal] = not_legal  # why an impossible action is impossible
    is_unlisted: Callable[[State, Action], bool] = never_unlisted  # possible though it says less than what is listed
    draw_source: Callable[[State], DrawSource] = one_deck  # where the card comes from that chance brings now
    seen: Callable[[State, Action, int], Action] = seen_by_all  # HIDDEN for a card that these eyes may not know
    determinize: Callable[[State, int, Random], State] = nothing_hidden  # a state the seat cannot tell from this one
    # The state as far as everybody knows: every hidden card unknown, every sealed choice the same one. It is equal for
    # all states that PUBLIC cannot tell apart, and whatever is possible in the state is possible in it.
    public_state: Callable[[State], State] = all_public
    # The state in which chance can bring what it can in the public state: what is turned up is true, so where the table
    # had read this card in secret, it was misled.
    believed: Callable[[State, Action], State] = as_believed
    # A game of memory: the state of some moment without what people are meant to have forgotten `now`, at the same or a
    # later moment of the match: which cards were turned back where. What may be chosen in it stays the same.
    reminders: Callable[[State, State], State] | None = None
    # an action as it may be told `now`: HIDDEN for a card that is meant to be forgotten
    recalled: Callable[[State, Action, State], Action] | None = None
    # 1 for the first; undo stays inside a round unless all agree, and a new round forgets what was turned up
    round_number: Callable[[State], int] = first_round
    # the view as the bots in `glancing` of Game are handed it: each field is found out when it is first asked for
    glance: Callable[[State, int], View] | None = None

    def is_possible(self, state: State, action: Action) -> bool:
        """Whether the action may be applied now."""
        if action.seat == CHANCE:
            listed = any(action == outcome for outcome, _ in self.chance(state))
        else:
            listed = action in self.legal(state, action.seat)
        return listed or self.is_unlisted(state, action)

    def refuse(self, state: State, action: Action) -> Refusal | None:
        """Why an action is impossible now; None if it may be applied."""
        return None if self.is_possible(state, action) else self.why(state, action)

    def reminder_of(self, state: State, now: State) -> State:
        """The state as people may be reminded of it at the moment `now`: all of it when the match is over."""
        return state if self.reminders is None or self.outcome(now) else self.reminders(state, now)

    def recalled_action(self, before: State, action: Action, now: State) -> Action:
        """The action as all people may be told of it at the moment `now`."""
        known = self.seen(before, action, PUBLIC)
        return known if self.recalled is None or self.outcome(now) else self.recalled(before, known, now)


class HandCard(NamedTuple):
    """A card of a hand that lies face down: its name in the deck, and what is printed on it, as on its copies."""

    name: str
    title: str


UNREAD = HandCard("", "")  # a card of such a hand that the table does not know
Pile = tuple[frozenset[str], ...]  # cards from below; each as the names of the deck that it may have
Place = tuple[Message, int | None]  # which card belongs where, and the cell if it is one
NO_READER = -1


class Thing(NamedTuple):
    """A card or some tokens that lie on the table, for pages that draw it.

    `card` is a name of the deck for a card face up and '' for a back; tokens have an icon (web/icons.json) and no card.
    """

    word: Message | str
    card: str | None = None
    icon: str = ""
    amount: int | None = None  # how many, if that is told
    typed: str = ""  # the words that choose it, where there is no cell to press


class Zone(NamedTuple):
    """A place beside the grid, and what lies there."""

    title: Message
    things: tuple[Thing, ...]


def no_zones(view: Any) -> tuple[Zone, ...]:
    """All there is lies on the grid."""
    return ()


def no_tokens(view: Any) -> Mapping[int, tuple[Thing, ...]]:
    """On cells there are cards alone."""
    return {}


def no_reader(state: Any) -> int:
    """No card is awaited, or any reader will do."""
    return NO_READER


def unmarked(view: Any) -> Face:
    """No card lies on a cell, and there is nothing to tell."""
    return Face.of({})


def no_entries(view: Any) -> Mapping[int, tuple[Action, Light]]:
    """No card is entered by hand."""
    return {}


def no_sentences(view: Any) -> tuple[Message, ...]:
    return ()


def no_description(action: Action, before: Any, after: Any) -> tuple[Message, ...]:
    """The lights show what an action did."""
    return ()


def nothing_forfeited(view: Any, action: Action) -> tuple[Message, ...]:
    """No action gives anything up that could still be done."""
    return ()


def nothing_follows(view: Any, action: Action) -> tuple[Message, ...]:
    """An action's instruction says all of it."""
    return ()


def nothing_to_put_back(action: Action, before: Any) -> Message | None:
    return None


def as_lit(view: Any, cell: int) -> Message:
    return say("{cell}: as it is lit", cell=cell_name(cell))


def no_cards(view: Any) -> Mapping[int, Pile]:
    return {}


def none_face_down(view: Any) -> frozenset[int]:
    """What lies on a cell lies open."""
    return frozenset()


def nothing_held(action: Action, before: Any, after: Any) -> tuple[Message, ...]:
    """The match goes on at once."""
    return ()


def no_rounds(view: Any) -> int:
    return 0


def anywhere(view: Any, card: str) -> Place:
    return say("this card has no place on the table"), None


def no_row(state: Any, seat: int) -> tuple[tuple[HandCard, ...], int]:
    return (), 0


def no_own_hand(view: Any) -> tuple[tuple[str, ...], int]:
    """There are no hands."""
    return (), 0


def not_from_hands(action: Action, before: Any, after: Any) -> tuple[tuple[int, str], ...]:
    return ()


def never_by_silence(view: Any) -> bool:
    """Whatever is asked waits for its answer."""
    return False


def not_by_software(view: Any) -> bool:
    """Whatever chance brings is a card of the table."""
    return False


def asks_nobody_who(view: Any) -> bool:
    """What is asked is never who among all does it."""
    return False


def not_heard_first(action: Action, state: Any) -> bool:
    """Bots wait for nobody."""
    return False


class Surface(NamedTuple, Generic[State, View]):
    """How a game lies on the table. `View` is the PUBLIC view unless said."""

    # what an event means now: an action (chance included), a refusal, or nothing (None)
    read: Callable[[Event, State], Action | Refusal | None]
    gesture: Callable[[Action, State], Event]  # how hands do this action: read(gesture(action, state), state) == action
    paint: Callable[[View], Picture]  # a cell has a choice pattern (table.CHOICE) if and only if pressing it is legal
    prompts: Callable[[View], tuple[Prompt, ...]]  # what is asked of whom now; never empty before the end
    instruction: Callable[[Action, State], Message]  # what hands do for this action: `lay R5 on c3 and press it`
    face: Callable[[View], Face] = unmarked
    still: Callable[[View], Picture] | None = None  # the cards as they lie; else what is painted, nothing asked
    reader: Callable[[State], int] = no_reader  # which reader a card is awaited at
    # by hand, without a reader: on which cell each outcome of chance is entered, and how that is lit
    manual_entry: Callable[[View], Mapping[int, tuple[Action, Light]]] = no_entries
    dealt_by_software: Callable[[View], bool] = not_by_software  # the chance asked for now is no card of the table
    asks_who: Callable[[View], bool] = asks_nobody_who  # who among all does it is asked: of one person alone it is not
    # people hear of this, what hands do for it included, and one of them confirms before a bot does it
    heard_first: Callable[[Action, State], bool] = not_heard_first
    setup_instructions: Callable[[View], tuple[Message, ...]] = no_sentences  # what people lay out, a line each
    private: Callable[[View], tuple[Message, ...]] = no_sentences  # what a seat's own view tells beyond the public one
    # what this action did: the placement, a line, who won the round and why
    description: Callable[[Action, State, State], tuple[Message, ...]] = no_description
    # what hands put back when the action is undone: `R5 goes back on ...`
    undo_instruction: Callable[[Action, State], Message | None] = nothing_to_put_back
    # What the seat of this action gives up by it that it could still do: `{seat} has not acted this month`. The house
    # asks once before it takes the action of a person. From the public view: that it asks tells everybody.
    forfeits: Callable[[View, Action], tuple[Message, ...]] = nothing_forfeited
    # from the seat's own view: what this action leads to, for the person who has not yet done it
    consequences: Callable[[View, Action], tuple[Message, ...]] = nothing_follows
    # the same for several actions, each with the state before it, that led to a state: what hands do in all, in order;
    # None: the undo_instruction of each, the last first
    put_back: Callable[[Sequence[tuple[State, Action]], State], tuple[Message, ...]] | None = None
    expected_at: Callable[[View, int], Message] = as_lit  # what must lie on this cell, from below
    cards_on_cells: Callable[[View], Mapping[int, Pile]] = no_cards
    face_down: Callable[[View], frozenset[int]] = none_face_down  # the cells whose cards show their backs
    zones: Callable[[View], tuple[Zone, ...]] = no_zones  # what lies beside the grid: three places fit on a page
    tokens: Callable[[View], Mapping[int, tuple[Thing, ...]]] = no_tokens  # what lies on cells besides cards
    # of a hand that lies face down, as a bot's does: the cards in it that the table knows, and how many there are
    hand_in_row: Callable[[State, int], tuple[tuple[HandCard, ...], int]] = no_row
    # from a seat's own view: the cards of its hand that the table knows, by their names, and how many it holds
    own_hand: Callable[[View], tuple[tuple[str, ...], int]] = no_own_hand
    # the cards that this action takes out of hands, or shows, or puts back where they lay: the seat, the card's name
    from_hands: Callable[[Action, State, State], tuple[tuple[int, str], ...]] = not_from_hands
    # what is asked now is an auction: where the table has a time for it, silence means that nobody wants more
    closed_by_silence: Callable[[View], bool] = never_by_silence
    # what people look at after this action before the program goes on: a round's end, cards that are turned back
    held: Callable[[Action, State, State], tuple[Message, ...]] = nothing_held
    rounds_over: Callable[[View], int] = no_rounds  # the table lets the end of each be heard
    # where this card belongs, as far as eyes can see it now: of one that is hidden or face down nothing is told
    where_is: Callable[[View, str], Place] = anywhere

    def board(self, view: View) -> Picture:
        """The cards as they lie, nothing asked: what people compare the table with."""
        if self.still:
            return self.still(view)
        picture = self.paint(view)
        return picture._replace(cells=tuple(OFF if light.pattern in CHOICE else light for light in picture.cells))


class LessonStep(NamedTuple):
    """It wants confirm, a press on a cell lit open, cover or pick, a word (why, hint, rules), or the match's end.

    The rest is what its words say can be done then, so that a test can try it.
    """

    wants: str
    words: Mapping[str, str]  # by language
    where: str = ""  # of the cells lit so only these, by their name in `Game.lesson_places`
    mentions: str = ""  # at least one of the cells lit so is one of these
    cell: str = ""  # the dark one that `why` asks about


class Lesson(NamedTuple):
    """A first match that is led step by step, always with the same cards; the last step wants the end."""

    bot: str
    seed: int
    options: Mapping[str, Arg]
    steps: tuple[LessonStep, ...]


def as_a_bot_would(view: Any, action: Action) -> Message:
    """A hint has no better reason."""
    return say("a bot of this game would do so")


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


class Kind(NamedTuple):
    """A kind of action: who does it, and what each of its arguments may be."""

    domains: tuple[Sequence[Arg], ...] = ()
    by_chance: bool = False

    def includes(self, action: Action) -> bool:
        """Whether an action that is called so is one of these, in whatever state."""
        if len(action.args) != len(self.domains) or (action.seat == CHANCE) != self.by_chance:
            return False
        return all(arg in domain for arg, domain in zip(action.args, self.domains, strict=True))


class Form(NamedTuple):
    """Steps that one person may choose together on a page: any of these kinds, then one that closes them.

    They are about the seat's own things alone: what comes of them depends on nothing that others hide.
    """

    kinds: tuple[str, ...]
    closes: tuple[str, ...]


class Letter(NamedTuple):
    """What stands for a word in the names of cards, and how the player's language writes it: `G`, `Gr`, `grün`."""

    sign: str
    short: Message
    word: Message


class Symbol(NamedTuple):
    """A sign on a card: an icon's name (web/icons.json), its ink as 0xRRGGBB, and what it means.

    The shape around it (web/faces.py FAMILIES) says of which family it is, and `amount` how much of it.
    """

    icon: str
    ink: int
    word: str
    shape: str = "disc"
    amount: str = ""


class Band(NamedTuple):
    """A coloured bar with a word in it, and a sign before it."""

    word: str
    ink: int
    icon: str = ""


PAPER_INK = 0xFBF5E9


class CardFace(NamedTuple):
    """What is on a card, be it drawn on a page or on paper. With `pips` the card is all of its top's colour.

    With a picture, or the board of a scene, the title stands below that, else in the band at the top.
    """

    title: str
    top: Band
    lines: tuple[str, ...] = ()  # small text
    bottom: Band | None = None
    pips: int = 0
    symbols: tuple[Symbol, ...] = ()
    price: str = ""  # in the corner
    ground: int = PAPER_INK
    scene: str = ""  # what is drawn behind the words, or above them: web/scenes.py
    picture: Symbol | None = None
    corner: tuple[str, ...] = ()  # an index, in two opposite corners
    signs: tuple[Symbol, ...] = ()  # beside the title, or in the corners of a picture
    foot: tuple[Symbol, ...] = ()
    rank: tuple[int, int] | None = None  # which of how many cards that belong together


PLAIN_INK = 0xCCCCCC


def named_only(card: str) -> CardFace:
    """A card that shows nothing but its name."""
    return CardFace(card, Band("", PLAIN_INK))


class Level(NamedTuple):
    """How well a bot plays, for people who choose one: `level1` is the easiest."""

    bot: str  # one of the game's
    about: Message


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
    help: Message = say("type c3 to press a cell")  # what may be typed, with examples
    legend: Message = say("○ ◎ ◇ press here   ● look here")  # what the shapes of lit cells mean
    letters: tuple[Letter, ...] = ()  # what the letters on cards mean; they are typed before a number
    words: Mapping[str, Message] = MappingProxyType({})  # kinds that people type -> what may be typed instead of them
    options: tuple[Option, ...] = ()
    test_options: Mapping[str, Arg] = MappingProxyType({})
    deck: tuple[str, ...] = ()  # the name of every physical card
    alike: Mapping[str, tuple[str, ...]] = MappingProxyType({})  # what people call them -> cards nobody can tell apart
    sheet: Mapping[str, Words] = MappingProxyType({})  # rule -> the sheet's words
    short_rules: Sequence[Words] = ()  # in ten sentences, the goal first; else the sheet's
    read_lesson: Callable[[], Lesson] | None = None  # what `glowtable learn` leads through
    # where a step of it sends a person, by name -> those cells of the table in the public view
    lesson_places: Mapping[str, Callable[[Any], Collection[int]]] = MappingProxyType({})
    hidden_information: bool = False  # seats know what not everybody may know
    cooperative: bool = False  # all win or nobody does
    forms: tuple[Form, ...] = ()  # what people put together before they do it
    card_face: Callable[[str], CardFace] = named_only  # what is on a card of the deck
    levels: tuple[Level, ...] = ()  # what people choose from, the easiest first
    adviser: BotFactory | None = None  # whom `hint` asks; else the best level that plays at once
    worth: Callable[[Any, int], float] | None = None  # of a state to a seat, from 0 to 1: searches need not play it out
    # from the seat's own view, and of what the best level that plays at once does: why
    reason: Callable[[Any, Action], Message] = as_a_bot_would
    glancing: tuple[Choose | BotFactory, ...] = ()  # the bots that look at a few fields only: they get the glance


LEVEL = "level"


def levels_of(game: Game) -> dict[str, Level]:
    """`level1` and so on, the easiest first; without those whose bot the game has not, since others were put there."""
    return {f"{LEVEL}{number}": level for number, level in enumerate(game.levels, 1) if level.bot in game.bots}


def named_bot(game: Game, bot: str) -> str:
    """The bot that is meant by a name or a level; UserError if the game has none, which lists those there are."""
    levels = levels_of(game)
    if bot in levels:
        return levels[bot].bot
    if bot not in game.bots:
        known = ", ".join((*game.bots, *levels))
        raise UserError(say("{game} has no bot {bot}; it has: {bots}", game=game.title, bot=bot, bots=known), USAGE)
    return bot


def check_bot(game: Game, bot: str) -> None:
    """UserError if the game has no bot and no level of this name."""
    named_bot(game, bot)


def bot_for_seat(game: Game, bot: str, seat: int, budget_ms: int = 0) -> Choose:
    """The bot of this name or level for one seat of one match; UserError if the game has none of that name."""
    found = game.bots[named_bot(game, bot)]
    return found.make(game, seat, budget_ms) if isinstance(found, BotFactory) else found


def look_of(game: Game, choose: Choose) -> Callable[[Any, int], Any]:
    """How this bot is shown what its seat may know: at a glance if the game says so, else as the whole view."""
    return (choose in game.glancing and game.rules.glance) or game.rules.view


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


def check_seats(game: Game, seats: int) -> None:
    """UserError if the game is not for this many players."""
    if seats not in game.seats:
        least, most = min(game.seats), max(game.seats)
        raise UserError(
            say("{game} is for {least} to {most} players, got {n}", game=game.title, least=least, most=most, n=seats),
            USAGE,
        )


def full_options(game: Game, given: Mapping[str, str | int]) -> dict[str, Arg]:
    """Every option of the game: as given (texts are read as the option's type) or by default. UserError otherwise."""
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            raise UserError(
                say("{game} has no option {name}; it has: {known}", game=game.title, name=name, known=", ".join(known)),
                USAGE,
            )
    return {name: _value(option, given.get(name, option.default)) for name, option in known.items()}


def _value(option: Option, given: str | int) -> Arg:
    for choice in option.choices:
        if str(choice) == str(given):
            return choice
    choices = _listed(option.choices)
    raise UserError(
        say("{option} must be one of {choices}; got {given}", option=option.name, choices=choices, given=given), USAGE
    )


def _listed(choices: tuple[Arg, ...]) -> str:
    return f"{choices[0]}..{choices[-1]}" if len(choices) > 9 else ", ".join(map(str, choices))
