"""A match in a terminal: typed lines go in, the page comes out. Knows no rules, ports or files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from glowtable.match.pump import ASK_WHY, Pump
from glowtable.match.session import Phase
from glowtable.messages import Message, say
from glowtable.table import Clock
from glowtable.terminal.keyboard import END_OF_INPUT, Terminal
from glowtable.terminal.layout import Size, wrap_texts
from glowtable.terminal.letters import in_signs
from glowtable.terminal.screen import leaf_lines, leaf_room, page_lines, prompt_texts, state_texts
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import cell_called, event_of, help_of, people_names, seat_of_hand

if TYPE_CHECKING:
    from rich.text import Text

SAID_LINES = 4  # the last sentences, kept on the page
LEAVING = ("quit", "q", "exit", END_OF_INPUT)
HELP = ("help", "?")


class Console:
    """One match at a terminal."""

    def __init__(self, pump: Pump, translator: Translator, title: str = "") -> None:
        self.pump, self.translator, self.title = pump, translator, title
        self._size = Size()
        self._reading: Sequence[str] = ()  # what is read instead of the page
        self._read_lines = 0  # how many lines of it were read

    @property
    def said(self) -> list[str]:
        """What was said, the oldest first."""
        return list(map(self.translator.text, self.pump.said))

    def hear_line(self, line: str) -> bool:
        """Take what a person typed; False if it was the wish to leave."""
        if self._reading and not line:
            self._turn_leaf()
            return True
        line = in_signs(line, self.pump.session.game.letters, self.translator)
        word, _, rest = line.partition(" ")
        word = word.lower()
        self.pump.private, self._reading = (), ()
        if word in LEAVING:
            return False
        if word in COMMANDS:
            COMMANDS[word](self, rest.strip())
        else:
            self._send_event(line)
        return True

    def page_lines(self, typed: str | None, size: Size = Size()) -> list[Text]:
        """The whole screen, with the line that is being typed (None without a keyboard)."""
        self._size = size
        if self._reading:
            return leaf_lines(self._reading, self._read_lines, self.translator, typed, size)
        said, private = (
            list(map(self.translator.text, told)) for told in (self.pump.said[-SAID_LINES:], self.pump.private)
        )
        return page_lines(
            self.pump.session, self.translator, title=self.title, said=said, private=private, typed=typed, size=size
        )

    def _read(self, texts: Sequence[str]) -> None:
        self._reading, self._read_lines = texts, 0

    def _turn_leaf(self) -> None:
        self._read_lines += leaf_room(self._size)
        if self._read_lines >= len(wrap_texts(self._reading, "", self._size.columns)):
            self._reading = ()

    def _tell_help(self, rest: str) -> None:
        self.pump.tell_people(help_of(self.pump.session.game))

    def _mend_table(self, rest: str) -> None:
        self.pump.mend_table()

    def _read_status(self, rest: str) -> None:
        """All that everybody knows of the match, and all that is asked."""
        session = self.pump.session
        self._read([*state_texts(session, self.translator), "", *prompt_texts(session, self.translator)])

    def _read_history(self, rest: str) -> None:
        """What was said, the latest first."""
        self._read(self.said[::-1] or [self.translator.text(say("nothing was said yet"))])

    def _read_rules(self, rule: str) -> None:
        """The words of the game's sheet, all of them or those of one rule: `rules P-14`."""
        sheet = self.pump.session.game.sheet
        told = {name: say("{rule}: {words}", rule=name, words=words) for name, words in sheet.items()}
        named = [name for name in told if name.lower() == rule.lower()]
        if named:
            self.pump.tell_people(told[named[0]])
        elif rule:
            self.pump.tell_people(say("the sheet has no words for {rule}: type rules to read all", rule=rule))
        else:
            self._read(list(map(self.translator.text, told.values())))

    def _show_cell(self, name: str) -> None:
        """What lies on a cell."""
        session = self.pump.session
        cell = cell_called(name.lower(), session)
        if cell is None:
            self.pump.tell_people(say("type the cell you mean: show c3"))
        else:
            self.pump.tell_people(session.game.surface.expected_at(session.view, cell))

    def _send_event(self, line: str) -> None:
        event = event_of(line, self.pump.session)
        if isinstance(event, Message):
            self.pump.tell_people(event)
        else:
            self.pump.take_typed(event)

    def _explain_named(self, name: str) -> None:
        cell = cell_called(name.lower(), self.pump.session)
        if cell is None:
            self.pump.tell_people(ASK_WHY)
        else:
            self.pump.explain_cell(cell)

    def _show_hand(self, name: str) -> None:
        session = self.pump.session
        seat = seat_of_hand(name, session)
        if seat is None:
            self.pump.tell_people(say("say whose hand, one of: {names}", names=people_names(session)))
        else:
            self.pump.show_hand(seat)


COMMANDS: Mapping[str, Callable[[Console, str], None]] = {
    **dict.fromkeys(HELP, Console._tell_help),
    "why": Console._explain_named,
    "show": Console._show_cell,
    "status": Console._read_status,
    "history": Console._read_history,
    "rules": Console._read_rules,
    "hand": Console._show_hand,
    "mend": Console._mend_table,
}
COMMAND_WORDS = (*LEAVING, *COMMANDS)  # with which a line may begin that is not for the game
STDIN = 0


class Page(Protocol):
    """A page in browsers that shows the match."""

    def keep_up(self) -> None:
        """Do what was tapped, show what has changed."""

    @property
    def files(self) -> list[int]:
        """What can be waited for until somebody taps."""


def play_to_end(console: Console, clock: Clock, terminal: Terminal | None, page: Page | None = None) -> bool:
    """Play until the match is over (at a terminal: or until the wish to leave); was it left before its end?

    With a page there may be a next match: it ends by the wish to leave alone.
    """
    pump = console.pump
    while True:
        pump.pump_once(clock.now_ms())
        if page:
            page.keep_up()
        if terminal:
            if not all(console.hear_line(line) for line in terminal.finished_lines()):
                return pump.session.phase is not Phase.OVER
            terminal.draw_page(console.page_lines(terminal.line.typed, Size(*terminal.size)))
        elif pump.session.phase is Phase.OVER and not page:
            pump.connection.write_due(clock.now_ms())
            return False
        files = [*pump.connection.files, *([STDIN] if terminal else []), *(page.files if page else [])]
        clock.await_files(files, pump.rest_ms)
