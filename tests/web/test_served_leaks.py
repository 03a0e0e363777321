"""Nothing hidden leaves the real server: in two worlds that a viewer cannot tell apart, all that it gets is the same.

Every body of every address and every frame, of the table, the board and the viewer's own device; then every tap.
"""

from collections.abc import Iterator

import pytest
from glowtable import games
from glowtable.device.tag_registry import simulated_registry
from glowtable.match.choices import awaited_at, awaited_openly, public_choices
from glowtable.match.copies import Copies
from glowtable.match.dealer import random_stream
from glowtable.match.lesson import LEARNER, Guide
from glowtable.match.pump import Pump
from glowtable.messages import Message, say
from glowtable.table import SEAT_KEYS, TABLE_KEYS
from glowtable.terminal.translator import Translator
from glowtable.web.companion import Companion
from glowtable.web.followers import ReceivedTap, Tap
from glowtable.web.outgoing import offered
from glowtable.web.seats import Seats

from tests.support.adversary import NAMES, copied
from tests.support.campaign import IN_CAMPAIGN, LONG, long_share, slow
from tests.support.matches import Match
from tests.web.company import ServerWithoutNetwork
from tests.web.served import (
    ASKED,
    CONTROLS,
    Served,
    differences,
    first_matches,
    of_each_viewer,
    position_told_by,
    positions_of_all_people,
)

GAMES = [games.find(name) for name in games.names()]
SECRET = [game for game in GAMES if game.hidden_information]
ONE_QUICKLY = [game if game.name == "alter_ego" else slow(game) for game in SECRET]
MATCHES = long_share(60)
IN_PART = None if LONG else 4 if IN_CAMPAIGN else 1  # positions of each viewer that are looked at
LED_PART = 1 if LONG else 5
PART = 1 if LONG else 5 if IN_CAMPAIGN else 11  # of so many taps one is made


@pytest.fixture
def serve(tmp_path):
    """Serves a position: one server for each viewer of a match."""
    made = {}

    def served(game, seed, position, **pages):
        who = (game.name, seed, position.viewer)
        if who not in made:
            made[who] = Served(tmp_path / "-".join(map(str, who)), position.sessions[0], position.viewer, **pages)
        return made[who]

    yield served
    for each in made.values():
        each.stop()


def test_every_route_is_asked(serve):
    (seed,) = first_matches(SECRET[0], 1)
    served = serve(SECRET[0], seed, next(positions_of_all_people(SECRET[0], seed)))
    assert {route.path for route in served.server._make_app().routes} == ASKED.keys()


@pytest.mark.campaign
@pytest.mark.parametrize("game", ONE_QUICKLY, ids=lambda game: game.name)
def test_two_worlds_are_served_alike(game, serve):
    compared = 0
    for seed in first_matches(game, MATCHES):
        for position in of_each_viewer(game, seed, IN_PART):
            told = differences(serve(game, seed, position), position)
            assert told == [], f"{game.name} {seed}, {NAMES[position.viewer]} at {position.at}"
            compared += 1
    assert compared


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS)
def test_control_a_server_that_tells_is_caught(game, control, serve):
    telling = position_told_by(game, **control)
    assert differences(serve(game, 0, telling, **control), telling)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_will_be_drawn_is_nowhere(game, tmp_path):
    """Two matches of which only the seed differs: until the first card comes they are the same everywhere."""
    people = NAMES[: max(2, min(game.seats))]
    quiet = {"first_player": "youngest"} if game.name == "punto" else {}
    seen = []
    for seed in (1, 2):
        match = Match(tmp_path / str(seed), people, seed, game=game, **quiet)
        match.until(lambda match=match: match.session.is_open or match.session.phase == "setting")
        served = Served(tmp_path / f"served {seed}", match.session, 0)
        seen.append(served.everything(match.session))
        served.stop()
        assert not match.session.history
    assert seen[0] == seen[1]


# -- every tap


class NoJournal:
    """Saves nothing: what a tap shows is looked at, and forgotten."""

    over, changed_players = False, ()

    def save_rows(self, rows) -> None:
        pass

    def minutes(self) -> None:
        return None

    @property
    def journal(self) -> "NoJournal":
        return self

    file = journal

    def query(self, *asked) -> list:
        return []

    def clock(self) -> str:
        return "2026-01-31 20:00:00"


class NoLine:
    """No table: nothing is sent."""

    name, watch = "", None


class AtPosition:
    """A companion at one position of a match, and what its viewer gets of one tap."""

    def __init__(self, session, viewer: int, guide: Guide | None = None) -> None:
        self.session, self.viewer = copied(session), viewer
        names = [player.name for player in session.players]
        translate = Translator("en", names, game=session.game.name).text
        pump = Pump(self.session, NoLine(), NoJournal(), simulated_registry(session.game), None, translate)
        seats = Seats(sorted(session.people), names)
        for seat in session.people:
            seats.claim_seat(seats.claims[seat].code)
        self.server = ServerWithoutNetwork(seats)
        self.companion = Companion(pump, self.server, guide=guide)

    def after(self, tap: Tap, seat: int | None) -> tuple:
        """What is shown and noted, and what the rules let the viewer know of it; copies of a card look the same."""
        notes = []
        self.companion.sync_followers()
        played = len(self.session.history)
        tap = tap._replace(at=self.companion.shown.number)
        self.server.taps.put(ReceivedTap(tap, seat, notes.append))
        self.companion.sync_followers()
        rules, shown = self.session.game.rules, self.server.snapshots[-1]
        by_kind = Copies(self.session.game).action_by_kind
        acted = [by_kind(rules.seen(*each, self.viewer)) for each in self.session.history[played:]]
        return acted, rules.view(self.session.state, self.viewer), (notes, shown.public, shown.own[self.viewer])


