"""What a table says of itself becomes sentences with a next step; nothing it can say is left without words."""

import json
from binascii import crc32

import pytest
from glowtable.device import troubles
from glowtable.device.link import Board, Hello
from glowtable.grid import TABLE_SEAT
from glowtable.maker import diagnosis
from glowtable.table import Key, Press, Said, Tag
from glowtable.terminal.translator import Translator

HELLO = Hello(1, "0.1.0", "c0ffee00", "buttons", "7f", 168, "00000000", 1, "-")
SAID = Translator("en").text


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("no-settings", "has no settings yet. Run glowtable calibrate."),
        ("bad-settings", "damaged"),
        ("newer-settings", "glowtable flash"),
        ("usb-power", "The 5 V supply is off, so most lights are too. Plug it in."),
        ("reader.3", "Reader 4 stopped working."),
        ("reader.5-37", "The table's firmware is too old for a reader. Run glowtable flash."),
        ("crowded.5", "Several cards are on reader 6. Put 1 there at a time."),
        ("cell.35", "cell f6"),
        ("noisy.c7", "Cell b2 is stuck, so it is ignored."),
        ("noisy.k7", "Stuck, so it is ignored: key pass of seat 2."),
        ("noisy.k18", "Stuck, so it is ignored: key wrong of the table."),
        ("dead.c0", "Cell a1 is off."),
        ("dead.k7", "Off, as its settings say: key pass of seat 2."),
        ("dimmed", "budget_ma"),
        ("dimmed.branch", "branch_ma"),
        ("branch.3", "Short circuit in quarter 3: its power is off."),
        ("branch.seats", "one seat after the other"),
        ("flash-full", "mpremote rm"),
        ("slow.6", "Reader 7 loses bits"),
        ("crash.loop.123-valueerror", "The firmware crashed (valueerror in loop.py, line 123)"),
        ("safe-mode", "Type mend to restart it"),
        ("not-done.seek", "The table can't do seek"),
        ("miso-low", "MISO is shorted to ground"),
        ("miso-high", "none is powered"),
        ("sings", "The table reports sings, which this program doesn't know."),
    ],
)
def test_every_word_of_trouble_has_a_meaning(word, words):
    assert words in SAID(troubles.explain_trouble(word))


def test_words_are_taken_apart():
    assert troubles.trouble_words(HELLO.trouble) == []
    assert troubles.trouble_words("usb-power,dead.c3") == ["usb-power", "dead.c3"]


def test_the_start_is_told():
    assert SAID(diagnosis.start_cause(HELLO)) == "power switched on"
    assert "watchdog" in SAID(diagnosis.start_cause(HELLO._replace(reset_cause=3)))
    assert SAID(diagnosis.start_cause(HELLO._replace(reset_cause=7))) == "cause 7"


def test_the_build_is_compared():
    assert diagnosis.wrong_build(HELLO, "c0ffee00") is None
    assert "build c0ffee00, this program's is 12345678" in SAID(diagnosis.wrong_build(HELLO, "12345678"))
    assert "incomplete" in SAID(diagnosis.wrong_build(HELLO._replace(build="00000000"), "12345678"))


def test_settings_are_compared_with_those_kept_here():
    kept = json.dumps({"pixels_per_cell": 2, "pixels_per_seat": 1}).encode()
    assert list(diagnosis.wrong_settings(HELLO, None)) == []
    assert list(diagnosis.wrong_settings(HELLO._replace(pixels=78, settings=f"{crc32(kept):08x}"), kept)) == []
    assert [SAID(said)[:17] for said in diagnosis.wrong_settings(HELLO, b"{")] == ["The table's setti"]
    leds, file = map(SAID, diagnosis.wrong_settings(HELLO, kept))
    assert "drives 168 LEDs. Its settings saved here say 78" in leds and "differs from the copy saved here" in file


def test_readers_that_do_not_answer_are_told_once():
    assert diagnosis.silent_readers(HELLO, Board()) == []
    assert [SAID(said)[:8] for said in diagnosis.silent_readers(HELLO._replace(readers="5e"), Board())] == [
        "Reader 1",
        "Reader 6",
    ]
    assert diagnosis.silent_readers(HELLO._replace(readers="7e", trouble="reader.0"), Board()) == []
    assert diagnosis.silent_readers(HELLO._replace(readers="00", trouble="miso-low"), Board()) == []


def test_what_is_down_is_named():
    stuck = [
        SAID(said).removeprefix("Held down or stuck: ").split(".")[0]
        for said in diagnosis.stuck_parts("800000001", "040001")
    ]
    assert stuck == ["cell a1", "cell f6", "key confirm of seat 1", "key wrong of the table"]


def test_what_is_touched_has_a_name():
    names = [
        SAID(troubles.name_part(event))
        for event in (Press(8), Key(2, "undo"), Key(TABLE_SEAT, "night"), Tag(6, "04a1b2c3"))
    ]
    assert names == ["cell b3", "key undo of seat 3", "key night of the table", "reader 7"]
    with pytest.raises(ValueError, match="no part of the table makes"):
        troubles.name_part(Said("x"))
