"""What reviews found where people listen, and what is answered today: docs/FINDINGS.md is written from here.

    python -m tests.docs.findings

The answers are those of the program: each line goes the way of a line that is typed at the table. What the program
answered that the reviews listened to (commit 5a63d15) was recorded in the same way, in findings_before.json.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from glowtable import games
from glowtable.game import CHANCE, Action, full_options
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.match.match_state import MatchState
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
RECORD = Path(__file__).with_name("findings_before.json")  # title -> table -> what an earlier program let people hear
NAMES = ("Ann", "Ben", "Cid")
HEAD = """# What was found, and what is answered today

Reviews listened at the table: what is typed, and what everybody then hears. Each finding says in a few words what was
seen, and shows the same situation before, at the program that the reviews listened to, and now. A line after `>` is
typed, `[the tag ...]` is a card on a reader; below it is what people hear, and after `?` what is asked then. Nobody
wrote these lines: tests/docs/findings.py asks the program, and what the earlier one answered was recorded in the same
way. Tests compare both with this page.

Where a finding shows two tables, nobody who listens may tell which of the two it is.
"""


FOOT = """## What no typed line shows

| found before | where it is shown today |
|---|---|"""
NOT_TYPED = (
    (
        "the next match's seed was this one's + 1, and exports told seeds",
        "the system draws a fresh seed for each match (tests/match/test_seeds.py), and keeps it to itself",
    ),
    (
        "of 16,000 probes of Punto 0 told two worlds apart, of 86,000 of ALEX & CO 430, of 38,000 of Alter Ego 20, of"
        " 86,000 of Spiel des Jahres 280",
        "[the adversary, its figures and controls](MEASURED.md#secrets-cards-and-endings)",
    ),
    (
        "at the simulated table a hidden card was named, and so taken out of another's hand",
        "there every hand is tracked, and only the dealer deals (tests/terminal/test_real_cards.py)",
    ),
    (
        "people with cards and no table could not play, and no line said whose cards it is played with",
        "`play --cards real`, and the first line of the screen (tests/terminal/test_real_cards.py)",
    ),
    (
        "how to play for a bot whose cards nobody may see",
        "[a bot's cards](play/alex_and_co.md), tried by hands that only see backs"
        " (tests/games/test_hands_face_down.py)",
    ),
    (
        "a match without an end",
        "a ranking of each game, and what is bounded: [rules](rules/README.md#what-ends-a-match)",
    ),
    (
        "who fires may bid (S-24), who changed hands is not fired again (S-24b), the unpaid are safe (S-26)",
        "tests/games/test_spiel_rules.py, by the number of the rule",
    ),
    ("an auction waits for ever", "`auction_s`, off by default (tests/games/test_spiel_table.py)"),
    (
        "45 places on a table of 36 cells (A-40); some cards leave only after the deal (A-04)",
        "tests/games/test_alex_rules.py, by the number of the rule",
    ),
    (
        "prices of Alter Ego from before events lay beside the board",
        "[how often teams win](rules/alter_ego.md#how-often-teams-win), counted by the engine",
    ),
    (
        "Punto's goal, its neutral colour and the worth of a line were not said; clumsy sentences, wrong plurals",
        "tests/games/test_punto_words.py, test_punto_refusals.py",
    ),
    (
        "the two maps of Punto's window were not inverse, and a trophy's cell left it",
        "tests/games/test_punto_surface.py",
    ),
    (
        "letters of cards were English in each language",
        "both are taken, and a line explains them (tests/games/test_punto_words.py)",
    ),
    (
        "German and Italian help called the key `next` the next match",
        "help is of this moment, in each language (tests/terminal/test_terminal_help.py)",
    ),
    ("rules that no test held", "[mutants](MEASURED.md#do-the-tests-notice-a-wrong-rule), and which of them survive"),
)


class Finding(NamedTuple):
    title: str
    before: str
    tables: dict[str, Callable[[], Session]]  # what is special about each -> the match there
    typed: tuple[str | Card, ...]  # a card: its tag is read


def at(game, state, bots=(), dealt=False, think=None):
    """The match in play."""
    players = tuple(Player(name, "random" if seat in bots else "") for seat, name in enumerate(NAMES))
    match_state = MatchState(game, players[: state.terms.seats], dict(state.terms.options), think or never)
    match_state.state, match_state.dealt = state, dealt
    return Session(match_state, Phase.PLAYING)


def never(state, seat):
    return Action(seat, "ready")


def punto(seats=2, **options):
    game = games.find("punto")
    return game, game.rules.apply(game.rules.setup(seats, full_options(game, options)), Action(0, "begin"))


def staged_draw(card):
    """The dealer has drawn this card, and has not yet shown it."""
    session = at(*punto(), dealt=True)
    session.match_state.chance.stage_draw(Action(CHANCE, "turn", (session.game.deck.index(card),)))
    return session


def laid(card, cell):
    """The card was dealt, and its owner has pressed a cell."""
    session = staged_draw(card)
    session.handle_event(Card(0, card))
    session.handle_event(event_of(cell, session))
    return session


def of_spiel(*things, bots=(), **named):
    return at(spiel.GAME, spiel.do(spiel.position(**named), *things), bots)


def holding(cards, bots=()):
    """Ben holds these, in a hand that the table has read."""
    return at(spiel.GAME, spiel.position([["Moon"], cards]), bots)


def turning_up(cids):
    """The card of the first month is turned up; Cid's hand is read."""
    return at(spiel.GAME, spiel.position([[], [], cids], phase=Month.TREND)._replace(months=()))


