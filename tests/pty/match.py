"""One match of Punto at the emulated table: `glowtable play` at a terminal, cards and fingers at the table."""

import csv
from contextlib import closing

from glowtable import games
from glowtable.device.tag_registry import COLUMNS, simulated_registry
from glowtable.grid import cell_of
from glowtable.match.journal import Journal

from tests.pty.workbench import Screen, Workbench

PUNTO = games.find("punto")
BOOK = simulated_registry(PUNTO)
AWAY = "Can't find the table."
READY, BEGIN, ASKED = "Set up the table", "Youngest player: press confirm", "Turn over your top card"
LIES = "Do the cards match the lights?"
# Ann lays a line of five: who lays which card where
ROUND = (
    (0, "R1a", "c3"), (1, "G1a", "d3"), (0, "R2a", "c4"), (1, "G2a", "d4"), (0, "R3a", "c2"),
    (1, "G3a", "d2"), (0, "R4a", "c5"), (1, "G4a", "d5"), (0, "R5a", "c1"),
)  # fmt: skip
SEATED = ("--seats", "Ann,Ben", "--option", "rounds_to_win=1")
CONFIRM = "key 0"  # Ann's
LETS_GO_S = 0.1  # after a tap
PATIENCE_S = 60  # of the table: then something is not coming


def lay_tags(workbench: Workbench) -> None:
    """The cards of this table have tags, and the program knows which."""
    data = workbench.folder / "data"
    data.mkdir(exist_ok=True)
    with (data / "tags.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows((uid, *card) for uid, card in BOOK.cards.items())


def lay(workbench: Workbench, turn: int, shared: bool = False) -> str:
    """Turn up a card of ROUND, lay it on the table, press its cell; the sentence that says so.

    `shared`: at the one reader of all seats.
    """
    seat, card, name = ROUND[turn]
    seat *= not shared
    cell = cell_of(name)
    workbench.until(lambda: not shines(workbench, cell), PATIENCE_S)
    workbench.table.do(f"lay {seat} {BOOK.tags_of('punto', card)[0]}")
    workbench.until(lambda: shines(workbench, cell), PATIENCE_S)
    workbench.table.do(f"lift {seat}")
    workbench.table.do(f"tap {cell}")
    return f"plays {card[:-1]} on {name}."


def shines(workbench: Workbench, cell: int) -> bool:
    place = 3 * workbench.led_order[cell]
    return any(bytes.fromhex(workbench.table.do("cells"))[place : place + 3])


class Match:
    """At a terminal. Who it is for waits for the light, as people do."""

    def __init__(self, workbench: Workbench, *words: str, laid: int = 0, shared: bool = False) -> None:
        """`words` follow `glowtable play`; so many cards of ROUND lie already. `shared`: one reader for all seats."""
        self.workbench, self.table = workbench, workbench.table
        self.laid, self.shared = laid, shared
        lay_tags(workbench)
        self.command = ("glowtable", "play", "--port", workbench.port, *words)
        self.screen = Screen(workbench, *self.command)

    def begin(self) -> "Match":
        """Ann is to turn up the first card."""
        self.sees(READY)
        self.confirm()
        self.sees(BEGIN)
        if self.shared:  # whose key it was nobody can know
            self.screen.type("Ann confirm")
        else:
            self.confirm()
        return self

    def close(self) -> None:
        self.screen.__exit__()

    def confirm(self) -> None:
        """Tap Ann's key; the finger is off it when this returns."""
        self.table.do(CONFIRM)
        self.workbench.passes(LETS_GO_S)

    def lay_next(self) -> None:
        """Turn up the next card of ROUND, lay it on the table, press its cell."""
        self.sees(ASKED)
        said = lay(self.workbench, self.laid, self.shared)
        self.laid += 1
        self.until(lambda: self.actions == self.made)
        self.sees(said)

    def play_to_end(self) -> None:
        """Lay what is left of ROUND, and leave; all that hands have made is safe."""
        while self.laid < len(ROUND):
            self.lay_next()
        self.sees("Ann wins")
        self.screen.type("quit")
        assert self.screen.ends() == 0 and self.actions == self.made

    def come_back(self) -> None:
        """The table was away: say that its cards lie as it believes."""
        self.sees(LIES)
        self.confirm()

    @property
    def made(self) -> list[str]:
        """The actions that hands have made."""
        turns = [
            (f"chance turn {PUNTO.deck.index(card)}", f"{seat} place {cell_of(name)}")
            for seat, card, name in ROUND[: self.laid]
        ]
        return ["0 begin", *(action for turn in turns for action in turn)]

    @property
    def actions(self) -> list[str]:
        """The actions that are safe."""
        return self.rows("action")

    def rows(self, kind: str) -> list[str]:
        with closing(Journal(self.workbench.folder / "data" / "journal.sqlite", beside=True)) as journal:
            return [row.text for row in journal.good_rows(1) if row.kind == kind]

    def sees(self, text: str) -> None:
        """Wait until the page says so."""
        self.until(lambda: text in self.screen.page)

    def until(self, happens, most_s: float = PATIENCE_S) -> None:
        self.workbench.until(happens, most_s, lambda: self.screen.page)
