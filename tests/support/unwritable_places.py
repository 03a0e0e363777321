"""Places where a program can't write: read-only media, a forbidden folder, a full disk. Commands that run there.

Those of media and disks need a mount namespace, which some kernels forbid: their tests are marked `needs_namespace`.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

UNSHARE = ("unshare", "-rm", "sh", "-c")
needs_namespace = pytest.mark.kernel(*UNSHARE, "mount -t tmpfs none /mnt && mount -o remount,ro /mnt")
TO = ' && shift 2 && exec "$@"'
READ_ONLY = 'mount -t tmpfs none "$1" && cp -a "$2/." "$1" && mount -o remount,ro "$1"' + TO
FULL = 'mount -t tmpfs -o size=4m none "$1" && cp -a "$2/." "$1" && ! cat /dev/zero >"$1/filler" 2>/dev/null' + TO
# Permissions count for root, too, without CAP_DAC_OVERRIDE. Source: linux/prctl.h, linux/capability.h
UNPRIVILEGED = """
import ctypes, os, sys
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
assert os.geteuid() or ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) == 0
os.execv(sys.argv[1], sys.argv[1:])
"""


def in_namespace(script: str, *arguments: object) -> list[str]:
    """The command that runs this shell script there; what it mounts nobody else sees, and it ends with the script."""
    return [*UNSHARE, script, "sh", *map(str, arguments)]


def on_read_only_media(data: Path, media: Path, command: Sequence[str]) -> list[str]:
    return in_namespace(READ_ONLY, media, data, *command)


def on_full_disk(data: Path, disk: Path, command: Sequence[str]) -> list[str]:
    return in_namespace(FULL, disk, data, *command)


def in_forbidden_folder(data: Path, folder: Path, command: Sequence[str]) -> list[str]:
    """Neither the folder nor its files may be written."""
    script = 'cp -a "$2/." "$1" && chmod -R a-w "$1"' + TO
    return ["sh", "-c", script, "sh", str(folder), str(data), sys.executable, "-c", UNPRIVILEGED, *command]


def with_short_files(data: Path, folder: Path, command: Sequence[str]) -> list[str]:
    """As on a full disk no file grows: what SQLite and others do then can be seen everywhere."""
    return ["sh", "-c", 'cp -a "$2/." "$1" && ulimit -f 64' + TO, "sh", str(folder), str(data), *command]


def make_writable(folder: Path) -> None:
    """Let pytest delete the folder afterwards."""
    subprocess.run(["chmod", "-R", "u+w", str(folder)], check=True)


def environment_of(data: Path) -> dict[str, str]:
    return {**os.environ, "GLOWTABLE_DATA": str(data), "GLOWTABLE_CONFIG": "/none.toml", "LC_ALL": "C"}
