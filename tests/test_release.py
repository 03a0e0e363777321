"""`make release`: wheel, sdist, a zip for makers, sums and notes, and the list of all that the wheel needs."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from hashlib import sha256
from pathlib import PurePosixPath
from posixpath import normpath
from zipfile import ZipFile

import pytest

from tests.support.hostile_commands import HOUSE

UF2S = {f"host/glowtable/uf2/glowtable-{chip}.uf2": chip.encode() for chip in ("rp2040", "rp2350")}
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


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """The project as it is committed, with a release made of it; instead of files for the Pico, ones that say so."""
    folder = tmp_path_factory.mktemp("release") / "clone"
    subprocess.run(["git", "clone", "--quiet", HOUSE, folder], check=True)
    (folder / "host/glowtable/uf2").mkdir()
    for name, content in UF2S.items():
        (folder / name).write_bytes(content)
    release(folder)
    return folder


def release(folder):
    return subprocess.run(
        [sys.executable, ".ci/release.py"], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def files(folder):
    return {path.name: path.read_bytes() for path in (folder / "dist").iterdir()}


@pytest.mark.pty
def test_a_release_is_the_same_bytes_whenever_it_is_made(clone):
    before = files(clone)
    said = release(clone)
    assert files(clone) == before
    assert [line.split("/")[1] for line in said.splitlines() if "dist/" in line] == sorted(before)


@pytest.mark.pty
def test_each_file_has_its_sum(clone):
    sums = dict(reversed(line.split()) for line in (clone / "dist/SHA256SUMS").read_text().splitlines())
    wanted = {name: sha256(data).hexdigest() for name, data in files(clone).items() if name != "SHA256SUMS"}
    assert sums == wanted and len(wanted) == 5


@pytest.mark.pty
def test_the_wheel_has_the_files_for_the_pico(clone):
    (wheel,) = (clone / "dist").glob("*.whl")
    with ZipFile(wheel) as archive:
        assert {f"host/{name}": archive.read(name) for name in archive.namelist() if name.endswith(".uf2")} == UF2S


@pytest.mark.pty
def test_the_wheel_has_the_kernel_of_punto_for_each_system_and_needs_no_compiler(clone, tmp_path):
    (wheel,) = (clone / "dist").glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    kernels = sorted(path.stem.split("-", 2)[2] for path in tmp_path.rglob("kernel-*.so"))
    assert kernels == [
        "darwin-arm64", "darwin-x86_64-avx2", "darwin-x86_64-sse4", "linux-aarch64",
        "linux-x86_64-avx2", "linux-x86_64-sse4", "win32-amd64-avx2", "win32-amd64-sse4",
    ]  # fmt: skip
    code = "from glowtable.games.punto import kernel as k; k.subprocess = None; print(k.kernel_library()._name)"
    played = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert played.stdout.startswith(str(tmp_path / "glowtable/games/punto/c/kernel-"))


@pytest.mark.pty
def test_what_a_package_says_of_itself_leads_into_no_folder(clone):
    (wheel,) = (clone / "dist").glob("*.whl")
    with ZipFile(wheel) as archive:
        (told,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
    said = told.partition("\n\n")[2]
    assert said.startswith("# Glowtable\n") and "make play" in said and "docs/play/punto.md" in said
    assert re.findall(r"\]\((?!http)", (HOUSE / "README.md").read_text("utf-8")) and "](" not in said


@pytest.mark.pty
def test_the_sdist_is_the_whole_project(clone):
    """Every command of README.md works in it, for all that git knows is there."""
    (packed,) = (clone / "dist").glob("*.tar.gz")
    known = subprocess.run(["git", "ls-files"], cwd=clone, check=True, capture_output=True, text=True).stdout.split()
    with tarfile.open(packed) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert names == {*known, "PKG-INFO"}


@pytest.mark.pty
def test_makers_get_orders_prints_cards_and_pages(clone):
    (made,) = (clone / "dist").glob("*hardware*.zip")
    with ZipFile(made) as archive:
        names = set(archive.namelist())
    committed = {str(path.relative_to(HOUSE)) for path in (HOUSE / "hardware/made").rglob("*") if path.is_file()}
    assert committed <= names
    assert {f"hardware/boards/{name}/{name}.kicad_pcb" for name in ("hub2", "quarter", "pod")} <= names
    assert {f"hardware/solids/{name}.ini" for name in ("solid", "coarse", "springs", "hollow", "soft")} <= names
    assert [name for name in names if name.endswith((".py", ".kicad_prl"))] == []


def lost(texts, names):
    """Each relative link of these pages that leads to no file of these names, and to no folder of them."""
    there = {*names, *(str(parent) for name in names for parent in PurePosixPath(name).parents)}
    links = [(page, link) for page, text in texts.items() for link in re.findall(r"\]\((?!https?:)([^)#]+)", text)]
    return [(page, link) for page, link in links if normpath(PurePosixPath(page).parent / link) not in there]


@pytest.mark.pty
def test_what_makers_get_is_closed_and_says_where_to_begin(clone):
    (made,) = (clone / "dist").glob("*hardware*.zip")
    with ZipFile(made) as archive:
        names = archive.namelist()
        pages = {name: archive.read(name).decode() for name in names if name.endswith(".md")}
    assert lost(pages, names) == []
    begin = pages["README.md"]
    assert {"docs/STARTER.md", "hardware/BUILD.md"} <= set(re.findall(r"\]\(([^)]+)", begin))
    assert {name.split("/")[0] for name in names if "/" in name} <= set(re.findall(r"^\| `(\w+)`", begin, re.M))
    packages = {path.name for path in (clone / "dist").iterdir() if path.suffix in (".gz", ".whl")}
    assert set(re.findall(r"glowtable-[\w.-]+(?:gz|whl)", begin)) == packages and len(packages) == 2
    whole = (HOUSE / "hardware/BUILD.md").read_text("utf-8")
    assert pages["hardware/BUILD.md"].count("](made/") == whole.count("](made/") > 50
    assert "are computed." in pages["hardware/BUILD.md"] and "are [computed](papers/cost.py)." in whole


def test_control_a_link_out_of_the_zip_is_noticed():
    there = ["docs/A.md", "hardware/made/x.png"]
    assert lost({"docs/A.md": "[a](A.md#b) [c](https://d) ![x](../hardware/made/x.png) [y](../hardware)"}, there) == []
    assert lost({"docs/A.md": "[a](B.md#b)"}, there) == [("docs/A.md", "B.md")]


@pytest.mark.pty
def test_the_list_names_all_that_is_installed_with_the_wheel(clone):
    (path,) = (clone / "dist").glob("*.cdx.json")
    listed = json.loads(path.read_text())
    assert listed["bomFormat"] == "CycloneDX" and listed["metadata"]["component"]["name"] == "glowtable"
    assert missing(listed) == set() and len(listed["components"]) > len(pinned())


@pytest.mark.pty
def test_the_notes_are_those_of_the_newest_version(clone):
    notes = (clone / "dist/NOTES.md").read_text("utf-8")
    assert (
        re.findall("^## .*", notes, re.M) == re.findall("^## .*", (HOUSE / "CHANGELOG.md").read_text("utf-8"), re.M)[:1]
    )


@pytest.mark.pty
def test_the_notes_link_to_nothing_that_is_not_beside_them(clone):
    """What they name is in the tar."""
    notes = (clone / "dist/NOTES.md").read_text("utf-8")
    (packed,) = (clone / "dist").glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        there = {name.partition("/")[2] for name in archive.getnames()}
    named = set(re.findall(r"`((?:docs|hardware)/[^`]*)`", notes))
    assert not re.findall(r"\]\((?!http)", notes) and len(named) >= 6 and named <= there


@pytest.mark.pty
def test_the_notes_say_of_each_file_for_whom_it_is(clone):
    told = (clone / "dist/NOTES.md").read_text("utf-8").partition("\n## ")[0]
    assert set(re.findall(r"`([\w.-]+\.(?:gz|whl|zip|json)|SHA256SUMS)`", told)) == files(clone).keys() - {"NOTES.md"}


@pytest.mark.pty
def test_without_files_for_the_pico_nothing_is_released(clone):
    shutil.rmtree(clone / "host/glowtable/uf2")
    before = files(clone)
    done = subprocess.run([sys.executable, ".ci/release.py"], cwd=clone, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "A release needs the files for the Pico: make uf2\n")
    assert files(clone) == before


def test_control_a_list_that_lacks_something_or_has_too_much_is_noticed():
    whole = [{"name": name, "version": version} for name, version in pinned().items()]
    assert missing({"components": whole}) == set()
    assert missing({"components": whole[1:]}) == {whole[0]["name"]}
    assert missing({"components": [*whole, {"name": "pip", "version": "1"}]}) == {"pip"}
    assert missing({"components": [*whole, {"name": "rumour"}]}) == {"rumour"}
