"""Which wire goes where: read from the description, whatever pins it names, in words and as a picture."""

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from glowpico.board import NONE, TABLE
from glowtable.__main__ import main
from glowtable.device.boards import NAMES, ON_HEADER, read_board, used_pins, wrong_with
from glowtable.maker.wiring import HEADER, pin_of, wires
from glowtable.maker.wiring_picture import BOX, WIDTH, wiring_picture
from glowtable.messages import FAILED, LANGUAGES, USAGE
from glowtable.terminal.translator import Translator

from tests.support.command import printed

STARTER = read_board("starter")
ROOT = Path(__file__).parents[2]
LETTER = 7.4  # pixels of a letter, on average
SUPPLIES = {"GND", "VBUS", "3V3"}


def any_direct(seed):
    """A board of up to three readers, its wires anywhere."""
    rng = Random(seed)
    pins = rng.sample([gpio for gpio in ON_HEADER if gpio not in STARTER["spi"]], 20)
    keys = rng.sample([*range(24), *[NONE] * 6], 6)
    return STARTER | {
        "name": "other", "columns": tuple(pins[:6]), "rows": tuple(pins[6:13]), "keys": tuple(keys),
        "cell_leds": pins[13], "buzzer": pins[14], "reader_reset": pins[15],
        "reader_select": tuple(pins[16 : 17 + rng.randrange(3)]), "diodes": rng.randrange(2),
        "settings": STARTER["settings"] | {"budget_ma": rng.choice((300, 1500))},
    }  # fmt: skip


BOARDS = [*map(read_board, NAMES), *map(any_direct, range(20))]


@pytest.mark.parametrize("board", BOARDS)
def test_every_pin_that_is_used_has_its_wire_and_no_other_has(board):
    assert wrong_with(board) is None or board is TABLE
    wanted = {f"GP{gpio}" for _, gpio in used_pins(board)}
    assert {HEADER[wire.pin - 1] for wire in wires(board) if wire.pin} - SUPPLIES == wanted


def test_pins_are_those_of_the_data_sheet():
    """Source: Pico datasheet, "Pinout"."""
    wanted = {"GP0": 1, "GP15": 20, "GP16": 21, "GP22": 29, "GP26": 31, "GP28": 34, "3V3": 36, "VBUS": 40}
    assert {name: pin_of(name) for name in wanted} == wanted and pin_of(2) == 4
    assert [pin for pin, name in enumerate(HEADER, 1) if name == "GND"] == [3, 8, 13, 18, 23, 28, 33, 38]


@pytest.mark.parametrize(
    "kind, names", [("mfrc522", "SDA SCK MOSI MISO GND RST 3.3V"), ("pn532", "SS SCK MOSI MISO GND RSTPDN VCC")]
)
def test_the_first_reader_is_wired_as_its_pins_are_named(kind, names):
    board = STARTER | {"name": "other", "reader_type": kind}
    found = {
        wire.end.text.format(**dict(wire.end.fill)): wire.pin for wire in wires(board) if "reader" in wire.part.text
    }
    assert found == dict(zip(names.split(), (22, 24, 25, 21, 33, 17, 36), strict=True))


@pytest.mark.parametrize("milliamperes, source", [(300, "VBUS"), (1500, "supply")])
def test_more_than_a_usb_port_gives_comes_from_a_supply(milliamperes, source):
    board = STARTER | {"name": "other", "settings": STARTER["settings"] | {"budget_ma": milliamperes}}
    (wire,) = [wire for wire in wires(board) if wire.end.text == "+5 V"]
    assert wire.pin == (pin_of("VBUS") if source == "VBUS" else 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("board", BOARDS[:8])
def test_a_picture_shows_every_wire_and_nothing_runs_out_of_it(board, language):
    text = Translator(language).text
    picture = ElementTree.fromstring(wiring_picture(board, text))
    said = {element.text for element in picture.iter() if element.tag.endswith("}text")}
    for wire in wires(board):
        line = ", ".join(text(words) for words in (wire.end, wire.through) if words)
        if board["matrix"] == "decoded" or wire.part.text not in ("columns", "rows"):
            assert line in said and len(line) * LETTER < BOX
    _, _, width, height = map(int, picture.get("viewBox").split())
    for element in picture.iter():
        for name, most in (("x", width), ("cx", width), ("x2", width), ("y", height), ("cy", height), ("y2", height)):
            assert 0 <= float(element.get(name, 0)) <= most
        for x in re.findall(r"[MH](\S+)", element.get("d", "").replace("V", " ").replace("C", " ").replace("H", " H")):
            assert 0 <= float(x) <= WIDTH


def test_the_picture_of_the_page_is_the_boards():
    """To draw it again: glowtable wiring starter --picture docs/starter.svg"""
    assert (ROOT / "docs/starter.svg").read_text(encoding="utf-8") == wiring_picture(STARTER, Translator("en").text)


def test_boards_are_listed(capsys):
    assert [line.split()[0] for line in printed(capsys, "wiring").splitlines()] == list(NAMES)


def test_a_board_is_told_wire_by_wire_and_drawn(tmp_path, capsys):
    file = tmp_path / "my.svg"
    said = printed(capsys, "wiring", "starter", "--picture", str(file))
    assert "20 GP15   LEDs: data in (DIN), through 330 ohm\n" in said
    assert "16 GP12   rows: row 7 of keys: confirm, pass, undo, wrong, pause, next\n" in said
    assert said.endswith(f"\nThe picture is in {file}.\n")
    assert file.read_text() == wiring_picture(STARTER, Translator("en").text)


@pytest.mark.parametrize(
    "words", [("starter", "--picture", "starter.toml"), ("--picture", "my.svg")], ids=("no svg", "no board")
)
def test_no_picture_replaces_a_description(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["wiring", *words]) == USAGE
    assert "ends in .svg" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_what_is_wrong_with_a_board_is_said(tmp_path, capsys):
    (tmp_path / "my.toml").write_text('matrix = "direct"\nbuzzer = 15\n')
    assert main(["wiring", str(tmp_path / "my.toml")]) == FAILED
    assert "can't be built: " in capsys.readouterr().err
    assert main(["wiring", "nowhere.toml"]) == USAGE
