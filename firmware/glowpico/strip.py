"""A picture to pixel bytes: LED order, colours, patterns that play by themselves, brightness, current limit.

Knows no wire and no pin. 42 lights: 36 cells on one chain of LEDs, 6 seats on another; several pixels each. Where
switches limit currents there are five branches: nine cells in a row of the chain, four times, and the seats.
"""

from array import array

from glowpico.wire import CELLS, COLOURS, PATTERNS, SEATS

try:
    from glowpico.swift import arrange, mix, paint, turn
except (ImportError, SyntaxError, ValueError):  # no machine code here, or another machine's
    from glowpico.plain import arrange, mix, paint, turn  # type: ignore

SIDE = 6
LIGHTS = CELLS + SEATS
SLOTS = 8
SLOT_BITS = 7  # a slot lasts 128 ms, a pattern about a second; a power of two stays even when the clock wraps
LEVELS = bytes((0, 30, 105, 255))  # of 255; the eye sees about equal steps
QUIESCENT_MA = 1  # what a WS2812 draws when dark
CHANNEL_MA = 20  # one channel at 255
# High and low of a 0, of a 1, in ns, of each type of LED
LED_NS = {"ws2812b": (400, 850, 800, 450), "sk6812": (300, 900, 650, 600)}
RGBW = "RGBW"  # the channels as PALETTE has them, and a white diode of its own
WHITE = 153  # of that, for white: as bright as the three that it stands for, more or less
BRANCH_CELLS = 9  # a quarter of the grid: the chain goes through one after the other
SEAT_BRANCH = 4
POD_MA = 265  # what the seats' branch feeds besides their LEDs: card readers
BY_BUDGET, BY_BRANCH = "dimmed", "dimmed.branch"  # words of trouble: what makes a picture darker than asked for

# About equally bright on the table, and told apart by colour-blind eyes, too; as (red, green, blue), in the order of
# wire.COLOURS. Computed: hardware/proofs/palette.py. Within 510 in all: 40 mA a cell of four pixels at brightness 25.
PALETTE = (
    (0, 0, 0),  # - dark
    (135, 204, 118),  # w white
    (216, 136, 8),  # o orange
    (0, 247, 203),  # s sky
    (0, 255, 54),  # g green
    (244, 255, 0),  # y yellow
    (54, 152, 252),  # b blue
    (255, 94, 42),  # r red
    (222, 79, 165),  # p purple
)

# Eight slots of four levels, in the order of wire.PATTERNS; no two look alike, wherever one begins to look.
SLOTS_OF = (
    b"\3\3\3\3\3\3\3\3",  # s steady
    b"\1\1\1\1\1\1\1\1",  # d dim
    b"\0\1\2\3\3\2\1\0",  # b breathe
    b"\3\3\3\3\0\0\0\0",  # k blink
    b"\3\0\3\0\3\0\0\0",  # f flash: three times a second, no faster (epilepsy)
    b"\3\3\3\3\1\1\1\1",  # e open: swells, is never dark
    b"\3\3\3\3\3\3\3\0",  # c cover: steady with one wink
    b"\3\0\3\0\3\3\3\3",  # p pick: winks twice
)

SLOTS_IN_A_ROW = b"".join(SLOTS_OF)
ECHOES = 2  # cells that may answer to a press at once
ECHO_SLOTS = 2
NEITHER = b"\xff" * len(PATTERNS)  # levels that no pattern has


def turned(cell, quarters):
    """The place of a cell on a grid turned clockwise by so many quarters."""
    row, column = divmod(cell, SIDE)
    for _ in range(quarters):
        row, column = column, SIDE - 1 - row
    return row * SIDE + column


def places(order, quarters):
    """The wired place of each cell of a grid that is turned clockwise by so many quarters."""
    return bytes([order[turned(cell, quarters)] for cell in range(CELLS)] if quarters else order)


