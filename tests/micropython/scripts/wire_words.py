"""Every word at both ends of its ranges: encoded, heard among garbage, refused when damaged or echoed."""

from glowpico import wire


def ends(kind):
    """The lowest and the highest value of a field."""
    sort, low, high, letters = kind
    letters = letters and letters.decode()
    if sort == "whole":
        return low, high
    return letters[0] * low, "".join([letters[i % len(letters)] for i in range(high)])


def damaged(frame):
    """The frame with one bit of its fifth byte turned over."""
    return frame[:4] + bytes([frame[4] ^ 1]) + frame[5:]


def heard(direction, data):
    """What a decoder makes of a stream of bytes."""
    lines = wire.Lines()
    return [wire.decode(direction, line) for line in lines.feed(data)], lines.dropped


OTHER = {wire.HOST: wire.TABLE, wire.TABLE: wire.HOST}
for direction, word in sorted(wire.WORDS):
    numbered, kinds = wire.WORDS[direction, word]
    for end in (0, 1):
        fields = [ends(kind)[end] for name, kind in kinds]
        frame = wire.encode(direction, "3f2a", wire.MAX_NUMBER * end if numbered else None, word, *fields)
        print(frame.decode().strip())
        print(heard(direction, b"\x00\xff garbage\n" + frame + frame[5:] + b"x" * 400 + b"\n" + frame))
        print(heard(direction, damaged(frame)), wire.decode(OTHER[direction], frame))

for wrong in (
    (wire.HOST, "zzzz", 1, "sound", 1),
    (wire.HOST, "3f2a", 1, "sound", 8),
    (wire.HOST, "3f2a", None, "sound", 1),
):
    try:
        wire.encode(*wrong)
    except ValueError as refused:
        print(wrong, refused)
