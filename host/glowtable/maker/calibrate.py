"""How a table is wired, learned by lighting one LED after the other and pressing the cell above it.

Steps for the wizard, over a Draft. A *place* is a number along a wire: of a light on the LED chain, or of a cell's
contact in the key matrix (row * 6 + column); on an NFC table a contact is the card reader under a cell. In the end each
cell a1..f6 has one of both. No I/O.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from glowpico.settings import DEFAULTS, is_allowed, read
from glowtable.device.link import Board
from glowtable.gate import parse_json
from glowtable.grid import CELLS, SEATS, SIDE, cell_name, cell_of, seat_of
from glowtable.maker.wizard import BACK, SKIP, Steps, Wait, await_card, await_key, await_press, await_quiet, show_frames
from glowtable.messages import Message, say
from glowtable.table import BLUE, GREEN, OFF, WHITE, Key, Light, Picture, Press

QUIET_MS = 3000
RUN_MS = 150  # how long each cell of the running light shines
CHATTERS = 3  # so many times in a row a cell answers that has already answered
CORNERS = (0, SIDE - 1, CELLS - SIDE, CELLS - 1)  # a1, a6, f1, f6
ALL_IN_ORDER = tuple(range(CELLS))
ALL_CELLS = frozenset(ALL_IN_ORDER)
READING = (*CORNERS, *(cell for cell in range(CELLS) if cell not in CORNERS))  # the order cells are asked for
Answer = TypeVar("Answer")


def _plain_grids() -> tuple[tuple[int, ...], ...]:
    """The eight ways a plain grid can be turned or mirrored; each gives the place of every cell."""
    rows = [tuple(range(row * SIDE, row * SIDE + SIDE)) for row in range(SIDE)]
    grids = []
    for _ in range(4):
        rows = list(zip(*rows[::-1], strict=True))
        grids += [tuple(chain(*rows)), tuple(chain(*(row[::-1] for row in rows)))]
    return tuple(grids)


PLAIN_GRIDS = _plain_grids()
# The same where each second row runs back: how lights alone may lie, which no press can tell
LIGHT_WAYS = PLAIN_GRIDS + tuple(
    tuple(at if at // SIDE % 2 == 0 else at // SIDE * SIDE + SIDE - 1 - at % SIDE for at in grid)
    for grid in PLAIN_GRIDS
)


class Orders(NamedTuple):
    """What was learned, in the words of settings.json."""

    cell_order: tuple[int, ...]
    led_order: tuple[int, ...]
    dead_cells: tuple[int, ...]
    seat_order: tuple[int, ...] = tuple(range(SEATS))


class Draft:
    """The answers so far; an answer is added at the end of its list and taken back from there."""

    def __init__(self, cell_kind: str = "buttons", board: Board = Board()) -> None:
        nfc = cell_kind == "nfc"
        self.has_cells, self.board = cell_kind != "none", board
        self.noisy: frozenset[int] = frozenset()  # contacts that move by themselves
        self.noisy_keys: frozenset[Key] = frozenset()
        self.seats: list[int | None] = []  # place along the seats' chain -> seat; None: skipped
        self.under: list[int | None] = []  # light -> contact; None: skipped
        self.pressed: list[int | None] = []  # contact of each cell in READING order
        self.named: list[int | None] = []  # cell of each light that is still without one
        self.is_plain = True  # may the grid be wired plainly?
        self.way = PLAIN_GRIDS.index(ALL_IN_ORDER)  # of LIGHT_WAYS, of lights alone
        self.covered: set[int] = set()  # where the card of an NFC table was reported last
        self.asking = Wait(say("calibrate"), ask=(("audit",),) if nfc else (), raw=True)
        self.nfc = nfc

    @property
    def plain_grid(self) -> tuple[int, ...] | None:
        """The one plain grid that fits the corners; None unless there is exactly one."""
        corners = list(zip(CORNERS, self.pressed, strict=False))
        fits = [grid for grid in PLAIN_GRIDS if all(at in (None, grid[cell]) for cell, at in corners)]
        return fits[0] if self.is_plain and len(corners) == len(CORNERS) and len(fits) == 1 else None


def calibrate_wiring(draft: Draft) -> Steps[Orders | None]:
    """The whole job, step by step; every answer can be taken back. None if nothing shall be written."""
    step = 0
    while True:
        orders = yield from learn_orders(draft, step)
        answer = yield from confirm_orders(orders)
        if answer != BACK:
            return orders if answer else None
        step = len(STEPS) - 1


def learn_orders(draft: Draft, step: int = 0) -> Steps[Orders]:
    """The STEPS, beginning with this one."""
    forward = True
    while step < len(STEPS):
        moved = yield from STEPS[step](draft)
        forward = forward if moved is None else moved
        step += 1 if forward else -1
    return orders_of(draft)


# -- the steps: each returns True to go on, False to go back, None if it had nothing to ask


def find_noisy(draft: Draft) -> Steps[bool | None]:
    """A contact or key that closes now is not pressed by anybody: it will not be believed."""
    if not int(draft.board.keys, 16) and not draft.has_cells:
        return None
    wait = Wait(say("Hands off the table for 3 seconds."), for_ms=QUIET_MS, raw=True)
    while (moved := (yield from await_quiet(wait))) is None:
        pass  # there was no table at the end: once more
    draft.noisy = frozenset(event.cell for event in moved if isinstance(event, Press))
    draft.noisy_keys = frozenset(event for event in moved if isinstance(event, Key))
    return True


def find_seats(draft: Draft) -> Steps[bool | None]:
    """Whose lights come first along the seats' chain, whose next; a place that is skipped is left to who is left."""
    if not draft.board.seat_lights:
        return None

    def ask(problem: Message | None) -> Steps[int | str]:
        n = len(draft.seats)
        message = say("Press a key of the lit seat ({n} of {all}). Or type its number. No seat lit? Type skip.",
                      n=n + 1, all=SEATS)  # fmt: skip
        wait = Wait(message, Picture.of({}, {n: Light(BLUE)}), problem, raw=True)
        return (yield from await_key(wait, draft.noisy_keys))

    def read(answer: int | str) -> int | Message:
        seat = seat_of(answer) if isinstance(answer, str) else answer
        if seat is None or seat >= SEATS:
            return say("Press a key of the lit seat, or type its number, skip, back or q.")
        if seat in draft.seats:
            return say("That seat has already answered. Press a key of the lit seat, or type back.")
        return seat

    return (yield from ask_each(draft.seats, lambda: SEATS, ask, read))


