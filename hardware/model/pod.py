"""The pod board: a reader's socket with its regulator, three keys, four LEDs, and one flat cable to the hub.

One board for seven readers. The dealer's has neither keys nor LEDs: the house leaves those empty.
"""

from __future__ import annotations

from hardware.model.read import read

KEYS = {"CONFIRM": "ROW6", "PASS": "ROW7", "UNDO": "ROW8"}
COLUMN = "COL0"  # at the hub it is the seat's own
DEALER = frozenset(
    [
        *(f"{letter}{n}" for letter in ("LED", "C") for n in (1, 2, 3, 4)),
        *(f"{letter}{n}" for letter in ("SW", "D") for n in (1, 2, 3)),
        "R3",
        "U2",
    ]
)  # what the dealer's board does without
POD = read("pod", without={"dealer": DEALER})
