"""Look at ports, table and link, and say what is wrong."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from glowtable import config, games
from glowtable.commands import data_file, open_journal, translator_for
from glowtable.device import discovery, troubles
from glowtable.device.build import shipped_build
from glowtable.device.clock import WallClock
from glowtable.device.connection import Connection
from glowtable.device.link import Board, Hello, Snapshot, Stats
from glowtable.gate import printable
from glowtable.maker import bug_report, diagnosis
from glowtable.maker.backups import read_copy
from glowtable.match.export import redact_record, to_jsonl
from glowtable.match.match_record import MatchRecord
from glowtable.messages import FAILED, NO_ACCESS, Message, UserError, say
from glowtable.terminal.translator import Translator

UDEV_RULE = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1", MODE="0660"'
)
RULES = "/etc/udev/rules.d/99-glowtable.rules"
REPORT_MS = 1500
AT_LINE = re.compile(r"^(>>> )?AT(?![a-z])")  # what ModemManager sends to a modem
MODEM_COMMANDS = say("Another program sends it modem commands (AT). Keep ModemManager away with the rule below.")


class Finding(NamedTuple):
    """What was found at one port, or was kept of the last match: the figures, what they mean, what is wrong."""

    name: str
    figures: tuple[str, ...] = ()
    means: tuple[Message, ...] = ()
    wrong: tuple[Message, ...] = ()


def doctor(args: argparse.Namespace) -> int:
    """First whether all is well, then what is found; FAILED if a Pico does not answer as a table."""
    translator = translator_for(args)
    data_file("link.json")  # UserError before anything is asked
    candidates = _find_tables(args.port)
    tables = [_examine_table(device, what) for device, what in candidates.items()]
    _print_verdict(tables, translator)
    print("\n".join(f"{name:10} {value}" for name, value in running_versions().items()))
    for table in tables:
        _print_finding(table, translator)
    last = _last_finding(translator)
    if last:
        _print_finding(last, translator)
    if args.frames:
        _print_frames()
    errors = [what for what in candidates.values() if isinstance(what, UserError)]
    is_disturbed = any(MODEM_COMMANDS in each.wrong for each in (*tables, *filter(None, [last])))
    _print_advice(translator, is_disturbed or NO_ACCESS in [error.exit_code for error in errors], bool(candidates))
    if args.bundle:
        _write_bundle(args, translator)
    return FAILED if errors else 0


def _print_verdict(tables: Sequence[Finding], translator: Translator) -> None:
    """One line."""
    wrong = [message for table in tables for message in table.wrong]
    well = (
        say("All good: the table at {ports} answers.", ports=", ".join(table.name for table in tables))
        if tables
        else say("No Pico is plugged in, or its cable carries no data. So play uses the simulated table.")
    )
    print(translator.text(say("Problems: {what}", what=wrong[0]) if wrong else well))


def _print_finding(finding: Finding, translator: Translator) -> None:
    sentences = map(translator.text, (*finding.means, *finding.wrong))
    print("\n".join((f"{finding.name}:", *(f"  {line}" for line in (*map(printable, finding.figures), *sentences)))))


def running_versions() -> dict[str, str]:
    """What runs on this computer."""
    return {
        "glowtable": version("glowtable"),
        "firmware": shipped_build(),
        "python": platform.python_version(),
        "pyserial": version("pyserial"),
        "system": platform.platform(),
    }


def _find_tables(port: str) -> dict[str, Connection | UserError]:
    clock = WallClock()
    if port in ("", discovery.AUTO):
        return discovery.look_for_tables(clock)
    if port.startswith(discovery.TWIN):
        connection = discovery.find_table(port, clock, clock).connection
        discovery.await_hello(connection, clock)
        return {port: connection}
    try:
        return {port: discovery.open_table(port, clock)}
    except UserError as error:
        return {port: error}


def _examine_table(device: str, what: Connection | UserError) -> Finding:
    """Ask the table for its snapshot and figures and save the report."""
    if isinstance(what, UserError):
        return Finding(device, wrong=(what.message,))
    connection, clock = what, WallClock()
    connection.link.commands.queue_command("test", "stats", 0)
    until = clock.now_ms() + REPORT_MS
    seen: set[type] = set()
    while clock.now_ms() < until and not {Snapshot, Stats} <= seen:
        seen.update(type(event) for event in connection.exchange_bytes(clock.now_ms()))
        clock.nap()
    report = bug_report.link_report(connection.link)
    bug_report.save_link(data_file("link.json"), connection.link)
    connection.close()
    return _finding_of(device, report, read_copy(connection.name))


def _finding_of(name: str, report: dict[str, Any], kept: bytes | None = None) -> Finding:
    parts = [part for part in ("board", "hello", "snapshot", "stats", "counts") if report[part]]
    figures = (" ".join((f"{part}:", *(f"{name}={value}" for name, value in report[part].items()))) for part in parts)
    return Finding(name, tuple(figures), tuple(_facts_in(report)), tuple(_wrong_in(report, kept)))


def _facts_in(report: dict[str, Any]) -> Iterator[Message]:
    """What the figures of a report mean."""
    if report["hello"]:
        yield say("last start: {cause}", cause=diagnosis.start_cause(Hello(**report["hello"])))
    if report["stats"]:
        yield say("longest tick: {us} us", us=report["stats"]["tick_us"])
        if report["stats"]["free"]:
            yield say("free memory: {free} bytes", free=report["stats"]["free"])


def _wrong_in(report: dict[str, Any], kept: bytes | None) -> Iterator[Message]:
    """What is wrong with the table of a report, each with its next step."""
    if report["hello"]:
        hello = Hello(**report["hello"])
        build = diagnosis.wrong_build(hello, shipped_build())
        yield from [build] if build else []
        yield from diagnosis.wrong_settings(hello, kept)
        yield from map(troubles.explain_trouble, troubles.trouble_words(hello.trouble))
        yield from diagnosis.silent_readers(hello, Board(**report["board"]))
    if report["snapshot"]:
        yield from diagnosis.stuck_parts(report["snapshot"]["cells"], report["snapshot"]["keys"])
    if any(AT_LINE.search(line) for line in report["received"]):
        yield MODEM_COMMANDS


def _last_finding(translator: Translator) -> Finding | None:
    report = bug_report.load_link(data_file("link.json"))
    return _finding_of(translator.text(say("the link when last closed")), report) if report else None


def _print_frames() -> None:
    report = bug_report.load_link(data_file("link.json")) or {"sent": [], "received": []}
    for way in ("sent", "received"):
        print(f"  last {way}:")
        print("\n".join(f"    {printable(frame)}" for frame in report[way][-10:]))


def _print_advice(translator: Translator, is_ill: bool, is_plugged_in: bool) -> None:
    """The udev rule helps on Linux alone: where a port may not be opened, or ModemManager writes to it."""
    disturbs = modem_manager_runs()
    if disturbs:
        print(translator.text(say("ModemManager runs on this computer. It writes to new ports for some seconds.")))
    helps = is_ill or (disturbs and is_plugged_in)
    if sys.platform == "linux" and helps and not os.path.exists(RULES):
        print(translator.text(say("Keep ModemManager away from the table with this udev rule in {path}:", path=RULES)))
        print("  " + UDEV_RULE)


def modem_manager_runs(processes: Path = Path("/proc")) -> bool:
    """Does the service that treats every new port as a modem run on this computer?"""
    return any(_small_text(name).strip() == "ModemManager" for name in processes.glob("[0-9]*/comm"))


def _small_text(path: Path) -> str:
    """A small file's text; empty if the file is gone."""
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _write_bundle(args: argparse.Namespace, translator: Translator) -> None:
    with closing(open_journal(args, to_read=True)) as journal:
        latest = journal.latest_match()
        match = MatchRecord(latest.header, tuple(journal.good_rows(latest.id))) if latest else None
    path = Path(args.bundle)
    parts = {
        bug_report.VERSIONS: json.dumps(running_versions()),
        bug_report.LINK: json.dumps(bug_report.load_link(data_file("link.json"))),
        bug_report.SETTINGS: json.dumps(config.load_config(config.config_path())._asdict()),
    }
    if match:
        try:
            parts[bug_report.MATCH] = to_jsonl(redact_record(games.find(match.header.game), match))
        except UserError as error:  # of a game or with options that are no more: nobody knows who saw what
            print(translator.text(say("The bundle has no match. {cause}", cause=error.message)))
    bug_report.write_bundle(path, parts)
    print(translator.text(say("Wrote {path}. Replay its match: glowtable replay {path}", path=str(path))))
