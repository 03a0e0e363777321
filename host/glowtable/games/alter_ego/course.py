"""The steps of all parts of the rules together: in each phase who may act, what is legal, and what it does."""

from __future__ import annotations

from glowtable.kit.phases import Course

from . import dealing, engaging, fight, gear, income, patrol, recoup, settling
from .steps import Luck, Steps

STEPS: Steps = {
    **dealing.STEPS,
    **income.STEPS,
    **patrol.STEPS,
    **fight.STEPS,
    **engaging.STEPS,
    **gear.STEPS,
    **recoup.STEPS,
}
LUCK: Luck = {**dealing.LUCK, **settling.LUCK, **patrol.LUCK}
COURSE = Course(STEPS, LUCK)
