"""Questions of calibrate about parts that only a person knows of. No I/O."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from glowpico.settings import DEFAULTS
from glowtable.grid import CELLS
from glowtable.maker.wizard import BACK, Steps, Wait, await_press
from glowtable.messages import Message, filled, say

PHONE_MA = 2400  # a phone charger
ELSE_MA = 700  # Pico and card readers, from the same supply
BUDGET_MA = (250, 10000)  # what settings.json may say
# The second table: what its LEDs may draw of a supply, so that neither power-on nor a shorted branch is too much for it
SECOND_LEDS_MA = {3000: 1050, 4000: 1950, 5000: 2900}
SECOND_BRANCH_MA = 750  # where a switch limits each branch

Known = Mapping[str, Any]
IN_WORDS = {"buttons": say("buttons (typed)")}  # a setting that a sentence names in another language
IMPOSSIBLE = say("Type one of these answers. Or Enter, back or q.")
NO_CARDS = say("The second table's cells are buttons, not card readers. Type 1, or back and answer that.")
TOO_SMALL = say("The second table must know its supply. Type the mA it gives, 3000 or more.")


class Question(NamedTuple):
    """A setting that a person knows.

    `read` takes what was typed, the table's settings, and the answers before it; a Message says why it cannot be.
    """

    name: str
    message: Message
    read: Callable[[str, Known, Known], int | str | Message]
    shown: Callable[[Any], Any] = lambda now: now


def read_table(text: str, now: Known, before: Known) -> int | Message:
    """Has this table's hub a switch for each branch of its supply?"""
    has_switches = {"1": 0, "2": 1, "": now["branch_sense"]}.get(text)
    if has_switches is None:
        return IMPOSSIBLE
    return NO_CARDS if has_switches and before["cell_kind"] == "nfc" else int(has_switches)


def read_supply(text: str, now: Known, before: Known) -> int | Message:
    """What the LEDs may draw, in mA; of the second table it is never kept from a time when it was the first."""
    is_second = before["branch_sense"]
    if not text:
        is_kept = not is_second or (now["branch_sense"] and now["budget_ma"] in SECOND_LEDS_MA.values())
        return int(now["budget_ma"]) if is_kept else TOO_SMALL
    if is_second:
        return second_budget(text) or TOO_SMALL
    return led_budget(text) or IMPOSSIBLE


def led_budget(text: str) -> int | None:
    """What the first table's LEDs may draw, in mA, of a supply that is named or given in mA: four fifths, less ELSE_MA.

    None if settings.json may not say that.
    """
    supply_ma = PHONE_MA if text == "phone" else _whole_number(text)
    budget_ma = supply_ma * 8 // 10 - ELSE_MA
    return budget_ma if BUDGET_MA[0] <= budget_ma <= BUDGET_MA[1] else None


def second_budget(text: str) -> int | None:
    """The same of the second table: as of the largest supply it is designed for that gives no more. None: too small."""
    supply_ma = _whole_number(text)
    return max((leds_ma for gives_ma, leds_ma in SECOND_LEDS_MA.items() if gives_ma <= supply_ma), default=None)


def _whole_number(text: str) -> int:
    """The number typed; 0 for anything else, and for more digits than any supply's mA."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _one_of(name: str, message: Message, *allowed: int | str) -> Question:
    """A question whose answers are typed as settings.json has them."""
    values = {str(value): value for value in allowed}
    return Question(name, message, lambda text, now, before: values.get(text or str(now[name]), IMPOSSIBLE))


QUESTIONS = (
    _one_of("cell_kind", say("What's under the cells: buttons or nfc? (Enter: {now})"), "buttons", "nfc"),
    Question(
        "branch_sense",
        say("Which table is it? 1, or 2 whose hub has a switch for each branch of the supply (Enter: {now})"),
        read_table,
        lambda now: now + 1,
    ),
    _one_of("pixels_per_cell", say("How many LEDs per cell: 1, 2 or 4? (Enter: {now})"), 1, 2, 4),
    _one_of("pixels_per_seat", say("How many LEDs per seat: 1, 2, 3 or 4? (Enter: {now})"), 1, 2, 3, 4),
    Question(
        "budget_ma", say("The 5 V supply: phone, or its mA, say 4000 (Enter: the LEDs may draw {now} mA)"), read_supply
    ),
)
SECOND_SUPPLY = say("The second table's 5 V supply: the mA it gives, 3000 or more (the LEDs may draw {now} mA so far)")


def ask_parts(settings: Known) -> Steps[dict[str, Any]]:
    """The answers to QUESTIONS and what follows from them; Enter leaves a setting as it is."""
    answers: dict[str, Any] = {}
    problem: Message | None = None
    while len(answers) < len(QUESTIONS):
        question = QUESTIONS[len(answers)]
        wait = Wait(_ask_question(question, settings, answers), said=problem, is_question=True)
        text = yield from await_press(wait, frozenset(range(CELLS)))
        value = None if text == BACK else question.read(str(text), settings, answers)
        problem = value if isinstance(value, Message) else None
        if value is None and answers:
            answers.popitem()
        elif value is not None and problem is None:
            answers[question.name] = value
    return answers | _branch_limit(settings, answers)


def _ask_question(question: Question, settings: Known, answers: Known) -> Message:
    now = settings[question.name]
    is_second_supply = question.name == "budget_ma" and answers["branch_sense"]
    message = SECOND_SUPPLY if is_second_supply else question.message
    return filled(message, {"now": IN_WORDS.get(now, question.shown(now))})


def _branch_limit(settings: Known, answers: Known) -> dict[str, int]:
    """Where switches limit each branch, so do the settings; where there are none any more, they do not."""
    if answers["branch_sense"]:
        return {"branch_ma": min(settings["branch_ma"], SECOND_BRANCH_MA)}
    return {"branch_ma": DEFAULTS["branch_ma"]} if settings["branch_sense"] else {}
