"""The printed parts: sound, printable, fresh; what does not fit the bed is refused."""

from contextlib import suppress
from io import BytesIO
from math import pi
from zipfile import ZipFile

import pytest
from glowtable.messages import FAILED, UserError

from hardware import guide
from hardware.made import stale
from hardware.product import cell
from hardware.solids import __main__ as command
from hardware.solids import sizes, slicing
from hardware.solids.bed import check_bed, check_plate
from hardware.solids.needed import NEEDED
from hardware.solids.origins import FOLDER, SCENES, file_names, origin_of_all
from hardware.solids.slicing import committed_slices, is_stale, mesh_of, slice_bed, slice_of
from tests.hardware.mutations import refusal
from tests.support.campaign import LONG

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    import trimesh
    from manifold3d import Manifold, Mesh
    from PIL import Image

    from hardware.solids import workshop
    from hardware.solids.picture import Placed, View, picture
    from hardware.solids.shapes import box

each_part = pytest.mark.parametrize("name", NEEDED)


# -- without the extra


def test_the_committed_parts_are_fresh():
    assert stale(FOLDER, dict.fromkeys(file_names(), origin_of_all())) == []


def test_a_part_that_does_not_fit_the_bed_is_refused_by_its_name():
    with pytest.raises(UserError) as error:
        check_bed("grid", (266.4, 266.4, 13), sizes.BED)
    assert error.value.exit_code == FAILED
    assert str(error.value).startswith("grid of 266.4 x 266.4 x 13 mm does not fit the bed of 210 x 210 x 250 mm")


@pytest.mark.parametrize("size", [(200, 100, 50), (100, 200, 50), (1, 1, 1)])
def test_a_part_that_lies_on_the_bed_straight_or_crosswise_fits(size):
    check_bed("part", size, (100, 200, 50))


@pytest.mark.parametrize("size", [(210.1, 10, 10), (10, 210.1, 10), (10, 10, 250.1)])
def test_a_part_too_large_in_any_direction_does_not(size):
    with pytest.raises(UserError):
        check_bed("part", size, sizes.BED)


def test_a_plate_thicker_than_light_passes_is_refused():
    check_plate(2.4)
    assert refusal(lambda: check_plate(4)) == "a plate of 4 mm is thicker than light passes: make it 2.4 mm or thinner"


# -- hours and grams


def test_every_print_was_sliced_as_it_is_and_no_other():
    assert set(committed_slices()) == set(NEEDED) and [name for name in NEEDED if is_stale(name)] == []


def test_a_print_that_has_changed_since_is_named_and_no_page_is_written(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(slicing, "model_of", {"post": "longer"}.get)
    (tmp_path / "page.md").write_text("<!-- table: printed -->\nold\n<!-- end -->\n", "utf-8")
    monkeypatch.setattr(guide, "PAGES", (tmp_path / "page.md",))
    monkeypatch.setattr(guide, "makers", lambda: {"printed": lambda: slice_of("post").made_from})
    assert guide.main() == FAILED and "old" in (tmp_path / "page.md").read_text("utf-8")
    assert capsys.readouterr().err == "guide: post has changed since it was sliced: python -m hardware.solids --slice\n"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SLICER", "no-slicer", "PrusaSlicer is missing, which counts the hours of coupon-springs: "),
        ("SLICER", "false", "PrusaSlicer does not slice coupon-springs: no word"),
        ("BED", (60, 60, 60), "coupon-springs of 66.6 x 66.6 x 4.8 mm does not fit the bed of 60 x 60 x 60 mm"),
    ],
)
def test_what_cannot_be_sliced_is_refused_by_its_name_and_nothing_is_written(monkeypatch, capsys, name, value, said):
    before = slicing.FILE.read_bytes()
    monkeypatch.setattr(slicing, name, value)
    monkeypatch.setattr(command.sys, "argv", ["solids", "--slice"])
    assert command.main() == FAILED
    assert capsys.readouterr().err.startswith(f"solids: {said}") and slicing.FILE.read_bytes() == before


def test_of_a_plate_what_is_printed_before_the_change_is_the_plate_itself():
    cm3 = ((2 * cell.PLATE_HALF) ** 2 - (4 - pi) * cell.PLATE_CORNER**2) * (cell.PLATE[1] - cell.PLATE[0]) / 1000
    plate = slice_of("sprung-plate")
    assert plate.first == pytest.approx(cm3 * 1.27, rel=0.02) and 0.6 * plate.grams < plate.first < 0.8 * plate.grams


