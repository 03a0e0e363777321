"""What the LEDs show: the host's picture; without a host a light that walks once, then cells that breathe."""

from glowpico.strip import LIGHTS
from glowpico.talk import elapsed
from glowpico.wire import NO_SESSION

DARK = ("-" * LIGHTS, "s" * LIGHTS, 0)
IDLE = ("-" * 14 + "ss" + "-" * 4 + "ss" + "-" * 20, "b" * LIGHTS, 50)  # the four cells in the middle breathe
HALF_MS = 10  # so long a pattern waits for the rest of a line
WALK_PCT = 20
WALK_BITS = 6  # a light of the walk shines 64 ms


class Display:
    def __init__(self, board, talk, strip):
        self.board = board
        self.talk = talk
        self.strip = strip
        self.picture = DARK  # the picture the host sent
        self.pressed = []  # cells that have not been answered by light
        self.shown = None  # the picture the strip shows; None: draw it again
        self.half_ms = None  # since when half a line of the host is here
        self.walk = IDLE
        self.walked = -1  # the light of the walk that shines; LIGHTS: it is over
        self.began_ms = None

    def take(self, colours, patterns, brightness_pct):
        """A picture from the host: as long as it is there, this is what shines."""
        self.picture = (colours, patterns, brightness_pct)

    def is_lit(self, cell):
        """Does the host's picture, which people see, light this cell?"""
        return self.talk.host_here and self.shown is self.picture and self.picture[0][cell] != "-"

    def shine(self, now_ms):
        """Show what is due; is it a new picture?"""
        picture = self.picture if self.talk.host_here else self.alone(now_ms)
        is_new = picture is not self.shown
        if is_new:
            self.shown = picture
            self.strip.show(*picture)
        elif self.is_spoken_to(now_ms):
            return False
        if self.strip.render(now_ms):
            self.board.shine(self.strip.cells, self.strip.seats)
        return is_new

    def echo(self):
        """A lit cell that is pressed answers by a short brightening, whatever the host will say: it was felt.

        The host has been told before: that the light is worked out must not hold a press up.
        """
        if not self.pressed:
            return
        for cell in self.pressed:
            if self.is_lit(cell):
                self.strip.echo(cell)
        self.pressed.clear()
        if self.strip.echo_due:
            self.strip.echo_due = False
            self.board.shine(self.strip.cells, self.strip.seats)

    def is_spoken_to(self, now_ms):
        """Half a line of the host is here: a pattern's next step would hold up the rest. What was torn never ends."""
        if not self.talk.lines.used:
            self.half_ms = None
        elif self.half_ms is None:
            self.half_ms = now_ms
        return self.half_ms is not None and elapsed(now_ms, self.half_ms) < HALF_MS

    def alone(self, now_ms):
        """What shines without a host: after power-on each light once, as it is wired, then four cells that breathe."""
        if self.walked == LIGHTS:
            return IDLE
        if self.began_ms is None:
            self.began_ms = now_ms
        is_over = self.talk.session != NO_SESSION
        light = LIGHTS if is_over else min(LIGHTS, elapsed(now_ms, self.began_ms) >> WALK_BITS)
        if light != self.walked:
            self.walked = light
            self.walk = (("-" * light + "w" + "-" * LIGHTS)[:LIGHTS], "s" * LIGHTS, WALK_PCT)
        return self.walk
