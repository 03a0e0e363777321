"""docs/WIRE.md tells the whole protocol: a decoder made of that page alone hears what the firmware hears."""

import re
from binascii import crc32

import pytest
from glowpico import wire
from hypothesis import example, given
from hypothesis import strategies as st

from tests.docs.pages import FENCED, pages
from tests.firmware.test_wire import frames, written

PAGE = pages()["docs/WIRE.md"]
ROW = re.compile(r"^\| `(\w+)` \| (yes|no) \|(?: (.+))? \|$", re.M)
FIELD = re.compile(r"`(\w+)` ([^,`]+)")
VECTORS = [tuple(line.split(None, 1)) for line in FENCED.findall(PAGE)[0].splitlines()]
LETTERS = {"hex": "0-9a-f", "word": "-a-z0-9.,_"}
MARKS = {wire.HOST: "## Words of the computer", wire.TABLE: "## Words of the table"}


def pattern_of(kind):
    """What may stand in a field of this kind, as the page writes it."""
    letters, _, length = kind.partition(" ")
    least, _, most = length.partition("..")
    return f"[{LETTERS.get(letters, letters)}]{{{least},{most or least}}}"


def fits(kind, text):
    low, dots, high = kind.partition("..")
    if low.isdigit() and dots:
        return bool(re.fullmatch("0|[1-9][0-9]{0,9}", text)) and int(low) <= int(text) <= int(high)
    return bool(re.fullmatch(pattern_of(kind), text))


def words_of(mark):
    """The words of one side: is it numbered, and the kinds of its fields."""
    table = PAGE.partition(MARKS[mark])[2].partition("\n## ")[0]
    return {word: (numbered == "yes", FIELD.findall(fields)) for word, numbered, fields in ROW.findall(table)}


WORDS = {mark: words_of(mark) for mark in MARKS}


def verdict(line):
    """What the page has a listener make of this line."""
    body, _, checksum = line.rpartition(" ")
    if line[:1] not in WORDS or not re.fullmatch("[0-9a-f]{8}", checksum) or len(line) >= 256:
        return "noise"
    if checksum != f"{crc32(body.encode('latin-1')):08x}":
        return "damaged"
    parts = body.split(" ")
    numbered, fields = WORDS[line[0]].get(parts[2], (None, ())) if len(parts) > 2 else (None, ())
    number_fits = fits("0..1073741823", parts[1]) if numbered else parts[1:2] == ["-"] and numbered is not None
    is_frame = re.fullmatch("[0-9a-f]{4}", parts[0][1:]) and number_fits and len(parts) == 3 + len(fields)
    return "frame" if is_frame and all(map(fits, (kind for _, kind in fields), parts[3:])) else "noise"


def heard(line):
    """What the firmware makes of it."""
    found = wire.decode(line[:1], line.encode("latin-1"))
    return "frame" if found else "damaged" if found is False else "noise"


def test_the_page_has_every_word_and_the_names_of_its_fields():
    told = {(mark, word): (numbered, [name for name, _ in fields])
            for mark, words in WORDS.items() for word, (numbered, fields) in words.items()}  # fmt: skip
    assert told == {key: (numbered, [name for name, _ in kinds]) for key, (numbered, kinds) in wire.WORDS.items()}


@given(frames())
def test_whatever_is_said_is_a_frame_by_the_page(frame):
    assert verdict(written(frame).decode().rstrip()) == "frame"


@given(frames(), st.integers(0, 255), st.text("0123456789abcdef -.,pz", max_size=3))
@example((wire.TABLE, "3f2a", 4, "press", (21,)), 14, "36")
def test_what_is_changed_with_its_checksum_is_judged_alike(frame, at, put):
    body = written(frame).decode().rpartition(" ")[0]
    at %= len(body)
    changed = f"{body[:at]}{put}{body[at + 1 :]}"
    line = f"{changed} {crc32(changed.encode()):08x}"
    assert len(line) < 16 or verdict(line) == heard(line)


@pytest.mark.parametrize(("told", "line"), VECTORS)
def test_each_vector_is_heard_as_the_page_says(told, line):
    assert told == heard(line) == verdict(line)


def test_there_is_a_vector_of_each_word():
    said = {(line[0], line.split()[2]) for told, line in VECTORS if told == "frame"}
    assert said == set(wire.WORDS) and {told for told, _ in VECTORS} == {"frame", "damaged", "noise"}


def test_control_a_decoder_that_knows_no_ranges_is_noticed():
    assert fits("0..35", "35") and not fits("0..35", "36") and not fits("0..35", "05")
    assert fits("hex 8..20", "04a1b2c3") and not fits("hex 9", "04a1b2c3") and not fits("word 1..8", "Buttons")
