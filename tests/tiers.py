"""The tiers of tests: `make test T=web` is `python -m tests.tiers web`; more words are pytest's, `list` names all."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

APART = ("emulated", "pty", "hardware", "kicad", "mutants", "web", "slow", "wheels", "peers", "extras")
TWO = ("-n", "2")
STEAL = (*TWO, "--dist", "worksteal")
PROGRAMS = {"chromium": ("chromium", "chromium-browser", "google-chrome"), "iproute2": ("ip",)}  # package -> programs
# Tests of branches that others take, too: they need not run again
NO_BRANCH = ("caught", "noticed", "alike_in_worlds", "wherever_a_person", "whole_match_of_legal")
NO_BRANCH_IN = (  # files of tests/games
    "alex_bots", "alex_export", "alex_table", "alex_termination", "bots", "golden", "punto_match",
    "punto_oracle", "quotes", "reasons", "spiel_leaks", "spiel_money", "spiel_termination", "spiel_values",
)  # fmt: skip
COMPILED = (sys.executable, "-m", "tests.emulated.compiled")


class Tier(NamedTuple):
    """What pytest runs, and what is run, set and needed before."""

    about: str
    marks: str = ""
    words: Sequence[str] = TWO  # more for pytest: options, files
    first: Sequence[Sequence[str]] = ()  # commands
    needs: Sequence[str] = ()  # packages of the system, installed if that is allowed
    wants: Sequence[str] = ()  # the same, but the tier runs without them: its tests say which did not
    environment: Mapping[str, str] = MappingProxyType({})


TIERS = {
    "quick": Tier(
        "all quick tests, and 1 % of the long runs, of those that take hours a 2,000th: the usual tier",
        f"not ({' or '.join(APART)})",
        wants=["iproute2"],
    ),
    "emulated": Tier(
        "the firmware on an emulated Pico, in lock step, and 1 % of its campaigns",
        "emulated and not long",
        [*TWO, "--durations=5", "tests/emulated"],
        first=[COMPILED],
    ),
    "versions": Tier(
        "the firmware on each MicroPython that a registry has: Unix, WebAssembly, and one newer on the emulated Pico",
        "micropython",
        [*TWO, "tests/micropython", "tests/emulated/test_pico_uf2.py"],
        first=[COMPILED],
    ),
    "pty": Tier(
        "flash, play and break an emulated Pico at a serial port",
        "pty and not campaign",
        ["--durations=5", "tests/pty", "tests/test_release.py"],
        first=[COMPILED],
    ),
    "windows": Tier(
        "journal, kills, commands and flash where fcntl, grp, termios and more are missing, as on Windows",
        "not two_programs",
        [
            *(*TWO, "tests/match/test_journal.py", "tests/match/test_kill.py", "tests/maker/test_flash.py"),
            *("tests/commands/test_journal_command.py", "tests/commands/test_simulate.py"),
        ],
        environment={"PYTHONPATH": "tests/support/without_posix"},
    ),
    "web": Tier(
        "whole matches by clicks and taps, in Chromium",
        "web and not campaign",
        ["--durations=5", "tests/browser"],
        needs=["chromium"],
        wants=["iproute2"],
    ),
    "peers": Tier("the tests that PettingZoo and OpenSpiel ship for their games, on ours", "peers", ["tests/peers"]),
    "extras": Tier("what those who study games install besides: kernel, cluster, notebook", "extras", ["tests/extras"]),
    "wheels": Tier("wheel and sdist in a clean environment of each Python there is", "wheels", ["tests/wheels"]),
    "hardware": Tier(
        "what `make hardware` makes; of controls that take seconds each, a third",
        "hardware and not kicad",
        [*TWO, "tests/hardware"],
    ),
    "kicad": Tier(
        "schematics and boards checked and plotted by KiCad 9, prints sliced by PrusaSlicer",
        "kicad",
        [*TWO, "--dist", "loadgroup", "tests/hardware"],
        first=[["hardware/install_kicad.sh"], [sys.executable, "-m", "hardware.kicad", "--stale"]],
    ),
    "branches": Tier(
        "every branch of rules, session and wire is tested: part of `make check`",
        "not campaign and not slow",
        [
            *(*TWO, "--cov", "--cov-report=term-missing:skip-covered", "--cov-fail-under=100"),
            *("-k", f"not ({' or '.join(NO_BRANCH)})", "tests/games", "tests/kit", "tests/firmware/test_wire.py"),
            *(f"--ignore=tests/games/test_{name}.py" for name in NO_BRANCH_IN),
            *(f"tests/web/test_{name}.py" for name in ("faces", "zones")),
            *(
                f"tests/match/test_{name}.py"
                for name in ("session", "holds", "believed_rows", "copies", "identities", "result")
            ),
            "tests/match/test_teaching.py",
            "tests/commands/test_learn.py",
        ],
    ),
    "campaign": Tier(
        "a twentieth of the long fault, kill and fuzz runs, a hundredth of those that take hours, every slow test",
        "(campaign or slow) and not (emulated or web or hardware)",
        [*STEAL, "--durations=12"],
        environment={"GLOWTABLE_CAMPAIGN": "full"},
    ),
    "campaign-long": Tier(
        "the whole of them, a million probes for secrets and ten thousand decks of cards among them: it takes hours",
        "(campaign or slow) and not emulated",
        [*STEAL, "--durations=12"],
        needs=["chromium"],
        environment={"GLOWTABLE_CAMPAIGN": "long"},
    ),
    "campaign-emulated": Tier(
        "the whole of the long runs on the emulated Pico: they take a long time",
        "(campaign or long) and emulated",
        [*STEAL, "--durations=0", "tests/emulated"],
        first=[COMPILED],
        environment={"GLOWTABLE_CAMPAIGN": "long"},
    ),
}


def main(words: Sequence[str]) -> int:
    """Run a tier: pytest's exit code, or 1 with a sentence if it cannot begin; `list` names them all."""
    if words[0] not in TIERS:
        print("\n".join(f"make test T={name:18} {tier.about}" for name, tier in TIERS.items()))
        return 0 if words[0] == "list" else 2
    tier = TIERS[words[0]]
    missing = [package for package in (*tier.needs, *tier.wants) if not is_installed(package)]
    for package in missing:
        print(f"These tests need {package}: install it (Debian, Ubuntu: the package {package})", file=sys.stderr)
    if set(missing) & set(tier.needs):
        return 1
    environment = {**os.environ, **tier.environment}
    for command in tier.first:
        if failed := subprocess.run(command).returncode:
            return failed
    asked = [sys.executable, "-m", "pytest", "-m", tier.marks, *tier.words, *words[1:]]
    print(*(f"'{word}'" if " " in word else word for word in asked), flush=True)
    return subprocess.run(asked, env=environment).returncode


def is_installed(package: str) -> bool:
    """Whether its program is there; the superuser of a system with apt gets it installed."""
    if any(map(shutil.which, PROGRAMS[package])):
        return True
    if os.name != "posix" or os.geteuid() or not shutil.which("apt-get"):
        return False
    commands = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", package])
    return all(subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0 for command in commands)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["list"]))
