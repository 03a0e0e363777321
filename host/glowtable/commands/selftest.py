"""Try every part of a table, and report."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial

from glowtable import ports
from glowtable import selftest as parts
from glowtable.build import shipped_build
from glowtable.bundle import save_link
from glowtable.commands import data_file, settings, tongue
from glowtable.game import say
from glowtable.keeper import kept_here
from glowtable.play import RushedClock, WallClock
from glowtable.screen import Tongue
from glowtable.selftest import FAIL, Facts, Finding
from glowtable.service import Desk, is_somebody_there
from glowtable.terminal import Terminal
from glowtable.trouble import FAILED, NO_TABLE, Trouble
from glowtable.twin import Faults

TITLE = say("selftest: every part once (skip: it does not answer, q: leave)")


def selftest(args: argparse.Namespace) -> int:
    """Lead through all parts, then print a finding for each; FAILED if a part failed."""
    speak = tongue(args)
    by_hand = is_somebody_there() and not args.no_hands
    wall = WallClock()
    clock = wall if by_hand else RushedClock()  # with nobody looking on, simulated time need not be waited for
    port = args.port or settings().port
    simulated = partial(ports.simulated, clock) if port.startswith(ports.TWIN) else _no_twin
    table = ports.find(port, wall, simulated)
    cable = table.cable
    facts = Facts(shipped_build(), kept_here(cable.name), cable.link.counts, by_hand)
    try:
        with Terminal() if by_hand else nullcontext() as terminal:
            desk = Desk(cable, clock if table.twin else wall, speak, TITLE, terminal, table.twin)
            found = desk.lead(parts.selftest(facts))
    finally:
        save_link(data_file("link.json"), cable.link)
        cable.close()
    print(_as_json(found) if args.json else "\n".join(_lines(found, speak)))
    return FAILED if any(finding.verdict == FAIL for finding in found) else 0


def _no_twin(faults: Faults) -> ports.Table:
    raise Trouble(say("no table answers; the simulated one is tested with --port twin:"), NO_TABLE)


def _as_json(found: Sequence[Finding]) -> str:
    """In English, whatever is spoken: programs read it."""
    fields = [dict(zip(Finding._fields, map(Tongue("en").text, finding), strict=True)) for finding in found]
    return json.dumps(fields, indent=1)


def _lines(found: Sequence[Finding], speak: Tongue) -> list[str]:
    """A line each: part, verdict, what is said of it."""
    rows = [tuple(map(speak.text, finding)) for finding in found]
    part, verdict = (max(len(row[column]) for row in rows) for column in range(2))
    return [f"{row[0]:{part}}  {row[1]:{verdict}}  {row[2]}" for row in rows]
