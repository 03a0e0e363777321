"""The printed parts: sound, printable, fresh; what must go into them does, and half a millimetre more does not."""

from contextlib import suppress
from io import BytesIO
from zipfile import ZipFile

import pytest
from glowtable.messages import FAILED, USAGE, UserError
from glowtable.terminal.translator import Translator

from hardware.cards import sheet
from hardware.layout.footprints import FOOTPRINTS, turned_box
from hardware.layout.layouts import LAYOUTS
from hardware.layout.plan import U
from hardware.made import stale
from hardware.solids import __main__ as command
from hardware.solids import sizes
from hardware.solids.__main__ import main
from hardware.solids.bed import bed_of, check_bed, check_cells, check_plate
from hardware.solids.needed import NEEDED, SPRUNG
from hardware.solids.origins import FOLDER, PART_NAMES, SCENES, file_names, origin_of_all
from tests.support.campaign import LONG

with suppress(ModuleNotFoundError):  # the tests that need the extra `hardware` do not run without it
    import trimesh
    from manifold3d import Manifold, Mesh
    from PIL import Image

    from hardware.solids import workshop
    from hardware.solids.assembled import (
        Placed,
        in_well,
        lid_over_strip,
        module_under_plate,
        module_under_roof,
        plate_on,
        pod_keys,
        pod_lid,
        strip_through,
        switch_in,
    )
    from hardware.solids.bought import module, sleeved_card, square_card, strip, switch
    from hardware.solids.parts import (
        MAKERS,
        card_insert,
        cell_spots,
        diffuser,
        key_bar,
        key_spots,
        light_middle,
        nfc_plate,
        pad_spots,
        press_plate,
        reader_cup,
        seat_pod,
        side,
        tile,
    )
    from hardware.solids.picture import View, picture
    from hardware.solids.shapes import box, size_of
    from hardware.solids.workshop import PRINTS

MORE = 0.5  # mm: what is so much larger must not fit
NOTHING = 1e-3  # mm³: what rounding leaves of solids that only touch
each_part = pytest.mark.parametrize("name", PART_NAMES)


def said(error) -> str:
    return Translator("en").text(error.value.message)


# -- without the extra


def test_the_committed_parts_are_fresh():
    assert stale(FOLDER, dict.fromkeys(file_names(), origin_of_all())) == []


def test_a_card_covers_no_strip_and_is_the_card_of_the_sheets():
    assert {sizes.CARD} == {*sheet.SQUARE.on_page}
    assert pytest.approx(9.67, abs=0.01) == sizes.PITCH - sizes.CARD
    assert min(sizes.PLATE_SIZE) > sizes.CARD
    assert pytest.approx(sizes.PITCH) == sizes.SEAT_PIXELS * sizes.PIXEL_PITCH


def test_a_press_closes_the_switch_before_the_card_meets_the_walls():
    closes_at = 2.0  # mm of a switch's travel
    assert closes_at < sizes.PROUD < sizes.STEM_TRAVEL


def test_what_is_under_the_tiles_fits_above_the_base():
    row_board = sizes.SWITCH_BELOW - sizes.FLOOR + sizes.BOARD
    assert sizes.SWITCH_PINS < sizes.BOARD + sizes.SOLDER
    assert row_board + sizes.PLUG < sizes.SPACER
    assert row_board + sizes.SOLDER + sizes.HUB_HEIGHT < sizes.SPACER
    assert row_board + sizes.PLUG + sizes.HUB_HEIGHT > sizes.SPACER  # so the guide keeps the hub from under the plugs


def test_a_tile_that_does_not_fit_the_bed_is_refused_by_its_name():
    with pytest.raises(UserError) as error:
        check_bed("tile", (266.4, 266.4, 13), sizes.BED)
    assert error.value.exit_code == FAILED
    assert said(error).startswith("tile of 266.4 x 266.4 x 13 mm does not fit the bed of 210 x 210 x 250 mm: ")


@pytest.mark.parametrize("size", [(200, 100, 50), (100, 200, 50), (1, 1, 1)])
def test_a_part_that_lies_on_the_bed_straight_or_crosswise_fits(size):
    check_bed("part", size, (100, 200, 50))


