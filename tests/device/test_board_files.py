"""Boards as descriptions: each line wrong in turn is refused with the word for it, and the simulated table is one."""

from random import Random

import pytest
from glowpico import wire
from glowpico.board import TABLE, read
from glowtable.__main__ import main
from glowtable.device.boards import HERE, NAMES, ON_HEADER, board_file, read_board, used_pins, with_table, wrong_with
from glowtable.device.clock import RushedClock
from glowtable.device.connection import Connection
from glowtable.device.discovery import await_hello, find_table
from glowtable.device.link import Board, Link
from glowtable.device.twin import Twin
from glowtable.messages import FAILED, USAGE, UserError
from glowtable.table import Key
from glowtable.terminal.translator import Translator

STARTER = read_board("starter")
WRONG = [
    ({"matrix": "diagonal"}, "matrix: direct or decoded."),
    ({"name": ""}, "name: 1 to 12 small letters and digits."),
    ({"name": "Mine!"}, "name: 1 to 12 small letters and digits."),
    ({"name": "table"}, "name: table is the name of another board."),
    ({"chip": "RP2041"}, "chip: RP2040, RP2350, or empty for both."),
    ({"columns": (0, 1, 2, 3, 4)}, "columns: 6 pins; none if there are no rows."),
    ({"columns": ()}, "columns: 6 pins; none if there are no rows."),
    ({"rows": (6, 7, 8)}, "rows: a direct matrix has 6 to 10 rows (or none, without keys), a decoded one 4 lines."),
    ({"rows": (6, 7, 8, 9, 10, 11)}, "keys: 6 numbers for each row after the sixth, "),
    ({"keys": (0, 6, 12, 18, 19, 19)}, "keys: 6 numbers for each row after the sixth, "),
    ({"keys": (0, 6, 12, 18, 19, 24)}, "keys: 6 numbers for each row after the sixth, "),
    ({"diodes": 2}, "diodes: 1 if each key has one, else 0."),
    ({"settle_us": 1}, "settle_us: 5 to 200."),
    ({"cell_leds": -1}, "cell_leds: the LEDs of the cells need a pin."),
    ({"cell_leds": 0}, "GP0 is used twice: columns, cell_leds."),
    ({"buzzer": 23}, "buzzer: a Pico has no pin GP23. Use 0 to 22 or 26 to 28."),
    ({"spi": (16, 18, 19)}, "spi: SCK, MOSI and MISO must be pins of one SPI bus, as 18, 19, 16."),
    ({"spi": (10, 19, 16)}, "spi: SCK, MOSI and MISO must be pins of one SPI bus, as 18, 19, 16."),
    ({"reader_select": (20, 20)}, "GP20 is used twice: reader_select, reader_select."),
    ({"reader_select": tuple(range(9))}, "reader_select: at most 8 pins, and only with a direct matrix."),
    ({"reader_type": "rc522"}, "reader_type: mfrc522, or with a direct matrix pn532."),
    ({"reader_type": 532}, "reader_type must be text."),
    (
        {"reader_type": "pn532", "settings": {"pixels_per_seat": 0, "reader_gain": 48}},
        "settings: only mfrc522 readers have a reader_gain.",
    ),
    ({"reader_reset": -1}, "reader_reset: readers need a reset pin."),
    ({"supply_sense": 22}, "supply_sense: 26, 27 or 28, or -1 for none."),
    ({"branch_sense": 27}, "branch_sense: 26, 27 or 28 with a decoded matrix, or -1 for none."),
    ({"settings": {}}, "settings: without seat_leds, pixels_per_seat must be 0."),
    ({"settings": {"pixels_per_seat": 0, "cell_kind": "none"}}, "settings: cell_kind must be none without rows, "),
    ({"settings": {"pixels_per_seat": 0, "cell_kind": "nfc"}}, "settings: cell_kind must be none without rows, "),
    ({"settings": {"pixels_per_seat": 0, "shine": 1}}, "settings: shine can't be 1."),
    ({"wheels": 4}, "A board has no wheels. Known: name, "),
    ({"diodes": "yes"}, "diodes must be a whole number."),
    ({"rows": [6, "7"]}, "rows must be a list of whole numbers."),
    ({"rows": 6}, "rows must be a list of whole numbers."),
    ({"name": 7}, "name must be text."),
    ({"settings": 1}, "settings must be a table of settings."),
]


def why(board) -> str:
    wrong = wrong_with(board)
    return Translator("en").text(wrong) if wrong else ""


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[str(number) for number in range(len(WRONG))])
def test_each_line_that_is_wrong_is_refused_with_the_word_for_it(change, sentence):
    assert why({**STARTER, **change}).startswith(sentence)


