"""The companion page of a match that is played: opened, announced, and closed with it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from glowtable.commands import data_file
from glowtable.device.clock import now_us
from glowtable.messages import LANGUAGES, say
from glowtable.terminal.console import Console
from glowtable.terminal.translator import Translator

if TYPE_CHECKING:
    from glowtable.web.companion import Companion


@contextmanager
def page_of(args: argparse.Namespace, console: Console) -> Iterator[Companion | None]:
    """The page, to be kept up with the match; None if none is wanted."""
    if not args.web:
        yield None
        return
    from glowtable.commands.past_matches import PastMatches
    from glowtable.device.line_watch import LineWatch
    from glowtable.web.companion import Companion
    from glowtable.web.faces import sprite
    from glowtable.web.seats import Seats
    from glowtable.web.server import Server

    session = console.pump.session
    names = [player.name for player in session.players]
    seats = Seats(sorted(session.people), names, data_file("seats.json"))
    told = {language: Translator(language, names, game=session.game.name).text for language in LANGUAGES}
    past = PastMatches(console.pump.recorder.journal.path, lambda: console.pump.recorder.match)
    server = Server(seats, told, sprite(session.game), past, lan=args.lan, began=lambda: _began(console))
    companion = Companion(console.pump, server)
    console.pump.connection.look_on(LineWatch(now_us))
    server.start(args.port_http)
    try:
        _announce(server.addresses, args, console)
        yield companion
    finally:
        server.stop()


def _began(console: Console) -> str:
    """When the match began that is played now; there may be a next one."""
    return console.pump.recorder.header.started


def _announce(addresses: tuple[str, ...], args: argparse.Namespace, console: Console) -> None:
    """Where the page is; on the network what that means, and a picture for phones."""
    console.title += f" · {addresses[0]}"
    print(console.translator.text(say("the table in a browser: {address}", address=addresses[0])))
    if args.lan:
        _print_qr(f"{addresses[-1]}seat")
        what = say(
            "everybody on this network can now open the board and claim a free seat with its code: {address}",
            address=addresses[-1],
        )
        print(console.translator.text(what))
    if args.open:
        import webbrowser

        webbrowser.open(addresses[0])


def _print_qr(address: str) -> None:
    import segno

    segno.make(address, error="l").terminal(compact=True)
