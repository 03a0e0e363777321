"""The scenes as PNG: what it shows on top, the new parts' names beside their colours. Needs the extra `hardware`."""

from __future__ import annotations

from collections.abc import Sequence

from font_source_sans_pro import font_files_ttf
from PIL import Image, ImageDraw, ImageFont

from hardware.drawings.scenes import PARTS, Scene, scenes
from hardware.solids.picture import PAPER, Placed, View, picture, png, side_by_side

ALONE, BESIDE = (900, 700), (640, 560)  # a view's size, by itself and as one of two
HEAD, LINE = 48, 30
LEFT, SWATCH = 18, 18
INK = (20, 20, 20)
BRIGHTER = 1.25  # than hollows leave it: so that parts have the colours of the list


def pictures() -> dict[str, bytes]:
    """By their names."""
    return {f"{name}.png": png(drawn(scene)) for name, scene in scenes().items()}


def drawn(scene: Scene) -> Image.Image:
    """Below its title and the list of what is new."""
    size = ALONE if len(scene.views) == 1 else BESIDE
    placed = list(scene.placed())
    seen = side_by_side([_seen(placed, view, size) for view in scene.views])
    names = list(scene.new)
    columns = max(1, seen.width // 220)
    head = HEAD + LINE * -(-len(names) // columns)
    whole = Image.new("RGB", (seen.width, head + seen.height), PAPER)
    whole.paste(seen, (0, head))
    told = ImageDraw.Draw(whole)
    told.text((LEFT, HEAD / 2), scene.title, INK, font(26, bold=True), anchor="lm")
    for number, name in enumerate(names):
        row, column = divmod(number, columns)
        x, y = LEFT + column * (seen.width - LEFT) // columns, HEAD + row * LINE
        told.rectangle((x, y, x + SWATCH, y + SWATCH), PARTS[name][0], INK)
        told.text((x + SWATCH + 8, y + SWATCH / 2), name, INK, font(19), anchor="lm")
    return whole


def _seen(placed: Sequence[Placed], view: View, size: tuple[int, int]) -> Image.Image:
    """From a view, brightened; from below as it is when somebody has turned it over, so that light falls on it."""
    if view.above < 0:
        placed = [Placed(each.solid.rotate([180, 0, 0]), each.colour) for each in placed]
    seen = picture(placed, View(view.around, abs(view.above)), *size)
    return seen.point(lambda level: min(255, round(level * BRIGHTER)))


def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_files_ttf["SourceSansProBold" if bold else "SourceSansPro"], size)
