"""How a table is wired, learned by lighting one LED after the other and pressing the cell under it.

A script (guide.py) over a Draft. A *place* is a number along a wire: of a light on the LED chain, or of a cell's
contact in the key matrix (row * 6 + column); on an NFC table a contact is the card reader under a cell. In the end each
cell a1..f6 has one of each. No I/O.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

from glowpico.settings import DEFAULTS, is_allowed, read
from glowtable.grid import CELLS, SIDE, cell_name, cell_of
from glowtable.maker.wizard import BACK, SKIP, Steps, Wait, await_card, await_press, await_quiet, show_frames
from glowtable.messages import Message, filled, say
from glowtable.table import BLUE, GREEN, OFF, WHITE, Light, Picture, Press

QUIET_MS = 3000
RUN_MS = 150  # how long each cell of the running light shines
CHATTERS = 3  # times in a row that a cell answers which answered already
CORNERS = (0, 5, 30, 35)  # a1, a6, f1, f6
ALL_CELLS = frozenset(range(CELLS))
READING = (*CORNERS, *(cell for cell in range(CELLS) if cell not in CORNERS))  # the order cells are asked for


def _plain_grids() -> tuple[tuple[int, ...], ...]:
    """The eight ways a plain grid can be turned or mirrored; each gives the place of every cell."""
    rows = [tuple(range(row * SIDE, row * SIDE + SIDE)) for row in range(SIDE)]
    found = []
    for _ in range(4):
        rows = list(zip(*rows[::-1], strict=True))
        found += [tuple(chain(*rows)), tuple(chain(*(row[::-1] for row in rows)))]
    return tuple(found)


PLAIN_GRIDS = _plain_grids()


class Orders(NamedTuple):
    """What was learned, as settings.json says it."""

    cell_order: tuple[int, ...]
    led_order: tuple[int, ...]
    dead_cells: tuple[int, ...]


class Draft:
    """The answers so far; each list grows by one answer and is taken back from its end."""

    def __init__(self, nfc: bool = False) -> None:
        self.noisy: frozenset[int] = frozenset()  # contacts that move by themselves
        self.under: list[int | None] = []  # light -> contact; None: skipped
        self.pressed: list[int | None] = []  # contact of each cell in READING order
        self.named: list[int | None] = []  # cell of each light that is still without one
        self.is_plain = True  # may the grid be wired plainly?
        self.covered: set[int] = set()  # where the card of an NFC table was told last
        self.asking = Wait(say("calibrate"), ask=(("audit",),) if nfc else (), raw=True)
        self.nfc = nfc

    @property
    def plain_grid(self) -> tuple[int, ...] | None:
        """The one plain grid that fits the corners; None as long as there is not exactly one."""
        corners = list(zip(CORNERS, self.pressed, strict=False))
        fits = [grid for grid in PLAIN_GRIDS if all(at in (None, grid[cell]) for cell, at in corners)]
        return fits[0] if self.is_plain and len(corners) == len(CORNERS) and len(fits) == 1 else None


def calibrate_wiring(draft: Draft) -> Steps[Orders | None]:
    """The whole job, step by step; every answer can be taken back. None if what was learned is not to be written."""
    step = 0
    while True:
        found = yield from learn_orders(draft, step)
        answer = yield from confirm_orders(found)
        if answer != BACK:
            return found if answer else None
        step = len(STEPS) - 1


def learn_orders(draft: Draft, step: int = 0) -> Steps[Orders]:
    """The STEPS from this one on."""
    forward = True
    while step < len(STEPS):
        moved = yield from STEPS[step](draft)
        forward = step == 0 or (forward if moved is None else moved)
        step += 1 if forward else -1
    return orders_of(draft)


# -- the steps: each returns True to go on, False to go back, None if it had nothing to ask


def find_noisy(draft: Draft) -> Steps[bool | None]:
    """Whatever presses now is not pressed by anybody, and will not be believed."""
    if draft.nfc:
        return None
    wait = Wait(say("take your hands off the table for three seconds"), for_ms=QUIET_MS, raw=True)
    while (moved := (yield from await_quiet(wait))) is None:
        pass  # without a table it is not known: once more
    draft.noisy = frozenset(event.cell for event in moved if isinstance(event, Press))
    return True


def find_contacts(draft: Draft) -> Steps[bool | None]:
    """Which contact closes under each light of the chain."""

    def wait() -> Wait:
        n = len(draft.under)
        press_it = say("press the cell that shines ({n} of {all}); skip: none shines, or it does not answer",
                       n=n + 1, all=CELLS)  # fmt: skip
        lay_it = say("lay one card on the cell that shines ({n} of {all}); skip: none shines, or it does not answer",
                     n=n + 1, all=CELLS)  # fmt: skip
        several = say("if several cells shine, or part of one, leave with q: its number of LEDs is another")
        return draft.asking._replace(
            message=lay_it if draft.nfc else press_it, picture=light_cells({n: BLUE}), said=None if n else several
        )

    return (yield from ask_presses(draft.under, lambda: CELLS, wait, draft))


def find_layout(draft: Draft) -> Steps[bool | None]:
    """Where the contacts lie, seen from the first seat: the corners tell it if the grid is wired plainly."""

    def wait() -> Wait:
        done = [draft.under.index(at) for at in draft.pressed if at in draft.under and at is not None]
        cell = READING[len(draft.pressed)]
        press_it = say("seen from seat 1, press {cell} (a1 far left, f6 near right); skip: it does not answer",
                       cell=cell_name(cell))  # fmt: skip
        lay_it = say("seen from seat 1, lay the card on {cell} (a1 far left, f6 near right); skip: it does not answer",
                     cell=cell_name(cell))  # fmt: skip
        return draft.asking._replace(
            message=lay_it if draft.nfc else press_it,
            picture=light_cells(dict.fromkeys(done, GREEN)),
            wanted=Press(cell),
        )

    return (yield from ask_presses(draft.pressed, lambda: len(CORNERS) if draft.plain_grid else CELLS, wait, draft))


def name_dark_lights(draft: Draft) -> Steps[bool | None]:
    """Where the lights are whose cell did not answer; a single one has only one place left."""
    lights = [light for light, at in enumerate(draft.under) if at is None]
    if len(lights) < 2:
        return None
    if len(draft.named) == len(lights):
        draft.named.pop()
    problem: Message | None = None
    while len(draft.named) < len(lights):
        message = say("which cell shines? type its name; skip: none ({n} of {all})",
                      n=len(draft.named) + 1, all=len(lights))  # fmt: skip
        wait = Wait(message, light_cells({lights[len(draft.named)]: BLUE}), problem, is_question=True, raw=True)
        answer = yield from await_press(wait, ALL_CELLS)
        cell = cell_of(str(answer))
        if answer == BACK:
            if not draft.named:
                return False
            draft.named.pop()
        problem = None
        if answer == SKIP:
            draft.named.append(None)
        elif cell is not None and cell in without_light(draft):
            draft.named.append(cell)
        elif answer != BACK:
            free = " ".join(cell_name(cell) for cell in without_light(draft))
            problem = say("a cell without a light yet is asked for: one of {free}, or skip, or back", free=free)
    return True


def check_order(draft: Draft) -> Steps[bool | None]:
    """A light runs in reading order; if it does not, no plain grid is believed any more."""
    frames = [light_cells({light: WHITE}) for light in orders_of(draft).led_order]
    message = say("a light runs over the cells as one reads, a1 a2 ... f6: does it? yes or no")
    answer = yield from show_frames(message, frames, RUN_MS, raw=True)
    draft.is_plain &= answer is not False
    return answer in (True, SKIP)


STEPS: tuple[Callable[[Draft], Steps[bool | None]], ...] = (
    find_noisy,
    find_contacts,
    find_layout,
    name_dark_lights,
    check_order,
)


# -- asking for presses


def ask_presses(
    found: list[int | None], count: Callable[[], int], wait: Callable[[], Wait], draft: Draft
) -> Steps[bool]:
    """Ask for one contact after the other, each only once; False if the first answer was to go back."""
    if len(found) >= count():
        found.pop()
    problem: Message | None = None
    again = 0
    while len(found) < count():
        asked = wait()
        answer = yield from ask_contact(asked._replace(said=problem or asked.said), draft)
        is_taken = isinstance(answer, int) and answer in found
        again = again + 1 if is_taken else 0
        problem = _problem_with(answer, again)
        if answer == BACK and not found:
            return False
        if answer == BACK:
            found.pop()
        elif problem is None:
            found.append(answer if isinstance(answer, int) else None)
    return True


def ask_contact(wait: Wait, draft: Draft) -> Steps[int | str | None]:
    """One contact, by a press or a card; or what was typed."""
    if not draft.nfc:
        return (yield from await_press(wait, draft.noisy))
    answer = yield from await_card(wait, draft.covered)
    if isinstance(answer, int):
        draft.covered = {answer}
    return answer


def _problem_with(answer: int | str | None, again: int) -> Message | None:
    """What is wrong with an answer; None for a new contact, `skip` and `back`."""
    if again >= CHATTERS:
        return say("that cell presses by itself: begin again with its switch mended, or hold it still")
    if again:
        return say("that cell has answered already: press the one that is asked for, or type back")
    if answer is None:
        return say("several cells at once: press one alone")
    if isinstance(answer, str) and answer not in (SKIP, BACK):
        return say("press a cell, or type skip, back or q")
    return None


# -- what comes of it


def orders_of(draft: Draft) -> Orders:
    """Every cell with a contact and a light; what nobody found is dealt out in order."""
    at = _contact_order(draft)
    lights = {cell: draft.under.index(place) for cell, place in enumerate(at) if place in draft.under}
    dark = [light for light, place in enumerate(draft.under) if place is None]
    lights |= {cell: light for light, cell in zip(dark, draft.named, strict=False) if cell is not None}
    answered = {*draft.under, *draft.pressed}
    dead = tuple(cell for cell in range(CELLS) if at[cell] not in answered)
    return Orders(at, _fill_gaps(lights), dead)


def without_light(draft: Draft) -> list[int]:
    """The cells that no light is known to belong to."""
    at = _contact_order(draft)
    return [cell for cell in range(CELLS) if at[cell] not in draft.under and cell not in draft.named]


def _contact_order(draft: Draft) -> tuple[int, ...]:
    asked = zip(READING, draft.pressed, strict=False)
    return draft.plain_grid or _fill_gaps({cell: place for cell, place in asked if place is not None})


def _fill_gaps(known: Mapping[int, int]) -> tuple[int, ...]:
    """Every cell's place: where it is not known, the places left over, in order."""
    spare = iter(sorted(set(range(CELLS)) - set(known.values())))
    return tuple(known[cell] if cell in known else next(spare) for cell in range(CELLS))


