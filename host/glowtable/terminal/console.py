"""A match in a terminal: typed lines go in, the page comes out. Knows no rules, ports or files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from glowtable.match.dealer import Dealer
from glowtable.match.news import Tell, hand_of
from glowtable.match.players import player_label
from glowtable.match.presenter import current_prompts
from glowtable.match.pump import ASK_WHY, Pump
from glowtable.match.session import Phase
from glowtable.messages import SILENT, Message, say
from glowtable.table import Clock, Key
from glowtable.terminal.keyboard import END_OF_INPUT, PlainTerminal, Terminal
from glowtable.terminal.layout import Size, Text, wrap_texts
from glowtable.terminal.lights import cell_at
from glowtable.terminal.localized_commands import (
    ALL,
    COMMAND_MESSAGES,
    bare,
    in_signs,
    localize_command,
    other_words,
    parse_localized_command,
)
from glowtable.terminal.screen import (
    Pager,
    has_rules_text,
    lights_texts,
    page_lines,
    pager_lines,
    prompt_texts,
    short_rules_texts,
    state_texts,
)
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import (
    NO_DOUBT,
    OFFERED,
    Doubt,
    cell_called,
    complete_line,
    completions,
    doubt_about,
    event_of,
    people_names,
    seat_of_hand,
)

if TYPE_CHECKING:
    from glowtable.match.lesson import Guide

SAID_LINES = 4  # the last sentences, kept on the page
LONGEST_LINE = 1000  # letters of a typed line: no wish needs as many
LEAVING = ("quit", "q", "exit", END_OF_INPUT)
HELP = ("help", "?")
ROUND_ABOUT = 10  # lines of a page that are the grid, what is asked and what is typed
GOES_ON = say("Enter: continue")
HIDES = say("Enter: hide")
KEEPS_LINES = say("Others could scroll back and read this. To see your hand, start with --web.")


class Console:
    """One match at a terminal."""

    def __init__(
        self, pump: Pump, translator: Translator, title: str = "", mark: str = "", guide: Guide | None = None
    ) -> None:
        """`mark` is what every screen says of this match; `guide` leads a lesson."""
        self.pump, self.translator, self.title, self.mark, self.guide = pump, translator, title, mark, guide
        self._size = Size()
        self._pager = Pager()
        self._page: list[Text] = []  # drawn last
        self._doubt = NO_DOUBT  # what is done as soon as the person says yes
        self.keeps_lines = False  # are lines written one after the other, so that others can read them later?
        self._offers: tuple[str, Sequence[str]] = ("", ())  # the line that Tab left, and the words that may follow

    @property
    def heading(self) -> str:
        """The title of the match, with what every screen says of it."""
        return f"{self.title} · {self.mark}" if self.mark else self.title

    @property
    def said(self) -> list[str]:
        """What was said, the oldest first."""
        return list(map(self.translator.text, self.pump.news.said))

    def handle_line(self, line: str) -> bool:
        """Take what a person typed; False if it was the wish to leave."""
        if self._is_doubt_answered(line):
            return True
        if not line and (self._pager.texts or self.pump.session.held or self.pump.private.lines):
            self._go_on()
            return True
        session = self.pump.session
        names = tuple(player.name for player in session.players)
        line = parse_localized_command(line[:LONGEST_LINE], self.translator, names, self._words)
        line = in_signs(line, session.game.letters, self.translator)
        word, _, rest = line.partition(" ")
        word = word.lower()
        self.pump.private.hide()
        self._pager.close_texts()
        if word in LEAVING:
            return False
        objection = self._objection(word, line)
        if objection:
            self.pump.tell_people(objection)
            return True
        if word in COMMANDS:
            COMMANDS[word](self, rest.strip())
        else:
            self._send_event(line)
        return True

    @property
    def _open_doubt(self) -> Doubt:
        """What was asked is open only as long as the match stands where it stood."""
        return self._doubt if self._doubt.state is self.pump.session.state else NO_DOUBT

    def _is_doubt_answered(self, line: str) -> bool:
        """A question is open for one line."""
        doubt, self._doubt = self._open_doubt, NO_DOUBT
        if not doubt.event:
            return False
        answer = self._key_typed(line)
        if answer == "confirm":
            self.pump.take_typed(doubt.event)
        return answer in ("confirm", "pass")

    def _objection(self, word: str, line: str) -> Message | None:
        """What a lesson has against this line; a lesson goes on by it if it has nothing."""
        if not self.guide:
            return None
        session = self.pump.session
        return self.guide.handle_line(word, None if word in COMMANDS else event_of(line, session), session)

    def page_lines(self, typed: str | None, size: Size = Size()) -> list[Text]:
        """The whole screen, with the line that is being typed (None without a keyboard)."""
        self._size = size
        self._open_private_pager()
        if self._pager.texts:
            return pager_lines(self._pager.texts, self._pager.line, self.translator, typed, size, self.mark)
        lines = self.guide.current_words(self.pump.session) if self.guide else ()
        held, private = self.pump.session.held, self.pump.private.lines
        beside = (*private, HIDES) if private else held or lines
        asked = (GOES_ON,) if held else self._open_doubt.texts
        completed, offers = self._offers
        self._page = page_lines(
            self.pump.session,
            self.translator,
            title=self.heading,
            mark=self.mark,
            said=list(map(self.translator.text, self.pump.news.said[-SAID_LINES:])),
            private=list(map(self.translator.text, beside)),
            asked=list(map(self.translator.text, asked)),
            hand=[] if private else list(map(self.translator.text, self._hand_in_view())),
            typed=typed,
            offers=offers if typed == completed else (),
            size=size,
        )
        return self._page

    def _hand_in_view(self) -> tuple[Message, ...]:
        """The hand of the only person who plays; of several, or where lines can be scrolled back, all are covered."""
        session = self.pump.session
        is_alone = len(session.people) == 1 and not self.keeps_lines
        if not (is_alone and session.is_open and session.game.hidden_information):
            return ()
        return hand_of(session, min(session.people))

    def cell_clicked(self, column: int, line: int) -> str:
        """The cell of the page where somebody clicked, as it is typed; nothing beside the grid."""
        session = self.pump.session
        rows = session.game.surface.face(session.view).rows
        cell = None if self._pager.texts else cell_at(self._page, rows, column, line)
        return "" if cell is None else session.match_state.cell_names[cell]

    def _open_private_pager(self) -> None:
        """What one seat has asked to see is read on leaves of its own if there is no room for it beside the table."""
        texts = self._private_texts()
        pager = self._pager
        if pager.is_private and not texts:  # the pump hides it when others act
            pager.close_texts()
        elif len(wrap_texts(texts, "", self._size.columns)) > max(0, self._size.lines - ROUND_ABOUT):
            pager.open_texts(self._private_texts, at=pager.line if pager.is_private else 0, is_private=True)

    def _private_texts(self) -> Sequence[str]:
        return list(map(self.translator.text, self.pump.private.lines))

    @property
    def moment(self) -> Hashable:
        """Another one whenever more than a light has changed."""
        session = self.pump.session
        return self.pump.news.count, session.phase, len(session.history), current_prompts(session), self._open_doubt

    def _go_on(self) -> None:
        """Enter: the next leaf, or away with what one seat sees, or on with the match that waits for it."""
        if self._pager.texts:
            if not self._pager.turn_leaf(self._size):
                if self._pager.is_private:
                    self.pump.private.hide()
                self._pager.close_texts()
        elif self.pump.private.lines:
            self.pump.private.hide()
        else:
            self.pump.end_pause()

    def complete(self, beginning: str) -> str:
        """What Tab makes of a line's beginning; of several words the page shows the first."""
        words = (*COMMAND_WORDS[1:-1], *other_words(self.translator, self._words))
        deeds = other_words(self.translator, self.pump.session.game.words)
        lines = completions(beginning, words, self.pump.session, deeds)
        completed = complete_line(beginning, lines)
        self._offers = (completed, lines[:OFFERED] if len(lines) > 1 else [])
        return completed

    def _show_hint(self, name: str) -> None:
        """What a bot would do, for the eyes of this seat alone."""
        from glowtable.terminal.help import hint_of

        dealer = Dealer(self.pump.recorder.header.seed, "hints")
        self._show_to_seat(name, lambda session, seat: hint_of(session, seat, dealer, self.localize_line))

    def localize_line(self, line: str) -> str:
        return localize_command(line, self.translator, self._words)

    @property
    def _words(self) -> Mapping[str, Message]:
        """Of every game, and of this one."""
        return {**COMMAND_MESSAGES, **self.pump.session.game.words}

    def _read_rules(self, rule: str) -> None:
        """The game in a few sentences; `rules all` is all of the sheet's words, `rules P-14` those of one rule."""
        game = self.pump.session.game
        if not has_rules_text(game):
            self.pump.tell_people(
                say("{game} has no rules text.", game=game.title).on(phone=SILENT, board=SILENT), is_asked=True
            )
            return
        sheet = {
            name: self.translator.text(say("{rule}: {words}", rule=name, words=words))
            for name, words in game.sheet.items()
        }
        named = [text for name, text in sheet.items() if name.lower() == rule.lower()]
        if bare(rule) in map(bare, ("all", *self.translator.words(ALL))) or not (rule or game.short_rules):
            self._pager.open_texts(lambda: list(sheet.values()))
        elif named or not rule:
            self._pager.open_texts(lambda: named or short_rules_texts(game, self.translator))
        else:
            self.pump.tell_people(
                say("The rulebook doesn't cover {rule}. Type rules all to read everything.", rule=rule).on(
                    phone=SILENT, board=SILENT
                )
            )

    def _send_event(self, line: str) -> None:
        event = event_of(line, self.pump.session)
        if isinstance(event, Message):
            self.pump.tell_people(event)
            return
        self._doubt = doubt_about(line, event, self.pump.session)
        if not self._doubt.event:
            self.pump.take_typed(event)

    def _key_typed(self, line: str) -> str:
        event = event_of(parse_localized_command(line, self.translator), self.pump.session)
        return event.key if isinstance(event, Key) else ""

    def _show_to_seat(self, name: str, tell: Tell) -> None:
        session = self.pump.session
        seat = seat_of_hand(name, session)
        if seat is None:
            asked = say("Whose hand? Type hand and a name: {names}.", names=people_names(session))
            self.pump.tell_people(asked.on(phone=SILENT, board=SILENT))
        elif self.keeps_lines and session.judge.needs_consent:
            self.pump.tell_people(KEEPS_LINES)
        else:
            self.pump.show_hand(seat, tell)