def find_contacts(draft: Draft) -> Steps[bool | None]:
    """Which contact closes under each light of the chain; a table of lights alone has none."""
    if not draft.has_cells:
        return None

    def wait() -> Wait:
        n = len(draft.under)
        press_it = say("Press the lit cell ({n} of {all}). Nothing lit, or no reaction? Type skip.",
                       n=n + 1, all=CELLS)  # fmt: skip
        lay_it = say("Put one card on the lit cell ({n} of {all}). Nothing lit, or no reaction? Type skip.",
                     n=n + 1, all=CELLS)  # fmt: skip
        several = say("Several cells lit, or only part of one? Type q: the LED count per cell is wrong.")
        return draft.asking._replace(
            message=lay_it if draft.nfc else press_it, picture=light_cells({n: BLUE}), said=None if n else several
        )

    return (yield from ask_presses(draft.under, lambda: CELLS, wait, draft))


def find_layout(draft: Draft) -> Steps[bool | None]:
    """Where the contacts are, seen from the first seat: the corners are enough if the grid is wired plainly."""
    if not draft.has_cells:
        return None

    def wait() -> Wait:
        done = [draft.under.index(at) for at in draft.pressed if at in draft.under and at is not None]
        cell = READING[len(draft.pressed)]
        press_it = say("From seat 1: press {cell} (a1 far left, f6 near right). No reaction? Type skip.",
                       cell=cell_name(cell))  # fmt: skip
        lay_it = say("From seat 1: put the card on {cell} (a1 far left, f6 near right). No reaction? Type skip.",
                     cell=cell_name(cell))  # fmt: skip
        return draft.asking._replace(
            message=lay_it if draft.nfc else press_it,
            picture=light_cells(dict.fromkeys(done, GREEN)),
            wanted=Press(cell),
        )

    return (yield from ask_presses(draft.pressed, lambda: len(CORNERS) if draft.plain_grid else CELLS, wait, draft))


