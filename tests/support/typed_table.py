"""People with cards of their own, no table, and a terminal at which they type everything: `--cards real`.

Their cards are those of `physical_deck.RealTable`: each is itself, and they are honest. Whatever they do is a line
typed at the console of `glowtable play`; for bots they do what the screen says.
"""

from collections.abc import Callable
from random import Random

from glowtable.game import Action
from glowtable.grid import TABLE_SEAT
from glowtable.match.session import Phase, Reply
from glowtable.table import Card, Clock, Event, Key, Press, Row
from glowtable.terminal.console import Console

from tests.support.matches import LARGE
from tests.support.physical_deck import UNDO, RealTable

MOST_LOOKS = 6000  # at the simulated table, until something has happened there


class TypedTable(RealTable):
    """One match that `glowtable play` has begun. `typed` are the lines, `pages` what the screen showed after each."""

    def __init__(self, console: Console, clock: Clock, seed: object) -> None:
        session = console.pump.session
        super().__init__(session.game, len(session.players), dict(session.options), Random(f"{seed}"))
        self.players, self.host, self.console, self.clock = session.players, session, console, clock
        self.likes_typing = 1  # there are no tags
        self.typed: list[str] = []
        self.saves = console.pump.recorder.save_rows
        console.pump.recorder.save_rows = self.keep_rows  # type: ignore[method-assign]

    def keep_rows(self, rows: tuple[Row, ...]) -> None:
        self.rows += rows
        self.saves(rows)

    # -- what people do

    def lay_out(self) -> None:
        """The table has woken up, and the cards are laid out."""
        self.look_until(lambda: self.host.phase is Phase.SETTING)
        self.type("")

    def do_something(self, luck: float) -> None:
        if self.history and luck < UNDO:
            self.undo()
        elif self.host.wants_dealer:  # no card decides that: the program draws
            before = len(self.host.history)
            self.look_until(lambda: len(self.host.history) > before)
            self.follow(self.host.history[-1].action)
        else:
            self.act(self.draw() if self.host.match_state.chance.is_awaited else self.choice())

    def choice(self) -> Action:
        return self.host.match_state.bots.sole_action or super().choice()

    # -- how the host hears of it

    def tell(self, event: Event) -> Reply:
        """Who is asked about what was typed, or about what is given up, says yes; what is held is looked at."""
        before = len(self.rows)
        self.type(self.line_for(event))
        while self.host.question and (self.host.question.typed or self.host.question.actions):
            self.type(f"ok {self.players[min(self.host.question.needed)].name}")
        if self.host.held:
            self.type("")
        return Reply(tuple(self.rows[before:]), tuple(self.console.pump.news.said[-1:]))

    def line_for(self, event: Event) -> str:
        match event:
            case Press(cell):
                return self.host.match_state.cell_names[cell]
            case Key(seat, key):
                word = "ok" if key == "confirm" else key
                return word if seat == TABLE_SEAT else f"{word} {self.players[seat].name}"
            case Card(reader, card):
                return f"{self.players[reader].name} {card}" if reader < len(self.players) else card
        return event.text

    def type(self, line: str) -> None:
        self.typed.append(line)
        assert self.console.handle_line(line)
        self.look()

    def look(self) -> None:
        self.clock.nap()
        self.console.pump.pump_once(self.clock.now_ms())

    def look_until(self, happens: Callable[[], bool]) -> None:
        for _ in range(MOST_LOOKS):
            if happens():
                return
            self.look()
        raise AssertionError(self.page())

    def page(self) -> str:
        return "\n".join(map(str, self.console.page_lines("", LARGE)))
