"""A page for who solders a board: its parts by value, and where each of them sits, on both sides. No network."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template

from hardware.layout.footprints import footprint, turned_box
from hardware.layout.plan import Layout, U
from hardware.layout.shapes import BACK, FRONT, Pad
from hardware.layout.tracks import layout_of, placed_pads, screw_lands
from hardware.model.board import Board, Part

PAGE = Path(__file__).with_suffix(".html")
EMPTY = "stays empty"
AROUND = 1.0  # mm of paper around the drawing


def parts_page(board: Board) -> str:
    """The page as HTML, all in one file. Raises what `layout_of` raises."""
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


def side_of(board: Board, side: int) -> str:
    """A side of the board as SVG, in mm; the back mirrored, as it is seen when the board is turned over."""
    layout = layout_of(board)
    wide, high = layout.size_mm
    view = f"{-AROUND} {-AROUND} {wide + 2 * AROUND:.2f} {high + 2 * AROUND:.2f}"
    mirror = f' transform="translate({wide:.2f} 0) scale(-1 1)"' if side == BACK else ""
    holes = "".join(dot(land.pad, "hole") for land in screw_lands(layout))
    parts = "".join(drawn(part, layout, side) for part in board.parts)
    edge = f'<rect class="edge" width="{wide:.2f}" height="{high:.2f}"/>'
    return f'<svg viewBox="{view}" role="img" aria-label="board"><g{mirror}>{edge}{holes}{parts}</g></svg>'


def drawn(part: Part, layout: Layout, side: int) -> str:
    """A part on one side: its body, dashed if it is on the other, those of its pads that are here, and its name."""
    shape, place = footprint(part.kind.footprint), layout.parts[part.ref]
    left, top, right, bottom = turned_box(shape.body, place.turn)
    x, y = place.x * U + left, place.y * U + top
    kinds = ["part", *(["far"] if shape.is_below != (side == BACK) else []), *([] if part.is_fitted else ["empty"])]
    pads = (pad for pad in placed_pads(part, place) if pad.is_on(side))
    middle_x, middle_y = x + (right - left) / 2, y + (bottom - top) / 2
    upright = ' transform="scale(-1 1)"' if side == BACK else ""
    middle_x = -middle_x if side == BACK else middle_x
    return (
        f'<g class="{" ".join(kinds)}" data-ref="{part.ref}"><title>{part.ref} {escape(part.value)}</title>'
        f'<rect class="body" x="{x:.2f}" y="{y:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}"/>'
        f"{''.join(land(pad) for pad in pads)}"
        f'<text{upright} x="{middle_x:.2f}" y="{middle_y:.2f}">{part.ref}</text></g>'
    )


def land(pad: Pad) -> str:
    if not pad.number:
        return dot(pad, "hole")
    if not pad.is_square:
        return dot(pad, "pad")
    half_x, half_y = pad.half
    at = f'x="{pad.x - half_x:.2f}" y="{pad.y - half_y:.2f}"'
    return f'<rect class="pad" {at} width="{2 * half_x:.2f}" height="{2 * half_y:.2f}"/>'


def dot(pad: Pad, kind: str) -> str:
    return f'<circle class="{kind}" cx="{pad.x:.2f}" cy="{pad.y:.2f}" r="{pad.size / 2:.2f}"/>'
