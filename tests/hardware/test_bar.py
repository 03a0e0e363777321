"""The table's own keys on the table: each is read as itself, from its cap to the host's word for it."""

from contextlib import suppress

import pytest
from glowpico.board import TABLE
from glowpico.scanner import COLUMNS, ROWS
from glowtable.device.link import key_code
from glowtable.grid import CELLS, TABLE_SEAT
from glowtable.messages import UserError
from glowtable.table import TABLE_KEYS, Key

from hardware.model.boards import BAR, HUB2, NAMES
from hardware.model.file import file_of
from hardware.product import bar as b
from hardware.product import pod as p
from hardware.product import table as t
from hardware.tray.routes import bar_route, check_reach
from tests.hardware.mutations import made_otherwise, missed, moved, moved_part, near, said
from tests.support.campaign import third

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.drawings.bars import before
    from hardware.proofs.bar import claims
    from hardware.solids.bar import body, lid
    from hardware.tray.wood import key_bar, large_parts

FILE = file_of("bar")
WIDE, HIGH = FILE.size
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
    return TABLE["columns"].index(int(gpio[0].removeprefix("GP")))


def read_as(bar=BAR, lead=STRAIGHT):
    """Key by its printed name -> the wire's number of what the firmware reads when it is down, None for nothing."""
    lines, found = at_the_hub(bar, lead), {}
    for n, name in enumerate(NAMES, 1):
        key, diode = bar.by_ref[f"SW{n}"], bar.by_ref[f"D{n}"]
        column, behind = key.net("1"), key.net("2")
        row = lines.get(diode.net("K"), "") if diode.net("A") == behind else ""
        line = lines[column]
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


def key_spot(n):
    """The middle of the nth key, from 0."""
    (hole,) = [pad.at for pad in FILE.parts[f"SW{n + 1}"].pads if pad.drill == 4.0]
    return hole


def test_every_name_is_printed_under_its_own_key():
    printed = {word.text: word.at for word in FILE.words}
    for n, name in enumerate(NAMES):
        x, y = printed[name]
        under = min(range(len(NAMES)), key=lambda k: abs(key_spot(k)[0] - x) + abs(key_spot(k)[1] + 8.2 - y))
        assert under == n


def test_the_plug_has_the_makers_pitch():
    xs = sorted(pad.at[0] for pad in FILE.parts["J1"].pads)
    assert [x - xs[0] for x in xs] == pytest.approx([n * 2.5 for n in range(7)])


# -- where it stands


def as_bars_count(spots):
    return sorted((x - WIDE / 2, HIGH / 2 - y) for x, y in spots)


def test_what_the_product_knows_of_the_bar_is_its_boards():
    assert pytest.approx(t.KEY_BAR_BOARD[:2]) == (WIDE, HIGH)
    assert as_bars_count(map(key_spot, range(len(NAMES)))) == near(t.KEY_BAR_KEYS)
    assert [as_bars_count([key_spot(n)])[0] for n in range(len(NAMES))] == [pytest.approx(at) for at in t.KEY_BAR_KEYS]
    assert as_bars_count(hole.at for hole in FILE.holes.values()) == near(b.SCREWS_AT)
    plug = FILE.parts["J1"]
    assert HIGH / 2 - plug.pads[0].at[1] == pytest.approx(t.KEY_BAR_PLUG)
    left, top, right, bottom = plug.body
    assert (right - left, bottom - top) == pytest.approx(b.SOCKET[:2], abs=0.1)
    assert plug.pads[0].at[1] - (top + bottom) / 2 == pytest.approx(b.SOCKET_OFF, abs=0.1)


def test_the_lead_starts_at_the_hubs_edge_and_is_as_long_as_its_legs():
    route = bar_route()
    x, y = t.KEY_BAR_LEAD.port
    assert abs(x) < t.HUB[0] / 2 and abs(y - t.HUB_AT[1]) < t.HUB[1] / 2
    beside, down, forward, left, out, up = 55 - 47.155, 17.1, 224.73, 55, 140, 14.3
    into = t.KEY_BAR[1] / 2 - t.KEY_BAR_PLUG
    assert route.lies == pytest.approx(beside + down + forward + left + out + up + into, abs=0.01)