def _help_texts(console: Console) -> Sequence[str]:
    """What may be typed now, and at any time."""
    from glowtable.terminal.help import help_messages  # a page is there before anybody asks

    return list(map(console.translator.text, help_messages(console.pump.session, console.localize_line)))


def _status_texts(console: Console) -> Sequence[str]:
    """All that everybody knows of the match, and all that is asked."""
    session = console.pump.session
    title = [console.heading] if console.heading else []
    labels = ", ".join(map(console.translator.text, map(player_label, session.players)))
    players = [labels] if len(session.people) < len(session.players) else []
    return [*title, *players, *state_texts(session, console.translator), "", *prompt_texts(session, console.translator)]


def _history_texts(console: Console) -> Sequence[str]:
    """What was said, the latest first."""
    return console.said[::-1] or [console.translator.text(say("Nothing has happened yet."))]


def _howto_texts(console: Console) -> Sequence[str]:
    """How to play, step by step, with pictures."""
    from glowtable.terminal.help import howto_texts  # a demonstration is played for it

    return howto_texts(console.pump.session.game, console.translator)


def _show_cell(console: Console, name: str) -> None:
    """What lies on a cell."""
    session = console.pump.session
    cell = cell_called(name.lower(), session)
    if cell is None:
        console.pump.tell_people(say("Which cell? Type show c3.").on(phone=SILENT, board=SILENT))
    else:
        console.pump.tell_people(session.game.surface.expected_at(session.view, cell))