def test_each_name_has_a_line_that_is_wrong():
    assert {name for change, _ in WRONG for name in change} >= {*TABLE} - {"seat_leds", "reader_code", "reader_strobe"}
    assert why({**TABLE, "name": "mine", "reader_code": (10, 11)}) == "reader_code: 3 pins."
    assert why({**TABLE, "name": "mine", "reader_type": "pn532"}).startswith("reader_type: mfrc522, or with a direct ")
    assert why({**STARTER, "reader_type": "pn532"}) == ""
    assert why({**TABLE, "name": "mine", "seat_leds": 15}) == "GP15 is used twice: cell_leds, seat_leds."
    assert why({**TABLE, "name": "mine", "reader_strobe": 15}).startswith("GP15 is used twice: ")


def test_no_random_change_of_a_pin_makes_a_board_that_uses_one_twice_or_one_that_is_not_there():
    rng = Random(1)
    accepted = 0
    for _ in range(2000):
        board = with_table({**STARTER, rng.choice(("cell_leds", "buzzer", "reader_reset")): rng.randrange(-1, 32)})
        if wrong_with(board) is None:
            accepted += 1
            pins = [gpio for _, gpio in used_pins(board)]
            assert len(set(pins)) == len(pins) and set(pins) <= set(ON_HEADER)
    assert 100 < accepted < 1900


@pytest.mark.parametrize("name", NAMES)
def test_each_board_of_ours_is_right_and_comes_back_from_its_file(name):
    board = read_board(name)
    assert wrong_with({**board}) is None and board["name"] == name
    there = read(board_file(board))
    assert {key: tuple(value) if isinstance(value, list) else value for key, value in there.items()} == board


@pytest.mark.parametrize(
    ("content", "sentence", "code"),
    [
        (None, "Can't find {file}.", USAGE),
        (b"name = ", "{file} isn't valid TOML (", FAILED),
        (b"\xff", "{file} isn't valid TOML (", FAILED),
        (b"a = " + b"[" * 5000, "{file} isn't valid TOML (nested too deep", FAILED),
        (b'name = "mine"\nbuzzer = 15\n', "{file} can't be built: GP15 is used twice: cell_leds, buzzer.", FAILED),
    ],
)
def test_a_file_that_is_no_board_is_one_sentence(tmp_path, content, sentence, code, capsys):
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UserError) as error:
        read_board(str(file))
    assert str(error.value).startswith(sentence.format(file=file)) and error.value.exit_code == code
    assert main(["flash", "--board", str(file)]) == code
    assert capsys.readouterr().err.startswith("glowtable flash: " + sentence.format(file=file))


def test_a_board_of_ones_own_is_read(tmp_path):
    text = (HERE / "starter.toml").read_text().replace('"starter"', '"mine"')
    text = text.replace("buzzer = 14", "buzzer = 22")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8-sig")  # as some editors save it
    assert read_board(str(tmp_path / "mine.toml")) == {**STARTER, "name": "mine", "buzzer": 22}


# -- what a table says of its board


def connected(board: str) -> Connection:
    table = find_table(f"twin:board={board}", clock := RushedClock(), clock)
    assert await_hello(table.connection, clock)
    return table.connection


@pytest.mark.parametrize(
    ("board", "protocol", "told"),
    [
        ("table", 1, Board()),
        ("starter", 2, Board("starter", "2c1041", "01", 0, 0, 1)),
        ("breadboard", 2, Board("breadboard", "000000", "00", 0, 0, 0)),
    ],
)
def test_the_simulated_table_says_which_board_it_is(board, protocol, told):
    link = connected(board).link
    assert link.hello is not None and link.hello.protocol == protocol and link.board == told


def test_which_keys_there_are():
    starter = connected("starter").link.board
    there = [
        Key(seat, key) for seat in range(6) for key in ("confirm", "pass", "undo") if starter.has_key(Key(seat, key))
    ]
    assert there == [Key(0, "confirm"), Key(0, "pass"), Key(0, "undo")]
    assert [reader for reader in range(8) if starter.has_reader(reader)] == [0]


def test_a_hello_whose_board_was_damaged_is_not_taken_but_asked_for_again():
    clock = RushedClock()
    twin = Twin(clock.now_ms, board=STARTER)
    link = Link(session="beef")
    twin.line.write(link.bytes_due(0))
    twin.advance(50)
    said = twin.line.read(1000)
    board, hello = said.split(b"\n")[:2]
    assert b" board " in board and b" hello " in hello
    assert link.receive_bytes(board.replace(b"starter", b"starteR") + b"\n" + hello + b"\n", 0) == []
    assert link.hello is None and b"hi" in link.bytes_due(250)
    assert [type(event).__name__ for event in link.receive_bytes(said, 300)] == ["Hello"]
    assert link.board.is_shared


def test_an_unknown_board_of_the_simulated_table_is_refused(capsys):
    assert main(["play", "--port", "twin:board=nine"]) == USAGE
    assert "This program doesn't know the board nine." in capsys.readouterr().err
    assert wire.OWN_BOARD == 2
