"""The steps of all parts of the rules together: in each phase who may act, what is legal, and what it does."""

from __future__ import annotations

from glowtable.kit.phases import Phases

from . import dealing, engaging, fight, gear, income, patrol, recoup, settling

PHASES = Phases(
    dealing.STEPS,
    income.STEPS,
    patrol.STEPS,
    fight.STEPS,
    engaging.STEPS,
    gear.STEPS,
    recoup.STEPS,
    settling.STEPS,
)
