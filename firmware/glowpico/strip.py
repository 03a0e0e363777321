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

# The Okabe-Ito set, which colour-blind people can tell apart; as (red, green, blue), in the order of wire.COLOURS.
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

PATTERN_AT = bytearray(128)  # character code -> number of the pattern
for number, letter in enumerate(PATTERNS):
    PATTERN_AT[ord(letter)] = number
ECHOES = 2  # cells that may answer to a press at once
ECHO_SLOTS = 2
UNKNOWN = 255  # a level that no pattern has
SEAT_ORDER = bytes(CELLS) + bytes(range(SEATS))  # by light


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


def current_ma(pixels, units):
    """What so many pixels draw when their channels sum to `units`, rounded up."""
    return pixels * QUIESCENT_MA + -(-units * CHANNEL_MA // 255)


def share(value, part, whole):
    """value * part / whole, rounded up: dimming never switches a light off."""
    return -(-value * part // whole)


class Strip:
    """`cells` and `seats` are the bytes for the two chains, green, red, blue of each pixel.

    `order` has the place of each cell's pixels along its chain.
    """

    def __init__(self, settings):
        self.brightness_pct = settings["brightness_pct"]
        self.budget_ma = settings["budget_ma"]
        self.per_cell = settings["pixels_per_cell"]
        self.per_seat = settings["pixels_per_seat"]
        self.pixels = CELLS * self.per_cell + SEATS * self.per_seat
        self.order = places(settings["led_order"], settings["rotation"])
        self.cells = bytearray(3 * CELLS * self.per_cell)
        self.seats = bytearray(3 * SEATS * self.per_seat)
        self.pieces: list = [None] * LIGHTS  # the bytes of each light at each level
        self.plays = bytearray(LIGHTS)  # the pattern of each light
        self.levels = bytearray(len(PATTERNS))  # of each pattern now
        self.inks: dict = {}  # colour -> the bytes of a cell and of a seat at each level, as long as `scale` holds
        self.per_myriad = -1  # of full brightness: the picture's times the table's
        self.pure: dict = {}  # colour -> green, red, blue at this brightness, without any limit
        self.bright = b""  # the same of white twice as bright
        self.scale = (0, 0, 0)  # brightness, and where it is limited the current allowed and wished
        self.slot = -1  # nothing rendered yet
        self.is_limited = False  # a picture is darker than it should be, for the current must be kept
        self.echoed: list = []  # cells that shine bright because they were pressed, until the next slot but one
        self.echo_slot = -1
        self.echo_due = False  # and were not sent yet
        self.echo_bytes = b""  # of such a cell; none where the picture needs all the current

    def show(self, colours, patterns, brightness_pct):
        """Take a picture; it shines from the next render on.

        The limit is worked out with every light at its brightest, so a blink never dims its neighbours.
        """
        per_myriad = brightness_pct * self.brightness_pct
        if per_myriad != self.per_myriad:
            self.per_myriad = per_myriad
            self.pure = {}
            self.bright = bytes(ink("w", min(10000, 2 * per_myriad)))
        units = self.units(colours)
        allowed = units_within(self.budget_ma, self.pixels)
        self.is_limited = units > allowed
        scale = (per_myriad, allowed * self.is_limited, units * self.is_limited)
        if scale != self.scale:
            self.scale = scale
            self.inks = {}
        for colour in self.pure:
            if colour not in self.inks and colour in colours:
                self.inks[colour] = self.mix(self.pure[colour])
        self.echoed = []
        needed = units + ECHOES * self.per_cell * sum(self.bright)
        self.echo_bytes = self.bright * self.per_cell if needed <= allowed else b""
        self.arrange(colours, patterns)
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

    def fade(self):
        """After a change of slots: keep the echoes, or end them; do the chains change?"""
        if not self.echoed:
            return False
        is_over = (self.slot - self.echo_slot) % SLOTS >= ECHO_SLOTS
        for cell in self.echoed:
            self.put(cell, self.pieces[cell][self.levels[self.plays[cell]]] if is_over else self.echo_bytes)
        if is_over:
            self.echoed = []
        return True

    def arrange(self, colours, patterns):
        """Which light plays which pattern in which ink; in place, for new objects take a Pico long."""
        plays, pieces, at = self.plays, self.pieces, PATTERN_AT
        light = 0
        for code in patterns.encode():
            plays[light] = at[code]
            light += 1
        inks = [None] * len(at)
        for colour in self.inks:
            inks[ord(colour)] = self.inks[colour]
        light = 0
        for code in colours.encode():
            pieces[light] = inks[code][light >= CELLS]
            light += 1
        for pattern in range(len(self.levels)):
            self.levels[pattern] = UNKNOWN

    def units(self, colours):
        """The sum of all channels of all pixels, each light at its brightest."""
        of_seats = colours[CELLS:]
        units = 0
        for colour in COLOURS:
            if colour in colours:
                if colour not in self.pure:
                    self.pure[colour] = ink(colour, self.per_myriad)
                seats = of_seats.count(colour)
                pixels = (colours.count(colour) - seats) * self.per_cell + seats * self.per_seat
                units += pixels * sum(self.pure[colour])
        return units

    def mix(self, channels):
        """The bytes of one cell and of one seat at each level, within the current allowed."""
        _, allowed, units = self.scale
        if units:
            channels = [channel * allowed // units for channel in channels]
        levels = [bytes([share(channel, level, 255) for channel in channels]) for level in LEVELS]
        return [level * self.per_cell for level in levels], [level * self.per_seat for level in levels]

    def render(self, now_ms):
        """The two chains as they are at this moment; True if they must be sent: they changed, or were sent long ago."""
        slot = (now_ms >> SLOT_BITS) % SLOTS
        if slot == self.slot:
            return False
        is_due = self.slot < 0 or slot == 0
        self.slot = slot
        changed = 0  # a bit per pattern
        levels, plays, pieces = self.levels, self.plays, self.pieces
        for pattern in range(len(levels)):
            level = SLOTS_OF[pattern][slot]
            if level != levels[pattern]:
                levels[pattern] = level
                changed |= 1 << pattern
        if not changed:
            return self.fade() or is_due
        chain, long, order = self.cells, 3 * self.per_cell, self.order
        for light in range(LIGHTS):
            if light == CELLS:
                chain, long, order = self.seats, 3 * self.per_seat, SEAT_ORDER
            pattern = plays[light]
            if changed >> pattern & 1:
                begin = order[light] * long
                chain[begin : begin + long] = pieces[light][levels[pattern]]
                is_due = True
        return self.fade() or is_due


def ink(colour, per_myriad):
    """Green, red, blue of a colour so bright, without any limit."""
    red, green, blue = PALETTE[COLOURS.find(colour)]
    return share(green, per_myriad, 10000), share(red, per_myriad, 10000), share(blue, per_myriad, 10000)
