"""What tells that a committed file is not fresh is itself told apart: each kind of staleness, and none."""

from hardware.made import MADE, Made, keep, origin, stale


def folder_with(tmp_path, **origins):
    keep(tmp_path, {name: Made(b"solid", was) for name, was in origins.items()})
    return tmp_path


def test_what_was_just_made_is_fresh_and_so_is_what_lay_there(tmp_path):
    folder_with(tmp_path, tile="1")
    folder_with(tmp_path, cup="2")
    assert stale(tmp_path, {"tile": "1", "cup": "2"}) == []


def test_a_file_made_from_something_else_is_stale(tmp_path):
    assert stale(folder_with(tmp_path, tile="1"), {"tile": "2"}) == ["tile was made from something else"]


def test_a_file_changed_by_hand_is_stale(tmp_path):
    (folder_with(tmp_path, tile="1") / "tile").write_bytes(b"filed down")
    assert stale(tmp_path, {"tile": "1"}) == ["tile was changed by hand"]


def test_a_missing_file_and_a_strange_one_are_told(tmp_path):
    assert stale(folder_with(tmp_path, tile="1"), {"cup": "2"}) == ["tile does not belong here", "cup is missing"]


def test_an_origin_changes_with_the_generator_and_with_the_facts(tmp_path):
    source = tmp_path / "tile.py"
    source.write_text("a = 1")
    before = origin([source], 199.7)
    assert before == origin([source], 199.7)
    assert before != origin([source], 199.8)
    source.write_text("a = 2")
    assert before != origin([source], 199.7)


def test_what_is_committed_weighs_twelve_megabytes_at_most():
    files = (path for path in MADE.rglob("*") if path.is_file())
    assert 0 < sum(path.stat().st_size for path in files) <= 12e6
