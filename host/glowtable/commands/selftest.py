"""Try every part of a table, and report."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial

from glowtable.commands import data_file, translator_for, user_config
from glowtable.commands.wizard_page import served_page
from glowtable.device import discovery
from glowtable.device.build import shipped_build
from glowtable.device.clock import RushedClock, WallClock
from glowtable.maker import selftest as parts
from glowtable.maker.link_report import save_link
from glowtable.maker.selftest import FAIL, Facts, Finding
from glowtable.maker.settings_store import read_settings_backup
from glowtable.maker.wizard_screen import WizardPage, WizardScreen, is_somebody_there
from glowtable.messages import FAILED, NO_TABLE, UserError, say
from glowtable.table import Clock
from glowtable.terminal.ending_signals import taken_as_interrupts
from glowtable.terminal.plain import PersonsTerminal, terminal_of_person
from glowtable.terminal.translator import Translator

TITLE = say("Try every part once. Type skip if it doesn't answer, q to leave.")


@taken_as_interrupts()
def selftest(args: argparse.Namespace) -> int:
    """Try all parts, then print a finding for each; FAILED if a part failed."""
    translator = translator_for(args)
    by_hand = (is_somebody_there() or args.web) and not args.no_hands
    wall = WallClock()
    clock = wall if by_hand else RushedClock()  # nobody watches: simulated time need not pass in real time
    table = _table_at(args.port or user_config().port, wall, clock)
    has_terminal = by_hand and is_somebody_there()
    with served_page(args, translator) as page, terminal_of_person() if has_terminal else nullcontext() as terminal:
        findings = try_table(table, clock if table.twin else wall, translator, terminal, page, by_hand=by_hand)
        if page:
            page.show_report(findings)
    print(_as_json(findings) if args.json else "\n".join(_report_lines(findings, translator)))
    return FAILED if any(finding.verdict == FAIL for finding in findings) else 0


def try_table(
    table: discovery.FoundTable, clock: Clock, translator: Translator, terminal: PersonsTerminal | None,
    page: WizardPage | None, *, by_hand: bool = True,
) -> list[Finding]:  # fmt: skip
    """Try all parts of this table and close it. Left if the person leaves."""
    connection = table.connection
    try:
        facts = Facts(shipped_build(), read_settings_backup(connection.name), connection.link.counts, by_hand)
        screen = WizardScreen(connection, clock, translator, TITLE, terminal, table.twin, page)
        return screen.run_steps(parts.try_all_parts(facts))
    finally:
        save_link(data_file("link.json"), connection.link)
        connection.close()


def _table_at(port: str, wall: Clock, clock: Clock) -> discovery.FoundTable:
    """The simulated table only where it is named: it takes this other clock."""
    if port.startswith(discovery.TWIN):
        return discovery.find_table(port, wall, partial(discovery.simulated_table, clock))
    missing = UserError(say("No table answers. Test the simulated one with --port twin:"), NO_TABLE)
    return discovery.find_table(port, wall, discovery.no_simulation(missing))


def _as_json(findings: Sequence[Finding]) -> str:
    """Always in English: programs read it."""
    fields = [dict(zip(Finding._fields, map(Translator("en").text, finding), strict=True)) for finding in findings]
    return json.dumps(fields, indent=1)


def _report_lines(findings: Sequence[Finding], translator: Translator) -> list[str]:
    """A line each: part, verdict, sentence."""
    rows = [tuple(map(translator.text, finding)) for finding in findings]
    part, verdict = (max(len(row[column]) for row in rows) for column in range(2))
    return [f"{row[0]:{part}}  {row[1]:{verdict}}  {row[2]}" for row in rows]
