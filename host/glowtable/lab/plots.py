"""Plots as SVG: shares with intervals, counts, a heat map of the cells. Knows no game. Needs the extra `lab`.

The same figures make the same bytes here; other versions of what draws may make others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import Any

from glowtable.grid import SIDE
from glowtable.lab.figures import Interval
from glowtable.messages import UserError, say

WIDE, ROW, MARGIN = 7.0, 0.32, 1.1  # of a plot, in inches
INK, SHADE, LINE = "#1f3a5f", "#8fb4d9", "#b5452c"
LOOK = {"svg.fonttype": "none", "svg.hashsalt": "glowtable", "text.parse_math": False, "font.size": 10,
        "axes.spines.top": False, "axes.spines.right": False}  # fmt: skip


def check_plots() -> None:
    """UserError if nothing can be drawn here."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UserError(
            say("A page with plots needs more packages. In Glowtable's folder: .venv/bin/pip install -e '.[lab]'")
        ) from None


def shares_plot(shares: Mapping[str, Interval], fair: float, axis: str) -> str:
    """A line for each share with its interval, beside the one that would be fair."""

    def draw(axes: Any) -> None:
        names = list(shares)
        for place, share in enumerate(shares.values()):
            axes.plot([share.low, share.high], [place, place], color=SHADE, linewidth=6, solid_capstyle="butt")
            axes.plot([share.value], [place], "o", color=INK)
        axes.axvline(fair, color=LINE, linestyle="--", linewidth=1)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.set_xlabel(axis)

    return _draw_svg(draw, MARGIN + ROW * len(shares))


def counts_plot(values: Sequence[float], axis: str, matches: str) -> str:
    """How many matches had how much of it."""

    def draw(axes: Any) -> None:
        axes.hist(values, bins=min(30, max(1, round(max(values) - min(values)) + 1)), color=SHADE, edgecolor=INK)
        axes.set_xlabel(axis)
        axes.set_ylabel(matches)

    return _draw_svg(draw, 2.4)


def cells_plot(counts: Sequence[float], axis: str) -> str:
    """The grid, a1 at its top left; a dark cell is pressed often."""

    def draw(axes: Any) -> None:
        from matplotlib.colors import PowerNorm

        rows = [list(counts[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE)]
        axes.imshow(rows, cmap="Blues", norm=PowerNorm(0.5, vmin=0))
        for cell, count in enumerate(counts):
            ink = "white" if count > max(counts) / 3 else "black"
            axes.text(cell % SIDE, cell // SIDE, f"{count:.1f}", ha="center", va="center", color=ink)
        axes.set_xticks(range(SIDE), [str(column + 1) for column in range(SIDE)])
        axes.set_yticks(range(SIDE), "abcdef")
        axes.set_xlabel(axis)

    return _draw_svg(draw, 4.0)


def _draw_svg(draw: Callable[[Any], None], height: float) -> str:
    """The drawing as an element of a page."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(LOOK):
        figure = Figure((WIDE, height), layout="constrained")
        draw(figure.subplots())
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :].replace("<svg ", '<svg role="img" ', 1)
