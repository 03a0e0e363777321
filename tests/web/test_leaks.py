"""Nothing hidden leaves for a page: in two worlds that a viewer cannot tell apart every byte it gets is the same."""

import itertools
from random import Random

import pytest
from glowtable import games
from glowtable.game import parse_action
from glowtable.messages import LANGUAGES
from glowtable.terminal.help import line_for
from glowtable.terminal.translator import Translator
from glowtable.web.outgoing import about_page, public_page, seat_page, watched_prompts
from glowtable.web.translated import as_text

from tests.games.shipped import SHIPPED
from tests.support.adversary import (
    NAMES,
    dealt_worlds,
    is_dealt,
    other_world,
    play_match,
    positions,
    seats_of,
    session_at,
)
from tests.support.campaign import long_share

GAMES = [games.find(name) for name in games.names()]
POSITIONS = 4000  # of each game in a long campaign
SEEDS = 30  # at least so many matches are searched for them: a game may have none
SECRET = [game for game in GAMES if game.hidden_information]


def tell(game):
    return Translator("en", NAMES, game=game.name).text


def what_is_sent(session, viewer, make_public=public_page, make_own=seat_page):
    """Everything that a table, a board and the device of the viewer get."""
    told = tell(session.game)
    public = make_public(session)
    pages = (public, watched_prompts(public), make_own(session, viewer), about_page(session))
    return tuple(as_text(page, told) for page in pages)


def two_worlds(game, seed, most=220):
    """The same positions of both worlds, as sessions, and who looks."""
    rng = Random(f"page {game.name} {seed}")
    seats = seats_of(game, rng)
    viewer = rng.choice([seat for seat, player in enumerate(seats.players) if not player.bot])
    world = play_match(game, seats, rng, most)
    other = other_world(game, world, viewer, rng)
    for at in positions(game, world, other, rng) if other else ():
        one, two = (session_at(game, seats, each, at) for each in (world, other))
        if one.match_state.bots.wanted_action == two.match_state.bots.wanted_action:
            yield viewer, one, two


@pytest.mark.parametrize("game", [game for game in GAMES if is_dealt(game)], ids=lambda game: game.name)
def test_no_page_tells_what_the_dealer_has_drawn(game):
    rng, count = Random(f"dealt {game.name}"), 0
    seats = seats_of(game, rng)
    for _, (one, two) in dealt_worlds(game, seats, play_match(game, seats, rng, 220), rng):
        assert one.match_state.chance.staged_draw != two.match_state.chance.staged_draw
        for viewer in one.people:
            assert what_is_sent(one, viewer) == what_is_sent(two, viewer)
            count += 1
    assert count


@pytest.mark.campaign
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_two_worlds_send_the_same_bytes(game):
    wanted = long_share(POSITIONS)
    every = itertools.chain.from_iterable(two_worlds(game, seed) for seed in range(SEEDS + wanted))
    for number, (viewer, one, two) in enumerate(itertools.islice(every, wanted)):
        assert what_is_sent(one, viewer) == what_is_sent(two, viewer), f"position {number} of {game.name}"
    assert game.name not in SHIPPED or next(every, None), "too few positions were found"


@pytest.mark.parametrize("name", ["alex_and_co", "alter_ego"])
def test_no_page_names_one_of_several_copies(name):
    """Which of them is booked may follow from hidden hands."""
    game, named = games.find(name), 0
    for session, action in choices_about_copies(game):
        for page in (public_page(session), seat_page(session, action.seat)):
            ids = [parse_action(choice["id"]) for choice in page["choices"]]
            assert ids == list(map(session.match_state.copies.action_by_kind, ids)) and len(ids) == len(set(ids))
            named += session.match_state.copies.action_by_kind(action) in ids
    assert named > 10


def test_a_page_that_names_a_card_says_that_it_has_a_secret():
    """A device covers it until its person looks; also where the table reads no hand and one line alone names a card."""
    wanted, pages = {True: 4, False: 4}, pages_of_unread_hands(games.find("alex_and_co"))
    while any(count > 0 for count in wanted.values()):
        names_cards, page = next(pages)
        assert page["has_secret"] == names_cards
        wanted[names_cards] -= 1


def pages_of_unread_hands(game):
    """Pages of seats without a card that the table knows, and whether what is said to them names one all the same."""
    for seed in itertools.count(8):
        rng = Random(seed)
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, 200)
        for at in (at for at, state in enumerate(world.states) if game.rules.to_act(state)):
            session = session_at(game, seats, world, at)
            for seat in session.people:
                page = seat_page(session, seat)
                lines = game.surface.private(game.rules.view(world.states[at], seat))
                if not page["hand_size"]:
                    yield any(line.fill for line in lines), page


def choices_about_copies(game):
    """Sessions, and in each an action about a copy that is not the first of its kind."""
    for seed in range(6):
        rng = Random(f"copies {game.name} {seed}")
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, 200)
        for at, state in enumerate(world.states):
            session = session_at(game, seats, world, at)
            for seat in session.people.intersection(game.rules.to_act(state)):
                later = (
                    each
                    for each in game.rules.legal(state, seat)
                    if each != session.match_state.copies.action_by_kind(each)
                )
                yield from ((session, action) for action in itertools.islice(later, 1))


@pytest.mark.parametrize("name", ["alex_and_co", "alter_ego"])
def test_no_line_to_type_names_one_of_several_copies(name):
    lines = [line_for(session, action) for session, action in choices_about_copies(games.find(name))]
    copies = {card for cards in games.find(name).alike.values() for card in cards}
    assert len(lines) > 10 and not [line for line in lines if line and any(line.endswith(card) for card in copies)]


def of_another_seat(session, seat):
    """Control: somebody else's page."""
    return seat_page(session, (seat + 1) % len(session.players))


def with_the_true_state(session):
    """Control: the shared page as the state is."""
    return {**public_page(session), "hands": repr(session.state)}


CONTROLS = {"another seat": {"make_own": of_another_seat}, "the true state": {"make_public": with_the_true_state}}


@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS)
def test_control_a_page_that_tells_is_caught(game, control):
    worlds = (world for seed in range(SEEDS) for world in two_worlds(game, seed))
    assert any(what_is_sent(one, who, **control) != what_is_sent(two, who, **control) for who, one, two in worlds)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_page_of_a_match_can_be_told_in_every_language(game):
    rng = Random(game.name)
    seats = seats_of(game, rng)
    world = play_match(game, seats, rng, 80)
    for language in LANGUAGES:
        told = Translator(language, NAMES, game=game.name).text
        for at in range(0, len(world.actions), 9):
            session = session_at(game, seats, world, at)
            assert as_text((public_page(session), seat_page(session, 0), about_page(session)), told)


def test_where_nothing_is_hidden_a_seat_learns_nothing_of_its_own():
    rng = Random(1)
    punto = games.find("punto")
    seats = seats_of(punto, rng)
    world = play_match(punto, seats, rng, 60)
    for at in range(len(world.states)):
        page = seat_page(session_at(punto, seats, world, at), 0)
        assert (page["hand"], page["hand_size"], page["private"]) == ((), 0, ())
