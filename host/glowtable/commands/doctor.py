"""Look at ports, table and link, and say what is wrong."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

from glowtable import config, games
from glowtable.commands import data_file, open_journal, translator_for
from glowtable.device import discovery, troubles
from glowtable.device.build import shipped_build
from glowtable.device.clock import WallClock
from glowtable.device.connection import Connection
from glowtable.device.link import Hello, Snapshot, Stats
from glowtable.gate import printable
from glowtable.maker import bug_bundle, diagnosis
from glowtable.maker.settings_store import kept_here
from glowtable.match.export import MatchRecord, redact_record, to_jsonl
from glowtable.match.journal import Journal
from glowtable.messages import FAILED, Message, UserError, say
from glowtable.terminal.translator import Translator

UDEV_RULE = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1", MODE="0660"'
)
REPORT_MS = 1500
AT_LINE = re.compile(r"^(>>> )?AT(?![a-z])")  # what ModemManager sends to a modem


def doctor(args: argparse.Namespace) -> int:
    """Print what is found, write the bundle if asked; FAILED if a Pico does not answer as a table."""
    translator = translator_for(args)
    print("\n".join(f"{name:10} {value}" for name, value in running_versions().items()))
    found = _find_tables(args.port)
    for device, what in found.items():
        print(
            f"{device}: "
            + (_examine_table(what, translator) if isinstance(what, Connection) else translator.text(what.message))
        )
    if not found:
        print(translator.text(say("no Pico is plugged in; play uses the simulated table")))
    _print_last(translator)
    _print_advice(translator)
    if args.bundle:
        _write_bundle(args, translator)
    return FAILED if any(isinstance(what, UserError) for what in found.values()) else 0


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
        connection = discovery.simulated_table(clock, discovery.faults_of(port.removeprefix(discovery.TWIN))).connection
        discovery.await_hello(connection, clock)
        return {port: connection}
    try:
        return {port: discovery.open_table(port, clock)}
    except UserError as error:
        return {port: error}


def _examine_table(connection: Connection, translator: Translator) -> str:
    """Ask the table for its snapshot and figures and save the report; a line for each."""
    clock = WallClock()
    connection.link.queue_command("test", "stats", 0)
    until = clock.now_ms() + REPORT_MS
    seen: set[type] = set()
    while clock.now_ms() < until and not {Snapshot, Stats} <= seen:
        seen.update(type(heard) for heard in connection.exchange_bytes(clock.now_ms()))
        clock.nap()
    report = bug_bundle.link_report(connection.link)
    bug_bundle.save_link(data_file("link.json"), connection.link)
    connection.close()
    return "\n" + "\n".join(_report_lines(report, translator, kept_here(connection.name)))


def _report_lines(report: dict[str, Any], translator: Translator, kept: bytes | None = None) -> list[str]:
    """The figures, then what they mean."""
    figures = [
        f"{part}: " + _figures_text(report[part]) for part in ("hello", "snapshot", "stats", "counts") if report[part]
    ]
    return ["  " + line for line in (*map(printable, figures), *map(translator.text, _explain_report(report, kept)))]


def _figures_text(values: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _explain_report(report: dict[str, Any], kept: bytes | None) -> Iterator[Message]:
    """What the figures of a report mean, as sentences."""
    if report["hello"]:
        hello = Hello(**report["hello"])
        yield say("why it last started: {cause}", cause=diagnosis.start_cause(hello))
        build = diagnosis.wrong_build(hello, shipped_build())
        yield from [build] if build else []
        yield from diagnosis.wrong_settings(hello, kept)
        yield from map(troubles.explain_trouble, troubles.trouble_words(hello.trouble))
        yield from diagnosis.silent_readers(hello)
    if report["snapshot"]:
        yield from diagnosis.stuck_parts(report["snapshot"]["cells"], report["snapshot"]["keys"])
    if report["stats"]:
        yield say("the longest tick took {us} us", us=report["stats"]["tick_us"])
        if report["stats"]["free"]:
            yield say("{free} bytes of memory are free", free=report["stats"]["free"])
    if any(AT_LINE.search(line) for line in report["received"]):
        yield say("another program sends it modem commands (AT): keep ModemManager away with the rule below")


def _print_last(translator: Translator) -> None:
    report = bug_bundle.load_link(data_file("link.json"))
    if report is None:
        return
    print(translator.text(say("the link when it was last closed:")))
    print("\n".join(_report_lines(report, translator)))
    for way in ("sent", "received"):
        print(f"  last {way}:")
        print("\n".join(f"    {printable(frame)}" for frame in report[way][-10:]))


def _print_advice(translator: Translator) -> None:
    if modem_manager_runs():
        print(translator.text(say("ModemManager runs on this computer: it writes to new ports for some seconds")))
    if sys.platform == "linux" and not os.path.exists("/etc/udev/rules.d/99-glowtable.rules"):
        print(translator.text(say("a udev rule that keeps ModemManager away from the table, for {path}:",
                             path="/etc/udev/rules.d/99-glowtable.rules")))  # fmt: skip
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
    with closing(open_journal(args)) as journal:
        match = _latest_match(journal)
    path = Path(args.bundle)
    parts = {
        bug_bundle.VERSIONS: json.dumps(running_versions()),
        bug_bundle.LINK: json.dumps(bug_bundle.load_link(data_file("link.json"))),
        bug_bundle.SETTINGS: json.dumps(config.load_config(config.config_path())._asdict()),
    }
    if match:
        try:
            parts[bug_bundle.MATCH] = to_jsonl(redact_record(games.find(match.header.game), match))
        except UserError as error:  # of a game or with options that are no more: nobody knows who saw what
            print(translator.text(say("its match is left out: {cause}", cause=error.message)))
    bug_bundle.write_bundle(path, parts)
    print(translator.text(say("{path} is written: glowtable replay {path} plays its match again", path=str(path))))


def _latest_match(journal: Journal) -> MatchRecord | None:
    latest = journal.latest_match()
    return MatchRecord(latest.header, tuple(journal.good_rows(latest.id))) if latest else None
