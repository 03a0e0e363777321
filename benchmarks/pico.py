"""How good the firmware is on an emulated Pico, beside an earlier one: every figure with its goal, in emulated time.

    python -m benchmarks.pico [--before COMMIT] [NAME ...]

The figures repeat exactly: emulated time does not depend on this computer. The firmware of COMMIT is measured by the
same means; what cannot be measured of it, or is not here, is shown as -. Exit 1 if one of ours is worse than its goal,
or than what is said of today's firmware where that misses the goal.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.before import BEFORE, files_of
from tests.emulated import disk, image
from tests.emulated.apart import side_by_side
from tests.emulated.figures import FIGURES, Figure
from uf2 import firmware

OF_ONE_FILE = {"boot-uf2", "free-uf2", "press-collect-uf2"}
NONE = "-"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of: {' '.join(FIGURES)}")
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT", help="the earlier firmware; '' for none")
    given = parser.parse_args(arguments)
    unknown = set(given.names) - FIGURES.keys()
    if unknown:
        parser.error(f"no figure {', '.join(sorted(unknown))}")
    names = given.names or list(FIGURES)
    try:
        print("MicroPython:", image.find())
        if set(names) & OF_ONE_FILE:
            print("with the firmware in it:", *firmware.fetched([image.CHIP]))
    except image.Missing as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{'':14} {'':52} {'before':>9} {'now':>9}", flush=True)
    with files_of(given.before, "firmware") as before:
        calls = [call for name in names for call in both(FIGURES[name], before)]
        values = side_by_side(partial(timed, call) for call in calls)
        met = [shown(name, next(values), next(values)) for name in names]
    return 0 if all(met) else 1


def both(figure: Figure, before: Path | None) -> tuple[Callable[[], float | None], ...]:
    """What measures it of the earlier firmware, and of ours."""
    return partial(measured_before, figure, before), figure.measure


def measured_before(figure: Figure, before: Path | None) -> float | None:
    """None if the earlier firmware is not here, or cannot do what is measured."""
    if before is None:
        return None
    os.environ[disk.ANOTHER] = str(before / "firmware")  # in a fork
    try:
        return figure.measure()
    except (AssertionError, image.Missing, ChildProcessError, IndexError, ValueError):
        return None


def timed(measure: Callable[[], float | None]) -> tuple[float | None, float]:
    """What is measured, and the seconds of this computer's time that it took."""
    began = time.perf_counter()
    return measure(), time.perf_counter() - began


def shown(name: str, before: tuple[float | None, float], now: tuple[float, float]) -> bool:
    figure, (earlier, _), (value, seconds) = FIGURES[name], before, now
    sign = ">=" if figure.at_least else "<="
    verdict = "" if figure.is_met(value) else "   MISSED"
    told = NONE if earlier is None else f"{earlier:.2f}"
    print(
        f"{name:14} {figure.what:52} {told:>9} {value:9.2f} {figure.unit:3} {sign} {figure.goal:<4}{seconds:6.0f} s"
        f"{verdict}",
        flush=True,
    )
    return figure.holds(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
