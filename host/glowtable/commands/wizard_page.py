"""Calibrate and selftest led on the maker's page: what the wizard asks goes out, what is tapped comes in as typed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from glowtable.device.clock import now_us
from glowtable.device.line_watch import LineWatch
from glowtable.grid import cell_name
from glowtable.maker.selftest import Finding
from glowtable.maker.wizard import Wait, Wizard
from glowtable.maker.wizard_screen import LEAVING
from glowtable.messages import LANGUAGES, Message, say
from glowtable.terminal.translator import Translator

if TYPE_CHECKING:
    from glowtable.web.server import Server

BETWEEN_US = 100_000  # two moments of what the line alone has changed


@contextmanager
def served_page(args: argparse.Namespace, translator: Translator) -> Iterator[ServedPage | None]:
    """The maker's page as long as the job takes; None if no page is wanted."""
    if not args.web:
        yield None
        return
    from glowtable.web.faces import icon_sprite
    from glowtable.web.seats import Seats
    from glowtable.web.server import Server

    localizers = {language: Translator(language).text for language in LANGUAGES}
    server = Server(Seats((), ()), localizers, icon_sprite())
    server.start(args.port_http)
    print(translator.text(say("The maker's page in a browser: {address}", address=f"{server.addresses[0]}maker")))
    try:
        yield ServedPage(server)
    finally:
        server.stop()


class ServedPage:
    """One wizard at the maker's page."""

    def __init__(self, server: Server, alone_us: int | None = None, title: Message | None = None) -> None:
        """With `alone_us` the job is left when nobody has looked at the page for so long; `title` replaces its own."""
        self.server, self.alone_us, self.title = server, alone_us, title
        self._looked_at_us = now_us()
        self.watch = LineWatch(now_us)
        self._shown: tuple[Wait, bool, int] | None = None
        self._shown_us = 0
        self._page: dict[str, Any] = {}

    def show_wait(self, wizard: Wizard[Any], message: Message, title: Message, is_twin: bool) -> None:
        """Show what is asked, at once; what only the line has changed a few times a second."""
        from glowtable.web.maker_page import maker_page, wizard_page

        connection, wait = wizard.connection, wizard.wait
        connection.look_on(self.watch)
        before, now = self._shown, self.watch.now_us()
        is_asked = before is not None and before[0] is wait and before[1] == wizard.is_away
        is_seen = before is not None and before[2] == self.watch.changes
        if is_asked and (is_seen or now - self._shown_us < BETWEEN_US):
            return
        self._shown, self._shown_us = (wait, wizard.is_away, self.watch.changes), now
        asked = wizard_page(message, wait.said, self.title or title, wait.is_question, is_twin)
        self._page = maker_page(self.watch, connection.link, connection.name)
        self.server.publish_maker({**self._page, "wizard": asked})

    def finished_lines(self) -> Iterable[str]:
        """What was tapped, as it could have been typed; what was tapped in the lobby waits until the job is done."""
        from glowtable.web.incoming import AT_MAKER
        from glowtable.web.page_words import PAGE_WORDS

        for _ in range(self.server.taps.qsize()):
            event = self.server.taps.get()
            tap = event.tap
            if event.is_late():
                event.refuse(PAGE_WORDS["late"])
                continue
            if tap.does not in AT_MAKER:  # a table's page that was left open taps, too
                event.refuse(PAGE_WORDS["cared"])
                continue
            event.confirm()
            yield tap.id if tap.does == "say" else cell_name(tap.cell)
        if self.alone_us is not None and self._is_deserted(self.alone_us):
            yield LEAVING[0]

    def _is_deserted(self, alone_us: int) -> bool:
        if self.server.is_maker_there:
            self._looked_at_us = now_us()
        return now_us() - self._looked_at_us > alone_us

    def show_report(self, findings: Sequence[Finding]) -> None:
        """How every part is."""
        lines = tuple({"part": one.part, "verdict": one.verdict, "text": one.said} for one in findings)
        self._publish_report(lines)

    def show_done(self, what: Message) -> None:
        """One sentence: what is being done, or at the end that it is done."""
        self._publish_report(({"part": None, "verdict": None, "text": what},))

    def _publish_report(self, lines: Sequence[Mapping[str, Message | None]]) -> None:
        self.server.publish_maker({**self._page, "report": lines, "has_lobby": self.alone_us is not None})
