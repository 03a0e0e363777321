"""How good the firmware is on an emulated Pico: every figure with its goal beside it, in emulated time.

    python -m benchmarks.pico [NAME ...]

The figures repeat exactly: emulated time does not depend on this computer. Exit 1 if one is worse than its goal,
or than what is said of today's firmware where that misses the goal.
"""

import sys
import time
from functools import partial

from tests.emulated import image
from tests.emulated.apart import side_by_side
from tests.emulated.figures import FIGURES, Figure
from uf2 import firmware


def main(names: list[str]) -> int:
    unknown = set(names) - FIGURES.keys()
    if unknown:
        print(f"no figure {', '.join(sorted(unknown))}; there are: {' '.join(FIGURES)}", file=sys.stderr)
        return 2
    try:
        print("MicroPython:", image.find())
        print("with the firmware in it:", *firmware.fetched([image.CHIP]))
    except image.Missing as error:
        print(error, file=sys.stderr)
        return 1
    chosen = {name: FIGURES[name] for name in names or FIGURES}
    met = [shown(name, *measured) for name, measured in zip(chosen, measure(list(chosen.values())), strict=True)]
    return 0 if all(met) else 1


def measure(figures: list[Figure]):
    """(figure, value, seconds of this computer's time) of each."""
    return side_by_side(partial(timed, figure) for figure in figures)


def timed(figure: Figure) -> tuple[float, float]:
    began = time.perf_counter()
    return figure.measure(), time.perf_counter() - began


def shown(name: str, value: float, seconds: float) -> bool:
    figure = FIGURES[name]
    is_met = figure.is_met(value)
    sign = ">=" if figure.at_least else "<="
    verdict = "" if is_met else "   MISSED"
    print(
        f"{name:12} {figure.what:46} {value:9.2f} {figure.unit:3} {sign} {figure.goal:<4}{seconds:6.0f} s{verdict}",
        flush=True,
    )
    return figure.holds(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
