"""Where each cell and light is wired: the settings' order, as the table lies. Dead contacts count as open."""

from glowpico.scanner import COLUMNS
from glowpico.strip import places
from glowpico.wire import CELLS, SEATS


class Wiring:
    def __init__(self, settings):
        self.settings = settings
        self.cell_at = bytearray(CELLS)  # wired place -> cell
        self.arrange(False)

    def arrange(self, is_raw):
        """Cells and lights in the order of the settings; raw: by the places where they are wired."""
        settings = self.settings
        wired = bytes(range(CELLS))
        self.places = wired if is_raw else places(settings["cell_order"], settings["rotation"])
        for cell in range(CELLS):
            self.cell_at[self.places[cell]] = cell
        self.lights = wired if is_raw else places(settings["led_order"], settings["rotation"])
        self.seats = wired[:SEATS] if is_raw else bytes(settings["seat_order"])
        dead = [] if is_raw else [self.places[cell] for cell in settings["dead_cells"]]
        dead += [CELLS + key for key in settings["dead_keys"]]
        self.dead = [divmod(key, COLUMNS) for key in dead]

    def open_dead(self, samples):
        """Take the dead contacts out of a sample of all rows."""
        for row, column in self.dead:
            samples[row] &= ~(1 << column)

    def name(self, key):
        """The name of a matrix key: c7 is cell 7, k7 is key 7."""
        return "c%d" % self.cell_at[key] if key < CELLS else "k%d" % (key - CELLS)

    def by_cell(self, word):
        """A board counts its NFC chips by their place: place.7-b2 is reported as the cell wired there."""
        if not word.startswith("place."):
            return word
        place, dash, rest = word[6:].partition("-")
        return "cell.%d%s" % (self.cell_at[int(place)], dash + rest)
