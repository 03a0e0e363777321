"""The proofs of the table: every goal is kept, and each is missed once somebody makes a mistake on purpose."""

import re
from contextlib import suppress
from importlib import import_module

import pytest
from glowtable.messages import FAILED, UserError

from hardware.made import MADE
from hardware.product import cell
from hardware.proofs import report
from hardware.proofs.claims import Claim
from hardware.proofs.measured import FILE, KNOWN, measured, trial_claims
from hardware.proofs.registry import CHECKED, CLAIMED, COMPARED
from hardware.proofs.report import FROM, PAGE, each_proof, lines, page, page_origin
from tests.hardware.mutations import missed
from tests.support.campaign import LONG, third

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    import numpy as np

    from hardware.proofs import bending, collision, press
    from hardware.proofs.ground import BOARDS, fast_groups
    from hardware.proofs.registry import all_claims, tables
    from hardware.proofs.tolerances import low_rows, missed_by, table_shares
    from hardware.solids.sprung import plate

COUPON = PAGE.parent / "COUPON.md"


# -- without the extra


def test_a_goal_is_kept_up_to_the_goal_itself_and_never_by_what_is_no_number():
    assert Claim("tilt", 1.0, 1.0, "degrees").is_kept
    assert not Claim("tilt", 1.01, 1.0, "degrees").is_kept
    assert Claim("share", 99, 99, "%", at_most=False).is_kept
    assert not Claim("share", 98.9, 99, "%", at_most=False).is_kept
    assert not Claim("share", float("nan"), 99, "%").is_kept
    assert not Claim("share", float("nan"), 99, "%", at_most=False).is_kept


def test_a_report_tells_each_claim_and_ends_in_go_or_no_go():
    kept, wrong = Claim("tilt", 0.954, 1, "degrees"), Claim("share", 19, 99, "%", at_most=False)
    assert list(lines({"press": [kept]}))[-1] == "go: every goal is kept"
    told = list(lines({"press": [kept, wrong]}))
    assert told[0] == "press      tilt: 0.954 degrees, goal <= 1 degrees: kept"
    assert told[1].endswith("share: 19 %, goal >= 99 %: missed")
    assert told[2] == "no-go: 1 goals are missed"


def test_the_page_of_proofs_is_fresh_and_has_each_of_them():
    text = PAGE.read_text("utf-8")
    assert FROM.findall(text) == [page_origin()], "run: make renew R=hardware"
    assert re.findall(r"^## (\w+)", text, re.MULTILINE) == [*CLAIMED]
    assert {"press", "collision", "light", "power", "signal"} <= set(CLAIMED)
    assert "missed" not in text


@pytest.mark.parametrize("kind", ["signal/*.json", "answer/*.json", "hub2/manifest.json", "solids/manifest.json"])
def test_a_page_of_other_results_or_plots_is_not_fresh(monkeypatch, kind):
    before = page_origin()
    assert list(MADE.glob(kind))
    monkeypatch.setattr(report, "KEPT", tuple(each for each in report.KEPT if each != kind))
    assert page_origin() != before


def test_a_page_of_other_measures_is_not_fresh(monkeypatch, tmp_path):
    before = page_origin()
    (tmp_path / "measured.toml").write_text("[plate]\nreflects = 0.5\n")
    monkeypatch.setattr(report, "MEASURED", tmp_path / "measured.toml")
    assert page_origin() != before


def test_every_proof_is_in_the_registry():
    files = {path.stem: path.read_text("utf-8") for path in each_proof() if path.stem != "registry"}
    for function, names in (("claims", CLAIMED), ("compared", COMPARED), ("check", CHECKED)):
        assert tuple(name for name, text in files.items() if f"\ndef {function}(" in text) == names


def test_nothing_is_measured_yet_and_the_page_of_the_kit_says_how_each_value_is():
    assert [measured(values, section) for section, values in KNOWN.items()] == [{}, {}, {}]
    assert list(trial_claims()) == []
    for name in (name for values in KNOWN.values() for name in values):
        assert re.search(rf"\| (\w+, )*{name}(, \w+)* \|$", COUPON.read_text("utf-8"), re.MULTILINE), name


def test_every_value_of_the_file_is_known_and_stands_in_it():
    written = dict(re.findall(r'^(\w+) = (".*?")', FILE.read_text("utf-8"), re.MULTILINE))
    assert written == {name: '""' for values in KNOWN.values() for name in values}


@pytest.fixture
def file(tmp_path):
    def write(text: str):
        path = tmp_path / "measured.toml"
        path.write_text(text, "utf-8")
        return path

    return write