@pytest.mark.parametrize("size", [(210.1, 10, 10), (10, 210.1, 10), (10, 10, 250.1)])
def test_a_part_too_large_in_any_direction_does_not(size):
    with pytest.raises(UserError):
        check_bed("part", size, sizes.BED)


def test_a_plate_thicker_than_light_passes_is_refused():
    check_plate(2.4)
    with pytest.raises(UserError) as error:
        check_plate(4)
    assert said(error) == "a plate of 4 mm is thicker than light passes: make it 2.4 mm or thinner"


def test_beds_are_read_as_they_are_written():
    assert bed_of("180x180x200") == (180, 180, 200)
    for text in ("big", "210x210", "1x2x3x4"):
        with pytest.raises(UserError) as error:
            bed_of(text)
        assert (error.value.exit_code, said(error)) == (USAGE, f"a bed is written 210x210x250 (mm), got {text}")


def test_tiles_that_do_not_make_up_the_grid_are_refused():
    for cells in (1, 2, 3, 6):
        check_cells(cells)
    with pytest.raises(UserError) as error:
        check_cells(4)
    assert said(error) == "tiles have 1, 2, 3, 6 cells in a row, got 4"


# -- with it: each part


@pytest.fixture(scope="module")
def made():
    solids = workshop.solids_of(sizes.BED, sizes.TILE_CELLS)
    if LONG:
        return workshop.make(solids)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(workshop, "SCENES", {})
        return workshop.make({name: solids[name] for name in PART_NAMES[::4]})


@pytest.mark.hardware
def test_made_again_the_files_are_the_same_bytes(made):
    """Whether all are fresh their digests tell; that the same comes again is tried with a quarter of the parts."""
    assert made and set(made) <= set(file_names())
    assert len(made) == len(file_names()) or not LONG
    assert [name for name, file in made.items() if file.content != (FOLDER / name).read_bytes()] == []


@pytest.mark.hardware
@each_part
def test_a_part_is_one_watertight_body_that_stands_on_the_bed(name):
    shape = trimesh.load(FOLDER / f"{name}.stl")
    assert shape.is_watertight
    assert shape.is_winding_consistent
    assert shape.volume > 30
    assert len(Manifold(Mesh(shape.vertices.astype("f4"), shape.faces.astype("u4"))).decompose()) == 1
    assert shape.bounds[0][2] == pytest.approx(0, abs=1e-6)
    check_bed(name, shape.extents, sizes.BED)


@pytest.mark.hardware
@each_part
def test_the_3mf_holds_the_same_surface_in_millimetres(name):
    shape = trimesh.load(FOLDER / f"{name}.stl")
    model = ZipFile(BytesIO((FOLDER / f"{name}.3mf").read_bytes())).read("3D/3dmodel.model").decode()
    assert 'unit="millimeter"' in model
    assert model.count("<triangle ") == len(shape.faces)
    assert model.count("<vertex ") == len(shape.vertices)


@pytest.mark.hardware
@pytest.mark.parametrize("name", [*PART_NAMES, *SCENES])
def test_a_picture_shows_something(name):
    with Image.open(FOLDER / f"{name}.png") as image:
        grey = image.convert("L")
    shown = sum(grey.histogram()[:240]) / (grey.width * grey.height)
    assert 0.05 < shown < 0.95


@pytest.mark.hardware
def test_every_part_is_listed_and_tiles_and_plates_make_up_the_grid():
    assert (tuple(MAKERS), set(PRINTS)) == (tuple(NEEDED), set(SPRUNG))
    assert [NEEDED[name].pieces for name in ("tile", "press-plate", "seat-pod")] == [4, 36, 6]


@pytest.mark.hardware
def test_the_command_refuses_a_bed_that_is_too_small_and_makes_smaller_tiles(tmp_path, capsys):
    assert main(["--bed", "180x180x180", "--to", str(tmp_path)]) == FAILED
    assert capsys.readouterr().err.startswith("solids: tile of 199.7 x 199.7 x 13 mm does not fit the bed of ")
    assert list(tmp_path.iterdir()) == []
    assert main(["--cells", "4", "--to", str(tmp_path)]) == USAGE


