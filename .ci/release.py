"""`make release`: what people download, in dist: the same bytes whenever it is made of the same sources.

A wheel with the files for Pico and Pico 2, the whole project as an sdist, a zip for makers, a list of all that the
wheel needs (CycloneDX), the notes of this version and the sum of each file. Nothing is left of a release that did not
become whole.
"""

import os
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
FOR_MAKERS = ("LICENSE", "docs/*.md", "docs/*.svg", "hardware/*.md", "hardware/made", "hardware/boards",
              "hardware/solids/*.ini")  # fmt: skip
FILES = f"""# Glowtable {VERSION}: which file is for whom

| file | what it is |
|---|---|
| `glowtable-{VERSION}.tar.gz` | for everybody: the whole project. Unpack it; `make play` in its folder plays a match |
| `glowtable-{VERSION}-py3-none-any.whl` | for players without make: `python3 -m venv .venv`, then \
`.venv/bin/pip install FILE`, then `.venv/bin/glowtable play`; it has the files for a Pico |
| `glowtable-hardware-{VERSION}.zip` | for makers: boards to order, prints, cards and their pages |
| `glowtable-{VERSION}.cdx.json`, `SHA256SUMS` | for checks: all that the wheel installs, and the sum of each file |

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
    """Boards with their orders, prints, cards, drawings and pages."""
    listed = subprocess.run(["git", "ls-files", *FOR_MAKERS], cwd=HOUSE, capture_output=True, text=True, check=True)
    with ZipFile(path, "w") as archive:
        for name in sorted(listed.stdout.split()):
            archive.writestr(ZipInfo(name, DATE), (HOUSE / name).read_bytes(), ZIP_DEFLATED)


def notes(changelog: str) -> str:
    """What CHANGELOG.md says of its newest version."""
    return "## " + changelog.split("\n## ", 2)[1]


if __name__ == "__main__":
    raise SystemExit(main())
