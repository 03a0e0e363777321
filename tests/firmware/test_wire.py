"""The wire's words: there and back, whole and in pieces, among garbage, and damaged."""

from binascii import crc32
from itertools import pairwise
from random import Random

import pytest
from glowpico import wire
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaign import long_share

OTHER = {wire.HOST: wire.TABLE, wire.TABLE: wire.HOST}
WORDS = sorted(wire.WORDS)
DAMAGED_SHARE = 0.03


def values(kind):
    """Every value of a kind of field."""
    sort, low, high, letters = kind
    return st.integers(low, high) if sort == "whole" else st.text(letters.decode(), min_size=low, max_size=high)


@st.composite
def frames(draw, directions=(wire.HOST, wire.TABLE), words=None):
    """(direction, session, number, word, fields) of any word over its whole range."""
    direction, word = draw(st.sampled_from(words or [key for key in WORDS if key[0] in directions]))
    numbered, kinds = wire.WORDS[direction, word]
    number = draw(values(wire.NUMBER)) if numbered else None
    session = draw(st.text(wire.HEX.decode(), min_size=4, max_size=4))
    return direction, session, number, word, tuple(draw(values(kind)) for _, kind in kinds)


def written(frame):
    direction, session, number, word, fields = frame
    return wire.encode(direction, session, number, word, *fields)


def lines_in(data, lines=None):
    return (lines or wire.Lines()).feed(data)


def heard(direction, data):
    """What a decoder makes of a stream of bytes."""
    return [wire.decode(direction, line) for line in lines_in(data)]


def damaged(data, position, byte):
    return data[:position] + bytes([data[position] ^ byte]) + data[position + 1 :]


# -- one frame


@pytest.mark.parametrize(("direction", "word"), WORDS)
def test_every_word_comes_back_over_its_whole_range(direction, word):
    @given(frames(words=[(direction, word)]))
    def comes_back(frame):
        assert wire.decode(frame[0], written(frame)) == frame[1:]

    comes_back()


@given(frames())
def test_a_frame_is_one_printable_line_of_at_most_256_bytes(frame):
    data = written(frame)
    assert len(data) <= wire.MAX_LINE
    assert data.endswith(b"\n")
    assert all(32 <= byte < 127 for byte in data[:-1])


@given(frames())
def test_a_line_may_end_in_cr_lf(frame):
    assert wire.decode(frame[0], written(frame)[:-1] + b"\r\n") == frame[1:]


@given(frames())
def test_the_other_direction_hears_noise(frame):
    assert wire.decode(OTHER[frame[0]], written(frame)) is None


@given(frames(), st.data())
def test_a_flipped_bit_is_never_believed(frame, data):
    line = written(frame)[:-1]
    position = data.draw(st.integers(0, len(line) - 1))
    bit = 1 << data.draw(st.integers(0, 7))
    assert not wire.decode(frame[0], damaged(line, position, bit))


def test_a_frame_with_a_wrong_crc_is_told_as_damaged():
    frame = wire.encode(wire.TABLE, "3f2a", 4, "press", 21)
    assert wire.decode(wire.TABLE, damaged(frame, 15, 1)) is False


@pytest.mark.parametrize("body", [b"<3f2a 4 pr\xe9ss 21", "<3f2a 4 préss 21".encode(), b"<3f2a 4 press\t21"])
def test_bytes_outside_ascii_and_other_blanks_are_noise_or_damage_by_their_crc(body):
    assert wire.decode(wire.TABLE, body + b" d8e9c1b7") is False
    assert wire.decode(wire.TABLE, body + b" %08x" % crc32(body)) is None


def test_the_documented_frames_are_frames():
    for line in ("<3f2a 4 press 21", "<3f2a - beat 17"):
        assert wire.decode(wire.TABLE, signed(line))
    assert wire.decode(wire.HOST, signed(">3f2a 17 sound 2")) == ("3f2a", 17, "sound", (2,))


def signed(body):
    """A line with the right CRC, whatever it says."""
    return f"{body} {crc32(body.encode()):08x}\n".encode()


