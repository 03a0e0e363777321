"""What lies beside the grid and the tokens on it: said by each game as data, drawn by a page that knows none."""

import json
from functools import cache
from random import Random

import pytest
from glowtable import games
from glowtable.game import PUBLIC
from glowtable.match.copies import kinds_of
from glowtable.messages import say
from glowtable.table import Card
from glowtable.terminal.translator import Translator
from glowtable.web.faces import ICONS
from glowtable.web.outgoing import BACK, public_page
from glowtable.web.translated import as_text

from tests.browser.pictures import sent_for
from tests.games.spiel_positions import position
from tests.support.adversary import play_match, seats_of, session_at
from tests.support.matches import Match
from tests.web.company import Company

GAMES = [game for game in map(games.find, games.names()) if game.hidden_information]  # in Punto all lies on the cells
CORNERS = 3  # of the table that are free: the fourth has its keys
ALEX = games.find("alex_and_co")


@cache
def pages(name):
    game, found = games.find(name), []
    for seed in range(6):
        rng = Random(f"zones {name} {seed}")
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, 200)
        found += [public_page(session_at(game, seats, world, at)) for at in range(0, len(world.actions), 7)]
    return found


def things_of(page):
    beside = [thing for zone in page["zones"] for thing in zone["things"]]
    return beside + [thing for cell in page["cells"] for thing in cell["tokens"]]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_lies_on_the_table_can_be_drawn(game):
    kinds = {*kinds_of(game).values(), BACK}
    for page in pages(game.name):
        assert len(page["zones"]) <= CORNERS and all(zone["things"] for zone in page["zones"])
        for thing in things_of(page):
            assert thing["card"] in kinds if thing["card"] is not None else thing["icon"] in ICONS
            assert thing["text"] and (thing["amount"] is None or thing["amount"] >= 0)


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("alex_and_co", {"on the rim", "sets displayed", "draw pile"}),
        ("spiel_des_jahres", {"months", "companies", "market"}),
        ("alter_ego", {"cards to take", "players", "out of the game"}),
    ],
)
def test_each_place_is_shown_when_something_lies_there(name, titles):
    game, shown = games.find(name), set()
    for seed in range(40):
        rng = Random(f"places {seed}")
        for state in play_match(game, seats_of(game, rng), rng, 500).states:
            shown |= {zone.title.text for zone in game.surface.zones(game.rules.view(state, PUBLIC))}
    assert shown == titles


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_tray_shows_as_many_backs_as_its_seat_has_cards(game):
    """Counted by what everybody knows, and right."""
    sizes = set()
    for seed in range(4):
        rng = Random(f"trays {game.name} {seed}")
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, 200)
        for at in range(0, len(world.actions), 7 if len(world.actions) > 20 else 1):
            session = session_at(game, seats, world, at)
            for seat, player in enumerate(public_page(session)["players"]):
                hand = game.surface.own_hand(game.rules.view(session.state, seat))
                assert player["tray"] == hand[1]
                sizes.add(player["tray"])
    assert len(sizes) > 1


def test_tokens_of_the_city_and_of_villains_are_counted():
    found = [thing for page in pages("alter_ego") for cell in page["cells"] for thing in cell["tokens"]]
    assert {"house", "briefcase", "users-three", "handshake", "calendar-dots"} <= {each["icon"] for each in found}


def test_a_game_of_its_owner_shows_its_value():
    page = next(page for page in pages("spiel_des_jahres") if any(c["cards"] for c in page["cells"]))
    assert all("€" in cell["tokens"][0]["text"].text for cell in page["cells"] if cell["cards"])


def test_a_card_on_the_rim_is_pressed_where_it_lies(tmp_path):
    """Of 45 cards that lie face down nine are beside the cells."""
    company = Company(Match(tmp_path, ("Ann", "Ben", "Cal"), game=ALEX, knowledge="full", seed=5, layout="36+9"))
    company.taps("key", key="confirm", seat=0)
    rng = Random(4)
    for _ in range(80):
        company.until_quiet(ms=2500)
        found = [thing for thing in things_of(company.shown.public) if " at " in thing["choice"]]
        if found:
            break
        seat, page = next((seat, page) for seat, page in company.shown.own.items() if page["choices"])
        company.taps("choose", by=seat, id=rng.choice(page["choices"])["id"])
    assert found[0]["text"].startswith("R")
    before = len(company.match.session.history)
    company.taps("choose", id=found[0]["choice"])
    company.until_quiet()
    company.taps("key", key="confirm", seat=0)  # what is said at the table, its player confirms
    company.until_quiet()
    assert str(company.match.session.history[before].action) == found[0]["choice"]


