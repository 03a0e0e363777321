"""A pod: its measures are those of its board, it shuts, it can be printed; each mistake made on purpose is found."""

from contextlib import suppress

import pytest

from hardware.model.file import file_of
from hardware.product import pod as p
from hardware.product import table as t
from hardware.solids import sizes
from hardware.solids.needed import MOST_BRIDGE, MOST_LEDGE, NEEDED
from tests.hardware.mutations import made_otherwise, missed, moved_part, near

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    from hardware.fittings import pod_parts
    from hardware.proofs import pod as proof
    from hardware.proofs.pod import claims, overlap_lifted
    from hardware.proofs.prints import claims as print_claims
    from hardware.solids import pod
    from hardware.solids.overhang import hanging
    from hardware.solids.pod import KEYS_AT, LIGHTS_AT
    from hardware.solids.shapes import box, rod, span
    from hardware.solids.sprung import standing
    from hardware.solids.workshop import solids_of

FILE = file_of("pod")
WIDE, HIGH = FILE.size


def at(ref):
    """The middle of a part's pads, as pods count: from the board's middle, y to the rear."""
    pads = [pad.at for pad in FILE.parts[ref].pads if pad.number]
    xs, ys = zip(*pads, strict=True)
    return as_pods_count([((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)])[0]


def as_pods_count(spots):
    return sorted((x - WIDE / 2, HIGH / 2 - y) for x, y in spots)


# -- without the extra


def test_a_pods_parts_are_where_its_board_has_them():
    assert pytest.approx(t.POD_BOARD[:2]) == (WIDE, HIGH)
    assert (at("J1")[0], HIGH / 2 - FILE.parts["J1"].at[1]) == pytest.approx((0, t.POD_PLUG), abs=0.01)
    assert at("J2") == pytest.approx((0, p.PINS_AT), abs=0.01)
    lights = [at(f"LED{n}") for n in range(1, 5)]
    assert lights == near([((n - 1.5) * t.POD_LIGHT_STEP, t.POD_LIGHTS) for n in range(4)])
    keys = as_pods_count(pad.at for n in (1, 2, 3) for pad in FILE.parts[f"SW{n}"].pads if pad.drill == 4.0)
    assert keys == near([(n * t.POD_KEY_STEP, t.POD_KEYS) for n in (-1, 0, 1)])


def test_a_pods_screws_rest_and_antenna_are_where_its_board_has_them():
    assert as_pods_count(hole.at for hole in FILE.holes.values()) == near([*p.SCREWS_AT, *p.REST_AT])
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
    assert (MOST_BRIDGE, MOST_LEDGE) == (20, 0.6)


# -- with it


@pytest.fixture(scope="module")
def parts():
    return proof.parts()


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
    "a lid too low": (moved_part("lid", 0, 0, -0.3), "air over the plug of the flat cable"),
    "a pod too tall": (moved_part("card", 0, 0, 1.0), "card to the antenna, were it on the module's far side"),
    "a lid higher than the tray": (moved_part("lid", 0, 0, 17), "height of a closed pod on its feet"),
    "posts beside the board's holes": (
        made_otherwise("pod", "body", lambda pod: pod.body([(x * 0.94, y) for x, y in p.SCREWS_AT])), AT_REST),
    "a rest beside its holes": (moved_part("rest", 0, 1.0, 0), AT_REST),
    "windows beside the lights": (
        made_otherwise("pod", "lid", lambda pod: pod.lid("1", [(x + 6, y) for x, y in pod.LIGHTS_AT])),
        "plastic over a light, mean",
    ),
    "the dealer's lid on a seat's pod": (made_otherwise("pod", "lid", lambda pod: pod.lid("D")), PRESSED),
    "a wall too thin": (
        made_otherwise("pod", "body", lambda pod: pod.body(wall=0.8)), "wall of the body at its thinnest"),
    "keys too low": (moved_part("caps", 0, 0, -3), "keys above the lid at rest"),
    "a plug too tall": (moved_part("plug", 0, 0, 0.5), "air over the plug of the flat cable"),
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
