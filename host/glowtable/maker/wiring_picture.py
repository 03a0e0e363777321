"""A board's wiring as an SVG: the Pico in the middle, its keys on the left, every other part on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from glowpico.board import COLUMNS
from glowtable.device.boards import Board, is_direct
from glowtable.grid import CELLS, cell_name
from glowtable.maker.wiring import COLUMN_WIRES, HEADER, ROW_WIRES, Wire, key_names, row_name, wires
from glowtable.messages import Message, say

Text = Callable[[Message], str]
Ends = dict[Wire, tuple[float, float]]

WIDTH, TOP, PITCH = 1320, 60, 32
PICO_X, PICO_WIDTH, PICO_END = 570, 200, TOP + 20 * PITCH
KEY_X, KEY_Y, STEP = 60, 400, 66  # the first key's centre; from one to the next
COLUMNS_Y = KEY_Y - 49  # where columns begin; no line of a box does
RIGHT_X, BOX, LINE = 960, 345, 30  # parts that are boxes; a line for each of their pins
RED, BLACK, GREY, YELLOW = "#dc2626", "#111827", "#9ca3af", "#fef9c3"
COLOURS = ("#1f6fb4", "#c2410c", "#15803d", "#7e22ce", "#b45309", "#0e7490", "#be185d", "#4d7c0f")
POWER = {"VBUS": RED, "3V3": RED, "GND": BLACK}
STYLE = (
    f"text{{font:15px system-ui,sans-serif;fill:{BLACK}}}.small{{font-size:12px}}.bold{{font-weight:600}}"
    f".off{{fill:{GREY}}}path,line{{fill:none;stroke-width:2}}.box{{fill:#f3f4f6;stroke:#6b7280}}"
)


def wiring_picture(board: Board, text: Text) -> str:
    """The SVG of this board, its words by `text`."""
    every = wires(board)
    parts = list(dict.fromkeys(wire.part for wire in every))
    colours = {wire: _power_of(wire) or COLOURS[parts.index(wire.part) % len(COLOURS)] for wire in every}
    keys = [wire for wire in every if wire.part in (COLUMN_WIRES, ROW_WIRES)]
    others = [wire for wire in every if wire not in keys]
    is_drawn = is_direct(board) and bool(keys)
    left = _matrix_ends(keys) if is_drawn else _box_ends(keys, BOX + 10)
    right = _box_ends(others, RIGHT_X)
    height = int(max([PICO_END, *(y for _, y in (left | right).values())])) + 150
    title = text(say("How the board {name} is wired", name=board["name"]))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<style>{STYLE}</style><rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        *_draw_curves(left, colours, -1),
        *_draw_curves(right, colours, 1),
        *_draw_pico({wire.pin for wire in every}),
        *(_key_matrix(board, text) if is_drawn else _draw_boxes(left, 10, colours, text)),
        *_draw_boxes(right, RIGHT_X, colours, text),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _power_of(wire: Wire) -> str | None:
    return POWER.get(HEADER[wire.pin - 1]) if wire.pin else RED


def _box_ends(some: Sequence[Wire], x: float) -> Ends:
    """Where wires end at parts that are boxes, one below the other."""
    ends: Ends = {}
    y = TOP - LINE
    for before, wire in zip([None, *some], some, strict=False):
        y += LINE + 2 * LINE * (before is None or wire.part != before.part)
        ends[wire] = (x, y)
    return ends


def _matrix_ends(keys: Sequence[Wire]) -> Ends:
    """Columns are reached from above, rows from the right."""
    counted = {part: [wire for wire in keys if wire.part == part] for part in (COLUMN_WIRES, ROW_WIRES)}
    right = KEY_X + COLUMNS * STEP
    return {
        **{wire: (KEY_X + (n + 0.5) * STEP, COLUMNS_Y) for n, wire in enumerate(counted[COLUMN_WIRES])},
        **{wire: (right, KEY_Y + n * STEP + 22) for n, wire in enumerate(counted[ROW_WIRES])},
    }


def _place_of(pin: int) -> tuple[float, float]:
    """Pins 1 to 20 go down the left side, 21 to 40 up the right."""
    is_left = pin <= 20
    return PICO_X + PICO_WIDTH * (not is_left), TOP + (pin - 0.5 if is_left else 40.5 - pin) * PITCH


def _draw_curves(ends: Ends, colours: dict[Wire, str], side: int) -> Iterator[str]:
    """Wires to ends at this side, -1 is left; from a pin at the other side they go round below the Pico."""
    around = 0
    for wire, (to_x, to_y) in ends.items():
        if not wire.pin:
            continue
        x, y = _place_of(wire.pin)
        start = f"M{x} {y}"
        if (wire.pin <= 20) != (side < 0):
            around += 10
            x, y = x - side * (25 + around), PICO_END + 30 + around
            start += f"H{x}V{y}H{PICO_X + PICO_WIDTH * (side > 0)}"
            x = PICO_X + PICO_WIDTH * (side > 0)
        if to_y == COLUMNS_Y and y < to_y:
            yield f'<path d="{start}H{to_x}V{to_y}" stroke="{colours[wire]}"/>'
        else:
            bend = f"{x + side * 95} {y} {to_x - side * 95} {to_y} {to_x} {to_y}"
            yield f'<path d="{start}C{bend}" stroke="{colours[wire]}"/>'


def _draw_pico(used: set[int]) -> Iterator[str]:
    middle = PICO_X + PICO_WIDTH / 2
    size = f'width="{PICO_WIDTH}" height="{PICO_END - TOP + 45}"'
    yield f'<rect x="{PICO_X}" y="{TOP - 20}" {size} rx="10" fill="#ecfdf5" stroke="#065f46"/>'
    yield f'<rect x="{middle - 35}" y="{TOP - 45}" width="70" height="45" rx="4" class="box"/>'
    yield f'<text x="{middle}" y="{TOP - 17}" text-anchor="middle">USB</text>'
    yield f'<text x="{middle}" y="{PICO_END + 15}" text-anchor="middle" class="bold">Raspberry Pi Pico</text>'
    for pin, name in enumerate(HEADER, 1):
        x, y = _place_of(pin)
        label, shift, anchor = (f"{pin} · {name}", 10, "start") if pin <= 20 else (f"{name} · {pin}", -10, "end")
        colour, weight = (POWER.get(name, "#047857"), "bold") if pin in used else (GREY, "off")
        yield f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
        yield f'<text x="{x + shift}" y="{y + 5}" text-anchor="{anchor}" class="{weight}">{label}</text>'


def _key_matrix(board: Board, text: Text) -> Iterator[str]:
    """Every key between its column and its row, and one of them enlarged with its diode."""
    rows = len(board["rows"])
    for n in range(COLUMNS):
        x = KEY_X + (n + 0.5) * STEP
        yield f'<line x1="{x}" y1="{COLUMNS_Y}" x2="{x}" y2="{KEY_Y + (rows - 1) * STEP}" stroke="{COLOURS[0]}"/>'
        yield f'<text x="{x - 8}" y="{KEY_Y - 30}" text-anchor="end">{n + 1}</text>'
    for row in range(rows):
        y = KEY_Y + row * STEP + 22
        yield f'<line x1="{KEY_X}" y1="{y}" x2="{KEY_X + COLUMNS * STEP}" y2="{y}" stroke="{COLOURS[1]}"/>'
        yield f'<text x="{KEY_X - 46}" y="{y - 17}">{row_name(row)}</text>'
    for n, name in enumerate([*map(cell_name, range(CELLS)), *key_names(board)]):
        if name:
            yield from _draw_key(KEY_X + n % COLUMNS * STEP, KEY_Y + n // COLUMNS * STEP, name)
    yield from _one_key(KEY_Y + rows * STEP + 20, board["diodes"], text)


def _draw_key(x: float, y: float, name: str) -> Iterator[str]:
    half = max(17.0, 4 * len(name))
    yield f'<path d="M{x + STEP / 2} {y}H{x}V{y + 22}" stroke="{BLACK}"/>'
    yield f'<rect x="{x - half}" y="{y - 15}" width="{2 * half}" height="30" rx="15" fill="{YELLOW}" stroke="{BLACK}"/>'
    yield f'<text x="{x}" y="{y + 4}" text-anchor="middle" class="small">{escape(name)}</text>'


def _one_key(y: float, has_diode: int, text: Text) -> Iterator[str]:
    with_diode = say("Each key: from its column through the key and a 1N4148 to its row, the stripe at the row.")
    label = with_diode if has_diode else say("Each key: from its column through the key to its row.")
    yield f'<path d="M20 {y}H300" stroke="{BLACK}"/><circle cx="105" cy="{y}" r="22" fill="{YELLOW}" stroke="{BLACK}"/>'
    yield f'<circle cx="20" cy="{y}" r="6" fill="{COLOURS[0]}"/><circle cx="300" cy="{y}" r="6" fill="{COLOURS[1]}"/>'
    if has_diode:
        yield f'<path d="M190 {y - 12}l24 12l-24 12z" style="fill:{BLACK}"/>'
        yield f'<path d="M216 {y - 14}v28" stroke="{BLACK}" style="stroke-width:5"/>'
    yield f'<text x="330" y="{y + 5}">{escape(text(label))}</text>'


def _draw_boxes(ends: Ends, x: float, colours: dict[Wire, str], text: Text) -> Iterator[str]:
    """Each part as a box with the names of its pins."""
    for part in dict.fromkeys(wire.part for wire in ends):
        own = {wire: end for wire, end in ends.items() if wire.part == part}
        top = next(iter(own.values()))[1] - 2 * LINE + 8
        yield f'<rect x="{x}" y="{top}" width="{BOX}" height="{(len(own) + 1) * LINE + 6}" rx="8" class="box"/>'
        yield f'<text x="{x + 14}" y="{top + LINE - 4}" class="bold">{escape(text(part))}</text>'
        for wire, (at, y) in own.items():
            words = [text(wire.end), *([text(wire.through)] if wire.through else [])]
            yield f'<circle cx="{at}" cy="{y}" r="5" fill="{colours[wire]}"/>'
            yield f'<text x="{x + 14}" y="{y + 5}">{escape(", ".join(words))}</text>'
