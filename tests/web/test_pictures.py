"""The committed pictures of the companion page are of the present page: found out without a browser."""

import shutil

import pytest
from glowtable.web import outgoing

from hardware.made import Made, keep, stale
from tests.browser.pictures import FOLDER, LIVE, LOBBIES, SHOTS, STATIC, files_of_page, origin_of, sent_for

NAMES = [*SHOTS, *LOBBIES, LIVE]


def origins(**changed):
    return {f"{name}.png": changed.get(name, origin_of(name)) for name in NAMES}


def test_the_committed_pictures_are_of_the_present_page():
    """If not, make them again and look at them."""
    assert stale(FOLDER, origins()) == [], "run: make renew R=page"


def test_a_page_is_made_of_all_that_it_fetches():
    names = {path.name for path in files_of_page("table")}
    scripts = ["table", "page", "awake", "drawn_table", "motion", "side", "zoom"]
    assert names == {"table.html", "zoom.css", "page.css", "icon.svg", *(f"{name}.js" for name in scripts)}
    assert {"seat.js", "page.css"} <= {path.name for path in files_of_page("seat")}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("file", ["page.css", "page.js"])
def test_control_a_page_that_has_changed_is_noticed(name, file, tmp_path):
    shutil.copytree(STATIC, tmp_path / "static")
    path = tmp_path / "static" / file
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")
    assert origin_of(name, tmp_path / "static") != origin_of(name)


def test_control_pictures_that_are_stale_missing_or_painted_over_are_said(tmp_path):
    keep(tmp_path, {"one.png": Made(b"1", "a"), "two.png": Made(b"2", "b")})
    (tmp_path / "one.png").write_bytes(b"3")
    assert stale(tmp_path, {"one.png": "a", "two.png": "c", "three.png": "d"}) == [
        "three.png is missing", "two.png was made from something else", "one.png was changed by hand",
    ]  # fmt: skip


def test_pictures_show_what_they_are_for():
    kinds = {name: {choice["kind"] for choice in sent_for(name).own["choices"]} for name in SHOTS}
    assert "pay" in kinds["offer"] and sent_for("offer").own["draft"]
    assert kinds["auction"] == kinds["auction-table"] == {"raise", "pass"}
    assert len(sent_for("ailing").public["ailing"]) == 2 and sent_for("hand").own["hand"]
    assert all(sent_for(name).public["cells"] for name in SHOTS)


def test_every_seat_sees_in_a_picture_no_more_than_in_a_match():
    sent = sent_for("hand")
    assert sent.own == outgoing.seat_page(sent.session, 0)
