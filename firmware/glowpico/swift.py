"""What is done most often, in machine code: a picture into bytes of the chains, USB, sleep between two ticks.

plain.py is made of this file, for places without machine code, where it takes ten times as long: a cast is nothing
there, so what is cast must be numbers, and a sum must fit into 32 bits. There are 9 colours, 4 levels, 8 patterns and 8
slots: names for them would take room in the heap.
"""

import micropython

from glowpico.wire import COLOURS, PATTERNS, SEATS

COLOUR_AT = bytearray(128)  # character code -> number
PATTERN_AT = bytearray(128)
for number, letter in enumerate(COLOURS):
    COLOUR_AT[ord(letter)] = number
for number, letter in enumerate(PATTERNS):
    PATTERN_AT[ord(letter)] = number


@micropython.viper
def arrange(looks, colours, patterns, pure, branches, sums, per_cell: int, per_seat: int) -> int:
    """Fill `looks`, and `sums` with the sum of all channels of each branch's pixels, each light at its brightest.

    `branches` has the branch of each light. The answer is the sum of all.
    """
    letters, marks = bytes(colours, "ascii"), bytes(patterns, "ascii")
    into, of_colours, of_patterns = ptr8(looks), ptr8(letters), ptr8(marks)  # type: ignore[name-defined]  # noqa: F821
    colour_at, pattern_at = ptr8(COLOUR_AT), ptr8(PATTERN_AT)  # type: ignore[name-defined]  # noqa: F821
    channels = ptr8(pure)  # type: ignore[name-defined]  # noqa: F821
    branch_of, of_branches = ptr8(branches), ptr32(sums)  # type: ignore[name-defined]  # noqa: F821
    branch = int(len(sums))  # noqa: RUF046
    width = int(len(pure)) // 9  # noqa: RUF046
    while branch:
        branch -= 1
        of_branches[branch] = 0
    units = 0
    lights = int(len(looks))  # noqa: RUF046
    cells = lights - int(SEATS)
    per_light = per_cell
    light = 0
    while light < lights:
        if light == cells:
            per_light = per_seat
        colour = colour_at[of_colours[light]]
        into[light] = colour << 3 | pattern_at[of_patterns[light]]
        at = width * colour
        bright = channels[at] + channels[at + 1] + channels[at + 2]
        if width == 4:
            bright += channels[at + 3]
        bright = bright * per_light
        branch = branch_of[light]
        of_branches[branch] = of_branches[branch] + bright
        units += bright
        light += 1
    return units


@micropython.viper
def mix(inks, pure, levels, part: int, whole: int):
    """Fill `inks`: all channels by part / whole, rounded down, then at each level, rounded up."""
    into, channels, shares = ptr8(inks), ptr8(pure), ptr8(levels)  # type: ignore[name-defined]  # noqa: F821
    width = int(len(pure)) // 9  # noqa: RUF046
    at = 0
    channel = 0
    while channel < 9 * width:
        level = 0
        while level < 4:
            colour = 0
            while colour < width:
                into[at] = (channels[channel + colour] * part // whole * shares[level] + 254) // 255
                at += 1
                colour += 1
            level += 1
        channel += width


@micropython.viper
def turn(levels, slots, slot: int) -> int:
    """Put the level that each pattern has in this slot; a bit for each that changed."""
    now, steps = ptr8(levels), ptr8(slots)  # type: ignore[name-defined]  # noqa: F821
    changed = 0
    pattern = 0
    while pattern < 8:
        level = steps[8 * pattern + slot]
        if level != now[pattern]:
            now[pattern] = level
            changed |= 1 << pattern
        pattern += 1
    return changed


@micropython.viper
def paint(chain, order, looks, levels, inks, changed: int, per_light: int, first: int, count: int) -> bool:
    """Put the pixels of the lights, from the first on, whose patterns changed; have any?"""
    into, places, of_lights = ptr8(chain), ptr8(order), ptr8(looks)  # type: ignore[name-defined]  # noqa: F821
    now, channels = ptr8(levels), ptr8(inks)  # type: ignore[name-defined]  # noqa: F821
    width = int(len(inks)) // (9 * 4)  # noqa: RUF046
    is_due = 0
    light = 0
    while light < count:
        look = of_lights[first + light]
        pattern = look & 7
        if (changed >> pattern) & 1:
            ink = width * (4 * (look >> 3) + now[pattern])
            at = width * per_light * places[light]
            end = at + width * per_light
            while at < end:
                into[at] = channels[ink]
                into[at + 1] = channels[ink + 1]
                into[at + 2] = channels[ink + 2]
                if width == 4:
                    into[at + 3] = channels[ink + 3]
                at += width
            is_due = 1
        light += 1
    return is_due != 0


@micropython.native
def drain(ipoll, readinto, one, into):
    """Put what waits into `into`; how many bytes, or -1 at once if Ctrl-C is among them.

    stdin has no partial read: ask before each byte. A loop over the answer is the fastest way to ask.
    """
    count = 0
    room = len(into)
    while count < room:
        for _ in ipoll(0):
            break
        else:
            break
        if not readinto(one):
            break
        if one[0] == 3:  # Ctrl-C
            return -1
        into[count] = one[0]
        count += 1
    return count


@micropython.native
def sleep_until_activity(wiring, until_ms):
    """Sleep until then, but for looks at the keys: 1 if they are not as seen, 2 if the host spoke, else 0.

    Whatever came, the keys have been looked at after it. `looked` is when that was, and how long nobody looked at most
    before that.
    """
    strobe, rows, seen, ipoll, ticks_us, ticks_ms, ticks_diff, look_ms, looked = wiring
    awake_us = ticks_diff(ticks_us(), looked[0])
    if awake_us > looked[1]:
        looked[1] = awake_us
    found = 0
    while True:
        strobe(rows, rows)
        if rows != seen:
            found = 1
            break
        left_ms = ticks_diff(until_ms, ticks_ms())
        if found or left_ms <= 0:
            break
        for _ in ipoll(left_ms if left_ms < look_ms else look_ms):
            found = 2
    looked[0] = ticks_us()
    return found
