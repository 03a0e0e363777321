"""The companion page of a match that is played: opened, announced, and closed with it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from glowtable.commands import data_file, tellers
from glowtable.device.clock import now_us
from glowtable.messages import PHONE, Message, say
from glowtable.terminal.console import Console
from glowtable.terminal.keyboard import can_person_play
from glowtable.terminal.translator import Translator

if TYPE_CHECKING:
    from glowtable.web.addresses import LanAddress
    from glowtable.web.companion import Companion
    from glowtable.web.seats import Span
    from glowtable.web.server import Server


@contextmanager
def page_of(
    args: argparse.Namespace, console: Console, list_addresses: Callable[[], tuple[LanAddress, ...]] | None = None
) -> Iterator[Companion | None]:
    """The page, to be kept up with the match; None if none is wanted. `list_addresses`: if not this computer's."""
    if not args.web:
        yield None
        return
    from glowtable.commands.past_matches import NO_MATCH, PastMatches, ShownCards, TaughtGames
    from glowtable.device.line_watch import LineWatch
    from glowtable.web.companion import Companion
    from glowtable.web.faces import sprite
    from glowtable.web.seats import Seats
    from glowtable.web.server import Server

    session = console.pump.session
    names = [player.name for player in session.players]
    seats = Seats(sorted(session.people), names, data_file("seats.json"), _span_of(console))
    device = PHONE if console.translator.device else ""  # without a table even people with cards of their own tap them
    localizers = tellers(names, session.game.name, device)
    journal = console.pump.recorder.journal
    past = PastMatches(journal.path, lambda: console.pump.recorder.match if journal.is_recorded else NO_MATCH)
    server = Server(
        seats, localizers, sprite(session.game), past, lan=args.lan, host_names=args.host_names,
        began=lambda: _begin_time(console), list_addresses=list_addresses,
        taught=TaughtGames(), cards=ShownCards(),
    )  # fmt: skip
    announce = partial(_announce_change, args, console)
    companion = Companion(console.pump, server, announce, is_recorded=journal.is_recorded)
    console.pump.connection.look_on(LineWatch(now_us))
    server.start(args.port_http)
    try:
        console.title += f" · {server.addresses[0]}"
        announce_page(server, args, console.translator)
        yield companion
    finally:
        server.stop()


def _span_of(console: Console) -> Span:
    """The matches in which a device that takes a seat now may have it: a resumed one, or a new one and what follows."""
    from glowtable.web.seats import LATEST

    recorder = console.pump.recorder
    first = recorder.match if recorder.journal.is_recorded else LATEST
    return first, first if recorder.has_rows else LATEST


def _begin_time(console: Console) -> str:
    """When the match began that is played now; there may be a next one."""
    return console.pump.recorder.header.started


def _announce_change(args: argparse.Namespace, console: Console, message: Message) -> None:
    """Say it on every screen; where no terminal shows the match, on a line of its own."""
    console.pump.tell_people(message)
    if not args.script and not can_person_play():
        print(console.translator.text(message), flush=True)


def announce_page(server: Server, args: argparse.Namespace, translator: Translator) -> None:
    """Say where the page is; with --lan also who can open it, with a picture for the phones of each network."""
    here, *elsewhere = server.addresses
    if args.port_http not in (0, server.port):
        moved = say("Port {wanted} is taken. The page is at port {port}.", wanted=args.port_http, port=server.port)
        print(translator.text(moved))
    print(translator.text(say("The table in a browser: {address}", address=here)))
    if args.lan:
        import segno

        for host in server.phone_hosts if elsewhere else ():
            link = server.link_to(host, "" if server.broadcast.stage.is_lobby else "seat")
            segno.make(link, error="l").terminal(compact=True)
            print(f"{link}\n")
        print(translator.text(_networks_message(tuple(elsewhere), is_lobby=server.broadcast.stage.is_lobby)))
    if args.open:
        import webbrowser

        webbrowser.open(here)


def _networks_message(addresses: tuple[str, ...], *, is_lobby: bool) -> Message:
    from glowtable.web.page_words import PAGE_WORDS

    if not addresses:
        return PAGE_WORDS["no_network"]
    if is_lobby:
        return say("Everybody on this network can now sit down and play: {address}", address=addresses)
    return say(
        "Everybody on this network can now open the board and claim a free seat with its code: {address}",
        address=addresses,
    )
