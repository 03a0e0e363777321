"""Shares of built tables: a file that is wrong is answered in a sentence; drawn wider, fewer tables keep a claim."""

import re
from contextlib import suppress

import pytest
from glowtable.messages import FAILED, UserError

from hardware.proofs.claims import Claim

with suppress(ModuleNotFoundError):  # without the extra `hardware` none of this runs
    import numpy as np

    from hardware.proofs import __main__ as proofs
    from hardware.proofs import palette, power, registry, thermal, tolerances
    from hardware.proofs.drawn import FILE, Draws, Tolerance, read_tolerances, read_toml, wilson_interval
    from hardware.proofs.report import PAGE
    from hardware.proofs.tolerances import RESTS, WHY, rest_of, share_of, table_shares

pytestmark = pytest.mark.hardware
GOOD = '[a]\nb = { as = "normal", low = 0, high = 1, source = "a data sheet" }\n'


def share(claim, rest, **given):
    return share_of(claim, rest, None, Draws(claim.about, given))


def even(low, high, is_estimate=False):
    return Tolerance("uniform", low, high, is_estimate)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((', source = "a data sheet"', ""), "t.toml: a.b has no source: say where its range is from"),
        (("a data sheet", " "), "t.toml: a.b has no source"),
        (("normal", "moon"), "t.toml: a.b: as can be uniform, normal, not moon"),
        (("high = 1", "high = -1"), "t.toml: a.b needs two numbers, low <= high, and estimate = true or none"),
        (("high = 1", "high = inf"), "t.toml: a.b needs two numbers"),
        (("high = 1", "high = true"), "t.toml: a.b needs two numbers"),
        (("high = 1,", 'high = "1",'), "t.toml: a.b needs two numbers"),
        (("high = 1,", 'high = 1, estimate = "no",'), "t.toml: a.b needs two numbers"),
        (("low", "lowest"), "t.toml: a.b has lowest; it may have: "),
        (("[a]", "[a"), "t.toml cannot be read: "),
    ],
)
def test_a_tolerance_that_is_wrong_is_named(tmp_path, change, sentence):
    path = tmp_path / "t.toml"
    path.write_text(GOOD.replace(*change))
    with pytest.raises(UserError) as error:
        read_tolerances(path)
    assert str(error.value).startswith(sentence)
    path.write_text(GOOD)
    assert read_tolerances(path) == {"a.b": Tolerance("normal", 0, 1, is_estimate=False)}


def test_nothing_is_written_when_a_tolerance_has_no_source(monkeypatch, tmp_path, capsys):
    path = tmp_path / "t.toml"
    path.write_text(GOOD.replace("a data sheet", ""))
    monkeypatch.setattr(tolerances, "read_tolerances", lambda: read_tolerances(path))
    monkeypatch.setattr(registry, "all_claims", lambda: {"power": list(power.claims())})
    monkeypatch.setattr(registry, "tables", dict)
    before = PAGE.stat().st_mtime_ns
    assert proofs.main() == FAILED
    assert (capsys.readouterr().out, PAGE.stat().st_mtime_ns) == ("", before)


def test_limits_are_drawn_over_all_of_their_range_and_estimates_over_twice_theirs():
    draws = Draws("", {"sheet": even(1, 3), "guess": even(1, 3, is_estimate=True)}, 20_000)
    assert np.ptp(draws("sheet")) == pytest.approx(2, abs=0.01)
    assert not draws.rests_on_estimates
    assert np.ptp(draws("guess")) == pytest.approx(4, abs=0.01)
    assert draws.rests_on_estimates
    normal = Draws("", {"of": Tolerance("normal", -1, 1, is_estimate=False)}, 20_000)("of")
    assert (np.abs(normal) < 1).mean() == pytest.approx(0.95, abs=0.01)


