"""glowtable with the USB ports that a file lists, a line each: a name and a serial number.

    python renamed_child.py PORTS ARGUMENTS

Only a port that goes away ends a connection: how busy this computer is decides nothing.
"""

import runpy
import sys
from pathlib import Path

import pytest
from glowtable.device.link import Timing

from tests.support.patience import HANG_S
from tests.support.usb import ListedPort, list_instead


def main() -> None:
    ports = Path(sys.argv.pop(1))
    list_instead(pytest.MonkeyPatch(), lambda: [ListedPort(*line.split()) for line in ports.read_text().splitlines()])
    Timing.__new__.__defaults__ = tuple(Timing()._replace(silence=1000 * HANG_S))
    runpy.run_module("glowtable", run_name="__main__")


if __name__ == "__main__":
    main()
