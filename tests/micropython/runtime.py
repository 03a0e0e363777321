"""Finds a real MicroPython to run the firmware in, and fetches one where there is none.

Looked for in this order: `micropython` on PATH, our cache, Debian's package (unpacked into the cache: nothing
is installed, no root needed), the WebAssembly port from npm. As a script it fetches and says what it found.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.support.patience import HANG_S
from uf2 import debian
from uf2.debian import CACHE_OF_ALL, Missing, fresh, locked, put, run

OLDEST = (1, 25)  # the firmware's dialect
SUITE = "trixie"  # the first Debian whose MicroPython is no older; it brings the libraries it was built against
DEBS = ("micropython", "libc6", "libffi8", "libmbedcrypto16", "libmbedtls21", "libmbedx509-7")
WASM = "@micropython/micropython-webassembly-pyscript"
WASM_VERSION = "1.27.0"
WASM_RUNNER = str(Path(__file__).with_name("wasm.mjs"))
CACHE = CACHE_OF_ALL / "micropython"


class Runtime(NamedTuple):
    """How to start an interpreter: put `-c CODE` or a script after `command`."""

    command: tuple[str, ...]
    version: tuple[int, ...]


def find() -> Runtime:
    """A MicroPython that is here already; Missing if there is none."""
    for place in (on_path, package, wasm):
        runtime = probe(place())
        if runtime:
            return runtime
    raise Missing("no MicroPython here: `python -m tests.micropython.runtime` fetches one")


def fetch() -> Runtime:
    """A MicroPython that is here, or the first that can be fetched; Missing names every way that failed."""
    with locked(CACHE):
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
        except Missing as error:
            troubles.append(str(error))
    raise Missing("no MicroPython could be fetched: " + "; ".join(troubles))


def probe(command: tuple[str, ...]) -> Runtime | None:
    """The interpreter behind a command; None if it does not run or is too old."""
    if not command:
        return None
    asked = [*command, "-c", "import sys; print(*sys.implementation.version[:3])"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, timeout=HANG_S, stdin=subprocess.DEVNULL)
    except OSError:
        return None
    words = answer.stdout.split()
    version = tuple(int(word) for word in words if word.isdigit())
    return Runtime(command, version) if answer.returncode == 0 and version >= OLDEST else None


def on_path() -> tuple[str, ...]:
    found = shutil.which("micropython")
    return (found,) if found else ()


# -- Debian's package, run by its own loader because it may need a newer libc than the system's


def package() -> tuple[str, ...]:
    root = CACHE / "debian"
    loaders = sorted(root.glob("usr/lib/*/ld-linux*.so.*"))
    if not loaders:
        return ()
    return (str(loaders[0]), "--library-path", str(loaders[0].parent), str(root / "usr/bin/micropython"))


def fetch_debian() -> None:
    """Download and unpack the packages; the system's own are left alone."""
    with debian.downloaded(CACHE / "apt", SUITE, DEBS) as folder:
        root = debian.unpacked(folder, CACHE / "debian.new")
    put(root, CACHE / "debian")


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
    run(("npm", "install", "--silent", "--no-audit", "--no-fund", f"--prefix={work}", f"{WASM}@{WASM_VERSION}"), work)
    put(work, CACHE / "npm")


def main() -> int:
    try:
        runtime = fetch()
    except Missing as error:
        print(error, file=sys.stderr)
        return 1
    print("MicroPython", ".".join(map(str, runtime.version)), *runtime.command)
    return 0


if __name__ == "__main__":
    sys.exit(main())
