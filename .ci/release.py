"""`make release`: what people download, in dist: the same bytes whenever it is made of the same sources.

A wheel with the files for Pico and Pico 2, the whole project as an sdist, a zip for makers, a list of all that the
wheel needs (CycloneDX), the notes of this version and the sum of each file. Nothing is left of a release that did not
become whole.
"""

import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

HOUSE = Path(__file__).parents[1]
DIST = HOUSE / "dist"
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))
VERSION = PROJECT["project"]["version"]
SBOM_TOOL = "cyclonedx-bom==7.5.0"
UF2S = HOUSE / "host/glowtable/uf2"
FOR_MAKERS = ("LICENSE", "docs/STARTER.md", "docs/FLASH.md", "docs/TROUBLE*.md", "docs/starter*.svg", "docs/cables.svg",
              "hardware/*.md", "hardware/made", "hardware/boards", "hardware/solids/*.ini",
              "host/glowtable/device/boards/starter.toml")  # fmt: skip
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)#]+)[^)]*\)")
TO_MAKERS = f"""# Glowtable {VERSION}, for makers

Read one of these first:

* [docs/STARTER.md](docs/STARTER.md): a table in one evening, of bought parts.
* [hardware/COUPON.md](hardware/COUPON.md): one cell of the large table. Then
  [hardware/BUILD.md](hardware/BUILD.md): all of it.

The programs are not here. Install `glowtable-{VERSION}-py3-none-any.whl` of the same release:
`python3 -m venv .venv`, then `.venv/bin/pip install FILE`, then `source .venv/bin/activate`. It has the files for
the Pico, too. `make` and what is beside these pages need the whole project: `glowtable-{VERSION}.tar.gz`.

| folder | what it has |
|---|---|
| `docs` | the small table, flashing, calibrating, what to do when something does not work |
| `hardware` | the large table's pages |
| `hardware/made` | boards to order (`*-order.zip`), prints, cards, templates, pictures |
| `hardware/boards` | the boards for KiCad |
| `hardware/solids` | how to slice the prints |
| `host` | the wiring of the small table, to copy and change |
"""
FILES = f"""# Glowtable {VERSION}: which file is for whom

| file | what it is |
|---|---|
| `glowtable-{VERSION}.tar.gz` | for everybody: the whole project. Unpack it; `make play` in its folder plays a match |
| `glowtable-{VERSION}-py3-none-any.whl` | for players without make: `python3 -m venv .venv`, then \
`.venv/bin/pip install FILE`, then `.venv/bin/glowtable play`; it has the files for a Pico. \
`.venv/bin/pip install 'FILE[lab,peers]'` adds reports with plots (`lab`), and PettingZoo, Gymnasium \
and OpenSpiel (`peers`) |
| `glowtable-hardware-{VERSION}.zip` | for makers: boards to order, prints, cards and their pages |
| `glowtable-{VERSION}.cdx.json`, `SHA256SUMS` | for checks: all that the wheel installs, and the sum of each file |

Pages named below are in the tar.

"""
DATE = (2020, 1, 1, 0, 0, 0)  # that of the wheel
Command = list[str | Path]


def main() -> int:
    """Make it beside dist, and put it there when it is whole."""
    if not list(UF2S.glob("*.uf2")):
        print("A release needs the files for the Pico: make uf2", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(dir=HOUSE, prefix=".release-") as half:
        folder, tools = Path(half, "dist"), Path(half, "tools")
        folder.mkdir()
        packages(folder, tools)
        needed(folder, tools, Path(half, "clean"))
        for_makers(folder / f"glowtable-hardware-{VERSION}.zip")
        (folder / "NOTES.md").write_text(FILES + notes((HOUSE / "CHANGELOG.md").read_text("utf-8")), "utf-8")
        sums = "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir()))
        (folder / "SHA256SUMS").write_text(sums, "utf-8")
        shutil.rmtree(DIST, ignore_errors=True)
        folder.rename(DIST)
    for path in sorted(DIST.iterdir()):
        print(f"{path.stat().st_size:>10,}  dist/{path.name}")
    return 0


def packages(folder: Path, tools: Path) -> None:
    """Wheel and sdist."""
    print("Building wheel and sdist", flush=True)
    pip = environment(tools)
    compiler = PROJECT["project"]["optional-dependencies"]["sim"]
    run([pip, "install", "--quiet", *PROJECT["build-system"]["requires"], *compiler, SBOM_TOOL])
    run([tools / "bin/python", "host/compiled/kernels.py"])
    run([tools / "bin/hatchling", "build", "--directory", folder])


def needed(folder: Path, tools: Path, clean: Path) -> None:
    """What an environment has that has the wheel and nothing else, as CycloneDX lists it."""
    print("Listing what it needs", flush=True)
    pip = environment(clean)
    (wheel,) = folder.glob("*.whl")
    run([pip, "install", "--quiet", "--constraint", HOUSE / "requirements.lock", wheel])
    run([pip, "uninstall", "--quiet", "--yes", "pip", "setuptools"])
    listed = folder / f"glowtable-{VERSION}.cdx.json"
    asked = ["--pyproject", HOUSE / "pyproject.toml", "--output-reproducible", "--output-file", listed]
    run([tools / "bin/cyclonedx-py", "environment", *asked, clean / "bin/python"])


def environment(folder: Path) -> Path:
    """A new environment's pip."""
    venv.create(folder, with_pip=True)
    return folder / "bin/pip"


def run(command: Command) -> None:
    """Silent, unless it fails: then what it said."""
    quiet = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    done = subprocess.run(list(map(str, command)), cwd=HOUSE, env=quiet, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}{Path(command[0]).name} failed: nothing was released")


def for_makers(path: Path) -> None:
    """Boards with their orders, prints, cards, drawings and pages, and where to begin."""
    listed = subprocess.run(["git", "ls-files", *FOR_MAKERS], cwd=HOUSE, capture_output=True, text=True, check=True)
    found = {name: (HOUSE / name).read_bytes() for name in listed.stdout.split()}
    there = {*found, *(str(parent) for name in found for parent in Path(name).parents)}
    pages = {name: closed(name, text.decode(), there).encode() for name, text in found.items() if name.endswith(".md")}
    with ZipFile(path, "w") as archive:
        for name, content in sorted({**found, **pages, "README.md": TO_MAKERS.encode()}.items()):
            archive.writestr(ZipInfo(name, DATE), content, ZIP_DEFLATED)


def closed(page: str, text: str, there: set[str]) -> str:
    """The page's text; where a link leads to nothing that is there, its words alone."""

    def kept(link: re.Match[str]) -> str:
        leads = posixpath.normpath(posixpath.join(posixpath.dirname(page), link[3])) in there
        return link[0] if leads else "" if link[1] else link[2]

    return LINK.sub(kept, text)


def notes(changelog: str) -> str:
    """What CHANGELOG.md says of its newest version; where it links to a page, the page's place in the tar."""
    newest = "## " + changelog.split("\n## ", 2)[1]
    return re.sub(r"\[[^\]]*\]\((?!http)([^)#]+)[^)]*\)", r"`\1`", newest)


if __name__ == "__main__":
    raise SystemExit(main())
