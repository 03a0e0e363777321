"""The bodies of parts: one for each footprint, standing as the footprint says, in files that any CAD can read."""

import re
from collections import Counter

import pytest
from glowtable.messages import UserError

from hardware.boards import FOOTPRINT_FOLDER
from hardware.bodies.camera import CAMERAS, words
from hardware.bodies.models import body_of, models
from hardware.bodies.solids import METAL, Prism, X, Y, Z, block, extent, height, hung, upright
from hardware.bodies.step import step_file
from hardware.kicad import Copy
from hardware.layout.footprints import FOOTPRINTS
from hardware.layout.layouts import LAYOUTS
from hardware.layout.library import BARE, model_of
from hardware.made import MADE
from hardware.places import turned
from hardware.product import cell, table
from hardware.sexp import children, parse
from hardware.solids import sizes
from tests.hardware import body_faults
from tests.hardware.body_faults import FARTHER, MARKED, faults
from tests.hardware.mutations import boards, said

STANDING = sorted(set(FOOTPRINTS) - BARE)
bodies = pytest.mark.parametrize("name", STANDING)


# -- fresh and whole


def test_every_footprint_has_its_model():
    assert set(models()) == {f"{name}.step" for name in STANDING}


@bodies
def test_a_body_belongs_on_its_footprint(name):
    assert faults(name, body_of(name)) == []


def test_a_footprint_without_a_body_is_refused_by_name(monkeypatch):
    monkeypatch.setitem(FOOTPRINTS, "SOT99", FOOTPRINTS["SOT23-3"])
    with pytest.raises(UserError) as error:
        body_of("SOT99")
    assert said(error) == "footprint SOT99 has no body: draw it in hardware/bodies"


def test_nothing_stands_on_a_bare_footprint():
    assert [body_of(name) for name in sorted(BARE)] == [()] * len(BARE)
    assert list(model_of("TestPoint")) == []


def test_what_may_reach_out_of_its_courtyard_does(monkeypatch):
    monkeypatch.setattr(body_faults, "FARTHER", {})
    assert sorted(name for name in STANDING if faults(name, body_of(name))) == sorted(FARTHER)


# -- controls: what is wrong is found


def turned_once(body):
    """A quarter turn, of a body of prisms and upright rods."""
    return tuple(
        solid._replace(outline=tuple(turned(corner, 1) for corner in solid.outline))
        if isinstance(solid, Prism)
        else solid._replace(start=(*turned(solid.start[:2], 1), solid.start[Z]))
        for solid in body
    )


def shifted(body, x=0.0, y=0.0, z=0.0):
    return tuple(
        solid._replace(outline=tuple((a + x, b + y) for a, b in solid.outline), low=solid.low + z, high=solid.high + z)
        if isinstance(solid, Prism)
        else solid._replace(start=(solid.start[X] + x, solid.start[Y] + y, solid.start[Z] + z))
        for solid in body
    )


