"""The hot loop of the emulated RP2040, compiled for this Python alone: five times as fast, and the cycles are the same.

The extensions in rp2040py's wheel are for every Python there is, so that each of them calls the others through objects.
The wheel carries their C sources, too. As a script it compiles them, once; where there is no C compiler or no header
of Python, the wheel's own run on, and the tests take their time.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import version
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path

from uf2.debian import CACHE_OF_ALL, Missing, locked

PACKAGE = "rp2040py"
CACHE = CACHE_OF_ALL / "pico"
AS_SHIPPED = "GLOWTABLE_AS_SHIPPED"  # set to anything: rp2040py as it is in its wheel
OPTIONS = ("-O2", "-w", "-fPIC")


class Finder(MetaPathFinder):
    """Finds the extensions that lie in this folder, before those of the wheel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        package, _, module = name.rpartition(".")
        file = self.folder / f"{module}.so"
        return spec_from_file_location(name, file) if package == f"{PACKAGE}.native" and file.exists() else None


def use() -> None:
    """From now on the compiled extensions are imported, if they are here."""
    if place().exists() and not os.environ.get(AS_SHIPPED):
        sys.meta_path.insert(0, Finder(place()))


def place() -> Path:
    """Where they belong."""
    return CACHE / f"{PACKAGE}-{version(PACKAGE)}-{sysconfig.get_config_var('SOABI')}"


def build() -> None:
    """Compile what is not compiled yet; Missing says why that failed."""
    with locked(CACHE):
        if not place().exists():
            half = CACHE / "compiling"
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            compile_all(half)
            half.rename(place())


def compile_all(folder: Path) -> None:
    """Compile every C source of the wheel into this folder, all at once."""
    sources, begun = sorted((shipped() / "native").glob("*.c")), []
    try:
        for source in sources:
            begun.append(subprocess.Popen(command(source, folder), stderr=subprocess.DEVNULL))
    except (OSError, IndexError) as error:
        raise Missing(f"there is no C compiler ({error})") from None
    finally:
        ended = [process.wait() for process in begun]  # none goes on in a folder that is not its own any more
    failed = [source.name for source, code in zip(sources, ended, strict=True) if code]
    if failed or not sources:
        raise Missing(f"not compiled: {', '.join(failed) or 'nothing, for the wheel carries no C'}")


def command(source: Path, folder: Path) -> list[str]:
    linker = shlex.split(sysconfig.get_config_var("LDSHARED") or "")
    headers = sysconfig.get_path("include")
    return [*linker, *OPTIONS, f"-I{headers}", str(source), "-o", str(folder / source.with_suffix(".so").name)]


def shipped() -> Path:
    """Where rp2040py is installed."""
    spec = find_spec(PACKAGE)
    assert spec and spec.origin
    return Path(spec.origin).parent


def main() -> int:
    """Never a failure: what cannot be compiled is slow, and nothing else."""
    try:
        build()
    except (Missing, OSError) as error:
        print(f"The emulated Pico is five times slower than it could be: {error}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
