"""Packages and sources of Debian, downloaded with an apt state of our own: nothing is installed, no root needed."""

import fcntl
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
CACHE_OF_ALL = user_cache_path("glowtable")  # survives a fresh clone


class Missing(Exception):
    """Something a test needs cannot be had here; the text says why, for people."""


@contextmanager
def downloaded(work: Path, suite: str, debs: Sequence[str] = (), sources: Sequence[str] = ()) -> Iterator[Path]:
    """A folder with these packages and source packages of that suite; it is gone afterwards."""
    for needed in ("apt-get", "dpkg"):
        if not shutil.which(needed):
            raise Missing(f"Debian's package needs {needed}")
    if not KEYRING.exists():
        raise Missing(f"Debian's package needs {KEYRING} (package debian-archive-keyring)")
    fresh(work)
    apt = ("apt-get", "-qq", *_apt_options(work))
    archive = _archive(apt, work)
    listed = work / "sources.list"
    listed.write_text("".join(f"{kind} [signed-by={KEYRING}] {archive} {suite} main\n" for kind in ("deb", "deb-src")))
    apt += (f"-o=Dir::Etc::sourcelist={listed}", "-o=Dir::Etc::sourceparts=/dev/null")
    run((*apt, "update"), work)
    if debs:
        run((*apt, "download", *debs), work)
    if sources:
        run((*apt, "source", "--download-only", *sources), work)
    yield work
    shutil.rmtree(work)


def unpacked(folder: Path, root: Path) -> Path:
    """All packages of the folder, their files under this root."""
    fresh(root)
    for deb in sorted(folder.glob("*.deb")):
        run(("dpkg", "-x", str(deb), str(root)), folder)
    return root


def _apt_options(work: Path) -> list[str]:
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (work / folder).mkdir(parents=True)
    (work / "status").touch()
    options = {
        "Dir::State": work / "state",
        "Dir::State::status": work / "status",
        "Dir::Cache": work / "cache",
        "Acquire::Languages": "none",
        "APT::Sandbox::User": "root",  # root's cache folder is closed to apt's usual download user
    }
    return [f"-o={name}={value}" for name, value in options.items()]


def _archive(apt: tuple[str, ...], work: Path) -> str:
    """The archive this system takes its own packages from, as apt reads its sources."""
    asked = (*apt, "indextargets", "--no-release-info", "--format", "$(REPO_URI)", "Created-By: Packages")
    known = run(asked, work).split()
    if not known:
        raise Missing("apt has no package sources")
    return known[0]


def fresh(folder: Path) -> Path:
    """This folder, empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def put(made: Path, place: Path) -> None:
    """Move a finished folder into place, so that a half-made one is never found there."""
    shutil.rmtree(place, ignore_errors=True)
    made.rename(place)


def run(command: tuple[str, ...], folder: Path, environment: Mapping[str, str] | None = None) -> str:
    """What the command prints; Missing with its last word if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise Missing(f"{command[0]} failed: {said[-1]}")
    return done.stdout


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One fetch into this folder at a time: several test processes may ask at once."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
