"""From where KiCad draws a board with its parts, and how near, so that each board fills its picture."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from hardware.model.file import Point

WIDE, LONG = 1600, 3200  # pixels at most; the second for a board that is more than four times as wide as deep
SPARE = 64  # pixels above and below together: KiCad's pictures are up to 36 pixels smaller than it is asked for
LIGHT = "--light-top 0.4 --light-camera 0.1 --light-side 0.3 --light-bottom 0.4"  # white boards are not blown out
ALWAYS = ("--quality", "basic", "--background", "opaque", *LIGHT.split())


class Camera(NamedTuple):
    """Degrees by which the board is tilted back and turned; how much of the picture it takes at most."""

    side: str
    tilt: float = 0
    turn: float = 0
    filled: float = 0.94


CAMERAS = {
    "top.png": Camera("top"),
    "bottom.png": Camera("bottom"),
    "3d.png": Camera("top", 40, 15, 0.74),  # what is near looks larger, and parts stand up
}


def words(camera: Camera, size: Point) -> tuple[str, ...]:
    """What kicad-cli is told, for a board of this size in mm; its zoom of 1 fits the longer side into the height."""
    turn, (width, height) = radians(camera.turn), size
    across = width * cos(turn) + height * sin(turn)
    deep = (height * cos(turn) + width * sin(turn)) * cos(radians(camera.tilt))
    scale = (LONG if across > 4 * deep else WIDE) / max(across, deep)
    wide, high = round(across * scale), round(deep * scale) + SPARE
    zoom = camera.filled * max(size) * scale / high
    shape = ("--width", f"{wide}", "--height", f"{high}", "--zoom", f"{zoom:.3f}")
    tilted = ("--perspective", "--rotate", f"-{camera.tilt:g},0,{camera.turn:g}") if camera.tilt else ()
    return ("--side", camera.side, *ALWAYS, *shape, *tilted)
