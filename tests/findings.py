"""What reviews found where people listen, and what is answered today: docs/FINDINGS.md is written from here.

    python -m tests.findings

The answers are those of the program: each line goes the way of a line that is typed at the table.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from glowtable import games
from glowtable.game import CHANCE, Action, full_options
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.match.course import Course
from glowtable.match.players import Player
from glowtable.match.presenter import current_prompts
from glowtable.match.session import Phase, Session
from glowtable.messages import Message
from glowtable.table import Card
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import event_of

from tests.games import alex_positions as alex
from tests.games import ego_positions as ego
from tests.games import spiel_positions as spiel

PAGE = Path("docs/FINDINGS.md")
NAMES = ("Ann", "Ben", "Cid")
HEAD = """# What was found, and what is answered today

Reviews listened at the table: what is typed, and what everybody then hears. Each finding says in a few words what was
seen before, and shows the same situation today. A line after `>` is typed, `[the tag ...]` is a card on a reader; below
it is what people hear, and after `?` what is asked then. The lines of today are made by the program: tests/findings.py
writes this page, and a test compares it.
"""


FOOT = """## What no typed line shows

| found before | where it is shown today |
|---|---|"""
NOT_TYPED = {
    "the next match's seed was this one's + 1, and exports told seeds": "the system draws a fresh seed for each match"
    " (tests/test_seeds.py); a running match is exported without it",
    "at the simulated table a hidden card was named, and so taken out of another's hand": "there every hand is tracked,"
    " and only the dealer deals (tests/test_real_cards.py)",
    "a match without an end": "a ranking of each game, and what is bounded: [rules](rules/README.md#what-ends-a-match)",
    "rules that no test held": "[mutants](MEASURED.md#do-the-tests-notice-a-wrong-rule), and which of them survive",
    "Punto's goal, its neutral colour and the worth of a line were not said; wrong plurals": "tests/games/"
    "test_punto_words.py",
    "rulings that have changed, layouts, auctions, the keys of a sweep": "tests by the number of the rule:"
    " [rules](rules/README.md)",
}


class Finding(NamedTuple):
    title: str
    before: str
    tables: dict[str, Callable[[], Session]]  # what is special about each -> the match there
    typed: tuple[str | Card, ...]  # a card: its tag is read


def at(game, state, bots=(), dealt=False, think=None):
    """The match in play."""
    players = tuple(Player(name, "random" if seat in bots else "") for seat, name in enumerate(NAMES))
    course = Course(game, players[: state.terms.seats], dict(state.terms.options), think or never)
    course.state, course.dealt = state, dealt
    return Session(course, Phase.PLAYING)


def never(state, seat):
    return Action(seat, "ready")


def punto(**options):
    game = games.find("punto")
    return game, game.rules.apply(game.rules.setup(2, full_options(game, options)), Action(0, "begin"))


def on_top(card):
    """The dealer has drawn this card, and has not yet shown it."""
    session = at(*punto(), dealt=True)
    session.course.put_on_top(Action(CHANCE, "turn", (session.game.deck.index(card),)))
    return session


def laid(card, cell):
    """The card was dealt, and its owner has pressed a cell."""
    session = on_top(card)
    session.hear_event(Card(0, card))
    session.hear_event(event_of(cell, session))
    return session


def of_spiel(*things, bots=(), **named):
    return at(spiel.GAME, spiel.do(spiel.position(**named), *things), bots)


def holding(cards):
    return at(spiel.GAME, spiel.position([["Moon"], cards]), bots=(1,))


def naming(*cards):
    """Ann calls a card of Ben."""
    return at(alex.GAME, alex.do(alex.position(cards, ["Ra"]), "call", "ask 1"))


def recouping(card):
    """Ann has taken a card from the stacks, and holds this one."""
    crew = {"hand": [card], "deck": ["Day Off", "Rally the Block"]}
    return at(EGO, ego.do(ego.position(crew, {}, phase=ego.Phase.RECOUP), "0 take Luck"))


def of_ego(**crew):
    return at(EGO, ego.position({"character_shown": True, **crew}))


def fighting():
    crew = {"display": ["Strength", "Smarts"], "gear": ["Tyre Iron"]}
    return at(EGO, ego.position(crew, {}, henchmen=[("Alley Bruiser", {"kin": 1})]))


def handing_over():
    """Ben, a bot, was asked for a game by Kris Burm."""
    state = alex.do(alex.position(["Goa"], ["DVONN", "YINSH"], seats=3), "swap", "ask 1", "name Kris Burm", "accept")
    return at(alex.GAME, state, bots=(1,), think=lambda state, seat: alex.action(state, "give YINSH"))


EGO = games.find("alter_ego")
FINDINGS = (
    Finding(
        "A bot's hand could be read from the keyboard",
        "Spiel des Jahres answered a name that the bot holds otherwise than another: 121 names gave the hand.",
        {"Ben, a bot, holds Goat": lambda: holding(["Goat"]), "Ben holds Teapot": lambda: holding(["Teapot"])},
        ("Ben Goat", "Ben tap Goat"),
    ),
    Finding(
        "A draw was judged by hidden hands",
        "A card that somebody's read hand holds was refused, so a draw by chance was a free search of all hands.",
        {
            "Cid, whose hand the table has read, holds Ra": lambda: drawing(["Ra", "Jambo"]),
            "Cid holds Samurai": lambda: drawing(["Samurai", "Jambo"]),
        },
        ("Ann Ra", "ok Ann"),
    ),
    Finding(
        "A key told whether a hand gives a right to call",
        "Who has a right was refused to give the Call up, who has none was not: and anybody can press the key.",
        {
            "Ann, whose hand the table has read, has a right": lambda: naming("Catan"),
            "Ann has none": lambda: naming("ESG 1"),
        },
        ("pass Ann",),
    ),
    Finding(
        "A key told whether a hand could fill the display",
        '"the display must be filled from the hand first": so that hand is not nothing but events.',
        {"Ann holds Speed": lambda: recouping("Speed"), "Ann holds an event": lambda: recouping("Second Wind")},
        ("pass Ann", "ok Ann"),
    ),
    Finding(
        "Who typed first decided what was turned up",
        "At the simulated table a card or a cell that was typed a moment early was taken for the one that came.",
        {"the dealer has drawn R5": lambda: on_top("R5a"), "it has drawn G1": lambda: on_top("G1b")},
        ("R5", "c3", "Ann R5", "pass"),
    ),
    Finding(
        "The key next gave away what others had not done",
        '"Confirm all the same: Ann is ready, Cid is ready": one key of anybody did that, and Enter was Ann\'s.',
        {"Ben has acted and is ready": lambda: of_spiel("1 brainstorm", "chance draw Goat", "1 ready")},
        ("next", "", "ok Ben", "ok Ann", "pass"),
    ),
    Finding(
        "An undo was five confirmations about cards that do not exist",
        "At the simulated table people were led to put back, one by one, cards that nobody has.",
        {"Ann has laid a card": lambda: laid("R5a", "c3")},
        ("undo Ann", "ok Ben"),
    ),
    Finding(
        "pass gave away the action of a month",
        "Who pressed pass to step to the next cell was ready for the whole month, unasked.",
        {"Ann has not acted": lambda: of_spiel()},
        ("pass Ann", "pass Ann"),
    ),
    Finding(
        "Refusals quoted sentences that do not forbid",
        '"another player is asked (S-06: Each player is dealt three cards and given €30,000)".',
        {"Ann is asked about her hand": lambda: at(spiel.GAME, spiel.position(phase=Month.HAND)._replace(seat=0))},
        ("Ben full",),
    ),
    Finding(
        "What could be done in another phase was said to be closed",
        '"not in this phase: it is closed now", said in the Fight.',
        {"in the Income": lambda: at(EGO, ego.position({}, {}, phase=ego.Phase.INCOME))},
        ("Ann fight", "Ann token"),
    ),
    Finding(
        "Two Lucky Breaks drew each other for ever",
        "One was played, discarded, shuffled and drawn by the other: 2,500 icons in a Fight.",
        {"Ann holds one, the other is all her deck": lambda: of_ego(hand=["Lucky Break"], deck=["Lucky Break"])},
        ("Ann Lucky Break", "Ann Lucky Break", "Ann Lucky Break", "Ann Lucky Break"),
    ),
    Finding(
        "A fight was announced and called off for ever",
        "Fight and back, or call and back, again and again: nothing was spent, and nobody else could act.",
        {"Ann can defeat a henchman": fighting},
        ("ok Ann", "ok Ann", "ok Ann"),
    ),
    Finding(
        "A true card was refused because a copy of it had been typed",
        "A card entered by hand was booked as its first copy, and the tag of that copy was refused from then on.",
        {"a table with real cards": lambda: at(*punto())},
        ("Ann R5", "c3", "Ben G1", "c4", Card(0, "R5a")),
    ),
    Finding(
        "A card that a bot hands over was to be guessed",
        '"Ben hands over a card, face down": nobody may look which.',
        {"Ann has asked Ben, a bot, for a game": handing_over},
        (Card(0, "YINSH"),),
    ),
    Finding(
        "Alter Ego did not say that confirm makes ready",
        '"pass: ready, nothing more in this phase", and the confirm key did the same.',
        {"in the Income": lambda: at(EGO, ego.position({}, {}, phase=ego.Phase.INCOME))},
        ("ok Ann",),
    ),
    Finding(
        "pass at a card that is drawn face down asked for its name",
        '"this card is on no cell: type its name".',
        {"Ann draws an idea": lambda: of_spiel("0 brainstorm")},
        ("pass",),
    ),
    Finding(
        "A place was meant that nobody had named",
        '"no incomplete set of ... is displayed there".',
        {"Ann has called a card": lambda: at(alex.GAME, called())},
        ("",),
    ),
    Finding(
        "A key that did nothing said what somebody else was asked",
        "The first of all prompts was told, by any key of anybody.",
        {"Ann draws an idea": lambda: of_spiel("0 brainstorm")},
        ("ok Ben", "ok Ann"),
    ),
)


def drawing(cids):
    """Ann draws a card of Ben, whose hand nobody has read."""
    state = alex.position(["ESG 1"], ["Catan"], cids, untracked={1: 3})
    return at(alex.GAME, alex.do(state, "esg ESG 1", "ask 1"))


def called():
    """Of an untracked hand nobody knows whether it has a proof."""
    state = alex.position(["Ra", "Goa"], ["Catan"], ["Jambo"], untracked={0: 2})
    return alex.do(state, "call", "ask 1", "name Goa")


def transcript(session, typed):
    """What is typed, and everything that people then hear."""
    told = Translator("en", NAMES, game=session.game.name).text
    asked = asked_now(session, told)
    yield from asked
    for line in typed:
        yield f"> [the tag of {line.card}, at {NAMES[line.reader]}]" if isinstance(line, Card) else f"> {line}".rstrip()
        answers = list(map(told, heard(session, line)))
        yield from answers
        before, asked = asked, asked_now(session, told)
        yield from asked if asked != before or not answers else ()


def asked_now(session, told):
    """What is asked of whom."""
    prompts = current_prompts(session)
    whom = [f"{NAMES[prompt.seat]}: " if prompt.seat >= 0 else "" for prompt in prompts]
    return [f"? {seat}{told(prompt.message)}" for seat, prompt in zip(whom, prompts, strict=True)]


def heard(session, line):
    if isinstance(line, Card):
        return session.hear_event(line).said
    event = event_of(line, session)
    if isinstance(event, Message):
        return (event,)
    reply = session.judge_typed(event) or session.hear_event(event)
    return (*reply.said, *(session.hear_event(reply.does).said if reply.does else ()))


def page():
    rows = "".join(f"| {before} | {where} |\n" for before, where in NOT_TYPED.items())
    return "\n".join((HEAD, *map(told_of, FINDINGS), FOOT)) + "\n" + rows


def told_of(finding):
    tables = "\n".join(
        f"Now, {where}:\n\n```\n" + "\n".join(transcript(make(), finding.typed)) + "\n```\n"
        for where, make in finding.tables.items()
    )
    return f"## {finding.title}\n\nBefore: {finding.before}\n\n{tables}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