@pytest.mark.kicad
@pytest.mark.parametrize("name", ["sprung-plate", "tip", "pod-rest"])
def test_sliced_again_a_print_takes_as_long_and_weighs_as_much(name):
    """By this version of PrusaSlicer; others differ by a few percent."""
    assert slice_bed(name)[:3] == pytest.approx(slice_of(name)[:3], rel=0.1, abs=0.01)


# -- with it: each part


@pytest.fixture(scope="module")
def made():
    solids = workshop.solids_of()
    if LONG:
        return workshop.make(solids)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workshop, "SCENES", {})
        return workshop.make({name: solids[name] for name in list(NEEDED)[::4]})


@pytest.mark.hardware
def test_made_again_the_files_are_the_same_bytes(made):
    """Whether all are fresh their digests tell; that the same comes again is tried with a quarter of the parts."""
    assert made and set(made) <= set(file_names())
    assert len(made) == len(file_names()) or not LONG
    assert [name for name, file in made.items() if plain(file.content) != plain((FOLDER / name).read_bytes())] == []


def plain(content):
    """Of a zip what is in it: how it is compressed depends on zlib's version."""
    if not content.startswith(b"PK"):
        return content
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def mesh(name):
    """A part's committed file."""
    spots, triangles = mesh_of(name)
    return trimesh.Trimesh(spots, triangles, process=False)


@pytest.mark.hardware
@each_part
def test_a_part_is_one_watertight_body_that_stands_on_the_bed(name):
    shape = mesh(name)
    assert shape.is_watertight
    assert shape.is_winding_consistent
    assert 0.4 < slice_of(name).grams / (shape.volume * 1.27e-3) < 1.06 and shape.volume > 20
    assert len(Manifold(Mesh(shape.vertices.astype("f4"), shape.faces.astype("u4"))).decompose()) == 1
    assert shape.bounds[0][2] == pytest.approx(0, abs=1e-6)
    check_bed(name, shape.extents, sizes.BED)


@pytest.mark.hardware
@each_part
def test_a_file_says_that_it_is_in_millimetres_and_has_each_corner(name):
    model = plain((FOLDER / f"{name}.3mf").read_bytes())["3D/3dmodel.model"].decode()
    assert 'unit="millimeter"' in model
    assert model.count("<vertex ") == len(mesh(name).vertices) and model.count("<triangle ") == len(mesh(name).faces)


@pytest.mark.hardware
@pytest.mark.parametrize("name", [*NEEDED, *SCENES])
def test_a_picture_shows_something(name):
    with Image.open(FOLDER / f"{name}.png") as image:
        grey = image.convert("L")
    shown = sum(grey.histogram()[:240]) / (grey.width * grey.height)
    assert 0.05 < shown < 0.95


@pytest.mark.hardware
def test_every_part_is_listed_and_plates_make_up_the_grid():
    assert set(workshop.PRINTS) == set(NEEDED)
    assert [NEEDED[name].pieces for name in ("spring-grid", "sprung-plate", "pod-body")] == [4, 36, 7]


@pytest.mark.hardware
def test_a_module_has_its_room_below_the_plate_of_its_holder():
    lying = box((60, 40, 5), floor=sizes.NFC_PLATE[2])
    assert (workshop.nfc_plate() ^ lying).volume() == 0
    assert (workshop.nfc_plate() ^ box((61, 40, 5), floor=sizes.NFC_PLATE[2])).volume() > 0


@pytest.mark.hardware
def test_the_command_says_in_a_sentence_that_a_folder_cannot_be_made(tmp_path, capsys, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(command, "FOLDER", tmp_path / "file" / "solids")
    monkeypatch.setattr(workshop, "solids_of", dict)
    monkeypatch.setattr(workshop, "make", lambda solids: {})
    assert command.main() == FAILED
    assert capsys.readouterr().err == f"solids: {tmp_path / 'file' / 'solids'}: Not a directory\n"


# -- the renderer


@pytest.mark.hardware
def test_the_nearer_of_two_solids_is_seen_and_from_below_the_other():
    red, blue = (255, 0, 0), (0, 0, 255)
    placed = [Placed(box((10, 10, 1)), red), Placed(box((10, 10, 1), floor=5), blue)]
    for above, colour in ((89, blue), (-89, red)):
        seen = picture(placed, View(0, above), 40, 40).getpixel((20, 20))
        assert seen.index(max(seen)) == colour.index(255)
    assert picture(placed, View(0, 89), 40, 40).getpixel((0, 0)) == (255, 255, 255)
