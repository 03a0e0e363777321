"""Look at ports, table and link, and say what is wrong."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from glowtable import bundle, config, ports
from glowtable.build import shipped_build
from glowtable.cable import Cable
from glowtable.commands import data_file, open_journal, tongue
from glowtable.export import Record, to_jsonl
from glowtable.game import say
from glowtable.journal import Journal
from glowtable.link import Snapshot, Stats
from glowtable.play import WallClock
from glowtable.screen import Tongue
from glowtable.trouble import FAILED, Trouble

UDEV_RULE = (
    'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1", ENV{ID_MM_PORT_IGNORE}="1", MODE="0660"'
)
REPORT_MS = 1500


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
    bundle.save_link(data_file("link.json"), cable.link)
    cable.close()
    return "\n" + "\n".join(_lines(bundle.link_report(cable.link), speak))


def _lines(report: dict[str, Any], speak: Tongue) -> list[str]:
    lines = [
        f"  {part}: " + _figures(report[part]) for part in ("hello", "snapshot", "stats", "counts") if report[part]
    ]
    snapshot, hello = report["snapshot"], report["hello"]
    if snapshot and int(snapshot["cells"], 16):
        stuck = say("cells held down or stuck: {cells}", cells=_pressed(snapshot["cells"]))
        lines.append("  " + speak.text(stuck))
    if hello and int(hello["readers"], 16) != 0xFF:
        silent = say("readers that do not answer: {readers}", readers=_silent_readers(hello["readers"]))
        lines.append("  " + speak.text(silent))
    return lines


def _figures(values: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _pressed(cells: str) -> str:
    from glowtable.table import CELLS, cell_name

    return " ".join(cell_name(cell) for cell in range(CELLS) if int(cells, 16) >> cell & 1)


def _silent_readers(readers: str) -> str:
    return " ".join(str(reader) for reader in range(8) if not int(readers, 16) >> reader & 1)


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
    if sys.platform == "linux" and not os.path.exists("/etc/udev/rules.d/99-glowtable.rules"):
        print(speak.text(say("a udev rule that keeps ModemManager away from the table, for {path}:",
                             path="/etc/udev/rules.d/99-glowtable.rules")))  # fmt: skip
        print("  " + UDEV_RULE)


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
        parts[bundle.MATCH] = to_jsonl(match)
    bundle.write_bundle(path, parts)
    print(speak.text(say("{path} is written: glowtable replay {path} plays its match again", path=str(path))))


def _latest(journal: Journal) -> Record | None:
    matches = [match for match in journal.matches() if match.rows]
    return Record(matches[-1].header, tuple(journal.rows(matches[-1].id))) if matches else None
