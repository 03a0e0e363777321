"""The whole table: which boards there are, and how many of each a table has."""

from __future__ import annotations

from hardware.model.bank import BANK
from hardware.model.bar import BAR
from hardware.model.board import Board
from hardware.model.hub2 import HUB2
from hardware.model.panel import COUPON, QUARTER
from hardware.model.pod import POD

NEEDS: tuple[tuple[Board, int], ...] = ((QUARTER, 4), (POD, 7), (HUB2, 1), (BAR, 1))
PROJECTS = (COUPON, *(board for board, _ in NEEDS), BANK)  # the bank is not joined to a table: see NFC.md
