"""The types by which the pages' modules are checked are what the host sends: names, kinds, and what may be null."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from glowtable import games
from glowtable.commands.past_matches import PastMatches
from glowtable.device.line_watch import LineWatch
from glowtable.device.link import Hello, Link
from glowtable.messages import say
from glowtable.terminal.translator import Translator
from glowtable.web.broadcast import Broadcast
from glowtable.web.followers import Follower, Snapshot, Tap
from glowtable.web.maker_page import maker_page, wizard_page
from glowtable.web.outgoing import about_page, public_page, seat_page
from glowtable.web.seats import Seats
from glowtable.web.translated import as_text

from tests.browser.pictures import agreed_on, told_of
from tests.support.adversary import play_match, seats_of, session_at
from tests.support.matches import Match
from tests.web.test_results import ENDED, session_over

TYPES = Path(__file__).parents[2] / ".ci/web/messages.d.ts"
TEXT = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", TYPES.read_text("utf-8"), flags=re.DOTALL)
ALIASES = dict(re.findall(r"^type (\w+) = (.+);$", TEXT, re.MULTILINE))
INTERFACES = {
    name: (base, dict(re.findall(r"(\w+\??): ([^;]+);", members)))
    for name, base, members in re.findall(
        r"^interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", TEXT, re.DOTALL | re.MULTILINE
    )
}
PLAIN = {"string": (str,), "number": (int, float), "boolean": (bool,), "null": (type(None),)}
ENGLISH = Translator("en").text
LONGEST = 400  # actions


def members_of(name: str) -> dict[str, str]:
    base, members = INTERFACES[name]
    return {**(members_of(base) if base else {}), **members}


def misfits(value, kind: str, at: str = "page") -> list[str]:
    """Where a value is not of this kind."""
    kind = ALIASES.get(kind, kind)
    if " | " in kind:
        return min((misfits(value, each, at) for each in kind.split(" | ")), key=len)
    if kind.endswith("[]"):
        if not isinstance(value, list):
            return [f"{at} is no list"]
        return [wrong for n, each in enumerate(value) for wrong in misfits(each, kind[:-2], f"{at}[{n}]")]
    if kind.startswith('"'):
        return [] if value == json.loads(kind) else [f"{at} is no {kind}: {value!r}"]
    if kind in PLAIN:
        is_kind = type(value) in PLAIN[kind]
        return [] if is_kind else [f"{at} is no {kind}: {value!r}"]
    if not isinstance(value, dict):
        return [f"{at} is no {kind}: {value!r}"]
    if record := re.fullmatch(r"Record<string, (\w+)>", kind):
        return [wrong for name, each in value.items() for wrong in misfits(each, record[1], f"{at}.{name}")]
    members = members_of(kind)
    may_lack = {name[:-1] for name in members if name.endswith("?")}
    known = {name.rstrip("?"): each for name, each in members.items()}
    wrong = [f"{at}.{name} is sent and has no type" for name in value.keys() - known.keys()]
    wrong += [f"{at}.{name} has a type and is not sent" for name in known.keys() - value.keys() - may_lack]
    for name in value.keys() & known.keys():
        wrong += misfits(value[name], known[name], f"{at}.{name}")
    return wrong


def sent(page):
    return json.loads(as_text(page, ENGLISH))


@pytest.mark.parametrize("name", games.names())
def test_pages_of_a_match(name):
    game = games.find(name)
    for seed in range(3):
        rng = Random(f"types {name} {seed}")
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, LONGEST)
        for at in range(0, len(world.actions), 23):
            session = session_at(game, seats, world, at)
            session.match_state.dealt = True
            assert misfits(sent(public_page(session)), "PublicPage") == []
            for seat in range(len(seats.players)):
                assert misfits(sent(seat_page(session, seat)), "SeatPage") == []
        about = {**about_page(session), "lan": True, "stage": "match"}  # what /words adds
        assert misfits(sent(about), "About") == []


@pytest.mark.parametrize("name", ENDED)
def test_pages_of_a_match_that_is_over(name):
    session = session_over(name)
    assert misfits(sent(public_page(session)), "PublicPage") == []
    assert misfits(sent(seat_page(session, 0)), "SeatPage") == []


def test_the_page_of_the_lobby():
    assert misfits(sent(told_of(*agreed_on())), "LobbyPage") == []


@pytest.mark.parametrize("kind", ["buttons", "readers"])
def test_the_page_of_the_maker(kind):
    watch, link = LineWatch(lambda: 0), Link()
    page = maker_page(watch, link, "twin:")
    asked = wizard_page(say("Press a1."), None, say("Calibrate"), is_question=False, is_twin=True)
    finding = {"part": "a1", "verdict": "ok", "text": "a1 works"}
    link.hello = Hello(1, "0.1.0", "abc", kind, "111111", 42, "", 0, "")
    greeted = maker_page(watch, link, "twin:")
    for each in (page, greeted, {**page, "wizard": asked}, {**page, "report": (finding,)}):
        assert misfits(sent(each), "MakerPage") == []


def test_pages_of_the_journal(tmp_path):
    Match(tmp_path, max_rounds=1).to_the_end()
    past = PastMatches(tmp_path / "journal.sqlite", lambda: 0)
    assert misfits(json.loads(past.list_all("en")), "ListedMatch[]") == []
    assert misfits(json.loads(past.show_statistics("en")), "Statistics") == []
    for at in (0, 3, 10**6):
        assert misfits(json.loads(past.show_moment(1, at, "en")), "PastMoment") == []


@pytest.mark.parametrize(
    ("kind", "follower"),
    {
        "BoardMoment": Follower(None, False, "en"),
        "TableMoment": Follower(None, True, "en"),
        "SeatMoment": Follower(0, False, "en"),
        "LobbyMoment": Follower(None, True, "en", device=""),
        "MakerMoment": Follower(None, False, "en", is_maker=True),
    }.items(),
)
def test_each_kind_of_page_gets_its_moment(kind, follower):
    broadcast = Broadcast(Seats(("Ann", "Ben"), (0, 1)), {"en": ENGLISH}, lambda: "today", lambda: ("10.0.0.2",))
    session = session_over("won")
    public = told_of(*agreed_on()) if follower.is_lobby else public_page(session)
    broadcast.take_snapshot(Snapshot(3, public, {0: seat_page(session, 0)}))
    broadcast.take_maker(maker_page(LineWatch(lambda: 0), Link(), "twin:"))
    assert misfits(json.loads(broadcast.text_for(follower)), kind) == []


def test_a_page_can_send_no_more_than_is_read():
    added_by_send = {"at", "tap", "beat"}
    assert {name.rstrip("?") for name in members_of("Tap")} == set(Tap._fields) - added_by_send


def test_the_host_answers_with_notices():
    follower = Follower(0, False, "en")
    follower._add_note({"note": "Look."})
    follower.refuse_tap(1, "No.")
    follower.confirm_tap(2)
    for note in (*follower.notes, {"beat": 12}):
        assert misfits(sent(note), "Notice") == []


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"key": "pass"}, "page.text has a type and is not sent"),
        ({"key": "pass", "text": "Play.", "hint": ""}, "page.hint is sent and has no type"),
        ({"key": None, "text": "Play."}, "page.key is no string: None"),
        ({"key": True, "text": "Play."}, "page.key is no string: True"),
    ],
)
def test_a_wrong_type_is_noticed(wrong, told):
    """A control of the tests above."""
    assert misfits({"key": "pass", "text": "Play."}, "Answer") == []
    assert misfits(wrong, "Answer") == [told]
