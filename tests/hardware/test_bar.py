"""The table's own keys on the second table: each is read as itself, from its cap to the host's word for it."""

import pytest
from glowpico import pins
from glowpico.scanner import COLUMNS, ROWS
from glowtable.device.link import key_code
from glowtable.grid import CELLS, TABLE_SEAT
from glowtable.table import TABLE_KEYS, Key

from hardware.layout.bars import BAR as LAYOUT
from hardware.layout.bars import key_spot
from hardware.layout.footprints import footprint
from hardware.layout.plan import U
from hardware.model.bar import BAR, NAMES
from hardware.model.hub2 import HUB2
from tests.hardware.mutations import moved

STRAIGHT = {str(n): str(n) for n in range(1, 8)}
CROSSED = {str(n): str(8 - n) for n in range(1, 8)}


def at_the_hub(bar, lead):
    """Net of the bar -> what the Pico has to do with it: the row it pulls low, or the column it reads."""
    hub = {pin.number: net for pin, net in HUB2.by_ref["J19"].pins()}
    return {net: hub[lead[pin.number]] for pin, net in bar.by_ref["J1"].pins()}


def column_of(line):
    """The number of the column at the Pico behind the resistor of a line."""
    (net,) = [part.net("2") for part in HUB2.parts if part.kind.shape == "resistor" and part.net("1") == line]
    gpio = [pin.name for pin, at in HUB2.by_ref["U1"].pins() if at == net]
    return pins.COLUMNS.index(int(gpio[0].removeprefix("GP")))


def read_as(bar=BAR, lead=STRAIGHT):
    """Key by its printed name -> the wire's number of what the firmware reads when it is down, None for nothing."""
    lines, found = at_the_hub(bar, lead), {}
    for n, name in enumerate(NAMES, 1):
        key, diode = bar.by_ref[f"SW{n}"], bar.by_ref[f"D{n}"]
        ends = set(key.nets.values())
        column, row = (ends - {diode.net("A")}), lines[diode.net("K")] if diode.net("A") in ends else ""
        line = lines[column.pop()]
        is_read = row.startswith("ROW") and line.startswith("LINE")
        found[name] = int(row[3:]) * COLUMNS + column_of(line) - CELLS if is_read else None
    return found


WANTED = {name: key_code(Key(TABLE_SEAT, key)) for name, key in zip(NAMES, TABLE_KEYS, strict=True)}


def test_each_key_is_read_as_what_is_printed_beside_it():
    assert NAMES == ("WRONG", "PAUSE", "NIGHT", "NEXT", "SPARE 1", "SPARE 2")
    assert read_as() == WANTED
    assert max(WANTED.values()) + CELLS == ROWS * COLUMNS - 1


def test_a_key_at_another_column_is_read_as_another():
    wrong = read_as(moved("J1", C0="COL3", C3="COL0")(BAR))
    assert {name for name in NAMES if wrong[name] != WANTED[name]} == {"WRONG", "NEXT"}


def test_a_diode_turned_round_makes_its_key_dead():
    assert read_as(moved("D5", A="ROW9", K="KEY5")(BAR))["SPARE 1"] is None


def test_a_crossed_lead_reads_no_key():
    assert set(read_as(lead=CROSSED).values()) == {None}


def test_both_ends_of_the_lead_are_the_same_plug_pin_by_pin():
    hub, bar = (board.by_ref[ref].kind for board, ref in ((HUB2, "J19"), (BAR, "J1")))
    assert [(pin.number, pin.name) for pin in hub.pins] == [(pin.number, pin.name) for pin in bar.pins]
    assert (hub.footprint, hub.about) == (bar.footprint, bar.about)


def test_every_name_is_printed_under_its_own_key():
    printed = {text.text: (text.x * U, text.y * U) for text in LAYOUT.prints}
    for n, name in enumerate(NAMES):
        x, y = printed[name]
        under = min(range(len(NAMES)), key=lambda k: abs(key_spot(k)[0] - x) + abs(key_spot(k)[1] + 8.2 - y))
        assert under == n
        place, (hole,) = LAYOUT.parts[f"SW{n + 1}"], [p for p in footprint("Key_MX").pads if p.size == 4.0]
        assert (place.x * U + hole.x, place.y * U + hole.y) == pytest.approx(key_spot(n))


def test_the_plug_has_the_makers_pitch():
    pads = footprint("Plug_XH_7").pads
    assert [pad.y for pad in pads] == [n * 2.5 for n in range(7)]