def revealing(cids):
    """Ann turns up the card on c3; Cid's hand is read."""
    return at(alex.GAME, alex.do(alex.position(["Ra"], ["Catan"], cids), "reveal", "at c3"))


def patrolling(drawn):
    """Ann has drawn this henchman, and Ben draws."""
    state = ego.all_ready(ego.position({}, {"display": ["Community"] * 2}, phase=ego.Phase.SUPPORT))
    return at(EGO, ego.do(state, f"chance henchman {drawn}"))


def revealed(**crew):
    """Both have chosen a henchman, and Ben has money."""
    state = ego.position({}, {"money": 3, **crew}, phase=ego.Phase.SUPPORT, row=SHOP)
    state = ego.dealt(ego.all_ready(state))
    for seat in (0, 1):
        state = ego.do(state, f"{seat} choose {min(ego.zone(state, seat, 'drawn'))}")
    return at(EGO, state)


def shopping():
    return at(EGO, ego.position({"money": 2}, {"money": 2}, phase=ego.Phase.INCOME, row=SHOP))


def with_badges():
    return at(EGO, ego.position({"display": ["Community"] * 3}, {}, phase=ego.Phase.PATROL, henchmen=GANG))


def poor():
    return at(EGO, ego.position({"display": ["Luck"]}, {}, henchmen=GANG))


def asked_for_a_game():
    """Ann has asked Ben for a game by Kris Burm."""
    state = alex.position(["Goa"], ["DVONN", "YINSH"], seats=3)
    return at(alex.GAME, alex.do(state, "swap", "ask 1", "name Kris Burm", "accept"))


def paying():
    """Ben has given Ann a game, and gets a card of hers for it."""
    state = alex.position(["Goa"], ["DVONN", "YINSH"], [], seats=3, untracked={0: 3})
    return at(alex.GAME, alex.do(state, "swap", "ask 1", "name Kris Burm", "accept", "give YINSH"))


def with_most_of_a_set():
    return at(alex.GAME, alex.position(alex.of_size(4)[:3], ["Jambo"]))


