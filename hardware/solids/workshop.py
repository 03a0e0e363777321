"""Every printed part, as a solid and as files with their pictures. Needs the extra `hardware`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hardware.made import Made
from hardware.product import cell
from hardware.solids import bar, pod, sprung, tray
from hardware.solids.bed import check_bed, check_plate
from hardware.solids.files import three_mf
from hardware.solids.origins import origin_of_all
from hardware.solids.picture import Colour, Placed, View, picture, png, side_by_side
from hardware.solids.shapes import Solid, all_of, box, size_of
from hardware.solids.sizes import BED, NFC_HIGH, NFC_LEG, NFC_PLATE
from hardware.solids.sprung import COUPON, button, panel, plate, spring_grid, tip, wall_grid


def nfc_plate() -> Solid:
    """The holder of a reader under a cell, as it is printed: face down, its two legs upwards. See NFC.md."""
    width, depth, thick = NFC_PLATE
    wide, deep = NFC_LEG
    legs = [box((wide, deep, NFC_HIGH), (side * (width - wide) / 2, 0)) for side in (-1, 1)]
    return all_of([box((width, depth, thick)), *legs])


PRINTS: Mapping[str, Callable[[], Solid]] = {
    **sprung.PRINTS,
    **pod.PRINTS,
    **bar.PRINTS,
    **tray.PRINTS,
    "nfc-plate": nfc_plate,
}
PLASTIC = (210, 214, 220)
ABOVE, BELOW = View(28, 38), View(28, -38)
GREEN: Colour = (120, 160, 132)
WOOD, LIGHT, GREY = (196, 160, 116), (236, 236, 230), (150, 152, 156)
TIP, CARD = (213, 94, 0), (0, 158, 115)


def kit() -> Iterator[Placed]:
    """The kit of one cell for its picture, from the panel up to a card: each part above the one it goes onto."""
    card = box((cell.CARD, cell.CARD, cell.CARD_HEIGHT), floor=cell.PLATE[1])
    stack = (
        (panel(), GREEN, 0),
        (button(), GREY, 0),
        (spring_grid(COUPON), WOOD, 14),
        (wall_grid(COUPON), GREY, 30),
        (tip(), TIP, 40),
        (plate(), LIGHT, 52),
        (card, CARD, 62),
    )
    for solid, colour, above in stack:
        yield Placed(solid.translate([0, 0, above]), colour)


SCENES = {"kit": (kit, View(35, 24), 700, 900)}


def solids_of() -> dict[str, Solid]:
    """Every part by its name; UserError if one does not fit the bed, or light not through a plate."""
    check_plate(cell.PLATE[1] - cell.PLATE[0])
    solids = {name: maker() for name, maker in PRINTS.items()}
    for name, solid in solids.items():
        check_bed(name, size_of(solid), BED)
    return solids


def make(solids: Mapping[str, Solid]) -> dict[str, Made]:
    """All files by their names."""
    origin = origin_of_all()
    made = {}
    for name, solid in solids.items():
        views = [picture([Placed(solid, PLASTIC)], view, 640, 520) for view in (ABOVE, BELOW)]
        made[f"{name}.3mf"] = Made(three_mf(name, solid), origin)
        made[f"{name}.png"] = Made(png(side_by_side(views)), origin)
    for name, (scene, view, width, height) in SCENES.items():
        made[f"{name}.png"] = Made(png(picture(list(scene()), view, width, height)), origin)
    return made
