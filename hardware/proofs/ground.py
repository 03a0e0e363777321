"""Do the boards' fast signals run over ground? Measured in the gerbers that the board houses get, for comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hardware.gerbers.ground import grounds, lengths, share
from hardware.gerbers.judge import of, zipped
from hardware.layout.hubs import fast
from hardware.model.bank import BANK
from hardware.model.board import Board
from hardware.model.hub import HUB
from hardware.model.hub2 import HUB2
from hardware.model.kinds import GROUND, RAIL_5V
from hardware.model.panel import COUPON, QUARTER
from hardware.model.pod import POD
from hardware.proofs.claims import Claim

GOAL = 0.9
BUS = ("SCK", "MOSI", "MISO", "RD_RST")
BEHIND = re.compile(r"(SCK|MOSI)[_\d]")
BUS_OF_HUB2 = re.compile(r"SCK|MOSI|MISO|R(D_R)?ST")
LIGHTS = ("CELLS_DATA", "SEATS_DATA")
HEAD = ("board", "nets", "length", "over ground", "over ground or 5 V", "wanted")


class Signals(NamedTuple):
    """Nets of a board that belong together."""

    board: Board
    about: str
    nets: tuple[str, ...]


def signals() -> Iterator[Signals]:
    """What is measured, board by board."""
    for name in BUS:
        yield Signals(HUB, name, (name, f"{name}0") if f"{name}0" in HUB.nets else (name,))
    yield Signals(HUB, "data of the LEDs", LIGHTS)
    yield Signals(BANK, ", ".join(BUS), BUS)
    yield Signals(BANK, "clock and data behind gates", tuple(net for net in BANK.nets if BEHIND.match(net)))
    yield Signals(POD, ", ".join((*BUS, "SS")), (*BUS, "SS", "MISO0"))
    yield Signals(HUB2, "SCK, MOSI, MISO, RST, gates and ports", tuple(net for net in fast() if BUS_OF_HUB2.match(net)))
    yield Signals(HUB2, "data of the LEDs", tuple(net for net in fast() if not BUS_OF_HUB2.match(net)))
    for board in (COUPON, QUARTER, POD):
        yield Signals(board, "data of the LEDs", tuple(net for net in board.nets if net.startswith("D")))


def claims() -> Iterator[Claim]:
    """Of the second hub alone: there the goal is one."""
    case = of(HUB2, zipped(HUB2))
    over = lengths(case, grounds(case))
    for board, about, nets in signals():
        if board is HUB2:
            yield Claim(f"hub2: {about}, over ground", 100 * share(over, nets), 100 * GOAL, "%", at_most=False)


def compared() -> list[tuple[str, ...]]:
    """Every bus of every board: a head, and lines."""
    measured = {}
    for board in (HUB, BANK, COUPON, QUARTER, POD, HUB2):
        case = of(board, zipped(board))
        measured[board.name] = [lengths(case, grounds(case, rails)) for rails in ((GROUND,), (GROUND, RAIL_5V))]
    rows = []
    for board, about, nets in signals():
        over, over_rails = measured[board.name]
        long = sum(over[net][0] for net in nets)
        shares = (f"{100 * share(found, nets):.0f} %" for found in (over, over_rails))
        rows.append((board.name, about, f"{long:.0f} mm", *shares, f"{100 * GOAL:.0f} %"))
    return [HEAD, *rows]