def _explain_named(console: Console, name: str) -> None:
    cell = cell_called(name.lower(), console.pump.session)
    if cell is None:
        console.pump.tell_people(ASK_WHY)
    else:
        console.pump.explain_cell(cell)


def _reads(texts: Callable[[Console], Sequence[str]]) -> Callable[[Console, str], None]:
    """The command that shows these, whatever is typed behind it."""
    return lambda console, rest: console._pager.open_texts(lambda: texts(console))


COMMANDS: Mapping[str, Callable[[Console, str], None]] = {
    **dict.fromkeys(HELP, _reads(_help_texts)),
    "hint": Console._show_hint,
    "why": _explain_named,
    "show": _show_cell,
    "status": _reads(_status_texts),
    "lights": _reads(lambda console: lights_texts(console.pump.session, console.translator)),
    "history": _reads(_history_texts),
    "rules": Console._read_rules,
    "howto": _reads(_howto_texts),
    "hand": lambda console, name: console._show_to_seat(name, hand_of),
    "mend": lambda console, rest: console.pump.troubles.mend_table(),
}
COMMAND_WORDS = (*LEAVING, *COMMANDS)  # with which a line may begin that is not for the game


class Page(Protocol):
    """A page in browsers that shows the match."""

    def sync_followers(self) -> None:
        """Do what was tapped, show what has changed."""

    @property
    def files(self) -> list[int]:
        """What can be waited for until somebody taps."""

    @property
    def is_done(self) -> bool:
        """Whether people have left the match on the page."""


def play_to_end(
    console: Console, clock: Clock, terminal: Terminal | PlainTerminal | None, page: Page | None = None
) -> bool:
    """Play until the match is over (at a terminal: or until the wish to leave); was it left before its end?

    With a page there may be a next match: it ends by the wish to leave alone.
    """
    pump = console.pump
    if terminal:
        terminal.line.complete, terminal.line.click = console.complete, console.cell_clicked
        console.keeps_lines = isinstance(terminal, PlainTerminal)
    while True:
        pump.pump_once(clock.now_ms())
        if page:
            page.sync_followers()
            if page.is_done:
                return pump.session.phase is not Phase.OVER
        if terminal:
            if not all(console.handle_line(line) for line in terminal.finished_lines()):
                return pump.session.phase is not Phase.OVER
            if terminal.is_due:
                terminal.draw_page(console.page_lines(terminal.line.typed, Size(*terminal.size)))
        elif pump.session.phase is Phase.OVER and not page:
            pump.connection.write_due(clock.now_ms())
            return False
        clock.await_files([*pump.connection.files, *_files_of(terminal), *_files_of(page)], pump.rest_ms)


def _files_of(source: Terminal | PlainTerminal | Page | None) -> Sequence[int]:
    return source.files if source else ()
