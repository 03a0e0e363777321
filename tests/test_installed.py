"""What is installed with the program: exact versions from the lock, and what shells offer at the Tab key."""

import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from glowtable.command_line import COMMANDS
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOUSE = Path(__file__).parents[1]
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (HOUSE / "requirements.lock").read_text("utf-8")


def locked(lock):
    """The version of each package; its name as packages are compared."""
    return {canonicalize_name(name): version for name, version in re.findall(r"^(\S+)==(\S+)$", lock, re.M)}


def missing(wanted, versions):
    """What these packages need, and what that needs, that is not in the lock, or not in a version that will do."""
    wrong, seen, left = set(), set(), [*wanted]
    while left:
        need = Requirement(left.pop())
        name = canonicalize_name(need.name)
        if need.marker and not need.marker.evaluate({"extra": ""}):
            continue
        if not need.specifier.contains(versions.get(name, "0"), prereleases=True) or name not in versions:
            wrong.add(name)
        elif name not in seen:
            seen.add(name)
            left += requires(name)
    return wrong


def requires(name):
    """What a package needs; of an extra that is not installed here no more is asked than its own version."""
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []


def test_all_that_is_needed_is_locked_within_its_range():
    extras = [each for extra in PROJECT["optional-dependencies"].values() for each in extra]
    assert missing([*PROJECT["dependencies"], *extras], {**locked(LOCK), "glowtable": "0"}) == set()


def test_every_extra_is_asked_for_when_the_lock_is_renewed():
    makefile = (HOUSE / "Makefile").read_text("utf-8")
    (extras,) = re.findall(r"^EXTRAS := (\S+)$", makefile, re.M)
    assert extras.split(",") == sorted(PROJECT["optional-dependencies"])
    assert re.search(r"^renew\.lock:\n(\t.*\n)*\t.* install '\.\[\$\(EXTRAS\)\]'$", makefile, re.M)


def test_what_is_installed_here_is_what_is_locked():
    here = {name: metadata.version(name) for name in (Requirement(each).name for each in PROJECT["dependencies"])}
    assert here == {name: locked(LOCK)[name] for name in here}


def test_a_library_takes_ranges_and_make_takes_the_lock():
    assert [each for each in PROJECT["dependencies"] if not re.fullmatch(r"\w+>=[\d.]+,<\d+", each)] == []
    makefile = (HOUSE / "Makefile").read_text("utf-8")
    installs = [line for line in makefile.splitlines() if " -e " in line]
    assert installs and all("$(LOCKED) -e " in line for line in installs)
    assert "LOCKED := $(PIP) install --constraint requirements.lock" in makefile


def test_control_what_is_not_locked_is_noticed():
    versions = locked(LOCK)
    assert missing(["rich>=99"], versions) == {"rich"} and missing(["glowworm"], versions) == {"glowworm"}
    assert missing(["rich>=13"], {name: version for name, version in versions.items() if name != "pygments"}) == {
        "pygments"
    }


OFFERED = """
source "$COMPLETIONS/glowtable"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_glowtable; echo "${COMPREPLY[@]}"
"""


def test_bash_offers_commands_games_options_and_their_values(tmp_path):
    def offered(*words):
        """For the last of these words."""
        asked = ["bash", "-c", OFFERED, "bash", *words]
        return subprocess.run(asked, env=environment, capture_output=True, text=True).stdout.split()

    subprocess.run([sys.executable, "host/compiled/generated.py", tmp_path], cwd=HOUSE, check=True)
    environment = {**os.environ, "COMPLETIONS": str(tmp_path)}
    assert set(offered("glowtable", "")) >= set(COMMANDS)
    assert offered("glowtable", "simulate", "al") == ["alex_and_co", "alter_ego"]
    assert offered("glowtable", "play", "--la") == ["--lan", "--language"]
    assert offered("glowtable", "export", "--format", "") == ["jsonl", "csv", "actions", "text"]
    assert offered("glowtable", "dance") == []
