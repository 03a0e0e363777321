"""An earlier state of this project, out of its own history, to be measured beside the present one."""

import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
BEFORE = "7c697d9"  # a table that did not yet heal itself


@contextmanager
def files_of(commit: str, *parts: str) -> Iterator[Path | None]:
    """A folder with these parts of the project as they were at a commit; None if it is not here."""
    command = ["git", "archive", commit or "-", *parts]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True)
    if archive.returncode:
        yield None
        return
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder)
