"""The printed parts, each as it lies on the printer's bed, with its origin in the middle of the part it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from hardware.solids.shapes import OVER, Solid, Spot, all_of, box, lying_rod, ring, rod, span
from hardware.solids.sizes import (
    ANTENNA_FROM_END,
    BOSS,
    BOSS_HEIGHT,
    CABLE,
    CARD,
    CUP,
    EDGE,
    FLOOR,
    INNER_WALL,
    INSERT,
    INSERT_PLAY,
    KEY_ROOM,
    LID_INSIDE,
    LID_LENGTH,
    LID_OUTSIDE,
    MODULE,
    NFC_LEG,
    PITCH,
    PLATE,
    PLATE_OFF,
    PLATE_SIZE,
    PLATE_TOP,
    POD_KEYS,
    POD_STRIP,
    ROOF,
    SCREW,
    SCREW_PAD,
    SEAT_KEYS,
    SEAT_PIXELS,
    SHELF,
    SHELL,
    SKIRT,
    SLEEVED_CARD,
    SNUG,
    SOCKET_DEPTH,
    SOCKET_PLAY,
    STEM_LENGTH,
    STEM_WIDTHS,
    STRIP_NOTCH,
    STRIP_OFF,
    SWITCH_BAR,
    SWITCH_HOLE,
    SWITCH_PITCH,
    SWITCH_PLATE,
    TABLE_KEYS,
    TILE_CELLS,
    TILE_GAP,
    TILE_HEIGHT,
    UNDER,
    WALL,
    WELL,
)

# -- the tile: origin in its middle, the strip's side of each cell towards larger y


def tile(cells: int = TILE_CELLS) -> Solid:
    """Walls around cells x cells, a floor for their switches and strips; four of three make the grid."""
    spots = list(cell_spots(cells))
    whole = all_of([*_walls(cells), *_floors(cells), *(_pad(spot) for spot in pad_spots(cells))])
    holes = [box((SWITCH_HOLE, SWITCH_HOLE, FLOOR + 2 * OVER), (x, y - PLATE_OFF), -OVER) for x, y in spots]
    screws = [rod(SCREW, FLOOR + 2 * OVER, spot, -OVER) for spot in pad_spots(cells)]
    return whole - all_of([*holes, *screws, *_notches(cells)])


def side(cells: int) -> float:
    """How wide a tile with this many cells is."""
    return cells * PITCH - TILE_GAP


def cell_spots(cells: int) -> Iterator[Spot]:
    """The middles of a tile's cells, row by row."""
    steps = [(n - (cells - 1) / 2) * PITCH for n in range(cells)]
    return ((x, y) for y, x in product(steps, steps))


def pad_spots(cells: int) -> list[Spot]:
    """Where screws hold a tile: in the outer columns of its first and its last row, away from the strip."""
    end = (cells - 1) / 2 * PITCH
    near = EDGE - SCREW_PAD / 2
    return [(column * (end + near), row * end - near) for row in (-1, 1) for column in (-1, 1)]


def _walls(cells: int) -> Iterator[Solid]:
    outside = side(cells)
    yield ring((outside, outside, TILE_HEIGHT), WALL)
    for n in range(1, cells):
        at = (n - cells / 2) * PITCH
        yield box((INNER_WALL, outside, TILE_HEIGHT), (at, 0))
        yield box((outside, INNER_WALL, TILE_HEIGHT), (0, at))


def _floors(cells: int) -> Iterator[Solid]:
    """A bar for each row of switches, a shelf for each strip."""
    outside = side(cells)
    for n in range(cells):
        middle = (n - (cells - 1) / 2) * PITCH
        yield box((outside, SWITCH_BAR, FLOOR), (0, middle - PLATE_OFF))
        yield span(-outside / 2, outside / 2, middle + EDGE - SHELF, middle + EDGE + WALL / 2, 0, FLOOR)


def _pad(spot: Spot) -> Solid:
    return box((SCREW_PAD + WALL, SCREW_PAD + WALL, FLOOR), spot)


def _notches(cells: int) -> Iterator[Solid]:
    """Where strips pass through the walls."""
    for n in range(cells):
        middle = (n - (cells - 1) / 2) * PITCH
        yield box((side(cells) + 2 * OVER, *STRIP_NOTCH), (0, middle + STRIP_OFF), FLOOR)


# -- the press plate: origin over its switch, face down


def press_plate() -> Solid:
    """The plate under a card: with three skirts, and a socket for a switch's stem."""
    width, depth = PLATE_SIZE
    thick, tall = SKIRT
    top = PLATE + tall
    skirts = [
        span(-width / 2, -width / 2 + thick, -depth / 2, depth / 2, 0, top),
        span(width / 2 - thick, width / 2, -depth / 2, depth / 2, 0, top),
        span(-width / 2, width / 2, -depth / 2, -depth / 2 + thick, 0, top),
    ]
    return all_of([box((width, depth, PLATE)), *skirts, rod(BOSS, BOSS_HEIGHT + PLATE)]) - _socket()


def nfc_plate() -> Solid:
    """The plate under a card above a reader: it stands on the floor of the tile, the module hangs below it."""
    width, depth = PLATE_SIZE
    thick, _ = SKIRT
    legs = [box((thick, NFC_LEG, PLATE_TOP - FLOOR), (side * (width - thick) / 2, 0)) for side in (-1, 1)]
    return all_of([box((width, depth, PLATE)), *legs])