def test_where_the_deck_is_empty_nothing_lies():
    game = games.find("spiel_des_jahres")
    view = game.rules.view(position(), PUBLIC)

    def texts(view):
        return [thing.word for zone in game.surface.zones(view) for thing in zone.things]

    assert say("deck") in texts(view) and say("deck") not in texts(view._replace(deck=0))


@pytest.fixture
def ego(tmp_path):
    """Alter Ego at the simulated table, at the first card that lies open and may be shown at somebody's reader."""
    game = games.find("alter_ego")
    company = Company(Match(tmp_path, ("Ann", "Ben"), game=game, knowledge="full", seed=5))
    company.taps("key", key="confirm", seat=0)
    rng = Random(4)
    for _ in range(120):
        company.until_quiet(ms=2500)
        if open_cards(company):
            return company
        seat, page = next((seat, page) for seat, page in company.shown.own.items() if page["choices"])
        company.taps("choose", by=seat, id=rng.choice(page["choices"])["id"])
    raise AssertionError("no card that lies open can be shown")


def open_cards(company):
    """Cards in sight, and the reader at which each may be shown, with the action that is then."""
    public = company.shown.public
    beside = [(thing["card"], thing["readers"]) for zone in public["zones"] for thing in zone["things"]]
    found = beside + [(cell["cards"][-1], cell["readers"]) for cell in public["cells"] if cell["readers"]]
    return [(card, reader, action) for card, readers in found for reader, action in readers.items()]


def test_a_card_that_all_see_is_laid_on_a_reader_of_the_simulated_table(ego):
    card, reader, action = open_cards(ego)[0]
    before = len(ego.match.session.history)
    ego.taps("lay", id=card, seat=int(reader))
    ego.until_quiet()
    ego.taps("key", by=int(reader), key="confirm", seat=int(reader))
    ego.until_quiet()
    done = ego.match.session.history[before].action
    assert (str(done.seat), done.kind) == (reader, action.split()[1]) and ego.notes == []
    assert Card in set(map(type, ego.match.simulated_players.made))


def test_nobody_lays_a_card_for_another_seat_without_its_key(ego):
    """What the seat holds might refuse it: neither the action nor that refusal is for others to bring about."""
    card, reader, _ = open_cards(ego)[0]
    seat, before = int(reader), len(ego.match.session.history)
    ego.taps("lay", id=card, seat=seat)
    ego.until_quiet()
    assert ego.match.session.question.needed == {seat} and not ego.match.simulated_players.twin.pico.tags[seat]
    ego.taps("key", by=seat, key="pass", seat=seat)
    ego.until_quiet()
    assert ego.match.session.question is None and len(ego.match.session.history) == before


def test_a_card_that_cannot_be_shown_there_is_not_laid(ego):
    card, reader, _ = open_cards(ego)[0]
    before = len(ego.match.session.history)
    ego.taps("lay", id="no card", seat=int(reader))
    ego.taps("lay", id=card, seat=5)
    ego.taps("lay", by=0, id=card, seat=int(reader))
    assert len(ego.notes) == 3 and len(ego.match.session.history) == before


def test_with_real_cards_only_hands_show_cards(ego):
    ego.match.session.match_state.dealt = False
    ego.match.pump.tell_people(say("{n}", n=1))
    ego.wait()
    assert open_cards(ego) == []


@pytest.mark.parametrize("name", ["board", "table", "seats", "auction-table"])
def test_how_a_player_stands_begins_a_line_about_that_player(name):
    sent = sent_for(name)
    names = [player.name for player in sent.session.players]
    page = json.loads(as_text(sent.public, Translator("en", names, game=sent.session.game.name).text))
    for player in page["players"]:
        assert player["standing"].startswith(player["name"])
        assert sum(line.startswith(player["standing"]) for line in page["lines"]) == 1
