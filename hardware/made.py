"""Generated files that are committed: are they fresh? Found out without making them again.

Each folder has a manifest: for each file a digest of what it was made from (its origin) and of what it is. Knows
nothing of what is in the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

MADE = Path(__file__).parent / "made"
BUILD = Path(__file__).parents[1] / "dist" / "hardware"  # what is made, too, and not committed
MANIFEST = "manifest.json"
DIGITS = 16  # of a digest: enough to see a change


class Made(NamedTuple):
    """A generated file: its content, and what it was made from."""

    content: bytes
    origin: str


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:DIGITS]


def origin(generator: Iterable[Path], *facts: object) -> str:
    """The digest of a generator's source files and of the facts it uses, written as Python values."""
    sources = [path.read_text("utf-8") for path in sorted(generator)]
    return digest("\0".join([*sources, *map(repr, facts)]).encode())


def keep(folder: Path, files: Mapping[str, Made]) -> None:
    """Write the files and their lines of the manifest; other files of the folder stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = _manifest(folder)
    for name, made in files.items():
        (folder / name).write_bytes(made.content)
        lines[name] = {"from": made.origin, "is": digest(made.content)}
    text = json.dumps(lines, indent=1, sort_keys=True) + "\n"
    (folder / MANIFEST).write_text(text, "utf-8", newline="\n")


def stale(folder: Path, origins: Mapping[str, str]) -> list[str]:
    """What is wrong in the folder, a sentence each; `origins` has each file that belongs there."""
    lines = _manifest(folder)
    found = {path.name for path in folder.glob("*")} - {MANIFEST}
    return [
        *(f"{name} does not belong here" for name in sorted(found - set(origins))),
        *(f"{name} is missing" for name in sorted(set(origins) - found)),
        *(f"{name} was made from something else" for name in sorted(found & set(origins))
          if lines.get(name, {}).get("from") != origins[name]),
        *(f"{name} was changed by hand" for name in sorted(found & set(lines))
          if lines[name]["is"] != digest((folder / name).read_bytes())),
    ]  # fmt: skip


def _manifest(folder: Path) -> dict[str, dict[str, str]]:
    path = folder / MANIFEST
    lines: dict[str, dict[str, str]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return lines
