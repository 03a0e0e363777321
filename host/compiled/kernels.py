"""The kernel of Punto for each system that wheels are installed on, made here by zig: a script without arguments."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HOST = Path(__file__).parents[1]
sys.path[:0] = [str(HOST)]  # nothing is installed where a release is made

from glowtable.games.punto.kernel import SOURCE, code_name, compile_kernel, processors_of  # noqa: E402

TARGETS = {  # system and machine, as Python calls them -> as zig does
    ("linux", "x86_64"): "x86_64-linux-musl",  # it needs no C library, so that it runs with any
    ("linux", "aarch64"): "aarch64-linux-musl",
    ("darwin", "x86_64"): "x86_64-macos",
    ("darwin", "arm64"): "aarch64-macos",
    ("win32", "amd64"): "x86_64-windows-gnu",
}


def main() -> None:
    """Beside the sources, where git does not see them; those of earlier sources go."""
    for made in SOURCE.parent.glob("*.so"):
        made.unlink()
    with TemporaryDirectory() as work:  # zig leaves more in it
        for (system, machine), target in TARGETS.items():
            for processor, flags in processors_of(machine).items():
                name = code_name(system, machine, processor)
                compile_kernel(Path(work, name), flags, target)
                SOURCE.with_name(name).write_bytes(Path(work, name).read_bytes())


if __name__ == "__main__":
    main()
