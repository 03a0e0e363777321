"""A picture to pixel bytes: LED order, colours, patterns that play by themselves, brightness, current limit.

Knows no wire and no pin. 42 lights: 36 cells on one chain of LEDs, 6 seats on another; several pixels each.
"""

from glowpico.wire import CELLS, COLOURS, PATTERNS, SEATS

SIDE = 6
LIGHTS = CELLS + SEATS
SLOTS = 8
SLOT_BITS = 7  # a slot lasts 128 ms, a pattern about a second; a power of two stays even when the clock wraps
LEVELS = (0, 30, 105, 255)  # of 255; the eye sees about equal steps
QUIESCENT_MA = 1  # what a WS2812 draws when dark
CHANNEL_MA = 20  # one channel at 255

# The Okabe-Ito set, told apart by colour-blind eyes too; as (red, green, blue), in the order of wire.COLOURS.
PALETTE = (
    (0, 0, 0),  # - dark
    (255, 255, 255),  # w white
    (230, 159, 0),  # o orange
    (86, 180, 233),  # s sky
    (0, 158, 115),  # g green
    (240, 228, 66),  # y yellow
    (0, 114, 178),  # b blue
    (213, 94, 0),  # r red (vermilion)
    (204, 121, 167),  # p purple
)

# Eight slots of four levels, in the order of wire.PATTERNS; no two look alike, wherever one begins to look.
SLOTS_OF = (
    b"\3\3\3\3\3\3\3\3",  # s steady
    b"\1\1\1\1\1\1\1\1",  # d dim
    b"\0\1\2\3\3\2\1\0",  # b breathe
    b"\3\3\3\3\0\0\0\0",  # k blink
    b"\3\0\3\0\3\0\3\0",  # f flash
    b"\3\3\3\3\1\1\1\1",  # e open: swells, is never dark
    b"\3\3\3\3\3\3\3\0",  # c cover: steady with one wink
    b"\3\0\3\0\3\3\3\3",  # p pick: winks twice
)


def turned(cell, quarters):
    """The place of a cell on a grid turned clockwise by so many quarters."""
    row, column = divmod(cell, SIDE)
    for _ in range(quarters):
        row, column = column, SIDE - 1 - row
    return row * SIDE + column


def along(place, snake):
    """How many cells of the chain come before this place; a snake runs back in every other row."""
    row, column = divmod(place, SIDE)
    return row * SIDE + (SIDE - 1 - column if snake and row & 1 else column)


def units_within(budget_ma, pixels):
    """The sum of all channels (0..255 each) that so much current allows; 0 if dark LEDs alone draw more."""
    return max(0, (budget_ma - pixels * QUIESCENT_MA) * 255 // CHANNEL_MA)


def current_ma(pixels, units):
    """What so many pixels draw when their channels sum to `units`, rounded up."""
    return pixels * QUIESCENT_MA + -(-units * CHANNEL_MA // 255)


def share(value, part, whole):
    """value * part / whole, rounded up: what shines at all never goes out by being dimmed."""
    return -(-value * part // whole)


class Strip:
    """`cells` and `seats` are the bytes for the two chains, green, red, blue of each pixel."""

    def __init__(self, settings):
        self.brightness_pct = settings["brightness_pct"]
        self.budget_ma = settings["budget_ma"]
        self.per_cell = settings["pixels_per_cell"]
        self.per_seat = settings["pixels_per_seat"]
        self.pixels = CELLS * self.per_cell + SEATS * self.per_seat
        quarters, snake = settings["rotation"], settings["snake"]
        self.order = bytes([along(turned(cell, quarters), snake) for cell in range(CELLS)])
        self.cells = bytearray(3 * CELLS * self.per_cell)
        self.seats = bytearray(3 * SEATS * self.per_seat)
        self.ink = bytearray(3 * LIGHTS)  # each light at its brightest, within the budget
        self.slots = [SLOTS_OF[0]] * LIGHTS
        self.slot = -1  # nothing rendered yet

    def show(self, colours, patterns, brightness_pct):
        """Take a picture; it shines from the next render on.

        The limit is reckoned with every light at its brightest: a blink never dims its neighbours.
        """
        units = self.mix(colours, brightness_pct * self.brightness_pct)
        allowed = units_within(self.budget_ma, self.pixels)
        if units > allowed:
            for i in range(3 * LIGHTS):
                self.ink[i] = self.ink[i] * allowed // units
        for light in range(LIGHTS):
            self.slots[light] = SLOTS_OF[PATTERNS.find(patterns[light])]
        self.slot = -1

    def mix(self, colours, per_myriad):
        """Fill `ink` without any limit; the sum of all channels of all pixels."""
        units = 0
        for light in range(LIGHTS):
            red, green, blue = PALETTE[COLOURS.find(colours[light])]
            at = 3 * light
            self.ink[at] = share(green, per_myriad, 10000)
            self.ink[at + 1] = share(red, per_myriad, 10000)
            self.ink[at + 2] = share(blue, per_myriad, 10000)
            pixels = self.per_cell if light < CELLS else self.per_seat
            units += pixels * (self.ink[at] + self.ink[at + 1] + self.ink[at + 2])
        return units

    def render(self, now_ms):
        """Fill the two chains for this moment; True if slot or picture changed since the last call."""
        slot = (now_ms >> SLOT_BITS) % SLOTS
        if slot == self.slot:
            return False
        self.slot = slot
        for light in range(CELLS):
            self.paint(self.cells, self.order[light] * self.per_cell, self.per_cell, light)
        for seat in range(SEATS):
            self.paint(self.seats, seat * self.per_seat, self.per_seat, CELLS + seat)
        return True

    def paint(self, chain, pixel, count, light):
        level = LEVELS[self.slots[light][self.slot]]
        green = share(self.ink[3 * light], level, 255)
        red = share(self.ink[3 * light + 1], level, 255)
        blue = share(self.ink[3 * light + 2], level, 255)
        for at in range(3 * pixel, 3 * (pixel + count), 3):
            chain[at] = green
            chain[at + 1] = red
            chain[at + 2] = blue
