"""Pods and the bar of the table's own keys: their measures are those of their boards, they shut, they can be printed,
each key of the bar is read as itself, from its cap to the host's word for it; mistakes made on purpose are found."""

from contextlib import suppress

import pytest
from glowpico.board import TABLE
from glowpico.scanner import COLUMNS, ROWS
from glowtable.device.link import key_code
from glowtable.grid import CELLS, TABLE_SEAT
from glowtable.table import TABLE_KEYS, Key

from hardware.guide import GUIDE
from hardware.model.boards import BAR, HUB2, NAMES
from hardware.model.file import file_of
from hardware.product import bar as b
from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids import sizes
from hardware.solids.needed import MOST_BRIDGE, MOST_LEDGE, NEEDED
from hardware.tray.routes import bar_route, check_reach
from tests.hardware.mutations import made_otherwise, missed, moved, moved_part, near, refusal
from tests.support.campaign import third

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.drawings import pods
    from hardware.drawings.bars import before
    from hardware.fittings import bar_parts, pod_parts
    from hardware.proofs import bar as bar_proof
    from hardware.proofs import pod as proof
    from hardware.proofs import whole
    from hardware.proofs.pod import claims, overlap_lifted
    from hardware.proofs.prints import claims as print_claims
    from hardware.solids import bar as bar_solids
    from hardware.solids import pod
    from hardware.solids.overhang import hanging
    from hardware.solids.pod import KEYS_AT, LIGHTS_AT
    from hardware.solids.shapes import box, rod, span
    from hardware.solids.sprung import standing
    from hardware.solids.workshop import solids_of
    from hardware.tray.wood import key_bar, large_parts

FILE = file_of("pod")
WIDE, HIGH = FILE.size