def light_cells(colours: Mapping[int, str]) -> Picture:
    """These lights, steady, and no other."""
    return Picture(tuple(Light(colours[n]) if n in colours else OFF for n in range(CELLS)))


# -- parts only a person knows of


class Question(NamedTuple):
    """A setting that is asked for; `read` gives None for an answer that cannot be."""

    name: str
    message: Message
    read: Callable[[str], int | str | None]


def _one_of(*allowed: int) -> Callable[[str], int | None]:
    return lambda text: int(text) if text in map(str, allowed) else None


PHONE_MA = 2400  # a phone charger
ELSE_MA = 700  # Pico and card readers, from the same supply
BUDGET_MA = (250, 10000)  # what settings.json may say


def led_budget(text: str) -> int | None:
    """What the LEDs may draw, in mA, of a supply named or given in mA; a fifth of it is kept in reserve."""
    supply_ma = PHONE_MA if text == "phone" else int(text) if text.isdecimal() else 0
    budget_ma = supply_ma * 8 // 10 - ELSE_MA
    return budget_ma if BUDGET_MA[0] <= budget_ma <= BUDGET_MA[1] else None


QUESTIONS = (
    Question(
        "cell_kind",
        say("what do the cells feel with? buttons or nfc (Enter: {now})"),
        lambda text: text if text in ("buttons", "nfc") else None,
    ),
    Question("pixels_per_cell", say("how many LEDs has a cell? 1, 2 or 4 (Enter: {now})"), _one_of(1, 2, 4)),
    Question("pixels_per_seat", say("how many LEDs has a seat? 1, 2, 3 or 4 (Enter: {now})"), _one_of(1, 2, 3, 4)),
    Question(
        "budget_ma",
        say("the 5 V supply: phone, or its mA, say 4000 (Enter: the LEDs may draw {now} mA)"),
        led_budget,
    ),
)