def test_what_is_measured_replaces_what_is_computed_and_what_is_not_does_not(file):
    path = file('[press]\narm_stiffness = 0.5\nair = ""\n')
    assert measured(("arm_stiffness", "air", "preload"), path=path) == {"arm_stiffness": 0.5}
    assert measured(("air",), path=path) == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[press]\nair = 9\n", "measured.toml: air must be a number from -0.5 to 2, got 9"),
        ("[press]\nair = true\n", "measured.toml: air must be a number from -0.5 to 2, got True"),
        ("[press]\nair = nan\n", "measured.toml: air must be a number from -0.5 to 2, got nan"),
        ('[press]\nair = "thick"\n', "measured.toml: air must be a number from -0.5 to 2, got thick"),
        ("[light]\nplate_passes = 38\n", "measured.toml: plate_passes must be a number from 0 to 1, got 38"),
        ("[press]\nmoon = 1\n", "measured.toml has no moon; it has: arm_stiffness, preload, "),
        ("[moon]\n", "measured.toml has no moon; it has: press, light, trial"),
        ("press = 1\n", "measured.toml: press is a section, not a value"),
        ("[press\n", "measured.toml cannot be read: "),
    ],
)
def test_a_file_that_is_wrong_is_answered_in_a_sentence(file, text, sentence):
    with pytest.raises(UserError) as error:
        measured(("air", "plate_passes"), "press", file(text))
    assert error.value.exit_code == FAILED
    assert str(error.value).startswith(sentence)


def test_no_file_is_answered_too(tmp_path):
    with pytest.raises(UserError, match=r"measured.toml cannot be read"):
        list(trial_claims(tmp_path / "measured.toml"))


def test_a_trial_decides(file):
    good = "[trial]\nhardest_newtons = 2.9\nsoftest_newtons = 0.8\njams = 0\nrims_seen = 4\n"
    good += "leak_percent = 1\nevenness = 0.6\ndays_used = 7\n"
    assert missed(trial_claims(file(good))) == ""
    spoiled = {"hardest": 3.1, "softest": 0.6, "jams": 1, "rims": 3, "leak": 3.5, "evenness": 0.4, "days": 6}
    for name, bad in spoiled.items():
        text = re.sub(rf"({name}\w*) = \S+", rf"\1 = {bad}", good)
        assert len(missed(trial_claims(file(text))).split("; ")) == 1, name
        assert missed(trial_claims(file(text)))


def test_a_stem_has_room_in_its_slot_and_less_than_its_plate_has_in_its_walls():
    assert 0 < cell.HOOK_PLAY < cell.PLAY
    assert cell.BOSS[1] < cell.PLATE[0]


# -- with it: presses


@pytest.mark.hardware
def test_a_press_works_wherever_it_lands():
    assert missed(press.claims(press.Cell())) == ""


PRESS_MISTAKES = {
    "plate off its middle": (lambda of: of._replace(middle=(0.4, 0)), "way of a plate sideways"),
    "arms of 1.8 mm": (lambda of: thicker(of, 1.8), "plate that a press of 3 N works on"),
    "arms of 0.8 mm": (lambda of: thicker(of, 0.8), "force at 1 % of the plate"),
    "arms that no leg bends": (lambda of: of._replace(preload=-0.3), "force at 1 % of the plate"),
    "no preload, a heavy plate, a soft dome": (
        lambda of: of._replace(preload=0, arm_stiffness=0.1, dome_newtons=0.5, weight=0.5),
        "cells pressed by nine cards alone",
    ),
    "much air over the dome": (lambda of: of._replace(air=0.9), "tilt of a plate"),
    "hooks near the middles of the sides": (lambda of: hooked(of, (4, 12)), "tilt of a plate"),
    "a slot too wide": (lambda of: of._replace(slot_play=0.6), "way of a plate sideways"),
    "a plate of 0.8 mm without braces": (lambda of: of._replace(thickness=thin), "tilt of a plate"),
    "pegs too short": (lambda of: of._replace(stop_air=2.2), "force on a dome when an elbow"),
    "pegs too long": (lambda of: of._replace(stop_air=0.6), "plate that a press of 3 N works on"),
}  # fmt: skip


def bare(points):
    return 0 * points[:, 0] + 1.6


def thin(points):
    return bare(points) / 2


def thicker(of, thickness):
    ratio = thickness / of.arm_thickness
    return of._replace(arm_thickness=thickness, arm_stiffness=of.arm_stiffness * ratio**3)


def hooked(of, spot):
    return of._replace(hooks=cell.turned(spot))


@pytest.mark.hardware
@pytest.mark.parametrize("name", third(PRESS_MISTAKES))
def test_a_mistaken_cell_misses_a_goal(name):
    change, complaint = PRESS_MISTAKES[name]
    assert complaint in missed(press.claims(change(press.Cell())))


