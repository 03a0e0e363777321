"""Questions of calibrate about parts that only a person knows of. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glowpico.settings import DEFAULTS, is_allowed
from glowtable.device.link import Board
from glowtable.grid import CELLS, SEATS
from glowtable.maker.wizard import BACK, Steps, Wait, await_press
from glowtable.messages import Message, filled, say
from glowtable.table import GREEN, RED, Light, Picture

PHONE_MA = 2400  # a phone charger
ELSE_MA = 700  # Pico and card readers, from the same supply
USB_LEDS_MA = 300  # of the 500 of a USB port, where nothing else feeds the LEDs
# What the table's LEDs may draw of a supply, so that neither power-on nor a shorted branch is too much for it
LEDS_MA = {3000: 1050, 4000: 1950, 5000: 2900}
BRANCH_MA = 750  # what a switch of the hub lets each branch have

Known = Mapping[str, Any]
IN_WORDS = {"buttons": say("buttons (typed)")}  # a setting that a sentence names in another language
IMPOSSIBLE = say("Type one of these answers. Or Enter, back or q.")
TOO_SMALL = say("The table must know its supply. Type the mA it gives, 3000 or more.")


class Question(NamedTuple):
    """A setting that a person knows; `read` says what an answer means, or in a Message why it cannot be."""

    name: str
    message: Message
    read: Callable[[str, Known, Known], int | str | Message]  # typed, the table's settings, the answers before it
    is_asked: Callable[[Board, Known], bool]  # at this board, after these answers


def has_switches(board: Board, answers: Known) -> bool:
    """Does the hub limit each branch of the supply? It does unless the cells are card readers."""
    return is_table(board) and answers.get("cell_kind") == "buttons"


def is_table(board: Board) -> bool:
    """The one whose boards are drawn in hardware/."""
    return board == Board()


def read_table_supply(text: str, now: Known, before: Known) -> int | Message:
    """What the LEDs may draw, in mA; nothing is kept but what a table with switches may have."""
    if not text:
        is_kept = now["branch_sense"] and now["budget_ma"] in LEDS_MA.values()
        return int(now["budget_ma"]) if is_kept else TOO_SMALL
    return table_budget(text) or TOO_SMALL


def table_budget(text: str) -> int | None:
    """As of the largest supply the table is designed for that gives no more; None: too small."""
    supply_ma = _whole_number(text)
    return max((leds_ma for gives_ma, leds_ma in LEDS_MA.items() if gives_ma <= supply_ma), default=None)


def read_supply(text: str, now: Known, before: Known) -> int | Message:
    """The same of any other table; `usb` is a port that feeds the LEDs, too."""
    if not text:
        return int(now["budget_ma"])
    return USB_LEDS_MA if text == "usb" else led_budget(text) or IMPOSSIBLE


def led_budget(text: str) -> int | None:
    """What LEDs may draw, in mA, of a supply that is named or given in mA: four fifths, less ELSE_MA.

    None if settings.json may not say that.
    """
    supply_ma = PHONE_MA if text == "phone" else _whole_number(text)
    budget_ma = supply_ma * 8 // 10 - ELSE_MA
    return budget_ma if is_allowed("budget_ma", budget_ma) else None


def _whole_number(text: str) -> int:
    """The number typed; 0 for anything else, and for more digits than any supply's mA."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _one_of(
    name: str, message: Message, allowed: tuple[int | str, ...], is_asked: Callable[[Board, Known], bool]
) -> Question:
    """A question whose answers are typed as settings.json has them."""
    values = {str(value): value for value in allowed}
    return Question(name, message, lambda text, now, before: values.get(text or str(now[name]), IMPOSSIBLE), is_asked)


QUESTIONS = (
    _one_of(
        "cell_kind",
        say("What's under the cells: buttons or nfc? (Enter: {now})"),
        ("buttons", "nfc"),
        lambda board, answers: is_table(board),
    ),
    _one_of(
        "pixels_per_cell",
        say("How many LEDs per cell: 1, 2 or 4? (Enter: {now})"),
        (1, 2, 4),
        lambda board, answers: True,
    ),
    _one_of(
        "pixels_per_seat",
        say("How many LEDs per seat: 1, 2, 3 or 4? (Enter: {now})"),
        (1, 2, 3, 4),
        lambda board, answers: bool(board.seat_lights),
    ),
    _one_of(
        "reader_gain",
        say(
            "How hard do the readers listen: 18, 23, 33, 38, 43 or 48? Cards missed? One more. Wrong ones? One less. "
            "(Enter: {now})"
        ),
        (18, 23, 33, 38, 43, 48),
        lambda board, answers: bool(int(board.readers, 16)),
    ),
    Question(
        "budget_ma",
        say("The table's 5 V supply: the mA it gives, 3000 or more (the LEDs may draw {now} mA so far)"),
        read_table_supply,
        has_switches,
    ),
    Question(
        "budget_ma",
        say("What feeds the LEDs: usb, phone (a charger), or its mA, say 4000? (Enter: they may draw {now} mA)"),
        read_supply,
        lambda board, answers: not has_switches(board, answers),
    ),
)


