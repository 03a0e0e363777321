"""What is installed with the program: exact versions from the lock, and what shells offer at the Tab key."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import partial
from importlib import metadata
from pathlib import Path

import pytest
from glowtable.__main__ import main
from glowtable.command_line import COMMANDS
from glowtable.commands import completion
from glowtable.messages import FAILED
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


def test_control_what_is_not_locked_is_noticed():
    versions = locked(LOCK)
    assert missing(["rich>=99"], versions) == {"rich"} and missing(["glowworm"], versions) == {"glowworm"}
    assert missing(["rich>=13"], {name: version for name, version in versions.items() if name != "pygments"}) == {
        "pygments"
    }


# what each shell offers for the last of its words, after the line that docs/play/README.md has for its own file
OFFERED = {
    "bash": """
eval "$(glowtable completion bash)"
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); $(complete -p glowtable | grep -o '_[a-z_]*'); echo "${COMPREPLY[@]}"
""",
    "zsh": """
autoload -Uz compinit; compinit -u -D; eval "$(glowtable completion zsh)"
_describe() { print -l ${${(P)2}%%:*} }
[[ ${_comps[glowtable]} == _shtab_glowtable ]] && _shtab_glowtable_commands
""",
    "fish": "glowtable completion fish | source; complete -C (string join ' ' -- $argv) | cut -f 1",
}


@pytest.fixture
def offered_by(tmp_path, monkeypatch):
    """A shell's own answer, where `glowtable` is a program that prints what a build of these sources makes."""
    subprocess.run([sys.executable, "host/compiled/generated.py", tmp_path], cwd=HOUSE, check=True)
    program = tmp_path / "bin" / "glowtable"
    program.parent.mkdir()
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfrom pathlib import Path\nfrom glowtable.__main__ import main\n"
        "from glowtable.commands import completion\n"
        f"completion.installed_file = lambda place: Path({str(tmp_path)!r}, Path(place).name)\nsys.exit(main())\n"
    )
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path)}

    def offered(shell, *words):
        asked = [shell, "-c", OFFERED[shell], *([] if shell == "fish" else [shell]), *words]
        return subprocess.run(asked, env=environment, capture_output=True, text=True).stdout.split()

    return offered


def test_other_shells_offer_every_command_where_they_are(offered_by):
    """zsh completes at a keyboard only: what it was given has them."""
    for shell in filter(shutil.which, ("zsh", "fish")):
        assert set(offered_by(shell, "glowtable", "")) >= set(COMMANDS)


def test_a_shell_completes_with_what_was_installed(capsys):
    for shell, place in completion.PLACES.items():
        assert main(["completion", shell]) == 0
        assert capsys.readouterr().out == completion.installed_file(place).read_text("utf-8")


def test_what_was_not_installed_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setattr(completion, "files", lambda name: [])
    assert main(["completion", "fish"]) == FAILED
    sentence = "The completions aren't installed. Install Glowtable again, with make or pip.\n"
    assert capsys.readouterr().err.endswith(sentence)


def test_bash_offers_commands_games_options_and_their_values(offered_by):
    offered = partial(offered_by, "bash")
    assert set(offered("glowtable", "")) >= set(COMMANDS)
    assert offered("glowtable", "simulate", "al") == ["alex_and_co", "alter_ego"]
    assert offered("glowtable", "play", "--la") == ["--lan", "--language"]
    assert offered("glowtable", "export", "--format", "") == ["jsonl", "csv", "actions", "text"]
    assert offered("glowtable", "dance") == []