def _socket() -> Solid:
    across, along = (width + 2 * SOCKET_PLAY for width in STEM_WIDTHS)
    length, deep = STEM_LENGTH + 2 * SOCKET_PLAY, SOCKET_DEPTH + OVER
    floor = PLATE + BOSS_HEIGHT - SOCKET_DEPTH
    return box((length, across, deep), floor=floor) + box((along, length, deep), floor=floor)


# -- reader cup and seat pod: origin below the middle of the well, where the antenna's middle goes


def reader_cup() -> Solid:
    """A well for a card, and under its thin floor a room for the module."""
    return box(CUP) - _well() - _reader_room() - _cable_way(CUP[1] / 2)


def seat_pod() -> Solid:
    """A reader cup with a seat's lights and its three keys before it."""
    front = CUP[1] / 2 + POD_STRIP + POD_KEYS
    body = span(-CUP[0] / 2, CUP[0] / 2, -front, CUP[1] / 2, 0, CUP[2])
    return body - _well() - _reader_room() - _cable_way(front) - _light_slot() - _key_room(key_spots())


def _well() -> Solid:
    """Room for a card, and two hollows for the fingers that lift it."""
    fingers = lying_rod(22, CUP[0] + 2 * OVER, (0, 0, CUP[2] + 22 / 2 - WELL[2]))
    return box((WELL[0], WELL[1], WELL[2] + OVER), floor=UNDER + ROOF) + fingers


def module_middle() -> Spot:
    """Where the middle of the module goes, its header towards smaller y."""
    return 0, ANTENNA_FROM_END - MODULE[1] / 2


def _reader_room() -> Solid:
    return box((MODULE[0] + 2 * SNUG, MODULE[1] + 2 * SNUG, UNDER + OVER), module_middle(), -OVER)


def _cable_way(front: float) -> Solid:
    """A tunnel under it all, from its front to its back."""
    return span(-CABLE[0] / 2, CABLE[0] / 2, -front + WALL, CUP[1] / 2 + OVER, -OVER, CABLE[1])


def key_spots(keys: int = SEAT_KEYS, y: float = -CUP[1] / 2 - POD_STRIP - POD_KEYS / 2) -> list[Spot]:
    """Where keys beside each other go; by default a pod's: confirm, pass, undo, from left to right."""
    return [((n - (keys - 1) / 2) * SWITCH_PITCH, y) for n in range(keys)]


def light_middle() -> Spot:
    """Where the middle of a pod's strip goes."""
    return 0, -CUP[1] / 2 - POD_STRIP / 2


def _light_slot() -> Solid:
    x, y = light_middle()
    slot = (SEAT_PIXELS * PITCH / 4 + 2 * SNUG, LID_OUTSIDE[0] + 2 * SNUG, LID_OUTSIDE[1] + OVER)
    wires = [box((6, 8, CUP[2]), (side * 26, y)) for side in (-1, 1)]
    under = box((58, 8, CABLE[1] + OVER), (x, y), -OVER)
    return box(slot, (x, y), CUP[2] - LID_OUTSIDE[1]) + all_of(wires) + under


def _key_room(spots: list[Spot]) -> Solid:
    """Room below keys, and the holes they clip into."""
    _, y = spots[0]
    room = box((len(spots) * SWITCH_PITCH + KEY_ROOM[0], KEY_ROOM[1], CUP[2] - SWITCH_PLATE + OVER), (0, y), -OVER)
    return room + all_of(box((SWITCH_HOLE, SWITCH_HOLE, CUP[2] + 2 * OVER), spot, -OVER) for spot in spots)


def key_bar() -> Solid:
    """The table's own keys, for the frame; the cable leaves at the back."""
    spots = key_spots(TABLE_KEYS, 0)
    length = TABLE_KEYS * SWITCH_PITCH + KEY_ROOM[0] + 2 * SHELL
    cable = span(-CABLE[0] / 2, CABLE[0] / 2, 0, POD_KEYS, -OVER, CABLE[1])
    return box((length, POD_KEYS, CUP[2])) - _key_room(spots) - cable


# -- small things


def diffuser() -> Solid:
    """A lid over four pixels of a strip, printed on its back."""
    width, height = LID_OUTSIDE
    inside = box((LID_LENGTH + 2 * OVER, LID_INSIDE[0], LID_INSIDE[1] + OVER), floor=height - LID_INSIDE[1])
    return box((LID_LENGTH, width, height)) - inside


def card_insert() -> Solid:
    """A frame that keeps a square card in the middle of a well."""
    window = CARD + 2 * INSERT_PLAY
    return box((*SLEEVED_CARD, INSERT)) - box((window, window, INSERT + 2 * OVER), floor=-OVER)


MAKERS: Mapping[str, Callable[[], Solid]] = {
    "tile": tile,
    "press-plate": press_plate,
    "nfc-plate": nfc_plate,
    "reader-cup": reader_cup,
    "seat-pod": seat_pod,
    "key-bar": key_bar,
    "diffuser": diffuser,
    "card-insert": card_insert,
}