def taps_of(position):
    """Every tap at the table's page and at the viewer's own, with whatever could be chosen or shown in either world."""
    seats, one = range(len(position.sessions[0].players)), position.sessions[0]
    at_table = [Tap("why", cell=cell) for cell in range(36)] + [Tap("press", cell=cell) for cell in range(36)]
    at_table += [Tap("key", key=key) for key in TABLE_KEYS]
    at_table += [Tap("key", seat=seat, key=key) for seat in seats for key in SEAT_KEYS]
    own = [Tap("key", seat=position.viewer, key=key) for key in SEAT_KEYS]
    cards = {one.game.deck[card] for card in position.worlds[1].exchanged} | {*one.game.deck[:2], *one.game.alike}
    found = [Tap("show", id=card) for card in sorted(cards)]
    for session in position.sessions:
        actions = {*public_choices(session), *(action for seat in seats for action in offered(session, seat))}
        found += [Tap("choose", id=str(action)) for action in sorted(actions, key=str)]
        awaited = {*awaited_openly(session), *(card for seat in seats for card in awaited_at(session, seat))}
        found += [Tap("show", id=card) for card in sorted(awaited)]
    yield from ((tap, None) for tap in (*at_table, *dict.fromkeys(found)))
    yield from ((tap, position.viewer) for tap in (*own, *dict.fromkeys(found)))


def told_by(position, tap, seat, make=AtPosition) -> bool:
    """Does this tap tell the viewer in which world it is, though the rules do not show it?"""
    one, two = (make(session, position.viewer).after(tap, seat) for session in position.sessions)
    if one[0] and one[0] == two[0] and one[1] != two[1]:
        return False
    return one != two


class TellingGuide(Guide):
    """Control: its objection tells the true state."""

    def handle_line(self, word, event, session) -> Message:
        return say("{state}", state=repr(session.state))


def told_in_a_lesson(game, make_guide=Guide) -> Iterator[bool]:
    """Of taps at a table's page and at the learner's own, each at some step: does it tell two worlds apart?"""
    lesson = game.read_lesson().on_phones()
    (seed,) = first_matches(game, 1)
    for number, position in enumerate(of_each_viewer(game, seed, 2)):

        def at_step(session, viewer, number=number) -> AtPosition:
            guide = make_guide(lesson)
            guide.at = number % len(lesson.steps)
            return AtPosition(session, viewer, guide)

        taps = list(taps_of(position))[number % LED_PART :: LED_PART]
        yield from (told_by(position, tap, seat, at_step) for tap, seat in taps if seat in (None, LEARNER))


@pytest.mark.parametrize("game", [game for game in SECRET if game.read_lesson], ids=lambda game: game.name)
def test_no_step_of_a_first_match_tells_two_worlds_apart(game):
    told = list(told_in_a_lesson(game))
    assert len(told) > 20 and not any(told)


@pytest.mark.parametrize("name", ["alex_and_co", "spiel_des_jahres"])
def test_control_a_step_that_tells_is_caught(name):
    """In the first match of Alter Ego the learner sees all that differs."""
    game = games.find(name)
    assert any(told_in_a_lesson(game, TellingGuide))


@pytest.mark.campaign
@pytest.mark.parametrize("game", ONE_QUICKLY, ids=lambda game: game.name)
def test_no_tap_tells_two_worlds_apart(game):
    tried = 0
    for seed in first_matches(game, MATCHES):
        rng = random_stream(seed, "taps")
        for position in of_each_viewer(game, seed, IN_PART):
            for tap, seat in list(taps_of(position))[rng.randrange(PART) :: PART]:
                tried += 1
                assert not told_by(position, tap, seat), f"{game.name} {seed} at {position.at}: {tap} at {seat}"
    assert tried > 10


class JudgesByTheTruth(AtPosition):
    """Control: whether a card may be shown depends on where it truly lies."""

    def after(self, tap: Tap, seat: int | None) -> tuple:
        acted, known, got = super().after(tap, seat)
        return acted, known, (*got, tap.does == "show" and f"'{tap.id}'" in repr(self.session.game.rules.view(
            self.session.state, (self.viewer + 1) % len(self.session.players))))  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_control_a_tap_that_tells_is_caught(game):
    positions = (one for seed in first_matches(game, 6) for one in of_each_viewer(game, seed, 1))
    shows = ((one, tap, seat) for one in positions for tap, seat in taps_of(one) if tap.does == "show")
    assert any(told_by(*each, make=JudgesByTheTruth) for each in shows)
