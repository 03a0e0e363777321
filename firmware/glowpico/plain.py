"""What a table does most often; swift.py does the same in machine code, where there is any.

Pictures go into the bytes of a chain light by light. `looks` has a byte per light, eight times its colour and its
pattern; `pure` green, red, blue of each colour; `inks` the same at each of four levels.
"""

from glowpico.wire import CELLS, COLOURS, PATTERNS, SEATS

CTRL_C = 3
COLOUR_AT = bytearray(128)  # character code -> number
PATTERN_AT = bytearray(128)
for number, letter in enumerate(COLOURS):
    COLOUR_AT[ord(letter)] = number
for number, letter in enumerate(PATTERNS):
    PATTERN_AT[ord(letter)] = number


def arrange(looks, colours, patterns, pure, branches, sums, per_cell, per_seat):
    """Fill `looks`, and `sums` with the sum of all channels of each branch's pixels, each light at its brightest.

    `branches` has the branch of each light. The answer is the sum of all.
    """
    for branch in range(len(sums)):
        sums[branch] = 0
    for light in range(CELLS + SEATS):
        colour = COLOUR_AT[ord(colours[light])]
        looks[light] = colour << 3 | PATTERN_AT[ord(patterns[light])]
        sums[branches[light]] += sum(pure[3 * colour : 3 * colour + 3]) * (per_cell if light < CELLS else per_seat)
    return sum(sums)


def mix(inks, pure, levels, part, whole):
    """Fill `inks`: all channels by part / whole, rounded down, then at each level, rounded up."""
    at = 0
    for colour in range(len(COLOURS)):
        for level in levels:
            for channel in pure[3 * colour : 3 * colour + 3]:
                inks[at] = (channel * part // whole * level + 254) // 255
                at += 1


def turn(levels, slots, slot):
    """Put the level that each pattern has in this slot; a bit for each that changed."""
    changed = 0
    for pattern in range(len(PATTERNS)):
        level = slots[8 * pattern + slot]
        if level != levels[pattern]:
            levels[pattern] = level
            changed |= 1 << pattern
    return changed


def paint(chain, order, looks, levels, inks, changed, per_light, first, count):
    """Put the pixels of the lights, from the first on, whose patterns changed; have any?"""
    is_due = False
    for light in range(count):
        look = looks[first + light]
        pattern = look & 7
        if changed >> pattern & 1:
            ink = 12 * (look >> 3) + 3 * levels[pattern]
            begin = 3 * per_light * order[light]
            chain[begin : begin + 3 * per_light] = bytes(inks[ink : ink + 3]) * per_light
            is_due = True
    return is_due


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
        if one[0] == CTRL_C:
            return -1
        into[count] = one[0]
        count += 1
    return count


def sleep_until_activity(wiring, until_ms):
    """Sleep until then, but for looks at the keys: 1 if they are not as seen, 2 if the host spoke, else 0.

    Whatever came, the keys have been looked at after it. `looked` is when that was, and how long nobody looked at most
    before a doze began.
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
