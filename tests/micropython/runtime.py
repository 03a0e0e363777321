"""Finds a real MicroPython to run the firmware in, and fetches one where there is none.

Looked for in this order: `micropython` on PATH, our cache, Debian's package (unpacked into the cache: nothing
is installed, no root needed), the WebAssembly port from npm. As a script it fetches and says what it found.
What a registry gives of other versions is in RELEASES, and fetched by these names: `make test T=campaign` runs on all.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.support.patience import HANG_S
from uf2 import debian, micropython
from uf2.debian import CACHE_OF_ALL, Missing, fresh, locked, put, run

OLDEST = (1, 25)  # the firmware's dialect
DEBS = ("micropython", "libc6", "libffi8", "libmbedcrypto16", "libmbedtls21", "libmbedx509-7")  # it, and its libraries
NPM = "@micropython/micropython-webassembly-pyscript"
RUNNER = str(Path(__file__).with_name("wasm.mjs"))
CACHE = CACHE_OF_ALL / "micropython"


class Release(NamedTuple):
    """A version that a registry has: of the Unix port Debian, of the WebAssembly port npm."""

    port: str
    version: str

    def __str__(self) -> str:
        return "-".join(self)


UNIX = [Release("unix", version) for version in micropython.RELEASES]
WASM = [Release("wasm", version) for version in ("1.25.0", "1.26.0", "1.27.0", "1.28.0-6", "1.29.0-6")]
RELEASES = (*UNIX, *WASM)
USUAL = (UNIX[0], WASM[2])  # if none is here: the first of these that can be fetched
PACED = Path(__file__).with_name("paced")  # a clock for tests, in place of its own
WHOLE = {"clock", "collects"}  # what runs main.py: memory is freed while Python runs, and modules may replace its own
ABILITIES = WHOLE | {"machine-code"}
PROBE = """
import gc, sys, time
print(*sys.implementation.version[:3])
try:
    exec("@micropython.viper\\ndef f(): pass")
    print("machine-code")
except SyntaxError:
    pass
gc.collect()
free = gc.mem_free()
for n in range(99):
    bytearray(100)
gc.collect()
if gc.mem_free() > free - 5000:
    print("collects")
if hasattr(time, "passed"):
    print("clock")
"""


class Runtime(NamedTuple):
    """How to start an interpreter: put `-c CODE` or a script after `command`. And which of the ABILITIES it showed."""

    command: tuple[str, ...]
    version: tuple[int, ...]
    can: frozenset[str] = frozenset()


def find() -> Runtime:
    """A MicroPython that is here already; Missing if there is none."""
    for command in (on_path(), *map(command_of, USUAL)):
        runtime = probe(command)
        if runtime:
            return runtime
    raise Missing("no MicroPython here: `python -m tests.micropython.runtime` fetches one")


def fetch() -> Runtime:
    """A MicroPython that is here, or the first that can be fetched; Missing names every way that failed."""
    troubles = []
    with locked(CACHE):
        for release in (None, *USUAL):
            try:
                return fetched(release) if release else find()
            except Missing as error:
                troubles.append(str(error))
    raise Missing("no MicroPython could be fetched: " + "; ".join(troubles[1:]))


def fetched(release: Release) -> Runtime:
    """This one, from our cache or its registry; Missing says why it cannot be had, or that it does not run here."""
    if not command_of(release):
        {"unix": fetch_debian, "wasm": fetch_wasm}[release.port](release)
    runtime = probe(command_of(release))
    if not runtime:
        raise Missing(f"MicroPython {release} does not run here")
    version = ".".join(map(str, runtime.version))
    if not release.version.startswith(version):
        raise Missing(f"for MicroPython {release} its registry gives {version}: RELEASES are old")
    return runtime


@cache
def taken(release: Release | None) -> Runtime | Missing:
    """This one, or whichever can be had, for all tests of this process; or why there is none."""
    try:
        if not release:
            return fetch()
        with locked(CACHE):
            return fetched(release)
    except Missing as error:
        return error


def probe(command: tuple[str, ...]) -> Runtime | None:
    """The interpreter behind a command; None if it does not run or is too old."""
    if not command:
        return None
    asked, environment = [*command, "-c", PROBE], os.environ | {"MICROPYPATH": f".frozen:{PACED}"}
    try:
        answer = subprocess.run(asked, env=environment, capture_output=True, text=True, timeout=HANG_S, input="")
    except OSError:
        return None
    words = answer.stdout.split()
    version = tuple(int(word) for word in words if word.isdigit())
    can = frozenset(word for word in words if not word.isdigit())
    return Runtime(command, version, can) if answer.returncode == 0 and version >= OLDEST else None


def on_path() -> tuple[str, ...]:
    found = shutil.which("micropython")
    return (found,) if found else ()


def command_of(release: Release) -> tuple[str, ...]:
    """How to start this one, if our cache has it."""
    root, node = CACHE / str(release), shutil.which("node")
    if release.port == "wasm":
        return (node, RUNNER, str(root / "node_modules" / NPM)) if node and root.exists() else ()
    for loader in root.glob("usr/lib/*/ld-linux*.so.*"):  # the system's libc may be older than the one it needs
        return (str(loader), "--library-path", str(loader.parent), str(root / "usr/bin/micropython"))
    return ()


def fetch_debian(release: Release) -> None:
    """Download and unpack the packages; the system's own are left alone."""
    with debian.downloaded(CACHE / "apt", micropython.RELEASES[release.version].suite, DEBS) as folder:
        root = debian.unpacked(folder, CACHE / "debian.new")
    put(root, CACHE / str(release))


def fetch_wasm(release: Release) -> None:
    if not (shutil.which("npm") and shutil.which("node")):
        raise Missing("the WebAssembly port needs node and npm")
    work = fresh(CACHE / "npm.new")
    asked = f"{NPM}@{release.version}"
    run(("npm", "install", "--silent", "--no-audit", "--no-fund", f"--prefix={work}", asked), work)
    put(work, CACHE / str(release))


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