@pytest.mark.parametrize(
    "body",
    [
        "<3f2a 4",  # no word
        "<3f2a 4 poke 21",  # an unknown word
        "<3f2A 4 press 21",  # a session is lower-case hex
        "<3f2 4 press 21",
        "<3f2a - press 21",  # numbered words have a number
        "<3f2a 4 beat 17",  # unnumbered ones have none
        "<3f2a 4x press 21",
        "<3f2a 1073741824 press 21",  # over 30 bits
        "<3f2a 04 press 21",  # one way to write a number
        "<3f2a 4 press",
        "<3f2a 4 press 21 22",
        "<3f2a 4 press 36",
        "<3f2a 4 press -1",
        "<3f2a 4 press 12345678901",
        "<3f2a 4  press 21",
        "<3f2a 4 tag 0 04a1b2",  # too short a uid
        "<3f2a 4 tag 0 04a1b2cX",
        "<3f2a 4 tag 0 04a1b2c304a1b2c304a1b",  # too long
    ],
)
def test_what_breaks_the_table_of_words_is_noise_even_with_a_right_crc(body):
    assert wire.decode(wire.TABLE, signed(body)) is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\r",
        b">>> ",
        b"Traceback (most recent call last):",
        b"<3f2a 4 press 21d8e9c1b7",
        b"<" + b"x" * 300 + b" d8e9c1b7",
    ],
)
def test_what_cannot_be_a_frame_is_noise(line):
    assert wire.decode(wire.TABLE, line) is None


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((wire.HOST, "3f2a", None, "sound", 2), "does not fit its word: sound"),
        ((wire.HOST, "3f2a", 1, "hi"), "does not fit its word: hi"),
        ((wire.HOST, "3f2a", 1, "sound"), "does not fit its word: sound"),
        ((wire.HOST, "xyz0", 1, "sound", 2), "does not fit its word: sound"),
        ((wire.HOST, "3f2a", 1, "sound", 8), "number of sound does not fit: 8"),
        ((wire.HOST, "3f2a", 1, "sound", "2"), "number of sound does not fit: '2'"),
        ((wire.TABLE, "3f2a", 1, "tag", 0, "04A1B2C3"), "uid of tag does not fit: '04A1B2C3'"),
    ],
)
def test_encode_refuses_what_the_table_of_words_does_not_have(arguments, complaint):
    with pytest.raises(ValueError, match=complaint):
        wire.encode(*arguments)


def test_an_unknown_word_cannot_be_encoded():
    with pytest.raises(KeyError):
        wire.encode(wire.HOST, "3f2a", 1, "press", 21)


# -- streams of bytes


@given(st.lists(frames(directions=(wire.TABLE,)), max_size=12))
def test_many_frames_at_once_come_out_one_by_one(sent):
    assert heard(wire.TABLE, b"".join(map(written, sent))) == [frame[1:] for frame in sent]


@given(frames(), st.binary(max_size=400))
def test_garbage_before_and_after_a_frame_does_no_harm(frame, garbage):
    data = garbage + b"\n" + written(frame) + garbage + b"\n"
    assert [found for found in heard(frame[0], data) if found] == [frame[1:]]


@given(frames())
def test_a_frame_byte_by_byte_is_complete_with_its_last_byte(frame):
    lines, data = wire.Lines(), written(frame)
    found = [lines.feed(bytes([byte])) for byte in data]
    assert found == [[]] * (len(data) - 1) + [[data[:-1]]]


@given(st.binary(max_size=900), st.lists(st.integers(0, 900), max_size=6))
def test_it_makes_no_difference_in_what_pieces_bytes_come(data, cuts):
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    whole, cut = wire.Lines(), wire.Lines()
    pieces = [line for begin, end in pairwise(edges) for line in cut.feed(data[begin:end])]
    assert pieces == whole.feed(data)
    assert (cut.used, cut.dropped) == (whole.used, whole.dropped)


