"""What hands do for the table: joints and pieces counted from its boards, cables, cut list and prints, and the
minutes that one of each takes.

A board house solders what its lists name, with wires or without, and the Pico's sockets; the hub's can and the fuse, of
which one chooses the size, stay with the maker. The pins of the Pico and of the reader modules are on the side of their
chips, where hardly anybody sells them: hands solder those. Cables are bought ready-made: no wire
is soldered.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from hardware.layout import assembly
from hardware.model.boards import NEEDS as BOARDS
from hardware.model.boards import QUARTER
from hardware.papers.beds import beds
from hardware.product import table as t
from hardware.solids.needed import NEEDED
from hardware.tray.routes import COMPUTER, routes
from hardware.tray.tables import OAK, cuts

HELD = (
    *("Header", "Socket", "Plug", "Terminal", "Pico"),  # connectors, by the beginning of their footprints' names
    *("Key_", "LED_3mm", "Buzzer"),  # and other parts with wires
    "C_radial_below",  # so that no panel needs an iron
)
BY_HAND = assembly.BY_HAND
JOINT_MIN = 15 / 60  # estimated
PICO_PINS, READER_PINS = 40, 8


def minutes_in(text: str) -> dict[str, float]:
    """Of one piece of each kind; estimated, for nobody has done it yet."""
    return {row["piece"]: float(row["minutes"]) for row in csv.DictReader(text.splitlines())}


EACH_MIN = minutes_in(Path(__file__).with_suffix(".csv").read_text("utf-8"))


def steps() -> Iterator[tuple[str, dict[str, int]]]:
    """What is done, in its order, and how many pieces of each kind it has."""
    panels = sum(pieces for board, pieces in BOARDS if board is QUARTER)
    of_oak = sum(int(str(pieces)) for pieces, _, stuff, _ in cuts() if stuff == OAK)
    inside = sum(route.to != COMPUTER for route in routes())  # that one comes from outside, when one plays
    pods, grids = len(t.PODS), {name: NEEDED[name].pieces for name in ("spring-grid", "wall-grid", "sprung-plate")}
    changes = beds(lambda each: each.change is not None)
    yield "first power-on, on the bench", {"bench": 1}
    yield (
        f"prints: {beds()} beds put in and taken off, {changes} changes of filament",
        {"bed": beds(), "filament change": changes},
    )
    base = {"base": 1, "post": len(t.POSTS), "foot": len(t.FEET)}
    yield f"base: drill, glue {len(t.POSTS)} posts and {len(t.FEET)} feet", base
    frame = {"bar of the frame": of_oak, "notch": pods + 1, "window": 1, "wood screw": len(t.FRAME_SCREWS)}
    yield f"frame: notch, glue and screw {of_oak} bars", frame
    yield "hub and rear panel", {"hub": 1}
    yield f"{inside} cables laid and plugged", {"cable": inside}
    yield f"{panels} panels", {"panel": panels}
    yield f"{grids['spring-grid']} spring grids", {"spring grid": grids["spring-grid"]}
    screws = len(t.CROSSINGS)
    walls = {"wall grid": grids["wall-grid"], "long screw": screws}
    yield f"{grids['wall-grid']} wall grids and {screws} long screws", walls
    yield f"{grids['sprung-plate']} plates with their tips", {"plate": grids["sprung-plate"]}
    yield f"{pods} pods: board, rest, reader, frame, lid, screws", {"pod": pods}
    yield "bar of the table's keys: board, lid, screws", {"bar": 1}
    yield "firmware, calibration, self-test", {"software": 1}


def minutes() -> list[tuple[str, float]]:
    """Of each step."""
    return [(about, sum(EACH_MIN[piece] * count for piece, count in pieces.items())) for about, pieces in steps()]


def joints(of: Sequence[str] = BY_HAND) -> int:
    """Of Pico, readers and all parts with these footprints; one board of each other use has some places empty."""
    return (
        PICO_PINS
        + READER_PINS * len(t.PODS)
        + sum(
            (pieces - sum(part.ref in empty for empty in board.without.values())) * len(part.kind.pins)
            for board, pieces in BOARDS
            for part in board.parts
            if part.is_fitted and part.kind.footprint in of
        )
    )


def held() -> list[str]:
    """The footprints of what has wires and may be left to the house."""
    names = {part.kind.footprint for board, _ in BOARDS for part in board.parts}
    return sorted(name for name in names if name.startswith(HELD))


def hours(by_hand: Sequence[str] = BY_HAND) -> float:
    return (sum(each for _, each in minutes()) + joints(by_hand) * JOINT_MIN) / 60
