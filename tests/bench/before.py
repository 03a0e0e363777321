"""An earlier state of this project, out of its own history, to be measured beside the present one."""

import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
BEFORE = "7c697d9"  # a table that did not yet heal itself
# What a program runs first that is to be of the folders of PYTHONPATH
IMPORTED = """
import os, sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec

for name in ("glowpico", "glowtable"):
    # or an installed program, which is a whole package, would hide an older one without __init__.py
    spec = PathFinder.find_spec(name, os.environ["PYTHONPATH"].split(":"))
    sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
"""


@contextmanager
def files_of(commit: str, *parts: str) -> Iterator[Path | None]:
    """A folder with those of these parts of the project that were there at a commit; None if it is not here."""
    listed = subprocess.run(["git", "ls-tree", "--name-only", commit or "-", *parts], cwd=ROOT, capture_output=True)
    command = ["git", "archive", commit or "-", *listed.stdout.decode().split()]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True)
    if listed.returncode or archive.returncode:
        yield None
        return
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)
