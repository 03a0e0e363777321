"""A picture for each seat: the table before and the second one after, with no card, one, and nine on every cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from math import cos, radians, sin

import numpy as np
from font_source_sans_pro import font_files_ttf
from PIL import Image, ImageDraw, ImageFont

from hardware.product import cell
from hardware.product import light as optics
from hardware.proofs import present
from hardware.proofs.light import CELLS, STACKS, Eye, as_measured, legible, lit, of, seated
from hardware.solids import sizes
from hardware.views.scene import Array, Frame, Scene, Size, camera, pixels, window

RAYS = 150_000  # so many that chance shows hardly any grain
PANEL: Size = (640, 400)
ACROSS = 2  # panels beside each other
CAPTION = 46  # pixels above each panel
HEAD = 44
PAPER, INK, FAINT = (255, 255, 255), (20, 20, 20), (190, 196, 204)
FIRST = Frame(200, 213, sizes.TILE_HEIGHT)
SECOND = Frame(201, 225, cell.PLATE[1])  # as the design has it: 24 mm of oak, as high as the plates
LABEL_OUT = 36  # mm from the frame to a seat's name


def scenes(rays: int = RAYS) -> list[Scene]:
    """Before, and after with each stack."""
    before = lit(present.cell_of("black", 1), rays)
    cards = len(before.cell.lattice.boxes) - 1
    found = [Scene("First table, black tiles, one card on each cell", before, cards, FIRST)]
    for stack in STACKS:
        about = {0: "no card", 1: "one card on each cell"}.get(stack, f"{stack} cards on each cell")
        found.append(
            Scene(f"Second table, {about}", of(replace(as_measured(), stack=stack), rays), 1 if stack else None, SECOND)
        )
    return found


def sheets(shown: Sequence[Scene]) -> Iterator[Image.Image]:
    """Of each seat, from 1."""
    read = [legible(scene.lit) for scene in shown]
    for seat, eye in enumerate(seated()):
        panels = [_panel(scene, eye, seat, counts[seat]) for scene, counts in zip(shown, read, strict=True)]
        yield _sheet(f"From seat {seat + 1}: every second cell lit with {optics.CELL_MA:.0f} mA of green, "
                     f"{optics.ROOM_LX:.0f} lx in the room", panels)  # fmt: skip


def png(image: Image.Image) -> bytes:
    kept = BytesIO()
    image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(kept, "PNG")
    return kept.getvalue()


def _sheet(title: str, panels: Sequence[Image.Image]) -> Image.Image:
    width, height = panels[0].size
    rows = -(-len(panels) // ACROSS)
    whole = Image.new("RGB", (ACROSS * width, HEAD + rows * height), PAPER)
    ImageDraw.Draw(whole).text((14, HEAD / 2), title, INK, font(24, bold=True), anchor="lm")
    for number, panel in enumerate(panels):
        row, column = divmod(number, ACROSS)
        whole.paste(panel, (column * width, HEAD + row * height))
    return whole


def _panel(scene: Scene, eye: Eye, seat: int, count: int) -> Image.Image:
    """A scene below its name and how many cells the seat reads; the seats named around the table."""
    seen_from, names = camera(eye, scene.lit.cell.top), places(scene.frame)
    shown = window(seen_from, np.concatenate([names, _corners(scene.frame)], axis=1), PANEL)
    whole = Image.new("RGB", (PANEL[0], PANEL[1] + CAPTION), PAPER)
    picture = Image.fromarray(pixels(scene, seen_from, shown), "RGB")
    _name_seats(picture, shown.pixel(seen_from.flat(names)), seat)
    whole.paste(picture, (0, CAPTION))
    told = ImageDraw.Draw(whole)
    told.text((14, 14), scene.about, INK, font(18), anchor="lm")
    told.text((14, 34), f"seat {seat + 1} reads {count} of {len(CELLS)} cells", INK, font(16, bold=True), anchor="lm")
    return whole


def _name_seats(picture: Image.Image, at: Array, here: int) -> None:
    told = ImageDraw.Draw(picture)
    for seat, (x, y) in enumerate(at.T):
        told.text((x, y), f"seat {seat + 1}", PAPER if seat == here else FAINT, font(18, seat == here), anchor="mm")


def places(frame: Frame) -> Array:
    """Where seats are named (3, 6): outside the frame, before each."""
    out = frame.outer + LABEL_OUT
    found = []
    for degrees, along in optics.SEATS:
        a = radians(degrees)
        found.append((along * cos(a) + out * sin(a), along * sin(a) - out * cos(a), frame.top))
    return np.array(found).T


def _corners(frame: Frame) -> Array:
    both = (-frame.outer, frame.outer)
    return np.array([(x, y, frame.top) for x in both for y in both]).T


def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_files_ttf["SourceSansProBold" if bold else "SourceSansPro"], size)
