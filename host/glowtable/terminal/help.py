"""Help of this game and this moment: what may be typed now, with examples that work, and a hint.

All that is said of a moment follows from what everybody knows; where one person alone reads the screen, from what that
person's seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from glowtable.game import Action, Game, adviser_for, reason_of
from glowtable.grid import SEATS, TABLE_SEAT, cell_name
from glowtable.match.dealer import Dealer
from glowtable.match.judge import plausible
from glowtable.match.players import BotFailed, ask_bot
from glowtable.match.presenter import current_prompts
from glowtable.match.session import Phase, Session
from glowtable.match.teaching import Item, Part, demo_players, taught_steps
from glowtable.messages import Message, UserError, say
from glowtable.table import OFF, Card, Event, Key, Picture, Press, Said
from glowtable.terminal.lights import grid_lines
from glowtable.terminal.screen import has_rules_text
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import event_of

LineLocalizer = Callable[[str], str]  # a line -> in a person's own words
MAX_EXAMPLES = 7  # examples: they and what is asked fit on a leaf


class Example(NamedTuple):
    """A line that may be typed now, and what it does."""

    line: str
    does: Message


TABLE_LINES: Mapping[Phase, tuple[Example, ...]] = MappingProxyType(
    {
        Phase.DISPUTED: (Example("ok", say("the cards are right")), Example("c3", say("c3 has a different card"))),
        Phase.OVER: (Example("next", say("play again")), Example("undo", say("undo the last move"))),
    }
)
GENERAL_EXAMPLES = (  # may be typed at any time, in every game
    Example("ok", say("yes, continue (same as Enter)")),
    Example("pass", say("no, or done")),
    Example("undo", say("take back the last move")),
    Example("ok Ben", say("the same for Ben")),
    Example("hint", say("a tip, and why")),
    Example("why c3", say("why you can't play c3")),
    Example("show c3", say("what's on c3")),
    Example("hand", say("your secret cards, until you type again")),
    Example("status", say("the score, and who does what now")),
    Example("history", say("what happened, latest first")),
    Example("lights", say("the lights, in words")),
    Example("howto", say("how to play, in pictures")),
    Example("rules", say("the rules in a few sentences")),
    Example("wrong", say("something on the table is wrong")),
    Example("pause, night", say("pause, or dim and mute")),
    Example("next", say("play again after the end")),
    Example("mend", say("fix the table")),
    Example("quit", say("leave (your match is saved)")),
)

IS_FOR: Mapping[str, Callable[[Game], Any]] = {  # what only some games have
    "hand": lambda game: game.hidden_information,
    "howto": lambda game: game.read_teaching,
    "rules": has_rules_text,
}
FINISH = Example("next", say("ask everyone to finish"))  # instead, where all may act at once


def help_messages(session: Session, localize: LineLocalizer = str) -> Iterator[Message]:
    """What is asked, what may be typed now, what this game adds, and the words of every game, line by line."""
    for prompt in current_prompts(session):
        is_tables = prompt.seat == TABLE_SEAT
        yield prompt.message if is_tables else say("{seat}: {what}", seat=prompt.seat, what=prompt.message)
    examples = examples_of(session)
    if examples:
        yield say("You can type:")
        yield from (_example_line(example, localize) for example in examples)
    yield say("In this game: {help}", help=session.game.help)
    yield say("Any time (Tab completes a word):")
    asks_all = session.is_open and session.match_state.pass_actions
    for example in GENERAL_EXAMPLES:
        if not IS_FOR.get(example.line, bool)(session.game):
            continue
        yield _example_line(FINISH if asks_all and example.line == FINISH.line else example, localize)


def examples_of(session: Session) -> tuple[Example, ...]:
    """Lines that are taken now: of each kind of action one."""
    if session.is_open:
        return tuple(_open_examples(session))[:MAX_EXAMPLES]
    if session.paused:
        return (Example("pause", say("continue")),)
    if session.held:
        return (Example("ok", say("continue")),)
    if session.question:
        agreed = [f"ok {session.players[seat].name}" for seat in sorted(session.question.needed)]
        return (*[Example(line, say("yes")) for line in agreed], Example("pass", say("not now")))
    if session.repairs or session.phase is Phase.SETTING:
        return (Example("ok", say("done")),)
    return TABLE_LINES.get(session.phase, ())


def _open_examples(session: Session) -> Iterator[Example]:
    match_state = session.match_state
    if match_state.bots.awaiting_confirm:
        yield Example("ok", match_state.bots.instruction_for(match_state.bots.awaiting_confirm))
    elif match_state.bots.sole_action:
        cells = session.lit_cells
        yield from (
            Example(match_state.cell_names[cell], match_state.bots.instruction_for(match_state.bots.sole_action))
            for cell in cells
        )
    elif match_state.bots.pending_action:
        seat = match_state.bots.pending_action.seat
        yield Example(f"ok {session.players[seat].name}", say("let {seat} play", seat=seat))
    for seat in match_state.seats_to_act:
        yield from _examples_for(session, seat)
        if session.judge.needs_consent:
            yield Example(f"hand {session.players[seat].name}", say("see this hand (others look away)"))


def _examples_for(session: Session, seat: int) -> Iterator[Example]:
    """One for each kind of action; where several look, what would tell of a hand is left out."""
    state = session.match_state.public_state if session.judge.needs_consent else session.state
    kinds: set[str] = set()
    for action in session.game.rules.legal(state, seat):
        line = line_for(session, action) if action.kind not in kinds else None
        if line and not (session.judge.needs_consent and isinstance(_gesture_text(session, action), Card)):
            kinds.add(action.kind)
            yield Example(line, _done_by(session, action, state))


def _done_by(session: Session, action: Action, state: Any) -> Message:
    """What the action does, unless just that is asked already."""
    does = session.match_state.texts.choice_text(action, state)
    return say("do it") if any(does == prompt.message for prompt in current_prompts(session)) else does


def _gesture_text(session: Session, action: Action) -> Event:
    return session.game.surface.gesture(action, session.state)


def line_for(session: Session, action: Action) -> str | None:
    """The shortest line that does this action of a person now; None if it cannot be typed."""
    copies = session.match_state.copies
    for line in lines_of(session, copies.event_by_kind(_gesture_text(session, action))):
        event = event_of(line, session)
        meant = None if isinstance(event, Message) else plausible(session.judge.meaning_of(event))
        if meant and copies.action_by_kind(meant) == copies.action_by_kind(action):
            return line
    return None


def lines_of(session: Session, event: Event) -> tuple[str, ...]:
    """How an event may be typed, the shortest line first."""
    names = [player.name for player in session.players]
    match event:
        case Press(cell):
            return (session.match_state.cell_names[cell], cell_name(cell))
        case Key(seat, key):
            word = "ok" if key == "confirm" else key
            return (word,) if seat == TABLE_SEAT else (word, f"{word} {names[seat]}")
        case Card(reader, card):
            return (card, f"{names[reader]} {card}") if reader < len(names) else (card,)
        case Said(text):
            who, _, what = text.partition(" ")
            return (what, f"{names[int(who) - 1]} {what}") if who.isdigit() else (text,)
    return ()


def hint_of(session: Session, seat: int, dealer: Dealer, localize: LineLocalizer = str) -> tuple[Message, ...]:
    """What the game's adviser would do in this seat, and why. It sees what the seat may know.

    What people are meant to have forgotten it does not know either.
    """
    game, rules = session.game, session.game.rules
    if not session.is_open or seat not in rules.to_act(session.state):
        return (say("{seat} has nothing to do right now.", seat=seat),)
    choose, known = adviser_for(game, seat), rules.reminder_of(session.state, session.state)
    try:
        action = ask_bot(choose, game, known, seat, dealer.rng)
    except BotFailed as failed:
        return (say("No tip: the bot that gives it failed ({cause}).", cause=failed.cause),)
    what = session.match_state.texts.choice_text(action, session.state)
    line = line_for(session, action)
    reason = say("Why? {reason}", reason=reason_of(choose, game, rules.view(known, seat), action))
    return (
        say("Tip: type {line}. {what}", line=localize(line), what=what) if line else say("Tip: {what}", what=what),
        reason,
    )


def _example_line(example: Example, localize: LineLocalizer) -> Message:
    return say("  {line}: {does}", line=localize(example.line), does=example.does)


# -- how to play, step by step


NO_TEACHING = say("This game has no pictures. Type rules.")


def howto_texts(game: Game, translator: Translator) -> list[str]:
    """Step by step, each with its picture; one sentence for a game without, or one whose pictures are damaged."""
    try:
        steps = taught_steps(game)
    except UserError as error:
        return [translator.text(error.message)]
    if not steps:
        return [translator.text(NO_TEACHING)]
    own = Translator(translator.language, demo_players(game), game=game.name)
    texts = []
    for number, taught in enumerate(steps, 1):
        texts.append(own.text(say("Step {n} of {all}", n=number, all=len(steps))))
        texts += [own.text(say("{words}", words=words)) for words in (taught.step.head, taught.step.words)]
        for part in taught.parts:
            texts += _part_lines(part, own)
        texts.append("")
    return texts[:-1]


def _part_lines(part: Part, translator: Translator) -> Iterator[str]:
    if part.face:
        picture = Picture(tuple(spot.light for spot in part.spots), (OFF,) * SEATS)
        labels = [_text_of(spot.label, translator) for spot in part.spots]
        for line in grid_lines(picture, labels, part.face.rows, part.face.columns):
            yield line.plain
    if part.items:
        yield "  " + " · ".join(_item_text(item, translator) for item in part.items)
    yield from ("  " + translator.text(line) for line in part.lines)


def _item_text(item: Item, translator: Translator) -> str:
    words = _text_of(item.words, translator)
    return " ".join(filter(None, (words, item.card if item.card != words else "")))


def _text_of(words: Message | str, translator: Translator) -> str:
    return translator.text(words) if isinstance(words, Message) else words