@pytest.mark.hardware
def test_the_command_says_in_a_sentence_that_a_folder_cannot_be_made(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(workshop, "make", lambda solids: {})
    (tmp_path / "file").write_text("no folder")
    assert command.main(["--to", str(tmp_path / "file" / "tiles")]) == FAILED
    assert capsys.readouterr().err == f"solids: {tmp_path / 'file' / 'tiles'}: Not a directory\n"


@pytest.mark.hardware
@pytest.mark.parametrize("cells", [1, 2, 3])
def test_tiles_of_any_number_of_cells_make_up_the_grid(cells):
    shape = tile(cells)
    width = (400 - sizes.TILE_GAP * sizes.CELLS / cells) * cells / sizes.CELLS
    assert size_of(shape)[:2] == pytest.approx((width, width))
    assert len(shape.decompose()) == 1
    assert shape.genus() > cells * cells  # a hole for each switch at least


# -- what goes into what


def shared(one, other) -> float:
    """The volume that two solids both want to take, in mm³."""
    return (one ^ other).volume()


def fits(one, other) -> bool:
    return shared(one, other) < NOTHING


def larger(solid, more=MORE):
    """Half a millimetre larger on each side, its middle kept."""
    left, near, low, right, far, _high = solid.bounding_box()
    middle = (left + right) / 2, (near + far) / 2, low
    width, depth, _ = size_of(solid)
    back = solid.translate([-each for each in middle])
    return back.scale([1 + 2 * more / width, 1 + 2 * more / depth, 1]).translate(list(middle))


@pytest.mark.hardware
@pytest.mark.parametrize("pressed", [0, sizes.STEM_TRAVEL])
def test_plates_move_in_every_cell_of_a_tile_and_larger_ones_do_not(pressed):
    whole, plate = tile(), press_plate()
    for spot in cell_spots(sizes.TILE_CELLS):
        assert fits(whole, plate_on(spot, plate, pressed))
        assert not fits(whole, plate_on(spot, larger(plate), pressed))


@pytest.mark.hardware
def test_switches_go_into_every_hole_of_a_tile_and_larger_ones_do_not():
    whole = tile()
    for spot in cell_spots(sizes.TILE_CELLS):
        assert fits(whole, switch_in(spot, switch()))
        assert not fits(whole, switch_in(spot, switch(play=MORE)))


@pytest.mark.hardware
def test_a_plate_goes_onto_its_stem_and_meets_nothing_when_pressed():
    spot = (0, 0)
    for pressed in (0, 2, sizes.STEM_TRAVEL):
        plate = plate_on(spot, press_plate(), pressed)
        assert fits(plate, switch_in(spot, switch(pressed)))
        assert fits(plate, lid_over_strip(spot, diffuser()))
    assert not fits(plate_on(spot, press_plate()), switch_in(spot, switch(play=MORE)))


@pytest.mark.hardware
def test_a_plate_for_a_reader_stands_in_its_cell_with_the_module_below_it():
    whole = tile()
    for spot in cell_spots(sizes.TILE_CELLS):
        plate, board = plate_on(spot, nfc_plate()), module_under_plate(spot, module())
        for one, other in ((whole, plate), (whole, board), (plate, board), (lid_over_strip(spot, diffuser()), board)):
            assert fits(one, other)
        assert not fits(whole, plate.translate([0, 0, -MORE]))  # it stands on the floor
        assert not fits(plate, module_under_plate(spot, module(play=6 * MORE)))


@pytest.mark.hardware
def test_a_strip_passes_through_a_tile_under_its_diffusers_and_a_wider_one_does_not():
    whole, per_cell = tile(), sizes.SEAT_PIXELS
    rows = [(0, y) for x, y in cell_spots(sizes.TILE_CELLS) if x == 0]
    for spot in rows:
        pixels = strip_through(spot, strip(sizes.TILE_CELLS * per_cell))
        assert fits(whole, pixels)
        assert fits(lid_over_strip(spot, diffuser()), pixels)
        assert not fits(whole, strip_through(spot, strip(sizes.TILE_CELLS * per_cell, play=3 * MORE)))
        assert not fits(lid_over_strip(spot, diffuser()), strip_through(spot, strip(per_cell, play=MORE)))
    for spot in cell_spots(sizes.TILE_CELLS):
        assert fits(whole, lid_over_strip(spot, diffuser()))


def readers():
    return reader_cup(), seat_pod()


@pytest.mark.hardware
def test_the_module_goes_under_the_roof_of_cup_and_pod_and_a_larger_one_does_not():
    for body in readers():
        assert fits(body, module_under_roof(module()))
        assert not fits(body, module_under_roof(module(play=MORE)))
        assert not fits(body, module_under_roof(module()).translate([0, 0, MORE]))  # the roof is there


@pytest.mark.hardware
def test_hub_and_bank_lie_between_the_spacers_of_the_right_half_and_no_plug_hangs_over_them():
    xs = [x for x, _ in pad_spots(sizes.TILE_CELLS)]
    between = max(xs) - min(xs) - sizes.SCREW_PAD
    hub, bank = (LAYOUTS[name].size_mm for name in ("hub", "bank"))
    assert max(hub[0], bank[0]) < between
    assert hub[1] + bank[1] < 2 * side(sizes.TILE_CELLS)
    row = LAYOUTS["row"]
    plugs = [turned_box(FOOTPRINTS["Header_2x07_below"].body, row.parts[ref].turn)[2] for ref in ("J1", "J2")]
    ends = [row.parts[ref].x * U + plug for ref, plug in zip(("J1", "J2"), plugs, strict=True)]
    assert max(ends) < row.size_mm[0] / 2


@pytest.mark.hardware
def test_the_antenna_lies_under_the_middle_of_the_well():
    _, _, _, _, far_end, _ = module_under_roof(module()).bounding_box()
    assert far_end == pytest.approx(sizes.ANTENNA_FROM_END)


@pytest.mark.hardware
def test_cards_lie_in_the_well_and_square_ones_in_its_insert():
    for body in readers():
        assert fits(body, in_well(sleeved_card()))
        assert fits(body, in_well(card_insert()))
        assert not fits(body, in_well(sleeved_card(play=2 * MORE)))
    assert fits(in_well(card_insert()), in_well(square_card()))
    assert not fits(in_well(card_insert()), in_well(square_card(play=3 * MORE)))


@pytest.mark.hardware
def test_keys_lights_and_diffuser_go_into_a_pod():
    pod = seat_pod()
    assert all(fits(pod, key) for key in pod_keys(switch()))
    assert not any(fits(pod, key) for key in pod_keys(switch(play=MORE)))
    assert fits(pod, pod_lid(diffuser()))
    lights = strip(sizes.SEAT_PIXELS).translate([*light_middle(), sizes.CUP[2] - sizes.LID_OUTSIDE[1]])
    assert fits(pod, lights)
    assert fits(pod_lid(diffuser()), lights)


@pytest.mark.hardware
def test_the_tables_keys_go_into_their_bar():
    bar = key_bar()
    for spot in key_spots(sizes.TABLE_KEYS, 0):
        assert fits(bar, switch().translate([*spot, sizes.CUP[2]]))
        assert not fits(bar, switch(play=MORE).translate([*spot, sizes.CUP[2]]))


# -- the renderer


@pytest.mark.hardware
def test_the_nearer_of_two_solids_is_seen_and_from_below_the_other():
    red, blue = (255, 0, 0), (0, 0, 255)
    placed = [Placed(box((10, 10, 1)), red), Placed(box((10, 10, 1), floor=5), blue)]
    for above, colour in ((89, blue), (-89, red)):
        seen = picture(placed, View(0, above), 40, 40).getpixel((20, 20))
        assert seen.index(max(seen)) == colour.index(255)
    assert picture(placed, View(0, 89), 40, 40).getpixel((0, 0)) == (255, 255, 255)
