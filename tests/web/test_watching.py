"""Who only watches reads what others do and never how: a television, and a phone while others are asked."""

import json
from functools import cache
from random import Random

import pytest
from glowtable import games
from glowtable.device.troubles import TROUBLES
from glowtable.game import CHANCE, full_options
from glowtable.grid import TABLE_SEAT
from glowtable.match.players import Player
from glowtable.match.session import ENTRY_CELLS, Phase, Question
from glowtable.messages import BOARD, SILENT, say
from glowtable.terminal.translator import Translator
from glowtable.web.broadcast import Broadcast
from glowtable.web.followers import Follower, Snapshot
from glowtable.web.outgoing import only_watches, public_page, watched_prompts
from glowtable.web.seats import Seats

from tests.games.shipped import SHIPPED
from tests.support.adversary import NAMES, play_match, session_at
from tests.support.adversary import Seats as SeatsOf

TABLE = Follower(None, True, "en")
TELEVISION = Follower(None, False, "en")
PLAYERS = tuple(Player(name, "") for name in NAMES[:3])


def sessions(name):
    """A match of three people, before each of its actions."""
    game, rng = games.find(name), Random(f"watching {name}")
    seats = SeatsOf(PLAYERS, full_options(game, {}))
    world = play_match(game, seats, rng, 200)
    for at in range(len(world.actions)):
        session = session_at(game, seats, world, at)
        session.match_state.dealt = True
        yield session


@cache
def pages(name):
    """Each of them with what all may read of it."""
    return [(session, public_page(session)) for session in sessions(name)]


def asked(session, *followers):
    """The sentences that each page is asked."""
    tell = Translator("en", NAMES, game=session.game.name).text
    broadcast = Broadcast(Seats(NAMES[:3], (0, 1, 2)), {"en": tell}, lambda: "today", lambda: ())
    broadcast.take_snapshot(Snapshot(1, public_page(session), {}))
    pages = [json.loads(broadcast.text_for(each))["public"] for each in followers]
    return [[prompt["text"] for prompt in page["asked"]] for page in pages]


def phone(seat):
    return Follower(seat, False, "en")


def test_news_and_troubles_tell_a_board_what_is_and_a_phone_what_can_be_done():
    session = next(iter(sessions("punto")))
    session.match_state.dealt = False  # at a real table, too: its phones have no keys
    said = (ENTRY_CELLS, say("Which cell? Type show c3.").on(phone=SILENT, board=SILENT), say("Ann is done."))
    broadcast = Broadcast(Seats(NAMES[:3], (0, 1, 2)), {"en": Translator("en").text}, lambda: "today", lambda: ())
    broadcast.take_snapshot(Snapshot(1, public_page(session, said, (TROUBLES["safe-mode"],)), {}))
    table, own, television = (json.loads(broadcast.text_for(each))["public"] for each in (TABLE, phone(0), TELEVISION))
    assert table["news"] == own["news"] == ["Not read? Tap the lit cell for your card.", "Ann is done."]
    assert television["news"] == ["Choosing the card on a lit cell …", "Ann is done."]
    assert "Tap Fix it" in own["ailing"][0]
    assert television["ailing"] == ["The table crashed 3 times in a minute and is in safe mode."]


def test_a_phone_is_told_how_and_the_others_are_told_what():
    session = next(each for each in sessions("punto") if "place" in public_page(each)["asked"][0]["verbs"])
    acts = session.view.seat
    table, own, other, television = asked(session, TABLE, phone(acts), phone((acts + 1) % 3), TELEVISION)
    assert table == own and own[0].startswith("Tap a lit cell for ")
    assert other == television and television[0].startswith("Choosing a cell for ")


def test_who_is_done_only_watches_and_a_board_lists_no_keys():
    session = next(
        each
        for each in sessions("alter_ego")
        if each.view.phase == "support" and 1 < len(each.match_state.seats_to_act) < 3
    )
    acting = session.match_state.seats_to_act
    (done,) = {0, 1, 2}.difference(acting)
    table, own, other, television = asked(session, TABLE, phone(acting[0]), phone(done), TELEVISION)
    assert table == own and len(own) == 1 + len(acting)
    assert other == television == own[:1] and television[0].startswith("Round ")


def test_what_all_do_with_cards_all_are_asked():
    session = next(sessions("punto"))
    session.phase = Phase.SETTING
    table, own, television = asked(session, TABLE, phone(2), TELEVISION)
    assert table == own and own[0] == "Tap Start." and television[0] == "About to start …"
    session.phase = Phase.PLAYING
    session.question = Question(0, frozenset({1}))
    assert asked(session, phone(1), TELEVISION) == [
        ["Ann wants to undo. Does someone else agree?"], ["Ann wants to undo."]
    ]  # fmt: skip


@pytest.mark.parametrize("name", SHIPPED)
def test_who_watches_gets_nothing_else(name):
    """The same prompts without some, each with another sentence: no seat, card or option is new."""
    count = 0
    for _, page in pages(name):
        watched = watched_prompts(page)
        known = [{**prompt, "text": ""} for prompt in page["asked"]]
        assert all({**prompt, "text": ""} in known for prompt in watched)
        assert watched and watched[0]["seat"] == page["asked"][0]["seat"]
        assert [each["text"] for each in watched] == [
            text for prompt in page["asked"] if (text := prompt["text"].for_device(BOARD)).text
        ]
        count += 1
    assert count > 50


@pytest.mark.parametrize("name", SHIPPED)
def test_who_acts_is_asked(name):
    """Whoever can act never only watches, and somebody is asked whatever the moment."""
    watching = 0
    for session, page in pages(name):
        acting = session.match_state.seats_to_act
        assert not any(only_watches(page, seat) for seat in acting if seat != CHANCE)
        assert not all(only_watches(page, seat) for seat in range(3))
        watching += any(only_watches(page, seat) for seat in range(3))
        if {prompt["seat"] for prompt in page["asked"]} == {TABLE_SEAT} and not any(
            player["acts"] for player in page["players"]
        ):
            assert not any(only_watches(page, seat) for seat in range(3))
    assert watching


def test_who_is_asked_nothing_may_still_have_a_page():
    session = next(sessions("punto"))
    page = {**public_page(session), "asked": ()}
    assert not only_watches(page, 0) and only_watches(page, None) and watched_prompts(page) == ()
