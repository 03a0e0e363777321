"""One position of a match on the real server, with every page open at it: whatever a viewer gets, byte for byte."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple
from zlib import crc32

import httpx
from glowtable.commands.past_matches import PastMatches, ShownCards, TaughtGames
from glowtable.game import Game
from glowtable.match.journal import Header, Journal
from glowtable.messages import LANGUAGES
from glowtable.terminal.translator import Translator
from glowtable.web.broadcast import Stage
from glowtable.web.faces import sprite
from glowtable.web.followers import Snapshot
from glowtable.web.outgoing import about_page, public_page, seat_page
from glowtable.web.seats import Seats
from glowtable.web.server import Server
from websockets.sync.client import connect

from tests.support.adversary import other_world, play_match, positions, rows_of, seats_of, session_at
from tests.support.patience import HANG_S

# What is asked for of each route; a route that is missing here fails the test
ASKED = {
    "/": ("",),
    "/seat": ("seat",),
    "/board": ("board",),
    "/maker": ("maker",),
    "/manifest.webmanifest": ("manifest.webmanifest",),
    "/faces.svg": ("faces.svg",),
    "/words": tuple(f"words?lang={language}" for language in LANGUAGES),
    "/join.svg": (),  # the address of this page, which is another in each run
    "/qr": tuple(f"qr?seat={seat}" for seat in range(6)),
    "/claim": (),  # taken by whoever has a code; nothing to read
    "/matches": ("matches",),
    "/matches/all": ("matches/all?lang=en",),
    "/matches/statistics": ("matches/statistics?lang=en",),
    "/decided": ("decided?lang=en",),  # not before the match is over
    "/backup": ("backup",),  # none while a match is played
    "/matches/{match}": ("matches/1?at=999999&lang=en", "matches/1?at=999999&lang=de", "matches/1?at={before}&lang=it"),
    "/matches/{match}/faces": ("matches/1/faces",),
    "/matches/{match}/{form}": ("matches/1/jsonl", "matches/1/csv?lang=en", "matches/1/text?lang=en"),
    "/learn": ("learn",),
    "/learn/{game}": ("learn/punto?lang=en",),
    "/learn/{game}/faces": ("learn/punto/faces",),
    "/card": ("card?game=punto&card=R5&lang=de", "card?game=alter_ego&card=family&lang=en"),
    "/follow/{what}": (),  # followed below
    "/static": ("static/page.js",),
}
SEEDS = 60  # matches in which one is looked for whose cards can be exchanged


class Position(NamedTuple):
    """The same position in both worlds, and who must not tell them apart."""

    viewer: int
    sessions: tuple
    worlds: tuple
    at: int


def positions_of_all_people(game: Game, seed: int, most: int = 220):
    """Positions of one match, with every person in turn as the viewer."""
    rng = Random(f"served {game.name} {seed}")
    seats = seats_of(game, rng)
    world = play_match(game, seats, rng, most)
    for viewer in [seat for seat, player in enumerate(seats.players) if not player.bot]:
        other = other_world(game, world, viewer, rng)
        for at in positions(game, world, other, rng) if other else ():
            one, two = (session_at(game, seats, each, at) for each in (world, other))
            if one.match_state.bots.wanted_action == two.match_state.bots.wanted_action:
                yield Position(viewer, (one, two), (world, other), at)


def of_each_viewer(game: Game, seed: int, most: int | None = None):
    """So many positions of each viewer of a match, or all."""
    positions = list(positions_of_all_people(game, seed))
    for viewer in sorted({position.viewer for position in positions}):
        own = [position for position in positions if position.viewer == viewer]
        yield from own if most is None else Random(viewer).sample(own, min(most, len(own)))


def first_matches(game: Game, count: int) -> Iterator[int]:
    """The seeds of the first matches in which two cards can be exchanged."""
    found = (seed for seed in range(SEEDS * count) if any(True for _ in positions_of_all_people(game, seed)))
    return islice(found, count)


class Served:
    """A server whose seats are all claimed; `viewer` is a person at a device, who also sees table and board."""

    def __init__(self, folder: Path, session, viewer: int, make_public=public_page, make_own=seat_page) -> None:
        self.folder, self.game, self.viewer = folder, session.game, viewer
        self.make_public, self.make_own = make_public, make_own
        self.people = sorted(session.people)
        names = [player.name for player in session.players]
        told = {language: Translator(language, names, game=self.game.name).text for language in LANGUAGES}
        seats = Seats(self.people, names)
        codes = {seat: seats.claims[seat].code for seat in self.people}
        self.server = Server(
            seats, told, sprite(self.game), began=lambda: "today", taught=TaughtGames(), cards=ShownCards()
        )
        self.server.broadcast.stage = Stage(name="now")
        self.server.start(0)
        self.url = f"http://127.0.0.1:{self.server.port}/"
        self.origin = self.url.removesuffix("/")
        self.client = httpx.Client(trust_env=False, timeout=HANG_S, verify=False)  # no certificates to load
        self.cookies = {seat: self._claim(code) for seat, code in codes.items()}
        self.journals = 0
        folder.mkdir(parents=True, exist_ok=True)

    def _claim(self, code: str) -> str:
        answer = self.client.post(f"{self.url}claim", content=code, headers={"Origin": self.origin})
        self.client.cookies.clear()
        return answer.headers["set-cookie"].partition(";")[0]

    def stop(self) -> None:
        self.client.close()
        self.server.stop()

    def show(self, session, number: int = 1) -> None:
        """Let all pages show this position."""
        self.server.about = about_page(session)
        own = {seat: self.make_own(session, seat) for seat in self.people}
        self.server.publish_snapshot(Snapshot(number, self.make_public(session), own))

    def keep_journal(self, session) -> None:
        """The journal has the match as it was played up to here."""
        self.journals += 1
        path = self.folder / f"{self.journals}.sqlite"
        self.server.text_pages.sources["past"] = PastMatches(path, lambda: 1)
        names = tuple(f"bot:{player.bot}" if player.bot else player.name for player in session.players)
        journal = Journal(path)
        match = journal.begin_match(Header(self.game.name, names, session.options, 7, "2026-01-01T00:00:00"))
        journal.append_rows(match, rows_of(self.game, session.history))
        journal.close()

    def everything(self, session) -> dict[str, bytes | str]:
        """Every body and every frame that the viewer gets at this position."""
        self.keep_journal(session)
        self.show(session)
        before = len(session.history) // 2
        bodies = {path: self.body_of(path.format(before=before)) for paths in ASKED.values() for path in paths}
        return {**self.frames(session), **bodies}

    def body_of(self, path: str) -> bytes:
        return self.client.get(self.url + path, headers={"Cookie": self.cookies[self.viewer]}).content

    def frames(self, session) -> dict[str, str]:
        found = {}
        for what in ("table", "board", "seat"):
            self.show(session)
            headers = {"Cookie": self.cookies[self.viewer]} if what == "seat" else {}
            with connect(
                f"ws://127.0.0.1:{self.server.port}/follow/{what}?seat={self.viewer}", origin=self.origin,
                additional_headers=headers, open_timeout=HANG_S, proxy=None,
            ) as socket:  # fmt: skip
                text = socket.recv(HANG_S)
                assert json.loads(text)["public"]
                # but for the return code of this device, which is another in each run
                found[f"follow {what}"] = text.replace(
                    self.server.seats.return_code_of(self.cookies[self.viewer].partition("=")[2]), "four words"
                )
        return found


def differences(served: Served, position: Position) -> list[str]:
    """By what the viewer could tell both worlds apart."""
    one, two = map(served.everything, position.sessions)
    return [where for where in one if one[where] != two[where]]


# -- controls: pages that tell


def of_other_seats(session, seat):
    """Besides the own page those of all others."""
    others = [seat_page(session, other) for other in range(len(session.players)) if other != seat]
    return {**seat_page(session, seat), "private": tuple(card for page in others for card in page["hand"])}


def with_the_true_state(session):
    """The shared page with a sum of the state as it is, in the lines of the score."""
    page = public_page(session)
    return {**page, "lines": (*page["lines"], str(crc32(repr(session.state).encode())))}


CONTROLS = {"other seats": {"make_own": of_other_seats}, "the true state": {"make_public": with_the_true_state}}


def position_told_by(game: Game, make_public=public_page, make_own=seat_page) -> Position:
    """The first position that these pages tell."""
    for seed in range(SEEDS):
        for position in of_each_viewer(game, seed, 3):
            one, two = ((make_public(each), make_own(each, position.viewer)) for each in position.sessions)
            if one != two:
                return position
    raise AssertionError("these pages tell nothing")
