"""The steps of all parts of the rules together: in each phase who may act, what is legal, and what it does."""

from __future__ import annotations

from glowtable.kit.phases import Phases

from . import award, dealing, month, payday, staff, trading

PHASES = Phases(
    dealing.STEPS,
    month.STEPS,
    payday.STEPS,
    staff.STEPS,
    trading.STEPS,
    award.STEPS,
)