def test_the_longest_line_passes_and_one_byte_more_is_dropped_up_to_its_newline():
    lines = wire.Lines()
    longest = b"x" * (wire.MAX_LINE - 1)
    assert lines_in(longest + b"\n", lines) == [longest]
    assert lines_in(longest + b"xyz\nnext\n", lines) == [b"next"]
    assert lines.dropped == 1


# -- the campaign: damage of every sort, in every word


def some_value(rng, kind):
    sort, low, high, letters = kind
    if sort == "whole":
        return rng.randint(low, min(high, 10 ** rng.randint(1, 9)))
    return "".join(rng.choices(letters.decode(), k=rng.randint(low, high)))


def some_frames(rng, direction, count):
    words = [word for way, word in WORDS if way == direction]
    for _ in range(count):
        word = rng.choice(words)
        numbered, kinds = wire.WORDS[direction, word]
        number = rng.randint(1, 9999) if numbered else None
        yield direction, "3f2a", number, word, tuple(some_value(rng, kind) for _, kind in kinds)


DAMAGED_BYTES = 50_000_000  # of each decoder, in a whole campaign
DAMAGE = (
    lambda byte, rng: bytes([byte ^ 1 << rng.randrange(8)]),  # flip
    lambda byte, rng: bytes([rng.randrange(256)]),  # replace
    lambda byte, rng: b"",  # delete
    lambda byte, rng: bytes([byte, rng.randrange(256)]),  # insert
)


def spoil(data, rng):
    """(the data with about 3 % of its bytes damaged, how many)"""
    out, done, count = [], 0, 0
    while (at := done + int(rng.expovariate(DAMAGED_SHARE))) < len(data):
        out += [data[done:at], rng.choice(DAMAGE)(data[at], rng)]
        done, count = at + 1, count + 1
    return b"".join([*out, data[done:]]), count


def wrong_in(found, sent):
    """The frames that were not sent, or not in this order: all but a subsequence of what was sent."""
    wrong, at = [], 0
    for frame in found:
        try:
            at = sent.index(frame, at) + 1
        except ValueError:
            wrong.append(frame)
    return wrong


def run_campaign(direction, decode, damaged_bytes):
    """(frames accepted, wrong ones, bytes damaged) after so many damaged bytes."""
    rng = Random(f"{direction} 1")
    lines = wire.Lines()
    accepted = wrong = count = 0
    while count < damaged_bytes:
        sent = list(some_frames(rng, direction, 300))
        whole, meant = b"".join(map(written, sent)), [frame[1:] for frame in sent]
        for _ in range(10):
            data, damage = spoil(whole, rng)
            found = [frame for line in lines_in(data + b"\n", lines) if (frame := decode(direction, line))]
            accepted += len(found)
            wrong += len(wrong_in(found, meant))
            count += damage
    return accepted, wrong, count


def believing(direction, line):
    """The control: a decoder that does not look at the CRC."""
    body = line.rstrip(b"\r\n")[:-9]
    return wire.decode(direction, body + b" %08x" % crc32(body))


@pytest.mark.campaign
@pytest.mark.parametrize("direction", [wire.HOST, wire.TABLE])
def test_no_wrong_frame_is_accepted_from_damaged_bytes(direction, record_property):
    accepted, wrong, count = run_campaign(direction, wire.decode, long_share(DAMAGED_BYTES))
    assert count >= long_share(DAMAGED_BYTES)
    assert accepted > count // 50  # the damage leaves some frames whole
    assert wrong == 0
    record_property(f"damaged bytes {direction}", f"{count}, {accepted} whole frames accepted, {wrong} wrong")


@pytest.mark.campaign
@pytest.mark.parametrize("direction", [wire.HOST, wire.TABLE])
def test_control_without_the_crc_wrong_frames_are_accepted(direction, record_property):
    _, wrong, count = run_campaign(direction, believing, 10_000)
    assert wrong > count // 1000
    record_property(f"damaged bytes {direction}, control without CRC", f"{count}, {wrong} wrong frames accepted")
