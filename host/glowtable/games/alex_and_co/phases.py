"""The steps of all parts of the rules together: in each phase who may act, what is legal, and what it does."""

from __future__ import annotations

from operator import attrgetter

from glowtable.kit.phases import Phases

from . import calling, choosing, dealing, revealing, sets, special, swapping

PHASES = Phases(
    dealing.STEPS,
    choosing.STEPS,
    sets.STEPS,
    calling.STEPS,
    swapping.STEPS,
    revealing.STEPS,
    special.STEPS,
    key=attrgetter("phase", "act"),  # the phase, and the action or special card under way
)
