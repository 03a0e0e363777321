"""Finds a real MicroPython to run the firmware in, and fetches one where there is none.

Looked for in this order: `micropython` on PATH, our cache, Debian's package (unpacked into the cache: nothing
is installed, no root needed), the WebAssembly port from npm. As a script it fetches and says what it found.
"""

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_cache_path

OLDEST = (1, 25)  # the firmware's dialect
SUITE = "trixie"  # the first Debian whose MicroPython is no older; it brings the libraries it was built against
DEBS = ("micropython", "libc6", "libffi8", "libmbedcrypto16", "libmbedtls21", "libmbedx509-7")
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
WASM = "@micropython/micropython-webassembly-pyscript"
WASM_VERSION = "1.27.0"
WASM_RUNNER = str(Path(__file__).with_name("wasm.mjs"))
CACHE = user_cache_path("glowtable") / "micropython"


class Missing(Exception):
    """No MicroPython can be had here; the text says why, for people."""


class Runtime(NamedTuple):
    """How to start an interpreter: put `-c CODE` or a script after `command`."""

    command: tuple[str, ...]
    version: tuple[int, ...]


def find() -> Runtime:
    """A MicroPython that is here already; Missing if there is none."""
    for place in (on_path, debian, wasm):
        runtime = probe(place())
        if runtime:
            return runtime
    raise Missing("no MicroPython here: `make micropython` fetches one")


def fetch() -> Runtime:
    """A MicroPython that is here, or the first that can be fetched; Missing names every way that failed."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with locked(CACHE / "lock"):
        try:
            return find()
        except Missing:
            return first_fetched((fetch_debian, fetch_wasm))


def first_fetched(ways: tuple[Callable[[], None], ...]) -> Runtime:
    troubles = []
    for way in ways:
        try:
            way()
            return find()
        except Missing as trouble:
            troubles.append(str(trouble))
    raise Missing("no MicroPython could be fetched: " + "; ".join(troubles))


def probe(command: tuple[str, ...]) -> Runtime | None:
    """The interpreter behind a command; None if it does not run or is too old."""
    if not command:
        return None
    asked = [*command, "-c", "import sys; print(*sys.implementation.version[:3])"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    except OSError:
        return None
    words = answer.stdout.split()
    version = tuple(int(word) for word in words if word.isdigit())
    return Runtime(command, version) if answer.returncode == 0 and version >= OLDEST else None


def on_path() -> tuple[str, ...]:
    found = shutil.which("micropython")
    return (found,) if found else ()


# -- Debian's package, run by its own loader because it may need a newer libc than the system's


def debian() -> tuple[str, ...]:
    root = CACHE / "debian"
    loaders = sorted(root.glob("usr/lib/*/ld-linux*.so.*"))
    if not loaders:
        return ()
    return (str(loaders[0]), "--library-path", str(loaders[0].parent), str(root / "usr/bin/micropython"))


def fetch_debian() -> None:
    """Download and unpack the packages with an apt state of our own; the system's is left alone."""
    for needed in ("apt-get", "dpkg"):
        if not shutil.which(needed):
            raise Missing(f"Debian's package needs {needed}")
    if not KEYRING.exists():
        raise Missing(f"Debian's package needs {KEYRING} (package debian-archive-keyring)")
    work = fresh(CACHE / "apt")
    apt = ("apt-get", "-qq", *apt_options(work))
    sources = work / "sources.list"
    sources.write_text(f"deb [signed-by={KEYRING}] {mirror(apt)} {SUITE} main\n")
    apt += (f"-o=Dir::Etc::sourcelist={sources}", "-o=Dir::Etc::sourceparts=/dev/null")
    run((*apt, "update"), work)
    run((*apt, "download", *DEBS), work)
    root = fresh(CACHE / "debian.new")
    for deb in sorted(work.glob("*.deb")):
        run(("dpkg", "-x", str(deb), str(root)), work)
    put(root, CACHE / "debian")
    shutil.rmtree(work)


def apt_options(work: Path) -> list[str]:
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


def mirror(apt: tuple[str, ...]) -> str:
    """The archive this system takes its own packages from, as apt reads its sources."""
    asked = (*apt, "indextargets", "--no-release-info", "--format", "$(REPO_URI)", "Created-By: Packages")
    known = run(asked, CACHE).split()
    if not known:
        raise Missing("apt has no package sources")
    return known[0]


# -- the WebAssembly port


def wasm() -> tuple[str, ...]:
    node, package = shutil.which("node"), CACHE / "npm" / "node_modules" / WASM
    if not node or not package.exists():
        return ()
    return (node, WASM_RUNNER, str(package))


def fetch_wasm() -> None:
    if not (shutil.which("npm") and shutil.which("node")):
        raise Missing("the WebAssembly port needs node and npm")
    work = fresh(CACHE / "npm.new")
    run(
        (
            "npm",
            "install",
            "--silent",
            "--no-audit",
            "--no-fund",
            f"--prefix={work}",
            f"{WASM}@{WASM_VERSION}",
        ),
        work,
    )
    put(work, CACHE / "npm")


# -- small helpers


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def put(made: Path, place: Path) -> None:
    """Move a finished folder into place, so that a half-made one is never found there."""
    shutil.rmtree(place, ignore_errors=True)
    made.rename(place)


def run(command: tuple[str, ...], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise Missing(f"{command[0]} failed: {said[-1]}")
    return done.stdout


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One fetch at a time: several test processes may ask at once."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main() -> int:
    try:
        runtime = fetch()
    except Missing as trouble:
        print(trouble, file=sys.stderr)
        return 1
    print("MicroPython", ".".join(map(str, runtime.version)), *runtime.command)
    return 0


if __name__ == "__main__":
    sys.exit(main())