def name_dark_lights(draft: Draft) -> Steps[bool | None]:
    """Where the lights are whose cell did not answer; if it is only one, there is only one place left."""
    lights = [light for light, at in enumerate(draft.under) if at is None]
    if len(lights) < 2:
        return None

    def ask(problem: Message | None) -> Steps[int | str | None]:
        n = len(draft.named)
        message = say("Which cell is lit ({n} of {all})? Type its name. None? Type skip.", n=n + 1, all=len(lights))
        wait = Wait(message, light_cells({lights[n]: BLUE}), problem, is_question=True, raw=True)
        return (yield from await_press(wait, ALL_CELLS))

    def read(answer: int | str | None) -> int | Message:
        cell, free = cell_of(str(answer)), without_light(draft)
        if cell is not None and cell in free:
            return cell
        names = " ".join(map(cell_name, free))
        return say("Type a cell that has no light yet: {free}. Or type skip or back.", free=names)

    return (yield from ask_each(draft.named, lambda: len(lights), ask, read))


def check_order(draft: Draft) -> Steps[bool | None]:
    """Show a light that runs in reading order; if it does not, the grid is not plainly wired."""
    frames = [light_cells({light: WHITE}) for light in orders_of(draft).led_order]
    message = say("Does a light run from a1 to f6, row by row? Type yes or no.")
    while (answer := (yield from show_frames(message, frames, RUN_MS, raw=True))) is False and not draft.has_cells:
        draft.way = (draft.way + 1) % len(LIGHT_WAYS)  # lights alone: the next way they may lie
        frames = [light_cells({light: WHITE}) for light in orders_of(draft).led_order]
    draft.is_plain &= answer is not False
    return answer in (True, SKIP)


STEPS: tuple[Callable[[Draft], Steps[bool | None]], ...] = (
    find_noisy,
    find_seats,
    find_contacts,
    find_layout,
    name_dark_lights,
    check_order,
)


# -- asking for one answer after the other


def ask_each(
    answers: list[int | None], count: Callable[[], int], ask: Callable[[Message | None], Steps[Answer]],
    read: Callable[[Answer], int | Message],
) -> Steps[bool]:  # fmt: skip
    """Ask until there are so many answers; False if the first was `back`. `read` says what is wrong with one."""
    if len(answers) >= count():
        answers.pop()
    problem: Message | None = None
    while len(answers) < count():
        answer = yield from ask(problem)
        if answer == BACK and not answers:
            return False
        problem = None
        if answer == BACK:
            answers.pop()
        elif answer == SKIP:
            answers.append(None)
        elif isinstance(value := read(answer), Message):
            problem = value
        else:
            answers.append(value)
    return True


def ask_presses(
    pressed: list[int | None], count: Callable[[], int], wait: Callable[[], Wait], draft: Draft
) -> Steps[bool]:
    """Ask for one contact after the other, each once; False if the first answer was `back`."""
    again = 0

    def ask(problem: Message | None) -> Steps[int | str | None]:
        nonlocal again
        asked = wait()
        answer = yield from ask_contact(asked._replace(said=problem or asked.said), draft)
        again = again + 1 if isinstance(answer, int) and answer in pressed else 0
        return answer

    return (yield from ask_each(pressed, count, ask, lambda answer: _read_contact(answer, again)))


def ask_contact(wait: Wait, draft: Draft) -> Steps[int | str | None]:
    """One contact, found by a press or a card; or what was typed."""
    if not draft.nfc:
        return (yield from await_press(wait, draft.noisy))
    answer = yield from await_card(wait, draft.covered)
    if isinstance(answer, int):
        draft.covered = {answer}
    return answer