WRONG = {
    "a box header turned": ("Header_2x07", lambda body: turned_once(body), "pad 3 .* meets nothing"),
    "a dome turned": ("Dome_6x6", turned_once, "pad 1 .* meets nothing"),
    "the body of another header": ("Header_2x07", lambda body: body_of("Header_2x08"), "is in no hole"),
    "the body of a wider chip": ("SOIC16", lambda body: body_of("SOIC20W"), "meets nothing"),
    "a body off its courtyard": ("Dome_6x6", lambda body: shifted(body, x=1.5), "out of its courtyard"),
    "a case too large": ("R_0805", lambda body: (*body, block(-2, -2, 2, 2, 0, 1, METAL)), "out of its courtyard"),
    "a body on the wrong side": ("Plug_VH_below", lambda body: body_of("Plug_VH"), "is in no hole"),
    "a body beside its holes": ("Header_1x06_below", lambda body: shifted(body, x=0.6), "is in no hole"),
    "a body above its board": ("R_0805", lambda body: shifted(body, z=0.5), "meets nothing"),
    "a wire too thick for its hole": (
        "R_axial", lambda body: (*body, upright(0, 0, 0.9, -3, 1, METAL)), "is in no hole"),
    "a button that floats": ("Dome_6x6", lambda body: (*body[:-1], *shifted(body[-1:], z=1)), "floats"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_body_that_does_not_belong_is_caught(case):
    name, change, complaint = WRONG[case]
    assert any(re.search(complaint, fault) for fault in faults(name, change(body_of(name))))


@pytest.mark.parametrize("name", sorted(name for name in MARKED if FOOTPRINTS[name].is_flat))
def test_a_marked_body_turned_by_half_is_caught(name):
    assert any("mark is not at pad 1" in fault for fault in faults(name, turned_once(turned_once(body_of(name)))))


# -- sizes are those of the model


def test_heights_are_those_of_the_model():
    assert height(body_of("Dome_6x6")) == cell.DOME[2]
    assert height(body_of("WS2812B")) == cell.LED_SIZE[2]
    assert height(body_of("Key_MX")) == sizes.SWITCH_BELOW + sizes.SWITCH_ABOVE + sizes.STEM_HEIGHT


def test_the_picos_usb_is_where_the_rear_panel_has_its_opening():
    (opening,) = (opening for opening in table.OPENINGS if opening.name == "Pico's USB")
    (usb,) = (s for s in body_of("Pico_below") if s.colour == METAL and isinstance(s, Prism) and s.low > 4)
    assert (usb.low + usb.high) / 2 + table.HUB_TOP == pytest.approx(opening.z, abs=0.1)


def test_what_hangs_under_a_panel_has_room_there():
    under = [name for name in STANDING if FOOTPRINTS[name].is_below]
    assert len(under) == 5
    for name in under:
        low = min(extent(solid)[0][Z] for solid in body_of(name))
        assert -low - sizes.BOARD < table.PLUG, name


@bodies
def test_a_body_turned_over_twice_is_itself(name):
    def boxes(body):
        return [[round(value, 6) for corner in extent(solid) for value in corner] for solid in body]

    assert boxes(hung(hung(body_of(name)))) == boxes(body_of(name))


# -- files


LINE = re.compile(r"#(\d+)=(.*);")


@bodies
def test_a_file_names_only_what_it_has_and_its_solids_are_closed(name):
    """Every edge bounds two faces, once in each direction."""
    lines = dict(LINE.findall(step_file(name, body_of(name))))
    assert {used for text in lines.values() for used in re.findall(r"#(\d+)", text)} <= set(lines)
    sides = Counter(re.findall(r"ORIENTED_EDGE\('',\*,\*,#(\d+),\.([TF])\.", "\n".join(lines.values())))
    edges = [number for number, text in lines.items() if text.startswith("EDGE_CURVE")]
    assert sides == Counter({(edge, sense): 1 for edge in edges for sense in "TF"})
    assert sum(text.startswith("MANIFOLD_SOLID_BREP") for text in lines.values()) == len(body_of(name))


def test_an_outline_may_run_either_way_around():
    forth = Prism(((0, 0), (2, 0), (2, 1)), 0, 1, METAL)
    back = forth._replace(outline=forth.outline[::-1])
    normals = [set(re.findall(r"DIRECTION\('',(.*)\)", step_file("x", (prism,)))) for prism in (forth, back)]
    assert normals[0] == normals[1]


# -- on boards


def models_in(text):
    """Of a board's file: ref -> the model of its footprint, and whether it is hidden. KiCad's own check skips this."""
    found = {}
    for node in children(parse(text), "footprint"):
        ref = next(words[2] for words in children(node, "property") if words[1] == "Reference")
        for model in children(node, "model"):
            found[ref] = (node[1], model[1], bool(children(model, "hide")))
    return found


@boards
def test_a_board_shows_the_model_of_every_part_that_is_fitted_and_hides_the_others(board):
    text = (MADE / board.name / f"{board.name}.kicad_pcb").read_text("utf-8")
    names = {part.ref: part.kind.footprint for part in board.parts if part.kind.footprint not in BARE}
    wanted = {
        ref: (f"glowtable:{name}", model_in_library(name), not board.by_ref[ref].is_fitted)
        for ref, name in names.items()
    }
    assert models_in(text) == wanted
    other = text.replace(f"/{names['J1']}.step", "/Buzzer.step")
    assert models_in(other) != wanted


@pytest.mark.kicad
@boards
def test_a_boards_step_file_holds_every_part_that_is_fitted_and_no_other(board, tmp_path):
    text = Copy(board, MADE, tmp_path).solid().decode()
    named = re.findall(r"NEXT_ASSEMBLY_USAGE_OCCURRENCE\('\d+',\s*'(\w+)'", text)
    wanted = [part.ref for part in board.parts if part.is_fitted and part.kind.footprint not in BARE]
    assert sorted(named) == sorted(wanted)
    assert len(text) < 3_000_000 and f"FILE_NAME('{board.name}-3d.step','',(" in text  # no date


def model_in_library(name):
    """The file that the library's footprint names; one that is there."""
    (model,) = children(parse((FOOTPRINT_FOLDER / f"{name}.kicad_mod").read_text("utf-8")), "model")
    assert model[1].rsplit("/", 1)[1] in models()
    return model[1]


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("picture", [picture for picture, camera in CAMERAS.items() if not camera.tilt])
def test_a_board_fills_its_picture(name, picture):
    size = LAYOUTS[name].size_mm
    told = words(CAMERAS[picture], size)
    width, height, zoom = (float(told[told.index(word) + 1]) for word in ("--width", "--height", "--zoom"))
    filled = [side * zoom * height / max(size) / pixels for side, pixels in zip(size, (width, height), strict=True)]
    assert height >= 200 and 0.85 <= max(filled) <= 0.95
