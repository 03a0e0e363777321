"""Look at ports, table and link, and say what is wrong."""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from glowtable import bundle, config, games, health, ports
from glowtable.build import shipped_build
from glowtable.cable import Cable
from glowtable.commands import data_file, open_journal, tongue
from glowtable.export import Record, to_jsonl, told
from glowtable.game import Message, say
from glowtable.journal import Journal
from glowtable.keeper import kept_here
from glowtable.link import Hello, Snapshot, Stats
from glowtable.play import WallClock
from glowtable.screen import Tongue
from glowtable.trouble import FAILED, Trouble

UDEV_RULE = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1", MODE="0660"'
)
REPORT_MS = 1500
AT_LINE = re.compile(r"^(>>> )?AT(?![a-z])")  # what ModemManager asks of a modem


def doctor(args: argparse.Namespace) -> int:
    """Print what is found, write the bundle if asked; FAILED if a Pico is there that does not answer."""
    speak = tongue(args)
    print("\n".join(f"{name:10} {value}" for name, value in versions().items()))
    found = _look(args.port)
    for device, what in found.items():
        print(f"{device}: " + (_examined(what, speak) if isinstance(what, Cable) else speak.text(what.message)))
    if not found:
        print(speak.text(say("no Pico is plugged in; play uses the simulated table")))
    _print_last(speak)
    _print_advice(speak)
    if args.bundle:
        _write(args, speak)
    return FAILED if any(isinstance(what, Trouble) for what in found.values()) else 0


def versions() -> dict[str, str]:
    """What runs here."""
    return {
        "glowtable": version("glowtable"),
        "firmware": shipped_build(),
        "python": platform.python_version(),
        "pyserial": version("pyserial"),
        "system": platform.platform(),
    }


def _look(port: str) -> dict[str, Cable | Trouble]:
    clock = WallClock()
    if port in ("", ports.AUTO):
        return ports.look(clock)
    if port.startswith(ports.TWIN):
        cable = ports.simulated(clock, ports.faults_of(port.removeprefix(ports.TWIN))).cable
        ports.answers(cable, clock)
        return {port: cable}
    try:
        return {port: ports.opened(port, clock)}
    except Trouble as trouble:
        return {port: trouble}


def _examined(cable: Cable, speak: Tongue) -> str:
    """Ask the table for its snapshot and figures; keep the report; a line each."""
    clock = WallClock()
    cable.link.command("test", "stats", 0)
    until = clock.now_ms() + REPORT_MS
    seen: set[type] = set()
    while clock.now_ms() < until and not {Snapshot, Stats} <= seen:
        seen.update(type(heard) for heard in cable.pump(clock.now_ms()))
        clock.nap()
    report = bundle.link_report(cable.link)
    bundle.save_link(data_file("link.json"), cable.link)
    cable.close()
    return "\n" + "\n".join(_lines(report, speak, kept_here(cable.name)))


def _lines(report: dict[str, Any], speak: Tongue, kept: bytes | None = None) -> list[str]:
    """The figures, then what they mean."""
    figures = [
        f"{part}: " + _figures(report[part]) for part in ("hello", "snapshot", "stats", "counts") if report[part]
    ]
    return ["  " + line for line in (*figures, *map(speak.text, _meant(report, kept)))]


def _figures(values: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _meant(report: dict[str, Any], kept: bytes | None) -> Iterator[Message]:
    """Sentences for whatever in a report needs words."""
    if report["hello"]:
        hello = Hello(**report["hello"])
        yield say("it started last because: {cause}", cause=health.started(hello))
        build = health.wrong_build(hello, shipped_build())
        yield from [build] if build else []
        yield from health.wrong_settings(hello, kept)
        yield from map(health.meaning, health.trouble_words(hello))
        yield from health.silent_readers(hello)
    if report["snapshot"]:
        yield from health.stuck(report["snapshot"]["cells"], report["snapshot"]["keys"])
    if report["stats"]:
        yield say("the longest tick took {us} us", us=report["stats"]["tick_us"])
        if report["stats"]["free"]:
            yield say("{free} bytes of memory are free", free=report["stats"]["free"])
    if any(AT_LINE.search(line) for line in report["received"]):
        yield say("another program types modem commands (AT) at it: keep ModemManager away with the rule below")


def _print_last(speak: Tongue) -> None:
    report = bundle.load_link(data_file("link.json"))
    if report is None:
        return
    print(speak.text(say("the link as it was closed last:")))
    print("\n".join(_lines(report, speak)))
    for way in ("sent", "received"):
        print(f"  last {way}:")
        print("\n".join(f"    {frame}" for frame in report[way][-10:]))


def _print_advice(speak: Tongue) -> None:
    if modem_manager_runs():
        print(speak.text(say("ModemManager runs here: it types at new ports for some seconds")))
    if sys.platform == "linux" and not os.path.exists("/etc/udev/rules.d/99-glowtable.rules"):
        print(speak.text(say("a udev rule that keeps ModemManager away from the table, for {path}:",
                             path="/etc/udev/rules.d/99-glowtable.rules")))  # fmt: skip
        print("  " + UDEV_RULE)


def modem_manager_runs(processes: Path = Path("/proc")) -> bool:
    """Does the service that takes every new port for a modem run on this computer?"""
    return any(_text(name).strip() == "ModemManager" for name in processes.glob("[0-9]*/comm"))


def _text(path: Path) -> str:
    """A small file's text; none if it went away meanwhile."""
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _write(args: argparse.Namespace, speak: Tongue) -> None:
    journal = open_journal(args)
    path = Path(args.bundle)
    match = _latest(journal)
    parts = {
        bundle.VERSIONS: json.dumps(versions()),
        bundle.LINK: json.dumps(bundle.load_link(data_file("link.json"))),
        bundle.SETTINGS: json.dumps(config.load(config.config_path())._asdict()),
    }
    if match:
        parts[bundle.MATCH] = to_jsonl(told(games.find(match.header.game), match))
    bundle.write_bundle(path, parts)
    print(speak.text(say("{path} is written: glowtable replay {path} plays its match again", path=str(path))))


def _latest(journal: Journal) -> Record | None:
    matches = [match for match in journal.matches() if match.rows]
    return Record(matches[-1].header, tuple(journal.rows(matches[-1].id))) if matches else None
