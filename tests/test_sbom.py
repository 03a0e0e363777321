"""`make dist`: the wheel, and the list of all that it needs, made by a tool whose version is fixed."""

import json
import re
import shutil
import subprocess
import tomllib

import pytest

from tests.support.hostile_commands import HOUSE

SOURCES = ("pyproject.toml", "README.md", "LICENSE", "Makefile", "requirements.lock", "docs", "host", "firmware")
NOT_NEEDED = {"pip", "setuptools", "cyclonedx-bom"}


def pinned():
    """What the program itself needs, each with the version it is installed with."""
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text())["project"]
    locked = dict(line.lower().split("==") for line in (HOUSE / "requirements.lock").read_text().splitlines())
    return {name: locked[name] for name in (line.partition(">=")[0] for line in project["dependencies"])}


def missing(listed):
    """What the list must have and has not, or has without a version."""
    found = {component["name"].lower(): component.get("version") for component in listed["components"]}
    wrong = {name for name, version in pinned().items() if found.get(name) != version}
    return wrong | (NOT_NEEDED & found.keys()) | {name for name, version in found.items() if not version}


def test_the_tool_is_pinned_and_decided_for():
    assert re.search(r"^SBOM_TOOL := cyclonedx-bom==[\d.]+$", (HOUSE / "Makefile").read_text(), re.MULTILINE)
    assert "(`make dist`)" in (HOUSE / "docs/decisions/terminal.md").read_text()


@pytest.mark.pty
def test_the_list_names_all_that_is_installed_with_the_wheel(tmp_path):
    for name in SOURCES:
        copy = shutil.copytree if (HOUSE / name).is_dir() else shutil.copy
        copy(HOUSE / name, tmp_path / name)
    (tmp_path / ".venv").symlink_to(HOUSE / ".venv")
    subprocess.run(["make", "--silent", "dist"], cwd=tmp_path, check=True)
    made = {path.suffix for path in (tmp_path / "dist").iterdir()}
    listed = json.loads((tmp_path / "dist/glowtable.cdx.json").read_text())
    assert made == {".whl", ".json"} and listed["bomFormat"] == "CycloneDX"
    assert listed["metadata"]["component"]["name"] == "glowtable"
    assert missing(listed) == set() and len(listed["components"]) > len(pinned())


def test_control_a_list_that_lacks_something_or_has_too_much_is_noticed():
    whole = [{"name": name, "version": version} for name, version in pinned().items()]
    assert missing({"components": whole}) == set()
    assert missing({"components": whole[1:]}) == {whole[0]["name"]}
    assert missing({"components": [*whole, {"name": "pip", "version": "1"}]}) == {"pip"}
    assert missing({"components": [*whole, {"name": "rumour"}]}) == {"rumour"}