def ask_parts(settings: Known, board: Board = Board(), has_gain: bool = True) -> Steps[dict[str, Any]]:
    """The answers to QUESTIONS and what follows from them; Enter leaves a setting as it is."""
    given: list[tuple[Question, Any]] = []
    problem: Message | None = None
    while question := _next_question(given, board, has_gain):
        answers = {asked.name: value for asked, value in given}
        wait = Wait(_ask_question(question, settings), said=problem, is_question=True)
        text = yield from await_press(wait, frozenset(range(CELLS)))
        value = None if text == BACK else question.read(str(text), settings, answers)
        problem = value if isinstance(value, Message) else None
        if value is None and given:
            given.pop()
        elif value is not None and problem is None:
            given.append((question, value))
    answers = {asked.name: value for asked, value in given}
    return answers | _branch_limit(settings, has_switches(board, answers))


def _next_question(given: list[tuple[Question, Any]], board: Board, has_gain: bool) -> Question | None:
    """The first of them that comes after those that were answered; None if there is none."""
    answers = {asked.name: value for asked, value in given}
    left = QUESTIONS[QUESTIONS.index(given[-1][0]) + 1 if given else 0 :]
    there = [question for question in left if has_gain or question.name != "reader_gain"]
    return next((question for question in there if question.is_asked(board, answers)), None)


def _ask_question(question: Question, settings: Known) -> Message:
    now = settings[question.name]
    return filled(question.message, {"now": IN_WORDS.get(now, now)})


def _branch_limit(settings: Known, is_limited: bool) -> dict[str, int]:
    """Where switches limit each branch, so do the settings; where there are none any more, they do not."""
    if is_limited:
        return {"branch_sense": 1, "branch_ma": min(settings["branch_ma"], BRANCH_MA)}
    return {"branch_sense": 0, "branch_ma": DEFAULTS["branch_ma"]} if settings["branch_sense"] else {"branch_sense": 0}


# -- in which order LEDs take their colours

COLOUR = say("Which colour are the lit LEDs: {colour}? Enter: yes. Else type red, green or blue; mixed if they differ.")
COLOURS = {"red": "R", "green": "G", "blue": "B"}
IN_COLOUR: Mapping[str, tuple[Message, str]] = {"red": (say("red"), RED), "green": (say("green"), GREEN)}
NO_COLOUR = say("Type red, green, blue or mixed. Or Enter, or q.")
TWICE = say("Two colours can't look the same. Once more.")


def ask_colours(settings: Known) -> Steps[str]:
    """The order of the LEDs' colours, found by what red and green look like; LEDs with a white diode look mixed."""
    order, problem = str(settings["led_colours"]), None
    while True:
        seen: dict[str, str] = {}
        for name, (word, colour) in IN_COLOUR.items():
            wait = Wait(filled(COLOUR, {"colour": word}), lit_in(colour), problem, is_question=True)
            answer = yield from _ask_colour(wait, name)
            if answer == "mixed":
                break
            seen[COLOURS[name]] = COLOURS[answer]
        if len(seen) < len(IN_COLOUR):  # bytes for three diodes at LEDs of four, or the other way round
            order, problem = (order[:3] if "W" in order else order + "W"), None
            return order
        if len(set(seen.values())) == len(seen):
            return reordered(order, seen)
        problem = TWICE


def _ask_colour(wait: Wait, expected: str) -> Steps[str]:
    while True:
        text = yield from await_press(wait, frozenset(range(CELLS)))
        answer = expected if text in ("", "yes") else str(text)
        if answer in COLOURS or answer == "mixed":
            return answer
        wait = wait._replace(said=NO_COLOUR)


def reordered(order: str, seen: Mapping[str, str]) -> str:
    """The true order, if what was sent to these channels looked like those."""
    (sent,) = set("RGB") - set(seen)
    (looked,) = set("RGB") - set(seen.values())
    true = {**seen, sent: looked}
    return "".join(true.get(channel, channel) for channel in order)


def lit_in(colour: str) -> Picture:
    """Everything in one colour."""
    return Picture((Light(colour),) * CELLS, (Light(colour),) * SEATS)