def test_a_bar_beyond_its_lead_is_refused_in_one_sentence():
    with pytest.raises(UserError) as error:
        check_reach(bar=190.0)
    assert said(error) == (
        "table keys is too far from the hub: its lead 7-way, plugs XH, pin 1 to pin 1 of 600 mm would have to be 605 mm"
    )


def test_every_plug_of_a_cable_that_leaves_the_tray_passes_its_notch():
    def passes(plug, notch):
        return plug[0] + 1 < notch[0] and plug[1] + 0.5 < notch[1]

    assert all(passes(plug[:2], t.NOTCH) for plug in (p.PLUG, b.PLUG))
    assert not any(passes(plug[:2], (20.0, 3.0)) for plug in (p.PLUG, b.PLUG))  # as it once was: high enough for cables


def test_the_lids_names_are_those_of_the_keys():
    assert [name for name in NAMES if not name.startswith("SPARE")] == list(b.LABELS[:4])
    assert [len(label) for label in b.LABELS[4:]] == [int(name[-1]) for name in NAMES[4:]]


# -- with the extra


@pytest.fixture(scope="module")
def parts():
    from hardware.proofs.bar import parts

    return parts()


@pytest.mark.hardware
def test_the_bar_keeps_every_goal(parts):
    assert missed(claims(parts)) == ""


@pytest.mark.hardware
def test_all_that_is_on_the_bars_board_has_a_height():
    from hardware.fittings.bar_parts import parts

    assert set(parts()) == {part.ref for part in BAR.parts if part.ref[:2] not in ("TP", "SW")}


MISTAKES = {
    "an opening off its keys": (
        made_otherwise("bar", "lid", lambda bar: bar.lid([y + n for n, y in enumerate(b.KEY_ROWS)])),
        "overlap: any two parts, keys pressed",
    ),
    "posts beside the board's holes": (
        made_otherwise("bar", "body", lambda bar: bar.body([(x * 0.94, y) for x, y in b.SCREWS_AT])),
        "overlap: any two parts at rest",
    ),
    "a plug into the keys": (moved_part("plug", 0, -4, 0), "overlap: any two parts at rest"),
    "a lid on the wires": (moved_part("lid", 0, 0, -0.3), "air over the wires of the lead"),
    "keys too low": (moved_part("caps", 0, 0, -3), "keys above the lid at rest"),
    "a lid higher than the tray": (moved_part("lid", 0, 0, 17), "height of the closed bar on its feet"),
    "two names exchanged": (
        made_otherwise("bar", "lid", lambda bar: bar.lid(labels=("PAUSE", "WRONG", *b.LABELS[2:]))),
        "name not sunk into the lid",
    ),
    "a key without its name": (
        made_otherwise("bar", "lid", lambda bar: bar.lid(labels=("", *b.LABELS[1:]))), "name not sunk into the lid"),
}  # fmt: skip


@pytest.mark.hardware
@pytest.mark.parametrize("mistake", third(MISTAKES))
def test_a_mistake_is_a_missed_goal(mistake, parts):
    spoil, about = MISTAKES[mistake]
    assert about in missed(claims(spoil(parts)))


@pytest.mark.hardware
def test_a_bar_in_a_pods_place_or_beyond_its_lead_is_a_missed_goal():
    from hardware.proofs.whole import claims

    parts = dict(large_parts())
    assert "cable to table keys: with 60 mm to turn and plug" in missed(claims(parts=parts, bar=190.0))
    parts["key bar"] = parts["key bar"].translate([-80, 0, 0])
    assert missed(claims(parts=parts)) == "overlap: any two large parts"


@pytest.mark.hardware
def test_the_drawn_bar_is_in_the_room_that_the_table_gives_it():
    room = key_bar()
    assert ((before(body()) + before(lid())) - room).volume() < 0.01
    assert (before(body().translate([0, 1, 0])) - room).volume() > 100