def _read_contact(answer: int | str | None, again: int) -> int | Message:
    """The contact, if it is a new one; `again`: so many times in a row one came that has already answered."""
    if again >= CHATTERS:
        return say("That cell is stuck. Repair its switch and start again, or hold it still.")
    if again:
        return say("You already pressed that one. Press the right one, or type back.")
    if answer is None:
        return say("That was several cells. Press just one.")
    return answer if isinstance(answer, int) else say("Press a cell, or type skip, back or q.")


# -- what comes of it


def orders_of(draft: Draft) -> Orders:
    """A contact and a light for every cell; those not found are assigned in order."""
    if not draft.has_cells:
        return Orders(ALL_IN_ORDER, LIGHT_WAYS[draft.way], ())
    at = _contact_order(draft)
    lights = {cell: draft.under.index(place) for cell, place in enumerate(at) if place in draft.under}
    dark = [light for light, place in enumerate(draft.under) if place is None]
    lights |= {cell: light for light, cell in zip(dark, draft.named, strict=False) if cell is not None}
    answered = {*draft.under, *draft.pressed}
    dead = tuple(cell for cell in range(CELLS) if at[cell] not in answered)
    seats = {seat: place for place, seat in enumerate(draft.seats) if seat is not None}
    return Orders(at, _fill_gaps(lights), dead, _fill_gaps(seats, SEATS))


def without_light(draft: Draft) -> list[int]:
    """The cells that no light is known to belong to."""
    at = _contact_order(draft)
    return [cell for cell in range(CELLS) if at[cell] not in draft.under and cell not in draft.named]


def _contact_order(draft: Draft) -> tuple[int, ...]:
    asked = zip(READING, draft.pressed, strict=False)
    return draft.plain_grid or _fill_gaps({cell: place for cell, place in asked if place is not None})


def _fill_gaps(known: Mapping[int, int], count: int = CELLS) -> tuple[int, ...]:
    """Everyone's place; unknown ones get the places that are left, in order."""
    spare = iter(sorted(set(range(count)) - set(known.values())))
    return tuple(known[n] if n in known else next(spare) for n in range(count))


def light_cells(colours: Mapping[int, str]) -> Picture:
    """Only these lights, steady."""
    return Picture(tuple(Light(colours[n]) if n in colours else OFF for n in range(CELLS)))


def confirm_orders(orders: Orders) -> Steps[bool | str]:
    """Show what was learned and ask: may it be written? Or BACK."""
    dead = " ".join(cell_name(cell) for cell in orders.dead_cells) or "-"
    frames = [
        light_cells({light: GREEN for cell, light in enumerate(orders.led_order) if cell not in orders.dead_cells})
    ]
    message = say("Done. Cells off: {dead}. Save to the table? Type yes or no.", dead=dead)
    return (yield from show_frames(message, frames, RUN_MS, (BACK,), raw=True))


# -- settings.json


def usable_settings(raw: bytes | None) -> dict[str, Any]:
    """What an older settings.json says, as far as it is still allowed."""
    try:
        given = parse_json(raw or b"{}")
    except ValueError:
        return {}
    return {name: value for name, value in given.items() if is_allowed(name, value)} if isinstance(given, dict) else {}


def is_newer(raw: bytes | None) -> bool:
    """Was this settings.json written by a newer glowtable?"""
    return "newer-settings" in read(raw)[2]


def with_orders(chosen: Mapping[str, Any], orders: Orders) -> dict[str, Any]:
    """The settings with what was learned; the orders make a rotation unnecessary."""
    learned = {name: list(value) for name, value in orders._asdict().items()}
    return {**chosen, **learned, "rotation": DEFAULTS["rotation"]}


def settings_file(chosen: Mapping[str, Any]) -> bytes:
    """The bytes of settings.json; the version is this program's."""
    return json.dumps({**chosen, "version": DEFAULTS["version"]}, sort_keys=True).encode() + b"\n"
