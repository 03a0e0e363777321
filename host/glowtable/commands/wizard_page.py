"""Calibrate and selftest led on the maker's page: what the wizard asks goes out, what is tapped comes in as typed."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from glowtable.device.clock import now_us
from glowtable.device.line_watch import LineWatch
from glowtable.grid import cell_name
from glowtable.maker.selftest import Finding
from glowtable.maker.wizard import Wait, Wizard
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
    print(translator.text(say("the maker's page in a browser: {address}", address=f"{server.addresses[0]}maker")))
    try:
        yield ServedPage(server)
    finally:
        server.stop()


class ServedPage:
    """One wizard at the maker's page."""

    def __init__(self, server: Server) -> None:
        self.server = server
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
        asked = wizard_page(message, wait.said, title, wait.is_question, is_twin)
        self._page = maker_page(self.watch, connection.link, connection.name)
        self.server.publish_maker({**self._page, "wizard": asked})

    def finished_lines(self) -> Iterable[str]:
        """What was tapped, as it could have been typed."""
        from glowtable.web.incoming import AT_MAKER
        from glowtable.web.page_words import PAGE_WORDS

        for _ in range(self.server.taps.qsize()):
            event = self.server.taps.get()
            tap = event.tap
            if event.is_late():
                event.refuse(PAGE_WORDS["late"])
                continue
            event.confirm()
            if tap.does in AT_MAKER:  # a table's page that was left open taps, too
                yield tap.id if tap.does == "say" else cell_name(tap.cell)

    def show_report(self, findings: Sequence[Finding]) -> None:
        """How every part is."""
        lines = tuple({"part": one.part, "verdict": one.verdict, "text": one.said} for one in findings)
        self.server.publish_maker({**self._page, "report": lines})

    def show_done(self, what: Message) -> None:
        """The one sentence at the end."""
        self.server.publish_maker({**self._page, "report": ({"part": None, "verdict": None, "text": what},)})