def at(ref):
    """The middle of a part's pads, as pods count: from the board's middle, y to the rear."""
    pads = [pad.at for pad in FILE.parts[ref].pads if pad.number]
    xs, ys = zip(*pads, strict=True)
    return counted(FILE, [((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)])[0]


def counted(file, spots):
    """From a board's middle, y to the rear, as pods and bar count."""
    return sorted((x - file.size[0] / 2, file.size[1] / 2 - y) for x, y in spots)


# -- without the extra


def test_a_pods_parts_are_where_its_board_has_them():
    assert pytest.approx(t.POD_BOARD[:2]) == (WIDE, HIGH)
    assert (at("J1")[0], HIGH / 2 - FILE.parts["J1"].at[1]) == pytest.approx((0, t.POD_PLUG), abs=0.01)
    assert at("J2") == pytest.approx((0, p.PINS_AT), abs=0.01)
    lights = [at(f"LED{n}") for n in range(1, 5)]
    assert lights == near([((n - 1.5) * t.POD_LIGHT_STEP, t.POD_LIGHTS) for n in range(4)])
    keys = counted(FILE, [pad.at for n in (1, 2, 3) for pad in FILE.parts[f"SW{n}"].pads if pad.drill == 4.0])
    assert keys == near([(n * t.POD_KEY_STEP, t.POD_KEYS) for n in (-1, 0, 1)])


def test_a_pods_screws_rest_and_antenna_are_where_its_board_has_them():
    assert counted(FILE, [hole.at for hole in FILE.holes.values()]) == near([*p.SCREWS_AT, *p.REST_AT])
    (corners,) = [area.corners for area in FILE.areas if area.name == "clear 1"]
    xs, ys = zip(*corners, strict=True)
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(p.ANTENNA, abs=0.01)
    assert (max(xs) + min(xs)) / 2 == pytest.approx(WIDE / 2, abs=0.01)
    assert HIGH / 2 - (max(ys) + min(ys)) / 2 == pytest.approx(p.ANTENNA_AT, abs=0.01)


def test_every_pod_has_a_lid_with_its_mark():
    assert [f"pod-lid-{pod.mark}" for pod in t.PODS] == [name for name in NEEDED if name.startswith("pod-lid")]
    assert {NEEDED[f"pod-lid-{pod.mark}"].pieces for pod in t.PODS} == {1}
    assert {NEEDED[name].pieces for name in ("pod-body", "pod-frame", "pod-rest")} == {len(t.PODS)}
    assert NEEDED["post"].pieces == len(t.POSTS)


def test_no_part_is_excused_from_the_limits_of_printing():
    assert [name for name, each in NEEDED.items() if each.bridge > MOST_BRIDGE or each.ledge > MOST_LEDGE] == []
    assert (MOST_BRIDGE, MOST_LEDGE) == (20, 0.8)


# -- with it


@pytest.fixture(scope="module")
def parts():
    return proof.parts()


@pytest.fixture(scope="module")
def bar():
    return bar_proof.parts()


@pytest.mark.hardware
def test_a_dealers_pod_shuts_over_its_three_keys_and_the_page_says_that_they_stay():
    """The house solders all ten boards alike."""
    for solid in (pod_parts.switches(), pods.lights(), pods.components()):
        assert (solid.translate([0, 0, 0.35]) ^ pod.lid("D")).volume() < 0.01
    assert (pod_parts.switches().translate([0, 0, 0.5]) ^ pod.lid("D")).volume() > 1
    assert "the dealer's stay unused under its lid" in " ".join(GUIDE.read_text("utf-8").split())


@pytest.mark.hardware
def test_a_pod_keeps_every_goal(parts):
    assert missed(claims(parts)) == ""


@pytest.mark.hardware
def test_all_that_is_on_a_pods_board_has_a_height():
    apart = {ref for ref in FILE.parts if ref[:2] in ("TP", "SW")}
    assert set(pod_parts.parts()) == set(FILE.parts) - apart


@pytest.mark.hardware
def test_the_lights_of_the_lid_are_those_of_the_board():
    found = [pod_parts.parts()[f"LED{n}"].bounding_box() for n in range(1, 5)]
    assert [((a + c) / 2, (b + d) / 2) for a, b, _, c, d, _ in found] == [pytest.approx(spot) for spot in LIGHTS_AT]
    assert sorted(spot for width, spot in pod_parts.bare_holes() if width == 4.0) == near(KEYS_AT)


AT_REST = "overlap: any two parts at rest"
PRESSED = "overlap: any two parts, keys pressed"
MISTAKES = {
    "a module as far out as it once was": (moved_part("module", 0, -5, 0), "reader module over a light"),
    "a module that ends at the lights": (moved_part("module", 0, -2.5, 0), "reader module beside the lights"),
    "a card laid before the frame": (moved_part("card", 0, -4, 0), "card and frame over a light"),
    "a lid too low": (moved_part("lid", 0, 0, -1.2), "air over the plug of the flat cable"),
    "a pod too tall": (moved_part("card", 0, 0, 2.2), "card to the antenna, were it on the module's far side"),
    "a lid higher than the tray": (moved_part("lid", 0, 0, 17), "height of a closed pod on its feet"),
    "posts beside the board's holes": (
        made_otherwise("pod", "body", lambda pod: pod.body([(x * 0.94, y) for x, y in p.SCREWS_AT])), AT_REST),
    "a rest beside its holes": (moved_part("rest", 0, 1.0, 0), AT_REST),
    "windows beside the lights": (
        made_otherwise("pod", "lid", lambda pod: pod.lid("1", [(x + 9, y) for x, y in pod.LIGHTS_AT])),
        "plastic over a light, mean",
    ),
    "the dealer's lid on a seat's pod": (made_otherwise("pod", "lid", lambda pod: pod.lid("D")), PRESSED),
    "a wall too thin": (
        made_otherwise("pod", "body", lambda pod: pod.body(wall=0.8)), "wall of the body at its thinnest"),
    "keys too low": (moved_part("caps", 0, 0, -3), "keys above the lid at rest"),
    "a plug too tall": (moved_part("plug", 0, 0, 1.2), "air over the plug of the flat cable"),
}  # fmt: skip


@pytest.mark.hardware
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_a_missed_goal(mistake, parts):
    spoil, about = MISTAKES[mistake]
    assert about in missed(claims(spoil(parts)))


def test_four_bodies_or_lids_fit_a_bed():
    width, depth, _ = sizes.BED
    assert (2 * t.POD[0] + 4 < width, 2 * t.POD[1] + 4 < depth) == (True, True)


@pytest.mark.hardware
def test_a_lid_cannot_be_lifted_over_caps_that_are_wider_than_its_opening(parts):
    assert overlap_lifted(parts, ("lid", "frame")) == 0
    assert overlap_lifted({**parts, "caps": parts["caps"].scale([1.02, 1, 1])}, ("lid", "frame")) > 0


# -- how they are printed


@pytest.fixture(scope="module")
def printed():
    return solids_of()


@pytest.mark.hardware
@pytest.mark.parametrize("name", NEEDED)
def test_a_part_hangs_over_nothing_further_than_is_said_of_it(name, printed):
    said = NEEDED[name]
    found = hanging(printed[name], max(MOST_BRIDGE, said.bridge))
    assert (found.bridge <= said.bridge + 0.1, found.ledge <= said.ledge + 0.05) == (True, True)
    assert (found.bridge >= said.bridge * 0.5, found.ledge >= said.ledge - 0.15) == (True, True)  # nor much less


@pytest.mark.hardware
def test_bridges_and_ledges_are_measured_as_they_are():
    legs = box((4, 20, 6), (-12, 0)) + box((4, 20, 6), (12, 0))
    assert hanging(legs + box((28, 20, 2), floor=6), 20.5) == pytest.approx((20, 0), abs=0.2)
    assert hanging(legs + box((28, 20, 2), floor=6), 15).ledge == pytest.approx(10, abs=0.2)
    one_leg = box((4, 20, 6)) + span(-2, 7, -10, 10, 6, 8)
    assert hanging(one_leg, 20) == pytest.approx((0, 5), abs=0.2)
    slope = (span(-5, 5, -5, 5, 0, 0.01) + span(-5, 15, -5, 5, 10, 10.01)).hull()
    assert hanging(slope, 20) == (0, 0)
    flatter = (span(-5, 5, -5, 5, 0, 0.01) + span(-5, 25, -5, 5, 10, 10.01)).hull()
    assert hanging(flatter, 20).ledge > 0.1
    assert hanging(rod(10, 5) - rod(4, 3, floor=-0.5), 20).bridge == pytest.approx(4, abs=0.3)


@pytest.mark.hardware
def test_a_lid_with_a_ledge_a_lid_face_up_and_a_lying_body_are_found():
    ledge = pod.PRINTS["pod-lid-1"]() + span(-40, 40, -56, -52, 4, 6)
    assert missed(print_claims({"pod-lid-1": lambda: ledge})) == "widest ledge of 1 parts: pod-lid-1"
    assert missed(print_claims({"pod-lid-1": lambda: standing(pod.lid("1"))})) == "widest ledge of 1 parts: pod-lid-1"
    assert missed(print_claims({"pod-body": lambda: standing(pod.body().rotate([180, 0, 0]))})).startswith(
        "widest ledge"
    )


@pytest.mark.hardware
def test_all_prints_keep_the_limits():
    assert missed(print_claims()) == ""


# -- the bar


BAR_FILE = file_of("bar")
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
    (hole,) = [pad.at for pad in BAR_FILE.parts[f"SW{n + 1}"].pads if pad.drill == 4.0]
    return hole


def test_every_name_is_printed_under_its_own_key():
    printed = {word.text: word.at for word in BAR_FILE.words}
    for n, name in enumerate(NAMES):
        x, y = printed[name]
        under = min(range(len(NAMES)), key=lambda k: abs(key_spot(k)[0] - x) + abs(key_spot(k)[1] + 8.2 - y))
        assert under == n


def test_the_plug_has_the_makers_pitch():
    xs = sorted(pad.at[0] for pad in BAR_FILE.parts["J1"].pads)
    assert [x - xs[0] for x in xs] == pytest.approx([n * 2.5 for n in range(7)])


def test_what_the_product_knows_of_the_bar_is_its_boards():
    assert pytest.approx(t.KEY_BAR_BOARD[:2]) == BAR_FILE.size
    assert [counted(BAR_FILE, [key_spot(n)]) for n in range(len(NAMES))] == [near([at]) for at in t.KEY_BAR_KEYS]
    assert counted(BAR_FILE, [hole.at for hole in BAR_FILE.holes.values()]) == near(b.SCREWS_AT)
    plug = BAR_FILE.parts["J1"]
    assert BAR_FILE.size[1] / 2 - plug.pads[0].at[1] == pytest.approx(t.KEY_BAR_PLUG)
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
    assert refusal(lambda: check_reach(bar=190.0)) == (
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


@pytest.mark.hardware
def test_the_bar_keeps_every_goal(bar):
    assert missed(bar_proof.claims(bar)) == ""


@pytest.mark.hardware
def test_all_that_is_on_the_bars_board_has_a_height():
    assert set(bar_parts.parts()) == {part.ref for part in BAR.parts if part.ref[:2] not in ("TP", "SW")}


BAR_MISTAKES = {
    "an opening off its keys": (
        made_otherwise("bar", "lid", lambda bar: bar.lid([y + n for n, y in enumerate(b.KEY_ROWS)])),
        "overlap: any two parts, keys pressed",
    ),
    "posts beside the board's holes": (
        made_otherwise("bar", "body", lambda bar: bar.body([(x * 0.94, y) for x, y in b.SCREWS_AT])),
        "overlap: any two parts at rest",
    ),
    "a plug into the keys": (moved_part("plug", 0, -4, 0), "overlap: any two parts at rest"),
    "a lid on the wires": (moved_part("lid", 0, 0, -1.3), "air over the wires of the lead"),
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
@pytest.mark.parametrize("mistake", third(BAR_MISTAKES))
def test_a_mistake_of_the_bar_is_a_missed_goal(mistake, bar):
    spoil, about = BAR_MISTAKES[mistake]
    assert about in missed(bar_proof.claims(spoil(bar)))


@pytest.mark.hardware
def test_a_bar_in_a_pods_place_or_beyond_its_lead_is_a_missed_goal():
    parts = dict(large_parts())
    assert "cable to table keys: with 60 mm to turn and plug" in missed(whole.claims(parts=parts, bar=190.0))
    parts["key bar"] = parts["key bar"].translate([-80, 0, 0])
    assert missed(whole.claims(parts=parts)) == "overlap: any two large parts"


@pytest.mark.hardware
def test_the_drawn_bar_is_in_the_room_that_the_table_gives_it():
    room = key_bar()
    assert ((before(bar_solids.body()) + before(bar_solids.lid())) - room).volume() < 0.01
    assert (before(bar_solids.body().translate([0, 1, 0])) - room).volume() > 100
