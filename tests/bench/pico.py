"""How good the firmware is on an emulated Pico, beside an earlier one: every figure with its goal, in emulated time.

Ours is measured twice: as files on MicroPython, and as the one file that MicroPython comes with.

    python -m tests.bench.pico [--before COMMIT] [NAME ...]

The figures repeat exactly: emulated time does not depend on this computer. The firmware of COMMIT is measured by the
same means; what cannot be measured of it, or is not here, is shown as -. Exit 1 if one of ours is worse than its goal,
or of files than what is said of today's where those miss the goal.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.bench.before import BEFORE, files_of
from tests.emulated import disk, image
from tests.emulated.apart import side_by_side
from tests.emulated.figures import FIGURES, FILES, ONE_FILE, Figure
from uf2 import firmware

NONE = "-"
Measured = tuple[float | None, float]  # and the seconds of this computer's time that it took


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
        (uf2,) = firmware.fetched([image.CHIP])
    except image.Missing as error:
        print(error, file=sys.stderr)
        return 1
    print("with the firmware in it:", uf2)
    print(f"{'':14} {'':50} {'before':>9} {FILES:>9} {ONE_FILE:>9}", flush=True)
    with files_of(given.before, "firmware") as before:
        calls = [call for name in names for call in each(FIGURES[name], before, uf2)]
        values = side_by_side(partial(timed, call) for call in calls)
        met = [shown(name, next(values), next(values), next(values)) for name in names]
    return 0 if all(met) else 1


def each(figure: Figure, before: Path | None, uf2: Path) -> Iterator[Callable[[], float | None]]:
    """What measures it of the earlier firmware, and of ours as files and as one file."""
    yield partial(measured_before, figure, before)
    yield partial(measured, figure, FILES)
    yield partial(measured, figure, ONE_FILE, uf2)


def measured_before(figure: Figure, before: Path | None) -> float | None:
    """None if the earlier firmware is not here, or cannot do what is measured."""
    if before is None:
        return None
    os.environ[disk.ANOTHER] = str(before / "firmware")  # in a fork
    try:
        return measured(figure, FILES)
    except (AssertionError, image.Missing, ChildProcessError, IndexError, ValueError):
        return None


def measured(figure: Figure, of: str, uf2: Path | None = None) -> float | None:
    """None if that is no figure of files, or of one file."""
    if figure.of not in ("", of):
        return None
    if uf2:
        os.environ[disk.ONE_FILE] = str(uf2)  # in a fork
    return figure.measure()


def timed(measure: Callable[[], float | None]) -> Measured:
    began = time.perf_counter()
    return measure(), time.perf_counter() - began


def shown(name: str, *measured: Measured) -> bool:
    figure, (_, files, one_file) = FIGURES[name], [value for value, _ in measured]
    ours = {FILES: files, ONE_FILE: one_file}
    missed = [of for of, value in ours.items() if value is not None and not figure.is_met(value)]
    told = " ".join(f"{NONE if value is None else f'{value:.2f}':>9}" for value, _ in measured)
    sign = ">=" if figure.at_least else "<="
    verdict = f"   MISSED by {' and by '.join(missed)}" if missed else ""
    seconds = sum(seconds for _, seconds in measured)
    print(
        f"{name:14} {figure.what:50} {told} {figure.unit:3} {sign} {figure.goal:<4}{seconds:6.0f} s{verdict}",
        flush=True,
    )
    return ONE_FILE not in missed and (files is None or figure.holds(files))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
