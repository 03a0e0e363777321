"""A page for who solders a board: its parts by value, and where each of them sits, on both sides. No network."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template

from hardware.model.board import Board
from hardware.model.file import BACK, FRONT, Pad, Placed, file_of

PAGE = Path(__file__).with_suffix(".html")
EMPTY = "stays empty"
AROUND = 1.0  # mm of paper around the drawing


def parts_page(board: Board) -> str:
    """The page as HTML, all in one file."""
    return Template(PAGE.read_text("utf-8")).substitute(
        title=escape(board.title),
        board=board.name,
        front=side_of(board, FRONT),
        back=side_of(board, BACK),
        lines="\n".join(lines(board)),
    )


# -- the list


def lines(board: Board) -> Iterator[str]:
    """A line of the table for all parts of a value; parts that stay empty have no ticks."""
    alike: dict[tuple[str, str, bool], list[str]] = {}
    for part in board.parts:
        alike.setdefault((part.value, part.kind.about, part.is_fitted), []).append(part.ref)
    for (value, about, is_fitted), refs in alike.items():
        ticks = (tick(what, refs) if is_fitted else "" for what in ("bought", "in place"))
        all_of = button(" ".join(refs), f"{len(refs)} &times; {escape(value)}")
        each = "".join(button(ref, ref) for ref in refs)
        note = about if is_fitted else f"{about}: {EMPTY}"
        yield f"<tr>{''.join(f'<td>{box}' for box in ticks)}<td>{all_of}<td>{escape(note)}<br>{each}"


def tick(what: str, refs: list[str]) -> str:
    return f'<input type="checkbox" name="{what} {" ".join(refs)}" aria-label="{what}: {" ".join(refs)}">'


def button(refs: str, text: str) -> str:
    return f'<button type="button" aria-pressed="false" data-refs="{refs}">{text}</button>'


# -- the drawing


def side_of(board: Board, side: str) -> str:
    """A side of the board as SVG, in mm; the back mirrored, as it is seen when the board is turned over."""
    file = file_of(board.name)
    wide, high = file.size
    view = f"{-AROUND} {-AROUND} {wide + 2 * AROUND:.2f} {high + 2 * AROUND:.2f}"
    mirror = f' transform="translate({wide:.2f} 0) scale(-1 1)"' if side == BACK else ""
    holes = "".join(land(hole.pads[0]) for hole in file.holes.values())
    parts = "".join(drawn(file.parts[part.ref], part.is_fitted, side) for part in board.parts)
    edge = f'<rect class="edge" width="{wide:.2f}" height="{high:.2f}"/>'
    return f'<svg viewBox="{view}" role="img" aria-label="board"><g{mirror}>{edge}{holes}{parts}</g></svg>'


def drawn(part: Placed, is_fitted: bool, side: str) -> str:
    """A part on one side: its body, dashed if it is on the other, those of its pads that are here, and its name."""
    left, top, right, bottom = part.body
    kinds = ["part", *(["far"] if part.is_below != (side == BACK) else []), *([] if is_fitted else ["empty"])]
    upright = ' transform="scale(-1 1)"' if side == BACK else ""
    middle_x, middle_y = (left + right) / 2 * (-1 if side == BACK else 1), (top + bottom) / 2
    return (
        f'<g class="{" ".join(kinds)}" data-ref="{part.ref}"><title>{part.ref} {escape(part.value)}</title>'
        f'<rect class="body" x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}"/>'
        f"{''.join(land(pad) for pad in part.pads if pad.is_on(side))}"
        f'<text{upright} x="{middle_x:.2f}" y="{middle_y:.2f}">{part.ref}</text></g>'
    )


def land(pad: Pad) -> str:
    """A hole or a pad, its corners as round as they are."""
    (x, y), (a, b) = pad.at, pad.half
    kind = "pad" if pad.is_plated else "hole"
    at = f'x="{x - a:.2f}" y="{y - b:.2f}"'
    return f'<rect class="{kind}" {at} width="{2 * a:.2f}" height="{2 * b:.2f}" rx="{pad.corner:.2f}"/>'