@pytest.mark.hardware
def test_a_plate_on_four_springs_lies_as_the_sum_of_moments_says():
    """Without hooks, dome and pegs the equations are linear: the press's way is F (1 / 4k + x^2 / 4ka^2)."""
    a, k, force, x = 26.0, 0.5, 2.0, 13.0
    corners = ((a, a), (a, -a), (-a, a), (-a, -a))
    supports = press.Supports(press.rows_of(corners), np.full((1, 4), k), np.full((1, 4), -5.0))
    (lie,) = press.settled(supports, press.rows_of((x, 0)) * force, np.zeros((1, 3)))
    down = lie @ press.rows_of((x, 0))[0] + 5
    assert down == pytest.approx(force / 4 / k * (1 + x**2 / a**2), abs=1e-3)


@pytest.mark.hardware
def test_a_plate_bends_as_a_beam_under_a_line_if_it_does_not_thin_aside():
    """Held along two sides, loaded along the middle between them: L^3 / 48 E I."""
    lines = [[(x, float(y)) for y in range(-31, 32, 2)] for x in (-30.0, 0.0, 30.0)]
    bends = bending.bends(tuple(spot for line in lines for spot in line), lambda points: 0 * points[:, 0] + 2.5, 0.0)
    left, middle, right = (bends.at(np.array(line)).mean(axis=0) for line in lines)
    wanted = 60**3 / (48 * cell.PETG_MPA * 64 * 2.5**3 / 12)
    assert ((middle - (left + right) / 2) ** 2).sum() == pytest.approx(wanted, rel=0.02)


@pytest.mark.hardware
def test_the_shades_and_braces_stiffen_the_plate():
    spots = ((0.0, 0.0), (29.0, 29.0), (-29.0, -29.0))
    thin, built = (bending.bends(spots, each).at(np.array(spots)) for each in (bare, bending.thickness))
    thin, built = (((way[0] - (way[1] + way[2]) / 2) ** 2).sum() for way in (thin, built))
    assert built < thin / 3


@pytest.mark.hardware
def test_what_is_measured_reaches_the_proof(monkeypatch, file):
    assert set(KNOWN["press"]) <= set(press.Cell._fields)
    path = file("[press]\narm_stiffness = 2\n")
    monkeypatch.setattr(press, "measured", lambda names: measured(names, path=path))
    assert press.as_measured().arm_stiffness == 2
    assert "force at 99 %" in missed(press.claims())


# -- with it: solids


@pytest.mark.hardware
def test_the_parts_of_a_cell_meet_nowhere_they_must_not():
    assert missed(collision.claims()) == ""


@pytest.mark.hardware
@pytest.mark.parametrize(
    ("change", "complaint"), [({"hook_nose": 1.0}, "at rest"), ({"stop_air": 0.3}, "pressed to its stop")]
)
def test_a_mistaken_plate_meets_something(change, complaint):
    assert f"overlap: {complaint}" in missed(collision.claims(collision.parts(plate(**change))))


@pytest.mark.hardware
@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("a plate off its middle meets the slots", lambda of: of._replace(plate=of.plate.translate([0.3, 0, 0]))),
        ("walls 0.5 mm nearer", lambda of: of._replace(walls=of.walls.scale([0.985, 0.985, 1]))),
        ("LEDs under the legs", lambda of: of._replace(panel=of.panel.rotate([0, 0, 45]).scale([1.45, 1.45, 4]))),
        ("screws too long", lambda of: of._replace(screws=of.screws.scale([0.94, 0.94, 1.3]))),
    ],
)
def test_mistaken_surroundings_are_met(what, change):
    assert "overlap: " in missed(collision.claims(change(collision.parts())))


@pytest.mark.hardware
def test_hooks_too_long_do_not_snap_in_and_too_short_do_not_hold():
    assert "strain of a hook" in missed(collision.hook_claims(nose=1.0))
    assert "nose of a hook" in missed(collision.hook_claims(nose=0.5))
    assert "pull at one hook" in missed(collision.hook_claims(nose=0.5))


@pytest.mark.hardware
@pytest.mark.campaign
def test_the_page_of_proofs_is_what_they_say():
    """In part: each row of every third proof. Whether the page is of these sources its digest says."""
    if not LONG:
        for name in CLAIMED[::3]:
            claims = import_module(f"hardware.proofs.{name}").claims()
            assert set(rows_of(page_of({name: list(claims)}, {}))) <= set(rows_of(PAGE.read_text("utf-8")))
        return
    proofs = all_claims()
    assert page_of(proofs, tables()) == PAGE.read_text("utf-8")
    grounds = {claim.about for claim in proofs["ground"] if claim.is_kept}
    assert len(grounds) == len(proofs["ground"]) == sum(len(fast_groups(board)) for board in BOARDS)


def page_of(proofs, compared):
    shares = table_shares(proofs)
    narrow = table_shares({name: proofs[name] for name in dict(missed_by(shares))}, doubt=1)
    return page(proofs, compared, shares, list(low_rows(shares, narrow)))


def rows_of(text):
    return [line for line in text.splitlines() if line.startswith("| ")]