def won():
    """Ann has won a round, and Ben, a bot, begins the next one."""
    session = at(*punto(seats=3))
    lines = "R1 c3, G1 c2, B1 d2, R2 c4, G2 b2, Y1 e2, R3 c5, G5 e3, B5 e4, R4 c6"
    for line in lines.replace(",", "").split():
        session.handle_event(event_of(line, session))
    return at(session.game, session.state, bots=(1,), think=begins)


def begins(state, seat):
    return Action(seat, "begin")


def alone_with_a_bot():
    game = games.find("punto")
    return at(game, game.rules.setup(2, full_options(game, {})), bots=(1,), think=begins)


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
SHOP = ["Honorary Badge", "Case Files", "Roomy Coat"]
GANG = [("Alley Bruiser", {"kin": 1}), ("Black-Van Crew", {})]
FINDINGS = (
    Finding(
        "A bot's hand could be read from the keyboard",
        "Spiel des Jahres answered a name that the bot holds otherwise than another: 121 names gave the hand.",
        {
            "Ben, a bot, holds Goat": lambda: holding(["Goat"], bots=(1,)),
            "Ben holds Teapot": lambda: holding(["Teapot"], bots=(1,)),
        },
        ("Ben Goat", "Ben tap Goat"),
    ),
    Finding(
        "A person's hand could be searched by anybody who types",
        "Each no told what a hand that the table has read does not hold, each yes laid the card open.",
        {"Ben holds Goat": lambda: holding(["Goat"]), "Ben holds Teapot": lambda: holding(["Teapot"])},
        ("Ben tap Goat", "pass Ben"),
    ),
    Finding(
        "A card without a name told who holds it",
        "The program looked for the one hand that has the card.",
        {"Ben holds Spice": lambda: holding(["Spice"]), "nobody holds it": lambda: holding(["Goat"])},
        ("tap Spice",),
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
        "The card of a month was judged by hidden hands",
        "A card that is turned up was refused if somebody's read hand holds it.",
        {"Cid holds Goat": lambda: turning_up(["Goat"]), "Cid holds Teapot": lambda: turning_up(["Teapot"])},
        ("Goat",),
    ),
    Finding(
        "Whether a card was read by mistake was judged by hidden hands",
        "What another player had agreed to was done, or refused.",
        {"Cid holds Goat": lambda: turning_up(["Goat"]), "Cid holds Teapot": lambda: turning_up(["Teapot"])},
        (Card(0, "Castle 2"), Card(0, "Goat"), "ok Ben"),
    ),
    Finding(
        "A card of the display was judged by hidden hands",
        "The same in ALEX & CO: what is turned up could be searched for.",
        {"Cid holds Jambo": lambda: revealing(["Jambo"]), "Cid holds Samurai": lambda: revealing(["Samurai"])},
        ("Jambo",),
    ),
    Finding(
        "A henchman was judged by what others had drawn in secret",
        "The same in Alter Ego's Patrol.",
        {
            "Ann has drawn Bagman Bill": lambda: patrolling("Bagman Bill"),
            "Ann has drawn Subway Swarm": lambda: patrolling("Subway Swarm"),
        },
        ("Bagman Bill",),
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
        "A card at anybody's reader paid for who was asked",
        "Whose reader it was did not count.",
        {"Ann, whose hand nobody has read, has a game to pay for": paying},
        (Card(2, "Jambo"),),
    ),
    Finding(
        "Anybody's typing handed over another player's card",
        "What was typed for a player was done at once; who it was for was not asked.",
        {"Ann has asked Ben for a game": asked_for_a_game},
        ("Ben DVONN", "ok Ann", "ok Ben"),
    ),
    Finding(
        "Anybody's typing displayed for a seat, and nothing was taken back",
        "A card laid by mistake towards a set stayed, if the table had read the hand.",
        {"Ann holds most of a set": with_most_of_a_set},
        ("Ann Uwe Rosenberg", "ok Ann", "pass Ann"),
    ),
    Finding(
        "Who typed first decided what was turned up",
        "At the simulated table a card or a cell that was typed a moment early was taken for the one that came.",
        {"the dealer has drawn R5": lambda: staged_draw("R5a"), "it has drawn G1": lambda: staged_draw("G1b")},
        ("R5", "c3", "Ann R5", "pass"),
    ),
    Finding(
        "The key next gave away what others had not done",
        "One key of anybody made all others ready, unasked.",
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
        "The sentence of a rule stood beside each, whatever the reason.",
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
        "The cops were called and called back for ever",
        "The same before the Patrol.",
        {"Ann has three badges": with_badges},
        ("Ann call", "ok Ann", "ok Ann", "ok Ann"),
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
        "Only pass was named, and the confirm key did the same.",
        {"in the Income": lambda: at(EGO, ego.position({}, {}, phase=ego.Phase.INCOME))},
        ("ok Ann",),
    ),
    Finding(
        "Who could not pay a villain did not hear what is missing",
        "A press and a key said that it is too little, not what it is.",
        {"Ann has too few icons": poor},
        ("b1", "ok Ann"),
    ),
    Finding(
        "The supply could not be replaced by keys",
        "A card, or all of them, went under the deck by a typed line alone.",
        {"both have money": shopping},
        ("a4", "a5", "a6", "ok Ben"),
    ),
    Finding(
        "After the Patrol's revelation no badge could be bought for the cops",
        "The Fight began at once, unless somebody had three badges already.",
        {"Ben has money": revealed},
        ("Ben cycle Case Files", "ok Ben"),
    ),
    Finding(
        "A game was worth one sum in its preview and another one when it was published",
        "The terms of the result did not add up either.",
        {"Ann publishes": lambda: of_spiel("0 tap Moon", "0 tap Goat", hands=[["Moon", "Goat"]])},
        ("ok Ann",),
    ),
    Finding(
        "A bot began the next round, and nobody heard what to do",
        "Which card leaves, what is gathered, how many each gets: only people who begin were told.",
        {"Ann has won a round": won},
        ("ok Ann",),
    ),
    Finding(
        "One person was asked who is youngest",
        "There was nobody to compare with.",
        {"Ben is a bot": alone_with_a_bot},
        ("ok Ann",),
    ),
    Finding(
        "Cells of the floating frame had two names",
        "A cell was pressed as c3, and told as 0,0.",
        {"the first card": lambda: at(*punto(frame="floating"))},
        ("Ann R5", "f6", "c3"),
    ),
    Finding(
        "pass promised lit cells where there are none",
        "No card of this game is entered by a cell; later its name was asked for, aloud.",
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
        "A key that did nothing was not answered",
        "Nobody heard why; later any key told what somebody else is asked.",
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
        return session.handle_event(line).said
    event = event_of(line, session)
    if isinstance(event, Message):
        return (event,)
    reply = session.judge_typed(event) or session.handle_event(event)
    return (*reply.said, *(session.handle_event(reply.does).said if reply.does else ()))


def page():
    before = json.loads(RECORD.read_text("utf-8"))
    told = (told_of(finding, before.get(finding.title, {})) for finding in FINDINGS)
    rows = "".join(f"| {found} | {where} |\n" for found, where in NOT_TYPED)
    return "\n".join((HEAD, *told, FOOT)) + "\n" + rows


def told_of(finding: Finding, before: Mapping[str, str]) -> str:
    """The finding, at each table then and now."""
    now = answers(finding)
    if len(now) > 1 and len(set(now.values())) == 1:
        now = {"at both": next(iter(now.values()))}
    blocks = [block("Before", *told) for told in before.items()] + [block("Now", *told) for told in now.items()]
    return "\n".join((f"## {finding.title}\n\n{finding.before}\n", *blocks))


def answers(finding: Finding) -> dict[str, str]:
    """What is heard at each table."""
    return {where: "\n".join(transcript(make(), finding.typed)) for where, make in finding.tables.items()}


def block(when: str, where: str, lines: str) -> str:
    return f"{when}, {where}:\n\n```\n{lines}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