def ask_parts(settings: Mapping[str, Any]) -> Steps[dict[str, Any]]:
    """The answers to QUESTIONS; Enter leaves a setting as it is."""
    answers: list[Any] = []
    problem: Message | None = None
    while len(answers) < len(QUESTIONS):
        question = QUESTIONS[len(answers)]
        now = settings[question.name]
        message = filled(question.message, {"now": now})
        text = yield from await_press(Wait(message, said=problem, is_question=True), ALL_CELLS)
        value = question.read(str(text)) if text else now
        problem = None
        if text == BACK:
            del answers[-1:]
        elif value is None:
            problem = say("that cannot be: type one of those named, Enter, back or q")
        else:
            answers.append(value)
    return dict(zip([question.name for question in QUESTIONS], answers, strict=True))


def confirm_orders(found: Orders) -> Steps[bool | str]:
    """Show what was learned; may it be written? Or BACK."""
    dead = " ".join(cell_name(cell) for cell in found.dead_cells) or "-"
    frames = [light_cells({light: GREEN for cell, light in enumerate(found.led_order) if cell not in found.dead_cells})]
    message = say("every cell has its place; left out: {dead}. Write it to the table? yes or no", dead=dead)
    return (yield from show_frames(message, frames, RUN_MS, (BACK,), raw=True))


# -- settings.json


def usable_settings(raw: bytes | None) -> dict[str, Any]:
    """What an older settings.json says and may go on saying; the rest is dropped."""
    try:
        given = json.loads(raw or b"{}")
    except ValueError:
        return {}
    return {name: value for name, value in given.items() if is_allowed(name, value)} if isinstance(given, dict) else {}


def is_newer(raw: bytes | None) -> bool:
    """Was it written by a newer glowtable?"""
    return "newer-settings" in read(raw)[2]


def with_orders(chosen: Mapping[str, Any], found: Orders) -> dict[str, Any]:
    """The settings with what was learned; an order says all that a rotation could."""
    learned = {name: list(value) for name, value in found._asdict().items()}
    return {**chosen, **learned, "rotation": DEFAULTS["rotation"]}


def settings_file(chosen: Mapping[str, Any]) -> bytes:
    """The bytes of settings.json; the version is this program's."""
    return json.dumps({**chosen, "version": DEFAULTS["version"]}, sort_keys=True).encode() + b"\n"
