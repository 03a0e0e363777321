"""The scenes as PNG: what it shows on top, the new parts' names beside their colours. Needs the extra `hardware`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from font_source_sans_pro import font_files_ttf
from PIL import Image, ImageDraw, ImageFont

from hardware.drawings.marks import Mark
from hardware.drawings.scenes import PARTS, Look, Scene, scenes
from hardware.solids.picture import (
    PAPER,
    Array,
    Placed,
    View,
    picture,
    png,
    projected,
    side_by_side,
    triangles,
    turn_of,
)

SIZES = {1: (900, 700), 2: (640, 560), 3: (520, 500)}  # a view's, by how many there are
TURNED = "turned over"
HEAD, LINE = 48, 30
LEFT, SWATCH = 18, 18
INK = (20, 20, 20)
BRIGHTER = 1.25  # than hollows leave it: so that parts have the colours of the list


def pictures() -> dict[str, bytes]:
    """By their names."""
    return {f"{name}.png": png(drawn(scene)) for name, scene in scenes().items()}


def drawn(scene: Scene) -> Image.Image:
    """Below its title and the list of what is new."""
    seen = side_by_side([_seen(scene, look, SIZES[len(scene.views)]) for look in scene.views])
    names = list(scene.new)
    columns = max(1, seen.width // 220)
    head = HEAD + LINE * -(-len(names) // columns)
    whole = Image.new("RGB", (seen.width, head + seen.height), PAPER)
    whole.paste(seen, (0, head))
    pen = ImageDraw.Draw(whole)
    pen.text((LEFT, HEAD / 2), scene.title, INK, font(26, bold=True), anchor="lm")
    for number, name in enumerate(names):
        row, column = divmod(number, columns)
        x, y = LEFT + column * (seen.width - LEFT) // columns, HEAD + row * LINE
        pen.rectangle((x, y, x + SWATCH, y + SWATCH), PARTS[name][0], INK)
        pen.text((x + SWATCH + 8, y + SWATCH / 2), name, INK, font(19), anchor="lm")
    return whole


def _seen(scene: Scene, look: Look, size: tuple[int, int]) -> Image.Image:
    """From a view, brightened, words on it; from below as when somebody has turned it over: light falls on it."""
    placed, marks = list(scene.placed(look)), list(scene.marks(look))
    turned = look.above < 0
    if turned:
        placed = [Placed(each.solid.rotate([180, 0, 0]), each.colour) for each in placed]
        marks = [mark._replace(at=(mark.at[0], -mark.at[1], -mark.at[2])) for mark in marks]
    view = View(look.around, abs(look.above))
    seen = picture(placed, view, *size).point(lambda level: min(255, round(level * BRIGHTER)))
    pen = ImageDraw.Draw(seen)
    for mark, (x, y) in zip(marks, _flat(placed, marks, view, size), strict=True):
        spot = (x + mark.aside[0], y + mark.aside[1])
        pen.line((x, y, *spot), INK, 2)
        _write(pen, spot, mark.word)
    if turned:
        pen.text((size[0] - LEFT, size[1] - LEFT), TURNED, INK, font(19), anchor="rm")
    return seen


def _flat(placed: Sequence[Placed], marks: Sequence[Mark], view: View, size: tuple[int, int]) -> Array:
    """Where marks are in the picture of the solids, in pixels."""
    turn = turn_of(view).T
    corners = triangles(placed)[0] @ turn
    spots = np.array([mark.at for mark in marks]).reshape(-1, 1, 3).repeat(3, axis=1) @ turn
    inside = np.clip(spots, corners.min(axis=(0, 1)), corners.max(axis=(0, 1)))  # else the picture would be smaller
    return projected(np.concatenate([corners, inside]), *size)[0][len(corners) :, 0]


def _write(pen: ImageDraw.ImageDraw, spot: tuple[float, float], word: str) -> None:
    """On a label: numbers of cables light on dark, words dark on light."""
    paper, ink = (INK, PAPER) if word.isdigit() else (PAPER, INK)
    left, top, right, bottom = pen.textbbox(spot, word, font(16, bold=True), anchor="mm")
    pen.rounded_rectangle((left - 4, top - 3, right + 4, bottom + 3), 5, paper, INK)
    pen.text(spot, word, ink, font(16, bold=True), anchor="mm")


def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_files_ttf["SourceSansProBold" if bold else "SourceSansPro"], size)
