"""docs/STARTER.md: strips are the board's, its prices add up, and below its base nothing meets."""

import re
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
    prices = [re.findall(r"\d+", row.split(" | ")[-1])[:2] for row in listed[1].splitlines()[1:]]
    assert len(prices) == 10
    assert [sum(map(int, column)) for column in zip(*prices, strict=True)] == [int(listed[2]), int(listed[3])]


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