def units_within(budget_ma, pixels):
    """The sum of all channels (0..255 each) that so much current allows; 0 if dark LEDs alone draw more."""
    return max(0, (budget_ma - pixels * QUIESCENT_MA) * 255 // CHANNEL_MA)


def branches_of(order):
    """The branch of each light, for cells at these places of the chain."""
    return bytes([place // BRANCH_CELLS for place in order] + [SEAT_BRANCH] * SEATS)


def tightest(limits):
    """(word, part, whole) of limits (word, units allowed, units asked): the one that dims most, or none: "", 1, 1."""
    tight = "", 1, 1
    for limit in limits:
        if limit[1] * tight[2] < tight[1] * limit[2]:
            tight = limit
    return tight


def current_ma(pixels, units):
    """What so many pixels draw when their channels sum to `units`, rounded up."""
    return pixels * QUIESCENT_MA + -(-units * CHANNEL_MA // 255)


def share(value, part, whole):
    """value * part / whole, rounded up: dimming never switches a light off."""
    return -(-value * part // whole)


class Strip:
    """`cells` and `seats` are the bytes for the two chains, the channels of each pixel in the order of its LEDs.

    `order` has the place of each cell's pixels along its chain, `seat_order` that of each seat's.
    """

    def __init__(self, settings):
        self.brightness_pct = settings["brightness_pct"]
        self.budget_ma = settings["budget_ma"]
        self.per_cell = settings["pixels_per_cell"]
        self.per_seat = settings["pixels_per_seat"]
        self.pixels = CELLS * self.per_cell + SEATS * self.per_seat
        self.channels = [RGBW.find(channel) for channel in settings["led_colours"]]
        self.width = len(self.channels)  # bytes of a pixel
        self.wire(places(settings["led_order"], settings["rotation"]), bytes(settings["seat_order"]))
        self.sums = array("i", [0] * (SEAT_BRANCH + 1))  # what the picture asks of each branch, in units
        self.cell_units = units_within(settings["branch_ma"], BRANCH_CELLS * self.per_cell)  # what a branch allows
        self.seat_units = units_within(settings["branch_ma"] - POD_MA, SEATS * self.per_seat)
        self.cells = bytearray(self.width * CELLS * self.per_cell)
        self.seats = bytearray(self.width * SEATS * self.per_seat)
        self.looks = bytearray(LIGHTS)  # eight times the colour of each light, and its pattern
        self.levels = bytearray(len(PATTERNS))  # of each pattern now
        self.inks = bytearray(4 * self.width * len(COLOURS))  # the channels of each colour and level, as `scale` says
        self.per_myriad = -1  # of full brightness: the picture's times the table's
        self.pure = b""  # the channels of each colour at this brightness, without any limit
        self.bright = b""  # the same of white twice as bright
        self.scale = (0, 0, 0)  # brightness, and the part of the current wished that is allowed
        self.slot = -1  # nothing rendered yet
        self.dimmed = ""  # the word for what makes the picture darker than it should be, if anything does
        self.echoed: list = []  # cells that shine bright because they were pressed, until the next slot but one
        self.echo_slot = -1
        self.echo_due = False  # and were not sent yet
        self.echo_bytes = b""  # of such a cell; none where the picture needs all the current

    def wire(self, order, seat_order):
        """From now on the pixels of each cell are at this place of the chain, and those of each seat."""
        self.order = order
        self.seat_order = seat_order
        self.branches = branches_of(order)

    def show(self, colours, patterns, brightness_pct):
        """Take a picture; it shines from the next render on.

        No branch draws more than its own limit, nor all together more than the budget: what is above dims all lights
        alike. The limit is worked out with every light at its brightest, so a blink never dims its neighbours.
        """
        per_myriad = brightness_pct * self.brightness_pct
        if per_myriad != self.per_myriad:
            self.per_myriad = per_myriad
            self.pure = b"".join([ink(colour, per_myriad, self.channels) for colour in COLOURS])
            self.bright = ink("w", min(10000, 2 * per_myriad), self.channels)
        fed = self.branches, self.sums, self.per_cell, self.per_seat
        units = arrange(self.looks, colours, patterns, self.pure, *fed)
        allowed = units_within(self.budget_ma, self.pixels)
        fullest = max(self.sums[:SEAT_BRANCH])
        self.dimmed, part, whole = tightest(
            (
                (BY_BUDGET, allowed, units),
                (BY_BRANCH, self.cell_units, fullest),
                (BY_BRANCH, self.seat_units, self.sums[SEAT_BRANCH]),
            )
        )
        scale = per_myriad, part, whole
        if scale != self.scale:
            self.scale = scale
            mix(self.inks, self.pure, LEVELS, scale[1], scale[2])
        self.echoed = []
        room = min(allowed - units, self.cell_units - fullest)
        is_room = not self.dimmed and ECHOES * self.per_cell * sum(self.bright) <= room
        self.echo_bytes = self.bright * self.per_cell if is_room else b""
        self.levels[:] = NEITHER
        self.slot = -1

    def echo(self, cell):
        """Let this cell shine white and twice as bright as the picture, for a slot or two."""
        if len(self.echoed) < ECHOES and self.echo_bytes:
            self.echoed.append(cell)
            self.echo_slot = self.slot
            self.echo_due = True
            self.put(cell, self.echo_bytes)

    def put(self, cell, piece):
        begin = self.order[cell] * len(piece)
        self.cells[begin : begin + len(piece)] = piece

    def piece(self, cell):
        """The bytes of a cell as the picture has it now."""
        look = self.looks[cell]
        at = self.width * (4 * (look >> 3) + self.levels[look & 7])
        return bytes(self.inks[at : at + self.width]) * self.per_cell

    def fade(self):
        """After a change of slots: keep the echoes, or end them; do the chains change?"""
        if not self.echoed:
            return False
        is_over = (self.slot - self.echo_slot) % SLOTS >= ECHO_SLOTS
        for cell in self.echoed:
            self.put(cell, self.piece(cell) if is_over else self.echo_bytes)
        if is_over:
            self.echoed = []
        return True

    def render(self, now_ms):
        """The two chains as they are at this moment; True if they must be sent: they changed, or were sent long ago."""
        slot = (now_ms >> SLOT_BITS) % SLOTS
        if slot == self.slot:
            return False
        is_due = self.slot < 0 or slot == 0
        self.slot = slot
        changed = turn(self.levels, SLOTS_IN_A_ROW, slot)
        if changed:
            shown = self.looks, self.levels, self.inks, changed
            is_due = paint(self.cells, self.order, *shown, self.per_cell, 0, CELLS) or is_due
            is_due = paint(self.seats, self.seat_order, *shown, self.per_seat, CELLS, SEATS) or is_due
        return self.fade() or is_due


def ink(colour, per_myriad, channels):
    """The channels of a colour so bright, without any limit; of LEDs with a white diode it makes all white."""
    mixed = bytes(PALETTE[COLOURS.find(colour)])
    if len(channels) > 3:
        mixed = bytes((0, 0, 0, WHITE)) if colour == "w" else mixed + b"\0"
    return bytes([-(-mixed[channel] * per_myriad // 10000) for channel in channels])  # up: none goes out
