"""docs/STARTER.md: strips are the board's, its prices add up, and below its base nothing meets."""

import re
from itertools import pairwise
from math import hypot
from xml.etree import ElementTree

from glowtable.device.boards import read_board
from glowtable.maker.wiring import Wire, wires

from tests.docs.pages import HOUSE

PAGE = (HOUSE / "docs/STARTER.md").read_text("utf-8")
WORDS = " ".join(PAGE.split())
BELOW = ElementTree.fromstring((HOUSE / "docs/starter-below.svg").read_text("utf-8"))
COLLAR = 7.5  # of a pixel, below its hole: half of it


def strips(part: str) -> dict[str, int]:
    """Pin 1 is in strip 3, and opposite it is pin 40."""
    own = [wire for wire in wires(read_board("starter")) if wire.part.text == part]
    return {end_of(wire): wire.pin + 2 if wire.pin <= 20 else 43 - wire.pin for wire in own}


def end_of(wire: Wire) -> str:
    return wire.end.text.format(**dict(wire.end.fill))


def test_each_wire_goes_to_the_strip_of_its_pin():
    columns, rows = (list(strips(part).values()) for part in ("columns", "rows"))
    *cells, keys = rows
    assert f"columns 1 to 6 to {', '.join(map(str, columns))}; rows a to f to {', '.join(map(str, cells))};" in WORDS
    assert f"the row of six keys to {keys}." in WORDS
    reader = strips("card reader")
    right, left = ([name for name in reader if (name == "RST") == is_left] for is_left in (False, True))
    told = re.search(r"strips: right of the cut (.*?); left of it (.*?)\. ", WORDS)
    assert told
    found = [dict(each.rsplit(" ", 1) for each in side.split(", ")) for side in told.groups()]
    assert found == [{name: str(reader[name]) for name in side} for side in (right, left)]
    assert strips("buzzer") == {"one leg": 21, "other leg": 15} and "| 15 | pin 13, GND | pin 28, GND; hole" in PAGE


def test_the_prices_of_the_list_add_up():
    listed = re.search(r"\| part \| pieces \| EUR \(e\) \|\n(.*?)\| all \| \| (\d+) to (\d+) \|", PAGE, re.S)
    assert listed
    prices = [re.findall(r"\d+", row.split(" | ")[-1]) for row in listed[1].splitlines()[1:]]
    assert len(prices) == 10
    sums = [sum(map(int, column)) for column in zip(*prices, strict=True)]
    assert sums == [int(total) for total in listed.groups()[1:]]


def middles(kind: str) -> list[tuple[float, float]]:
    return [
        (float(each.get("cx", 0)), float(each.get("cy", 0))) for each in BELOW.iterfind(f"{{*}}circle[@class='{kind}']")
    ]


def lines(kind: str) -> list[tuple[float, float]]:
    """Where paths of this kind begin."""
    found = [re.match(r"M(\S+) ([\d.]+)", path.get("d", "")) for path in BELOW.iterfind(f"{{*}}path[@class='{kind}']")]
    return [(float(each[1]), float(each[2])) for each in found if each]


def test_no_wire_runs_through_a_pixels_hole_and_none_comes_near_the_reader():
    holes, columns, rows, posts = middles("hole"), lines("column"), lines("row"), lines("post")
    assert (len(holes), len(columns), len(rows), len(posts)) == (36, 6, 7, 4)
    assert min(abs(x - column) for x, _ in holes for column, _ in columns) == 12 > COLLAR
    assert min(abs(y - row) for _, y in holes for _, row in rows) > COLLAR
    corners = [(x + along, y) for x, y in posts for along in (0, 20)]
    assert min(hypot(x - post, y - at) for x, y in holes for post, at in corners) > 2 * COLLAR
    reader, board = ([float(rect.get(name, 0)) for name in ("x", "y", "width", "height")]
                     for rect in BELOW.findall("{*}rect[@class='part']")[:2])  # fmt: skip
    x, y, width, height = reader
    assert (500 - x - width, y, width, height) == (500 - 65, 20, 40, 60) and board[1] - y - height == 35
    assert min(row for row, _ in rows) - x - width > 30


def bends(kind: str) -> list[list[tuple[float, float]]]:
    """The corners of each path of this kind."""
    paths = []
    for path in BELOW.iterfind(f"{{*}}path[@class='{kind}']"):
        x = y = 0.0
        corners = []
        for step, to in re.findall(r"([MHV])([\d. ]+)", path.get("d", "")):
            x, y = map(float, to.split()) if step == "M" else (float(to), y) if step == "H" else (x, float(to))
            corners.append((x, y))
        paths.append(corners)
    return paths


def long(corners: list[tuple[float, float]]) -> float:
    return sum(hypot(x - u, y - v) for (x, y), (u, v) in pairwise(corners))


def test_each_insulated_wire_is_as_long_as_it_is_drawn_from_its_strip_and_keeps_off_the_reader():
    columns, rows, strings = (bends(kind) for kind in ("column-lead", "row-lead", "string-lead"))
    wanted = [*strips("columns").values(), *strips("rows").values(), 2, 5, 23]
    assert [round(lead[0][0] / 2.54 + 0.5) for lead in (*columns, *rows, *strings)] == wanted
    assert [lead[-1][0] for lead in columns] == [x for x, _ in lines("column")]
    assert [lead[-1] for lead in rows] == lines("row")
    told = " ".join(text.text or "" for text in BELOW.iterfind("{*}text"))
    cut = re.search(r"1 to 6 to ([\d, ]+) cm, of rows a to f to ([\d, ]+) cm, of the six keys to (\d+) cm", told)
    assert cut and "wires, 30 cm," in told and "wires to the string are 30 cm long" in WORDS
    cuts = [int(each) for each in re.findall(r"\d+", " ".join(cut.groups()))] + [30] * 3
    spare = [10 * cm - long(lead) for cm, lead in zip(cuts, (*columns, *rows, *strings), strict=True)]
    assert min(spare) > 20 and max(spare[:13]) < 40
    assert [lead for lead in (*columns, *rows, *strings) if any(x < 95 and y < 110 for x, y in lead)] == []
    posts = [y for _, y in lines("post")]
    assert min(y for lead in columns for _, y in lead[1:]) > min(posts) + COLLAR
    assert max(y for lead in columns for _, y in lead) < min(y for _, y in lines("to-column") if y > min(posts))