def test_a_wider_tolerance_lowers_the_share_and_so_do_more_pieces():
    claim, rest = Claim("air", 1.0, 0.5, "mm", at_most=False), {"add": {"x": 1.0}}
    found = [share(claim, {**rest, "of": of}, x=even(-off, off)).kept for off, of in ((0.4, 1), (0.6, 1), (0.6, 9))]
    assert found[0] == 2000 > found[1] > found[2]


def test_one_of_four_may_miss_a_claim_that_has_a_spare_and_two_may_not():
    claim, rest = Claim("pull", 1.0, 0.5, "N", at_most=False), {"add": {"x": 1.0}, "of": 4}
    strict, spared = (share(claim, each, x=even(-1, 1)).part for each in (rest, {**rest, "spare": 4}))
    assert strict == pytest.approx(0.75**4, abs=0.04)
    assert spared == pytest.approx(0.75**4 + 4 * 0.25 * 0.75**3, abs=0.04)


def test_a_claim_that_is_wrong_on_purpose_is_seen():
    assert share(Claim("tilt", 1.1, 1.0, "mm"), {"add": {"x": 1.0}}, x=even(-0.01, 0.01)).kept == 0
    warm, hot = (table_shares({"thermal": list(thermal.claims(fets))})["thermal"][2] for fets in (2, 1))
    assert warm.part >= 0.99
    assert hot.kept == 0


def test_parts_overlap_by_what_their_room_lacks():
    claim, rest = Claim("overlap", 0, 0, "mm³"), {"room": {"0.3": {"x": -1.0}, "cell.PLAY": {"x": -0.1}}}
    assert share(claim, rest, x=even(0, 0.29)).kept == 2000
    assert share(claim, rest, x=even(0.31, 0.4)).kept == 0


def test_a_claim_that_nothing_is_known_of_is_named():
    with pytest.raises(UserError, match=r"rests.toml has nothing of: tilt"):
        share(Claim("tilt", 1, 1, ""), {})
    with pytest.raises(UserError, match=r"tolerances.toml has no x"):
        share(Claim("tilt", 1, 1, ""), {"times": ["x"]})


@pytest.mark.parametrize(("kept", "of", "low", "high"), [(0, 10, 0, 0.2775), (9, 10, 0.5958, 0.9821)])
def test_an_interval_is_wilsons(kept, of, low, high):
    assert wilson_interval(kept, of) == pytest.approx((low, high), abs=1e-3)


def test_the_tables_supply_keeps_its_claims_and_a_branch_that_starts_last_does_not(monkeypatch):
    kept = {each.about: each.part for each in table_shares({"power": list(power.claims())}, 200)["power"]}
    wakes = "3 A supply: readers' capacitors charged before they wake"
    assert kept[wakes] == 1
    late = [
        table._replace(branches=tuple(branch._replace(starts_ms=40) for branch in table.branches))
        for table in power.TABLES
    ]
    monkeypatch.setattr(power, "TABLES", tuple(late))
    assert {each.about: each.part for each in table_shares({"power": list(power.claims())}, 200)["power"]}[wakes] == 0


def test_every_tolerance_is_used_and_every_low_claim_has_its_reason():
    text = RESTS.read_text("utf-8") + "".join(path.read_text("utf-8") for path in PAGE.parent.glob("proofs/drawn_*.py"))
    words = {name: name.partition(".")[2] for name in read_tolerances(FILE)}
    found = {name for name, word in words.items() if name in text or f'"{word}"' in text or word in palette.CHANNELS}
    assert words.keys() - found == set()
    page = PAGE.read_text("utf-8")
    assert "no reason is given" not in page
    rows = re.findall(r"^\| (\w+): (.*?) \| ([\d.]+) % \| ([\d.]+ %|counted) \| ", page, re.MULTILINE)
    assert rows and all(float(part) < 99 for _, _, part, _ in rows)
    assert {proof for proof, *_ in rows} <= read_toml(WHY).keys()
    assert rest_of(read_toml(RESTS), "pod", "air over the tips")["of"] == 7
